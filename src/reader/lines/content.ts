import { fieldOf, standsIn, type Kind } from '../../paper/fields.ts'
import { readNumber } from '../../paper/values.ts'

/* The kind of content of a word or cell, whatever its heading. */

/** The kinds of content of columns. */
export type Content =
  'text' | 'any' | 'serial' | 'code' | 'digits' | 'number' | 'quantity' | 'percent' | 'date'

const contents: { readonly [kind in Kind]?: Content } = {
  money: 'number',
  tax: 'number',
  rate: 'number',
  balance: 'number',
  discount: 'number',
  percent: 'percent',
  slab: 'percent',
  'half slab': 'percent',
  'cess rate': 'percent',
  day: 'date',
  month: 'date',
  quantity: 'quantity',
  serial: 'serial',
  hsn: 'digits',
  digits: 'digits',
  code: 'code',
}

/** The content expected under a key. Without a key, any content. */
export function contentOf(key: string | undefined): Content {
  if (key === undefined) return 'any'
  const field = fieldOf(key)
  if (field === undefined || !standsIn(key, 'line')) return 'text'
  return field.cells ?? contents[field.kind] ?? 'text'
}

/** Columns that hold the amount of a line. */
export const moneyKeys: ReadonlySet<string> = new Set([
  'amount',
  'total',
  'taxable_value',
  'debit',
  'credit',
  'balance',
])

type Keyed = { readonly key: string | undefined }

/**
 * Whether a column may hold the line's amount when no heading says so. For transport that is the freight, and without
 * a quantity it is the rate.
 */
export function isUnnamedMoney(key: string | undefined, columns: readonly Keyed[]): boolean {
  const isRateAlone = key === 'rate' && columns.every((other) => other.key !== 'qty')
  return key === undefined || key === 'freight' || key === 'subtotal' || isRateAlone
}

/** Whether a word fits this content. Digits that a camera read as letters count as digits. */
export function mayStand(text: string, content: Content): boolean {
  switch (content) {
    case 'text':
    case 'any':
      return true
    case 'serial':
      return /^[(]?\d{1,4}[.):]*$|^[a-z][.)]$/i.test(text)
    case 'code':
      return /\d/.test(text) || /^[A-Z]{1,6}[-/]?$/.test(text)
    case 'digits':
      return /^[\dOoIlSB]{2,14}$/.test(text) && /\d/.test(text)
    case 'date':
      return /\d/.test(text) || isMonth(text)
    case 'quantity':
      return isFigure(text) || /^[(]?\p{L}{1,6}[.)]*$|^\d+\p{L}{1,6}[.)]*$/u.test(text)
    case 'percent':
      return isFigure(text)
    case 'number':
      return isFigure(text) || sideMark.test(text)
  }
}

/** "Cr" or "Dr" after an amount of a statement. */
const sideMark = /^\(?(?:cr|dr)\.?\)?$/i

/** "Nov", "September," */
export function isMonth(text: string): boolean {
  return /^(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*[-/.,']*$/i.test(text)
}

/** Something with digits and without words: "1,234.50", "(200)", "₹500/-", "18%", "12O.00", "-", "Nil". */
export function isFigure(text: string): boolean {
  if (/^(?:[-–—]+|nil|free|rs\.?|inr|₹|[@x×*%])$/i.test(text)) return true
  return (
    /^[₹([+\-–]*(?:rs\.?|inr)?[\d(.][\d.,\-+/()%=xOoIlSBZ₹|@]*(?:cr|dr|\/-)?\.?[)\]-]*$/i.test(
      text,
    ) && /[\d]/.test(text)
  )
}

/** The number in a text. Undefined if the text is not certainly a number. */
export function figureOf(text: string): number | undefined {
  return readNumber(text.replace(/^\(\s*([-+])\s*\)/, '$1'), false)
}

/** An amount with two decimals, as bills print it. */
export function isAmount(text: string): boolean {
  return /^[₹(-]*\s*[\d,]+\.\d{2}[)-]*(?:\s*(?:cr|dr)\.?)?$/i.test(text)
}
