import { readDate } from '../../normalising/printed-values.ts'
import type { ReadValue } from '../page.ts'
import type { RowValues } from './row-values.ts'

/* The days of a statement's rows: the column says more of how days are written than each of them. */

const dateKeys = ['date', 'value_date'] as const

const dayOrMonthFirst = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{2,4})(?!\d)/

/** A spreadsheet set to American days writes all of them so: then 05/06 is the sixth of May, though it could be read otherwise. */
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

/** Some banks print the day once for all of its rows; `isMovement` says which rows have one. */
export function withDates(
  rows: readonly RowValues[],
  isMovement: (row: RowValues) => boolean,
): RowValues[] {
  let last: ReadValue | undefined
  return rows.map((row) => {
    const { date } = row
    if (date !== undefined && readDate(date.text) !== undefined) last = date
    return date === undefined && last !== undefined && isMovement(row)
      ? { date: last, ...row }
      : row
  })
}
