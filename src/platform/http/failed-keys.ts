import { AppError } from '../errors.ts'

/** This many wrong keys a minute from one address cause a minute of 429 (source: decisions, "Both services"). */
const failuresMax = 20
const windowMs = 60_000

/** Addresses remembered at once. A LAN has few, and an attacker with many addresses gains nothing by filling the list. */
const addressesMax = 10_000

type Failures = { count: number; since: number; blockedUntil: number }

/** Counts wrong keys by address. A valid key is never affected. */
export type FailedKeys = {
  /** Counts one more wrong key. Throws AppError `rate_limited` after too many. */
  count(address: string, now: number): void
}

export function failedKeys(): FailedKeys {
  const byAddress = new Map<string, Failures>()
  return {
    count(address, now) {
      const known = byAddress.get(address)
      if (known !== undefined && isBlocked(known, now)) throw tooMany(known.blockedUntil - now)
      if (known === undefined || now < known.since || now - known.since >= windowMs) {
        forgetOldest(byAddress)
        byAddress.set(address, { count: 1, since: now, blockedUntil: 0 })
        return
      }
      known.count++
      if (known.count <= failuresMax) return
      known.blockedUntil = now + windowMs
      known.count = 0
      throw tooMany(windowMs)
    },
  }
}

/** A block longer than a minute was set by a wrong clock. */
function isBlocked({ blockedUntil }: Failures, now: number): boolean {
  return now < blockedUntil && blockedUntil <= now + windowMs
}

function forgetOldest(byAddress: Map<string, Failures>): void {
  if (byAddress.size < addressesMax) return
  const oldest = byAddress.keys().next()
  if (!oldest.done) byAddress.delete(oldest.value)
}

function tooMany(waitMs: number): AppError {
  const seconds = Math.ceil(waitMs / 1000)
  return new AppError(
    'rate_limited',
    `Too many wrong API keys came from this address. Try again in ${seconds} seconds.`,
    { retryAfterSeconds: seconds },
  )
}
