/** Where the time comes from: milliseconds since the epoch. An argument everywhere, so that a test can set it. */
export type Clock = { now(): number }

export const systemClock: Clock = { now: () => Date.now() }

const isoTime =
  /^(\d{4})-(\d{2})-(\d{2})(T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})?)?$/

/**
 * Milliseconds since the epoch of `2027-03-31` or of a whole ISO 8601 time such as `2027-03-31T18:00:00Z`; undefined for
 * everything else, also for days that no calendar has. Without a zone it is by this computer's clock. `timeOfDay`, such
 * as `00:00:00`, is what a mere day stands for.
 */
export function readIsoTime(text: string, timeOfDay: string): number | undefined {
  const parts = isoTime.exec(text)
  if (parts === null || !isDay(parts)) return undefined
  const time = new Date(parts[4] === undefined ? `${text}T${timeOfDay}` : text).getTime()
  return Number.isNaN(time) ? undefined : time
}

/** 30 February is none, though JavaScript makes it 2 March. */
function isDay([, year, month, day]: RegExpExecArray): boolean {
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day)
}
