import { dayInIndia } from '../../../../paper/values.ts'

/**
 * The first month whose credit can still be taken: until 30 November after the end of its financial year (source: CGST Act, section
 * 16(4)). As yyyy-mm. Older months are deleted.
 */
export function firstOpenMonth(now: number): string {
  const [year = 0, month = 0] = dayInIndia(now).split('-').map(Number)
  return `${month === 12 ? year : year - 1}-04`
}

/** When that month begins, in milliseconds since the epoch. */
export function firstOpenTime(now: number): number {
  return Date.parse(`${firstOpenMonth(now)}-01T00:00:00+05:30`)
}

/** "2026-07" as "July 2026" */
export function monthName(period: string): string {
  return monthFormat.format(new Date(`${period}-01T00:00:00Z`))
}

const monthFormat = new Intl.DateTimeFormat('en-IN', {
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
})
