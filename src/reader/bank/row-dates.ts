import { readDay } from '../../paper/values.ts'
import type { ReadValue } from '../page.ts'
import type { RowValues } from './row-values.ts'

/* The days in the rows of a statement. The whole column shows how days are written. A single day may not. */

const dateKeys = ['date', 'value_date'] as const

const dayOrMonthFirst = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{2,4})(?!\d)/

/** A spreadsheet with American settings writes the month first in all days. Then 05/06 is the sixth of May. */
export function withPlainDates(rows: readonly RowValues[]): RowValues[] {
  const days = rows
    .flatMap((row) => dateKeys.map((key) => dayOrMonthFirst.exec(row[key]?.text ?? '')))
    .filter((match) => match !== null)
  const isMonthFirst =
    days.some(([, , , second]) => Number(second) > 12) &&
    days.every(([, first]) => Number(first) <= 12)
  return isMonthFirst ? rows.map(dayFirst) : [...rows]
}

function dayFirst(row: RowValues): RowValues {
  const turned = dateKeys.flatMap((key) => {
    const value = row[key]
    return value === undefined ? [] : [[key, { ...value, text: turnedDate(value.text) }] as const]
  })
  return { ...row, ...Object.fromEntries(turned) }
}

function turnedDate(text: string): string {
  return text.replace(dayOrMonthFirst, '$3$2$1$2$4')
}

/** "05 Apr", "05/04", "April 5,": the year stands only in the head of the statement, or below the day in a narrow column. */
const withoutYear = /^\d{1,2}(?:([-/. ])\d{1,2}|([-/. ]?)[a-z]{3,9})$/i
const monthFirst = /^[a-z]{3,9}\.? \d{1,2},?$/i

/** A leap year has every day of the calendar. */
const leapYear = '2024'

/** Whether a text is a day, with its year or without. */
export function isDay(text: string): boolean {
  return readDay(text) !== undefined || readDay(dayOfYear(text, leapYear)) !== undefined
}

/** The day with this year, or '' if the text is not a day without a year. */
function dayOfYear(text: string, year: string): string {
  const day = text.trim()
  if (monthFirst.test(day)) return `${day} ${year}`
  const match = withoutYear.exec(day)
  return match === null ? '' : `${day}${match[1] ?? match[2] ?? ''}${year}`
}

/** A day without a year gets the year in which it lies within the statement's period. */
export function withYears(
  rows: readonly RowValues[],
  { statement_from: from, statement_to: to }: RowValues,
): RowValues[] {
  const [first, last] = [readDay(from?.text ?? ''), readDay(to?.text ?? '')]
  if (first === undefined || last === undefined) return [...rows]
  const years = [first.slice(0, 4), last.slice(0, 4)]
  return rows.map((row) => {
    const days = dateKeys.flatMap((key) => {
      const value = row[key]
      const text = years
        .map((year) => dayOfYear(value?.text ?? '', year))
        .find((one) => {
          const day = readDay(one)
          return day !== undefined && day >= first && day <= last
        })
      return value === undefined || text === undefined ? [] : [[key, { ...value, text }] as const]
    })
    return { ...row, ...Object.fromEntries(days) }
  })
}

/** Some banks print a day once for all of its movements. `isMovement` tells which rows get the day. */
export function withDates(
  rows: readonly RowValues[],
  isMovement: (row: RowValues) => boolean,
): RowValues[] {
  let last: ReadValue | undefined
  return rows.map((row) => {
    const { date } = row
    if (date !== undefined && readDay(date.text) !== undefined) last = date
    return date === undefined && last !== undefined && isMovement(row)
      ? { date: last, ...row }
      : row
  })
}
