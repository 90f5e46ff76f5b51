import { readNumber } from '../../paper/rules/printed-values.ts'

/* The kind of content of a word or cell, whatever its heading. */

/** The kinds of content of columns. */
export type Content =
  'text' | 'any' | 'serial' | 'code' | 'digits' | 'number' | 'quantity' | 'percent' | 'date'

const contents = new Map<string, Content>([
  ['sl_no', 'serial'],
  ['qty', 'quantity'],
  ['free_qty', 'quantity'],
  ['hsn', 'digits'],
  ['barcode', 'digits'],
  ['item_code', 'code'],
  ['sku', 'code'],
  ['batch_no', 'code'],
  ['reference', 'code'],
  ...['date', 'value_date', 'expiry_date', 'mfg_date'].map((key) => [key, 'date'] as const),
  ...[
    'cgst_rate',
    'sgst_rate',
    'igst_rate',
    'utgst_rate',
    'cess_rate',
    'gst_rate',
    'discount_pct',
  ].map((key) => [key, 'percent'] as const),
  ...[
    'rate',
    'rate_incl_tax',
    'amount',
    'total',
    'taxable_value',
    'mrp',
    'cgst',
    'sgst',
    'igst',
    'utgst',
    'cess',
    'tax_amount',
    'discount',
    'debit',
    'credit',
    'balance',
    'subtotal',
  ].map((key) => [key, 'number'] as const),
])

/** The content expected under a key. Without a key, any content. */
export function contentOf(key: string | undefined): Content {
  return key === undefined ? 'any' : (contents.get(key) ?? 'text')
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
