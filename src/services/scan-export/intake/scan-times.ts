import { readIsoTime } from '../../../platform/dates.ts'
import { notAllowed } from '../../../platform/refusal-sentence.ts'

/** How far another computer's clock may be ahead, in milliseconds. */
const aheadMaxMs = 5 * 60 * 1000

/**
 * An ISO 8601 time in milliseconds since the epoch; without a zone, and as a mere day, by this computer's clock.
 * Throws AppError `invalid_request` when it is none, or lies ahead.
 */
export function checkedTime(field: string, text: string, now: number): number {
  const time = readIsoTime(text.trim(), '00:00:00')
  if (time === undefined) {
    throw notAllowed(field, 'an ISO 8601 time such as 2026-11-05T09:30:00Z', text)
  }
  if (time > now + aheadMaxMs) throw notAllowed(field, 'a time that has passed', text)
  return time
}
