import { AppError } from '../../platform/errors.ts'

/** Resets an hour of one key: a run of tests begins with one, and each copies the whole shop's data. */
export const resetsMax = 20

const hourMs = 60 * 60_000

/** Keys remembered at once: more test keys than a shop has. */
const keysMax = 1_000

export type Resets = {
  /** Counts one more reset of a key. Throws AppError `rate_limited` once it had as many as an hour allows. */
  count(keyId: string, now: number): void
}

/** In memory: a restart forgives. */
export function resets(): Resets {
  const known = new Map<string, number[]>()
  return {
    count(keyId, now) {
      const recent = (known.get(keyId) ?? []).filter((at) => at <= now && now - at < hourMs)
      const [first] = recent
      if (first !== undefined && recent.length >= resetsMax) throw tooMany(first + hourMs - now)
      known.delete(keyId)
      const oldest = known.size < keysMax ? undefined : known.keys().next().value
      if (oldest !== undefined) known.delete(oldest)
      known.set(keyId, [...recent, now])
    },
  }
}

function tooMany(waitMs: number): AppError {
  const minutes = Math.ceil(waitMs / 60_000)
  return new AppError(
    'rate_limited',
    `This key may make the copy anew ${resetsMax} times an hour. Try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}; an owner can do it at once on the page API keys.`,
    { retryAfterSeconds: Math.ceil(waitMs / 1000) },
  )
}
