import dayjs from 'dayjs'
import customParseFormat from 'dayjs/plugin/customParseFormat.js'
import { language } from '../language/language.ts'

dayjs.extend(customParseFormat)

/** The format of days in forms. */
export const dayFormat = 'D MMM YYYY'

/** The forms in which people here write days. */
const written = [dayFormat, 'D MMMM YYYY', 'D/M/YYYY', 'D-M-YYYY', 'D.M.YYYY', 'D/M/YY', 'YYYY-M-D']

/**
 * The day in a typed text, as `2027-03-31`. The day stands before the month, as in India. The month's name is in
 * English or in the chosen language. Null if the text is not a day.
 */
export function readDay(text: string, names: string = language): string | null {
  // Strict parsing accepts no leading zero in a day or month.
  const typed = text.trim().replaceAll(/\b0(?=\d)/g, '')
  const day = ['en', names]
    .map((one) => dayjs(typed, written, one, true))
    .find((one) => one.isValid())
  return day?.format('YYYY-MM-DD') ?? null
}

/** Between a day and its month: `28/10`, `28 oct`, `28oct`. */
const dayEnd = /\s*[-/.]\s*|\s+|(?<=\d)(?=[a-z])/i

const shortMonths = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')

/** Months or years that are looked through before and after today. 29 February comes back after eight years at the latest. */
const reach = 12

/**
 * The nearest day that a short text can mean, as `2027-03-31`: `28`, `28/10`, `28 oct`, and in full `281026`. A bill's day is on or before
 * today. `isAhead` takes the nearest from today on. Null if the text is no short day.
 */
export function readShortDay(text: string, today: string, isAhead = false): string | null {
  const typed = text.trim()
  const digits = dayjs(typed, 'DDMMYY', true)
  if (digits.isValid()) return digits.format('YYYY-MM-DD')
  const [day = '', named, ...more] = typed.split(dayEnd)
  const month = named === undefined ? undefined : monthOf(named)
  if (!/^\d{1,2}$/.test(day) || month === -1 || more.length > 0) return null
  const begin = dayjs(today).date(1)
  const days = Array.from({ length: 2 * reach + 1 }, (_, at) => at - reach)
    .map((by) =>
      month === undefined ? begin.add(by, 'month') : begin.add(by, 'year').month(month),
    )
    .map((first) => first.date(Number(day)))
    // June has no 31st.
    .filter((one) => one.date() === Number(day))
    .map((one) => one.format('YYYY-MM-DD'))
  const near = isAhead ? days.find((one) => one >= today) : days.findLast((one) => one <= today)
  return near ?? null
}

/** From 0. -1 if the text is no month. */
function monthOf(text: string): number {
  if (/^(?:0?[1-9]|1[0-2])$/.test(text)) return Number(text) - 1
  return /^[a-z]{3,9}$/i.test(text) ? shortMonths.indexOf(text.slice(0, 3).toLowerCase()) : -1
}

/** The first moment of a day in the browser's time zone, in ISO 8601. */
export function startOfDay(day: string): string {
  return dayjs(day).startOf('day').toISOString()
}

/** The last moment of a day in the browser's time zone, in ISO 8601. */
export function endOfDay(day: string): string {
  return dayjs(day).endOf('day').toISOString()
}

/** The day of a time in milliseconds since the epoch, as `2027-03-31`, in the browser's time zone. */
export function dayOf(time: number): string {
  return dayjs(time).format('YYYY-MM-DD')
}

export type DayRange = { from: string; until: string }

/** From the first moment of a day to the last of another, in the browser's time zone, not the server's. */
export function wholeDays(range: DayRange): DayRange
export function wholeDays(range: { [Key in keyof DayRange]: string | undefined }): Partial<DayRange>
export function wholeDays({ from, until }: { [Key in keyof DayRange]: string | undefined }) {
  return {
    ...(from === undefined ? {} : { from: startOfDay(from) }),
    ...(until === undefined ? {} : { until: endOfDay(until) }),
  }
}

/** Formats `2026-11-20` as 20 Nov 2026. Other texts stay as printed. */
export function formatDay(day: string, names: string = language): string {
  return /^\d{4}-\d{2}-\d{2}$/.test(day) ? dayjs(day).locale(names).format(dayFormat) : day
}
