import { readDay, readPaise, readSide } from '../../paper/values.ts'
import type { ReadValue, ReadValues } from '../page.ts'

/* The rows of a statement as they are delivered: each amount as a debit or a credit. */

/** Gives the cells of the printed columns the keys that rows of statements have. */
export function rowsOfCells(cells: readonly ReadValues[]): ReadValues[] {
  const named = withSideColumn(withoutSigns(cells.map(namedRow)))
  const ofAmounts = named.map(withSide)
  const ofBalances = named.map((row) => withSide(withBalanceSide(row)))
  // "Dr/Cr" beside two columns of amounts can only belong to the balance. Beside one column, the arithmetic decides.
  const hasColumns = named.some(({ debit, credit }) => debit !== undefined || credit !== undefined)
  const isOfBalances = hasColumns || provenRows(ofBalances) > provenRows(ofAmounts)
  return isOfBalances ? ofBalances : ofAmounts
}

/** Some banks print a minus before every debit. A minus before only some debits marks money that came back. */
function withoutSigns(rows: readonly ReadValues[]): ReadValues[] {
  const isSigned = rows.every(
    ({ debit }) => debit === undefined || sideOfSign(debit.text) === 'debit',
  )
  if (!isSigned) return [...rows]
  return rows.map((row) => {
    const { debit } = row
    return debit === undefined ? row : { ...row, debit: unsigned(debit) }
  })
}

/** The heading "Type" may stand over "DEBIT" and "CREDIT". The values show that the column holds sides. */
function withSideColumn(rows: readonly ReadValues[]): ReadValues[] {
  const keys = new Set(rows.flatMap((row) => Object.keys(row)))
  const side = [...keys].find((key) => {
    const texts = rows.flatMap((row) => row[key]?.text ?? [])
    return (
      texts.length > 0 && texts.every((text) => !/\d/.test(text) && readSide(text) !== undefined)
    )
  })
  if (side === undefined || keys.has('dr_cr')) return [...rows]
  return rows.map(({ [side]: mark, ...row }) =>
    mark === undefined ? row : { ...row, dr_cr: mark },
  )
}

function namedRow(cells: ReadValues): ReadValues {
  const { sl_no: _, description, ...row } = cells
  return withoutZero({ ...row, ...(description !== undefined && narrated(row, description)) })
}

/** Banks print one day or two. A value date alone is the day of the row. */
export function withDay(row: ReadValues): ReadValues {
  const { date, value_date: value } = row
  return date === undefined && value !== undefined ? { date: value, ...row } : row
}

/** Some banks print 0.00 on the unused side. */
function withoutZero(row: ReadValues): ReadValues {
  const { debit, credit, ...others } = row
  if (debit === undefined || credit === undefined) return row
  const [out, into] = [readPaise(debit.text), readPaise(credit.text)]
  if (out === 0 && into !== 0) return { ...others, credit }
  return into === 0 ? { ...others, debit } : row
}

function withBalanceSide(row: ReadValues): ReadValues {
  const { dr_cr: mark, balance, ...others } = row
  if (mark === undefined || balance === undefined || readSide(mark.text) === undefined) return row
  return { ...others, balance: marked(balance, mark.text) }
}

/** Adds to a balance the side that is printed elsewhere. */
export function marked(balance: ReadValue, side: string): ReadValue {
  const mark = readSide(side) === 'debit' ? 'Dr' : 'Cr'
  return { ...balance, text: `${balance.text} ${mark}` }
}

/** Counts the rows whose balance is the one before plus what they move, in the direction that proves more rows. */
export function provenRows(rows: readonly ReadValues[]): number {
  const movements = rows.map(movementOf)
  return Math.max(stepsIn(movements), stepsIn(movements.toReversed()))
}

/** Counts the rows whose balance is the one before plus what they move. */
export function stepsIn(rows: readonly Movement[]): number {
  return rows.filter((row, at) => {
    const before = rows[at - 1]?.balance
    if (before === undefined || row.balance === undefined || row.moved === 0) return false
    const difference = row.balance - before
    return row.isSided ? difference === row.moved : Math.abs(difference) === Math.abs(row.moved)
  }).length
}

/** The printed heading of each column, by the key of its values. */
export function headingsOf(
  columns: readonly { readonly key: string | undefined; readonly label: string }[],
): Record<string, string> {
  const {
    sl_no: _,
    description,
    ...headings
  } = Object.fromEntries(columns.map(({ key, label }): [string, string] => [key ?? label, label]))
  if (description === undefined) return headings
  return {
    ...headings,
    [headings['narration'] === undefined ? 'narration' : 'description']: description,
  }
}

/** A description is the narration, unless the row has a narration already. */
function narrated(row: ReadValues, description: ReadValue): ReadValues {
  return row['narration'] === undefined ? { narration: description } : { description }
}

/** The side beside an amount, or in a column of its own, makes the amount a debit or a credit. */
function withSide(row: ReadValues): ReadValues {
  const { amount, debit, credit, dr_cr: mark, ...others } = row
  const only = [amount, debit, credit].filter((one) => one !== undefined)
  const [value] = only
  if (value === undefined || only.length > 1) return row
  const side =
    readSide(value.text) ?? (value === amount ? sideBeside(value.text, mark?.text) : undefined)
  if (side === undefined) return row
  return { ...others, [side]: unsigned(value) }
}

function sideBeside(amount: string, mark = ''): 'debit' | 'credit' | undefined {
  return readSide(mark) ?? sideOfSign(amount)
}

function sideOfSign(text: string): 'debit' | 'credit' | undefined {
  if (/^[-–−]|[-–−]$|^\(.*\)$/.test(text)) return 'debit'
  return text.startsWith('+') ? 'credit' : undefined
}

/** The amount without sign and side. The key tells the side. */
export function unsigned(amount: ReadValue): ReadValue {
  const text = amount.text
    .replace(/\s*\(?(?:cr|dr)\.?\)?$/i, '')
    .replace(/^\s*\(?(?:cr|dr)\.?\)?\s*/i, '')
    .replace(/^[-+–−(]\s*|\s*[-–−)]$/g, '')
  return { ...amount, text }
}

/** What a row moves, in paise. Money in is above zero. If `isSided` is false, only the size is known. */
export type Movement = {
  readonly moved: number
  readonly isSided: boolean
  readonly balance: number | undefined
}

export function movementOf(row: ReadValues): Movement {
  const balance = paiseAt(row, 'balance', true)
  const [debit, credit] = [paiseAt(row, 'debit'), paiseAt(row, 'credit')]
  if (debit !== undefined || credit !== undefined) {
    return { moved: Math.abs(credit ?? 0) - Math.abs(debit ?? 0), isSided: true, balance }
  }
  return { moved: paiseAt(row, 'amount') ?? 0, isSided: false, balance }
}

function paiseAt(row: ReadValues, key: string, isBalance = false): number | undefined {
  const text = row[key]?.text
  return text === undefined ? undefined : readPaise(text, isBalance)
}

/* The days in the rows of a statement. The whole column shows how days are written. A single day may not. */

const dateKeys = ['date', 'value_date'] as const

const dayOrMonthFirst = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{2,4})(?!\d)/

/** A spreadsheet with American settings writes the month first in all days. Then 05/06 is the sixth of May. */
export function withPlainDates(rows: readonly ReadValues[]): ReadValues[] {
  const days = rows
    .flatMap((row) => dateKeys.map((key) => dayOrMonthFirst.exec(row[key]?.text ?? '')))
    .filter((match) => match !== null)
  const isMonthFirst =
    days.some(([, , , second]) => Number(second) > 12) &&
    days.every(([, first]) => Number(first) <= 12)
  return isMonthFirst ? rows.map(dayFirst) : [...rows]
}

function dayFirst(row: ReadValues): ReadValues {
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
  rows: readonly ReadValues[],
  { statement_from: from, statement_to: to }: ReadValues,
): ReadValues[] {
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
  rows: readonly ReadValues[],
  isMovement: (row: ReadValues) => boolean,
): ReadValues[] {
  let last: ReadValue | undefined
  return rows.map((row) => {
    const { date } = row
    if (date !== undefined && readDay(date.text) !== undefined) last = date
    return date === undefined && last !== undefined && isMovement(row)
      ? { date: last, ...row }
      : row
  })
}
