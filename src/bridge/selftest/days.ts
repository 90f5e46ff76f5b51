import type { Period } from '../tally/read-vouchers.ts'

const dayMs = 24 * 60 * 60 * 1000

/** The period that the test searches: from before the books begin to years after. */
export function wholeTest(booksFrom: string): Period {
  const year = Number(booksFrom.slice(0, 4))
  return { from: `${year - 1}-04-01`, to: `${year + 4}-03-31` }
}

/** The first day of a month with 31 days, within the books' first year. Tally without a licence also accepts that day. */
export function testDay(booksFrom: string): string {
  const [year = 0, month = 1] = booksFrom.split('-').map(Number)
  const months = [0, 1, 2].map((more) => new Date(Date.UTC(year, month + more, 1)))
  const found = months.find((first) => lastDayOf(first) === 31)
  return (found ?? new Date(Date.UTC(year, month, 1))).toISOString().slice(0, 10)
}

/** The last day of the next month that has 30 days. */
export function lastOf30(day: string): string {
  const [year = 0, month = 1] = day.split('-').map(Number)
  const months = [0, 1, 2, 3].map((more) => new Date(Date.UTC(year, month + more, 1)))
  const found = months.find((first) => lastDayOf(first) === 30) ?? new Date(Date.UTC(year, 3, 1))
  return daysAfter(found.toISOString().slice(0, 10), 29)
}

function lastDayOf(first: Date): number {
  return new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
}

export function daysAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)
}
