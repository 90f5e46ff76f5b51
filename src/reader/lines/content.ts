import type { Piece } from '../level.ts'
import { fieldOf, type Kind, standsIn } from '../../paper/fields.ts'
import { readNumber } from '../../paper/values.ts'
import { foldLabel } from '../../paper/rules/labels.ts'

/* The kind of content of a word or cell, whatever its heading. */

/** An HSN of four, six or eight digits, as papers print it. */
export const hsnForm = /^\d{4}(?:\d{2}){0,2}$/

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

/** Keys of an item's name. */
export const nameKeys: readonly string[] = ['description', 'product_name']

export function isNameKey(key: string | undefined): boolean {
  return key === 'description' || key === 'product_name'
}

/** "12", "3.", "4)" */
export function isSerial(piece: Piece | undefined): boolean {
  return /^\d{1,3}[.)]?$/.test(piece?.word.text ?? '')
}

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

/* Words that begin the foot of a table. */

/** Texts that continue a page: "Carried forward", "Sub Total c/f", "Balance B/F", "continued ...", "Page 1 of 2". */
export function isCarriedOver(text: string): boolean {
  if (/^[-–\s]*page\s*(?:no\.?)?\s*:?\s*\d+(?:\s*(?:of|\/)\s*\d+)?[-–\s]*$/i.test(text)) return true
  return /\b(?:carried|brought|c(?:arried)?\/|b(?:rought)?\/)\s*-?(?:forward|over|down|fwd|f|d)\b|\b(?:continued|contd?)\b\s*(?:\.|on|to|from|next|$)/i.test(
    text,
  )
}

/** Names of sums, taxes and roundings, alone or followed by more. */
const beginnings = [
  /^(?:(?:sub|grand|net|gross|bill|invoice|order|page|mrp) ?)?total\b/,
  /^(?:net|bill|invoice) (?:amount|value)\b|^(?:net|amount|balance) (?:payable|due)\b/,
  /^(?:taxable (?:value|amount)|amount before tax|(?:central|state|integrated) tax|sgst utgst)\b/,
  /^round(?:ed|ing)? off\b|^rounding adjustment\b|^r off\b/,
  /^(?:tax|gst|hsn) (?:summary|details|analysis)\b|^you saved?\b|^no of items\b/,
  /^(?:amount|rs|chargeable)? ?in words\b|^amount chargeable\b|^e (?:& o ?e|and o e)\b/,
  /^terms (?:&|and) conditions\b|^bank (?:details|name)\b|^authori[sz]ed signatory\b|^thank you\b/,
  /^(?:receiver s|customer) signature\b|^(?:prepared|checked) by\b/,
  /^(?:cash|trade|special) discount\b|^freight charges\b/,
  /^(?:कुल (?:योग|राशि|जोड़)|सकल योग|उप योग|शब्दों में|કુલ (?:રકમ|સરવાળો))(?: |$)/,
]

/** Rows of the foot may consist of these words alone. Lines may begin with them. */
const words: ReadonlySet<string> = new Set(
  `items taxable cgst sgst igst utgst gst cess tcs tds vat rounding roundoff rupees inr terms declaration cash upi card paid
  received change tender thanks remarks note notes discount freight savings net subtotal
  कुल योग जोड़ કુલ સરવાળો एकूण पूर्णांक`.split(/\s+/),
)

/** Whether a row belongs to the foot: totals, taxes, roundings, and the texts below them. */
export function isSum(text: string): boolean {
  const label = foldLabel(text)
    .replaceAll(/\b(?:add|less|output|input|plus|by|to|ledger|a c)\b/g, ' ')
    .replaceAll(/[@₹+%*=]|\brs\b|[\d.,]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return words.has(label) || beginnings.some((beginning) => beginning.test(label))
}
