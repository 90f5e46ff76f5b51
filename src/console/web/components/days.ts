import dayjs from 'dayjs'
import customParseFormat from 'dayjs/plugin/customParseFormat.js'
import { language } from '../language/language.ts'

dayjs.extend(customParseFormat)

/** How a day is shown in a form. */
export const dayFormat = 'D MMM YYYY'

/** How people here write a day. */
const written = [dayFormat, 'D MMMM YYYY', 'D/M/YYYY', 'D-M-YYYY', 'D.M.YYYY', 'D/M/YY', 'YYYY-M-D']

/**
 * `2027-03-31` of what was typed, day before month as in India, a month by its name in English or in the chosen language; null
 * when it is no day.
 */
export function readDay(text: string, names: string = language): string | null {
  // Strictly read, a day or month has no zero before it.
  const typed = text.trim().replaceAll(/\b0(?=\d)/g, '')
  const day = ['en', names]
    .map((one) => dayjs(typed, written, one, true))
    .find((one) => one.isValid())
  return day?.format('YYYY-MM-DD') ?? null
}

/** The first moment of a day where the browser is, in ISO 8601. */
export function startOfDay(day: string): string {
  return dayjs(day).startOf('day').toISOString()
}

/** The last moment of a day where the browser is, in ISO 8601. */
export function endOfDay(day: string): string {
  return dayjs(day).endOf('day').toISOString()
}

/** `2027-03-31` of a time in milliseconds since the epoch, where the browser is. */
export function dayOf(time: number): string {
  return dayjs(time).format('YYYY-MM-DD')
}

export type DayRange = { from: string; until: string }

/** From the first moment of a day to the last of another, where the browser is: not where Daybook runs. */
export function wholeDays(range: DayRange): DayRange
export function wholeDays(range: { [Key in keyof DayRange]: string | undefined }): Partial<DayRange>
export function wholeDays({ from, until }: { [Key in keyof DayRange]: string | undefined }) {
  return {
    ...(from === undefined ? {} : { from: startOfDay(from) }),
    ...(until === undefined ? {} : { until: endOfDay(until) }),
  }
}

/** 20 Nov 2026, of `2026-11-20`; what is no such day stays as it was printed. */
export function formatDay(day: string, names: string = language): string {
  return /^\d{4}-\d{2}-\d{2}$/.test(day) ? dayjs(day).locale(names).format(dayFormat) : day
}
