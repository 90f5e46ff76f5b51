import { AppError } from '../../platform/errors.ts'
import type { FoundKey } from './queries.ts'

const minuteMs = 60_000

/** Calls a minute of a key, or of all keys of a user. `subject` begins the sentence of the refusal. */
type Limit = { id: string; perMinute: number; subject: string }

type RatedKey = Pick<
  FoundKey,
  'id' | 'userId' | 'role' | 'createdBy' | 'ratePerMinute' | 'userRate'
>

/** Limits the keys that an owner gave a rate. */
export type KeyRates = {
  /** Counts one call of a key. Throws AppError `rate_limited` when the minute of the key, or of its user, is used up. */
  count(key: RatedKey, now: number): void
}

type Minute = { since: number; calls: number }

/** Counts by the minute, in memory: a restart resets the counts. There is one entry for each limited key and each of their users. */
export function keyRates(): KeyRates {
  const minutes = new Map<string, Minute>()
  return {
    count(key, now) {
      for (const { id, perMinute, subject } of limitsOf(key)) {
        const known = minutes.get(id)
        const minute = isCurrent(known, now) ? known : { since: now, calls: 0 }
        minutes.set(id, minute)
        minute.calls++
        if (minute.calls > perMinute)
          throw tooManyCalls(subject, perMinute, minute.since + minuteMs - now)
      }
    },
  }
}

/**
 * A member with a limited key must not escape the limit by making another key, even after the limited key has ended. So all keys that the
 * member made, and all limited ones, together make no more calls than the highest rate. A key without a rate that an owner made for the
 * member is not counted.
 */
function limitsOf(key: RatedKey): Limit[] {
  const { id, userId, ratePerMinute, userRate } = key
  const limits: Limit[] = []
  if (ratePerMinute !== null) {
    limits.push({ id, perMinute: ratePerMinute, subject: 'This key may' })
  }
  const countsForUser = ratePerMinute !== null || key.createdBy === userId
  if (key.role === 'member' && userRate !== null && countsForUser) {
    limits.push({ id: userId, perMinute: userRate, subject: 'The keys of this user may together' })
  }
  return limits
}

function tooManyCalls(subject: string, perMinute: number, waitMs: number): AppError {
  const seconds = Math.ceil(waitMs / 1000)
  return new AppError(
    'rate_limited',
    `${subject} make ${perMinute} calls a minute. Try again in ${seconds} seconds.`,
    { retryAfterSeconds: seconds },
  )
}

/** A minute that began in the future was begun by a wrong clock. */
function isCurrent(minute: Minute | undefined, now: number): minute is Minute {
  return minute !== undefined && minute.since <= now && now - minute.since < minuteMs
}
