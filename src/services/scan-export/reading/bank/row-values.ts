import { readSide } from '../../normalising/printed-values.ts'
import { readPaise } from '../../checks/values.ts'
import type { ReadValue } from '../page.ts'

/* One row of a statement as it is delivered: what happened, and on which side. */

export type RowValues = Readonly<Record<string, ReadValue>>

/** The columns as they are printed, under the names that rows of statements have. */
export function rowValues(cells: RowValues): RowValues {
  const { sl_no: _, description, ...row } = cells
  const named = { ...row, ...(description !== undefined && narrated(row, description)) }
  return withSide(named)
}

/** Beside a narration a description is something else. */
function narrated(row: RowValues, description: ReadValue): RowValues {
  return row['narration'] === undefined ? { narration: description } : { description }
}

/** An amount with its side beside it, or in a column of its own, is money out or money in. */
function withSide(row: RowValues): RowValues {
  const { amount, dr_cr: mark, ...others } = row
  if (amount === undefined || hasSide(row)) return row
  const side = readSide(amount.text) ?? readSide(mark?.text ?? '') ?? sideOfSign(amount.text)
  return side === undefined ? row : { ...others, [side]: unsigned(amount) }
}

export function hasSide(row: RowValues): boolean {
  return row['debit'] !== undefined || row['credit'] !== undefined
}

function sideOfSign(text: string): 'debit' | 'credit' | undefined {
  if (/^[-–−]|[-–−]$|^\(.*\)$/.test(text)) return 'debit'
  return text.startsWith('+') ? 'credit' : undefined
}

/** The amount alone: the key says the side. */
export function unsigned(amount: ReadValue): ReadValue {
  const text = amount.text
    .replace(/\s*\(?(?:cr|dr)\.?\)?$/i, '')
    .replace(/^\s*\(?(?:cr|dr)\.?\)?\s*/i, '')
    .replace(/^[-+–−(]\s*|\s*[-–−)]$/g, '')
  return { ...amount, text }
}

/** What a row moves, in paise, money in above zero. `isSided` is false where only the size is known. */
export type Movement = {
  readonly moved: number
  readonly isSided: boolean
  readonly balance: number | undefined
}

export function movementOf(row: RowValues): Movement {
  const balance = paiseAt(row, 'balance', true)
  const [debit, credit] = [paiseAt(row, 'debit'), paiseAt(row, 'credit')]
  if (debit !== undefined || credit !== undefined) {
    return { moved: Math.abs(credit ?? 0) - Math.abs(debit ?? 0), isSided: true, balance }
  }
  return { moved: paiseAt(row, 'amount') ?? 0, isSided: false, balance }
}

function paiseAt(row: RowValues, key: string, isBalance = false): number | undefined {
  const text = row[key]?.text
  return text === undefined ? undefined : readPaise(text, isBalance)
}
