/** A time as JSON has it; null where there is none. `time` in milliseconds since the epoch. */
export function isoTime(time: number | null | undefined): string | null {
  return time === undefined || time === null ? null : new Date(time).toISOString()
}
