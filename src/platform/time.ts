/** The source of the time: milliseconds since the epoch. Always passed as an argument, so that a test can set it. */
export type Clock = { now(): number }

export const systemClock: Clock = { now: () => Date.now() }

const isoTime =
  /^(\d{4})-(\d{2})-(\d{2})(T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})?)?$/

/**
 * Milliseconds since the epoch of `2027-03-31` or of a full ISO 8601 time such as `2027-03-31T18:00:00Z`. Undefined for everything else,
 * also for days that do not exist. Without a zone it uses this computer's clock. `timeOfDay`, such as `00:00:00`, is added to a mere day.
 */
export function readIsoTime(text: string, timeOfDay: string): number | undefined {
  const parts = isoTime.exec(text)
  if (parts === null || !isDay(parts)) return undefined
  const time = new Date(parts[4] === undefined ? `${text}T${timeOfDay}` : text).getTime()
  return Number.isNaN(time) ? undefined : time
}

/** 30 February does not exist, although JavaScript makes it 2 March. */
function isDay([, year, month, day]: RegExpExecArray): boolean {
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day)
}

/** Ends early, without an error, when the signal aborts. */
export async function sleep(ms: number, signal: AbortSignal): Promise<void> {
  if (signal.aborted) return
  await new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer)
      signal.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, ms)
    signal.addEventListener('abort', end)
  })
}
