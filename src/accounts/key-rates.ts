import { AppError } from '../platform/errors.ts'

const windowMs = 60_000

/** Limits the keys that an owner gave a rate. */
export type KeyRates = {
  /** Counts one call of a key. Throws AppError `rate_limited` once its minute is used up. */
  count(keyId: string, ratePerMinute: number, now: number): void
}

type Minute = { since: number; calls: number }

/** Counts by the minute, in memory: a restart forgives. There are as many entries as limited keys. */
export function keyRates(): KeyRates {
  const minutes = new Map<string, Minute>()
  return {
    count(keyId, ratePerMinute, now) {
      const known = minutes.get(keyId)
      const minute = isCurrent(known, now) ? known : { since: now, calls: 0 }
      minutes.set(keyId, minute)
      minute.calls++
      if (minute.calls <= ratePerMinute) return
      const seconds = Math.ceil((minute.since + windowMs - now) / 1000)
      throw new AppError(
        'rate_limited',
        `This key may make ${ratePerMinute} calls a minute. Try again in ${seconds} seconds.`,
        { retryAfterSeconds: seconds },
      )
    },
  }
}

/** A minute that began in the future was begun by a clock that was wrong. */
function isCurrent(minute: Minute | undefined, now: number): minute is Minute {
  return minute !== undefined && minute.since <= now && now - minute.since < windowMs
}
