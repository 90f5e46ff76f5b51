import { notAllowed } from '../../../platform/refusal-sentence.ts'

/** How far another computer's clock may be ahead, in milliseconds. */
const aheadMaxMs = 5 * 60 * 1000

const isoTime = /^(\d{4})-(\d{2})-(\d{2})(T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})?)?$/

/**
 * An ISO 8601 time in milliseconds since the epoch; without a zone, and as a mere day, by this computer's clock.
 * Throws AppError `invalid_request` when it is none, or lies ahead.
 */
export function checkedTime(field: string, text: string, now: number): number {
  const parts = isoTime.exec(text.trim())
  const time = parts === null || !isDay(parts) ? Number.NaN : timeOf(parts)
  if (Number.isNaN(time)) {
    throw notAllowed(field, 'an ISO 8601 time such as 2026-11-05T09:30:00Z', text)
  }
  if (time > now + aheadMaxMs) throw notAllowed(field, 'a time that has passed', text)
  return time
}

function timeOf([text, , , , clock]: RegExpExecArray): number {
  return new Date(clock === undefined ? `${text}T00:00:00` : text).getTime()
}

/** 30 February is none, though JavaScript makes it 2 March. */
function isDay([, year, month, day]: RegExpExecArray): boolean {
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day)
}
