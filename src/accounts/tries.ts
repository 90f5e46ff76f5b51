import { AppError } from '../platform/errors.ts'

/** How wrong tries slow down: so many are free, then each one doubles the wait from a second up to a limit. */
type Pace = { free: number; waitMaxMs: number }

const secondMs = 1000

/**
 * An account waits a minute at most: whoever tries passwords on it must not be able to keep its user out.
 * An address has more free tries, for those who share it, and then waits up to a quarter of an hour.
 */
const paces = {
  account: { free: 5, waitMaxMs: 60 * secondMs },
  address: { free: 20, waitMaxMs: 15 * 60 * secondMs },
} satisfies Record<string, Pace>

/** Wrong tries are forgotten so long after the last one. */
const forgottenMs = 30 * 60 * secondMs

/** Accounts and addresses remembered at once: so many that a machine of the network cannot make them forgotten. */
const rememberedMax = 10_000

type Kind = keyof typeof paces
type Known = { key: string; kind: Kind; wrong: number; lastAt: number }

/** A try that has begun; it counts as wrong until it is said to be right. */
type Try = { wasRight(): void }

/** Slows down wrong tries of passwords and codes, never for good. In memory: a restart forgives. */
export type Tries = {
  /**
   * Begins a try. It counts before its outcome is known, so that a thousand at once are not a thousand free ones.
   * Without an account only the address counts. `isShared`: the account is of many, and the right try of one must not
   * wash away the wrong ones of another.
   * Throws AppError `rate_limited` while the account or the address has to wait; that does not lengthen the wait.
   */
  begin(who: { account: string | undefined; address: string; isShared?: boolean }, now: number): Try
}

export function tries(): Tries {
  const known = new Map<string, Known>()
  return {
    begin({ account, address, isShared = false }, now) {
      const ofAddress = recall(known, 'address', address, now)
      const ofAccount = account === undefined ? undefined : recall(known, 'account', account, now)
      const counted = ofAccount === undefined ? [ofAddress] : [ofAccount, ofAddress]
      const waitMs = Math.max(...counted.map((entry) => waitOf(entry, now)))
      if (waitMs > 0) throw tooMany(waitMs)
      for (const entry of counted) {
        entry.wrong++
        entry.lastAt = now
        remember(known, entry)
      }
      return {
        wasRight() {
          if (ofAccount !== undefined && !isShared) known.delete(ofAccount.key)
          // Only its own try: a right one must not wash away what the address tried on other accounts.
          for (const entry of counted) if (entry.wrong > 0) entry.wrong--
        },
      }
    },
  }
}

function recall(known: ReadonlyMap<string, Known>, kind: Kind, name: string, now: number): Known {
  const key = `${kind} ${name}`
  const entry = known.get(key)
  // A try of the future was counted by a clock that was wrong.
  const counts = entry !== undefined && entry.lastAt <= now && now - entry.lastAt < forgottenMs
  return counts ? entry : { key, kind, wrong: 0, lastAt: now }
}

/** The last one is the one remembered longest. */
function remember(known: Map<string, Known>, entry: Known): void {
  known.delete(entry.key)
  const oldest = known.size < rememberedMax ? undefined : known.keys().next().value
  if (oldest !== undefined) known.delete(oldest)
  known.set(entry.key, entry)
}

function waitOf({ kind, wrong, lastAt }: Known, now: number): number {
  const { free, waitMaxMs } = paces[kind]
  if (wrong < free) return 0
  const wait = Math.min(waitMaxMs, secondMs * 2 ** Math.min(wrong - free, 30))
  return lastAt + wait - now
}

function tooMany(waitMs: number): AppError {
  const seconds = Math.ceil(waitMs / secondMs)
  const unit = seconds === 1 ? 'second' : 'seconds'
  return new AppError('rate_limited', `Too many wrong tries. Try again in ${seconds} ${unit}.`, {
    retryAfterSeconds: seconds,
  })
}
