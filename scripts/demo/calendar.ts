import { day, hour, indiaMidnight, indiaOffset } from '../../src/cli/demo/dates.ts'
import type { Random } from './random.ts'

export const minute = 60_000

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

export type DateStyle =
  'dd-MMM-yy' | 'dd/mm/yyyy' | 'dd.mm.yy' | 'd MMM yyyy' | 'dd-mm-yyyy' | 'yyyymmdd'

/** The date in India at `time` (ms), as a document prints it. */
export function printDate(time: number, style: DateStyle): string {
  const date = inIndia(time)
  const [dd, mm] = [pad(date.getUTCDate()), pad(date.getUTCMonth() + 1)]
  const yyyy = String(date.getUTCFullYear())
  const month = months[date.getUTCMonth()] ?? ''
  switch (style) {
    case 'dd-MMM-yy':
      return `${dd}-${month}-${yyyy.slice(2)}`
    case 'dd/mm/yyyy':
      return `${dd}/${mm}/${yyyy}`
    case 'dd.mm.yy':
      return `${dd}.${mm}.${yyyy.slice(2)}`
    case 'd MMM yyyy':
      return `${date.getUTCDate()} ${month} ${yyyy}`
    case 'dd-mm-yyyy':
      return `${dd}-${mm}-${yyyy}`
    case 'yyyymmdd':
      return `${yyyy}${mm}${dd}`
  }
}

/** The time of day in India, `separator` between hours, minutes and seconds. */
export function printTime(time: number, separator: string): string {
  const date = inIndia(time)
  return [date.getUTCHours(), date.getUTCMinutes(), date.getUTCSeconds()].map(pad).join(separator)
}

/** A moment between `from` and `to` (ms) at which the shop is open: 10:00 to 20:00, every day. */
export function timeWhenOpen(random: Random, from: number, to: number): number {
  const spans = openSpans(from, to)
  const open = spans.reduce((sum, span) => sum + span.to - span.from, 0)
  let ahead = Math.floor(random.next() * open)
  for (const span of spans) {
    if (ahead < span.to - span.from) return span.from + ahead
    ahead -= span.to - span.from
  }
  throw new RangeError('The shop is closed all the time between these two moments.')
}

function openSpans(from: number, to: number): { from: number; to: number }[] {
  const spans: { from: number; to: number }[] = []
  for (let midnight = indiaMidnight(from); midnight < to; midnight += day) {
    const span = {
      from: Math.max(from, midnight + 10 * hour),
      to: Math.min(to, midnight + 20 * hour),
    }
    if (span.from < span.to) spans.push(span)
  }
  return spans
}

function inIndia(time: number): Date {
  return new Date(time + indiaOffset)
}

function pad(number: number): string {
  return String(number).padStart(2, '0')
}
