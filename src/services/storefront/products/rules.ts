import { AppError } from '../../../platform/errors.ts'
import { checkJsonField } from '../../../platform/json-text.ts'
import type { JsonObject, JsonValue } from '../../../platform/json.ts'
import { mustBe } from '../../../platform/refusal-sentence.ts'
import { toNfc } from '../../../platform/text.ts'
import { readPercent, readRupees, rupeesMax, toRupees } from '../money.ts'

/** Rows of one request (source: decisions, "POST products/bulk" and "POST products/stock"). */
export const rowsMax = 10_000

/** Lengths of texts, in characters. */
export const skuCharactersMax = 200
export const nameCharactersMax = 300
export const descriptionCharactersMax = 20_000
export const barcodeCharactersMax = 64
export const urlCharactersMax = 2_048
export const sizeChartCharactersMax = 20_000
export const variantLabelCharactersMax = 100

/** Variants that one row brings. */
export const variantsMax = 200

/** The largest stock, and the smallest below zero, in units. */
export const stockMax = 1_000_000_000

/** What a list of a product's states may say (source: decisions, "Products"). */
export const approvalStatuses = ['approved', 'pending', 'rejected', 'draft'] as const

const controlCharacter = /\p{Cc}/u

/** A refusal of one row, which names its field. */
export function refusal(field: string, allowed: string, got: unknown): AppError {
  return new AppError('invalid_request', mustBe(field, allowed, got), { field })
}

/** A refusal of one row in a sentence of its own. */
export function rowRefusal(
  code: 'invalid_request' | 'conflict',
  field: string,
  message: string,
): AppError {
  return new AppError(code, message, { field })
}

/**
 * Checks what a row brings as JSON (see `parseJsonText`); a number is judged by whoever reads its field.
 * Throws AppError `invalid_request`.
 */
export function checkJsonRow(record: JsonObject): void {
  for (const field of Object.keys(record)) {
    const value = record[field]
    if (value !== undefined && typeof value !== 'number') checkJsonField(field, value)
  }
}

/** A SKU as it is compared: trimmed, in NFC. Throws AppError `invalid_request`. */
export function readSku(field: string, value: JsonValue | undefined): string {
  return readLine(field, value, skuCharactersMax)
}

/** A line of text that says something, trimmed. Throws AppError `invalid_request`. */
export function readLine(
  field: string,
  value: JsonValue | undefined,
  charactersMax: number,
): string {
  const text = typeof value === 'string' ? toNfc(value).trim() : ''
  if (text !== '' && text.length <= charactersMax && !controlCharacter.test(text)) return text
  const allowed = `text of 1 to ${charactersMax} characters without control characters`
  throw refusal(field, allowed, value)
}

/** A line of text that may be empty, trimmed. Throws AppError `invalid_request`. */
export function readLabel(field: string, value: JsonValue, charactersMax: number): string {
  const isBlank = typeof value === 'string' && value.trim() === ''
  return isBlank ? '' : readLine(field, value, charactersMax)
}

/** Text of any number of lines, as it is. Throws AppError `invalid_request`. */
export function readText(field: string, value: JsonValue, charactersMax: number): string {
  if (typeof value === 'string' && value.length <= charactersMax) return toNfc(value)
  throw refusal(field, `text of at most ${charactersMax} characters`, value)
}

/** Money in paise; what was rounded is said in `warnings`. Throws AppError `invalid_request`. */
export function readMoney(field: string, value: JsonValue, warnings: string[]): number {
  const amount = typeof value === 'number' ? readRupees(value) : undefined
  if (amount === undefined) throw refusal(field, `a number from 0 to ${rupeesMax}`, value)
  if (amount.rounded) {
    warnings.push(`${field} has more than two decimals: ${toRupees(amount.paise)} was taken.`)
  }
  return amount.paise
}

/** Units in stock: an ERP's fact, so negative ones too. Throws AppError `invalid_request`. */
export function readStock(field: string, value: JsonValue, warnings: string[]): number {
  if (typeof value !== 'number' || !(Math.abs(value) <= stockMax)) {
    throw refusal(field, `a whole number from ${-stockMax} to ${stockMax}`, value)
  }
  // Not minus zero.
  const units = Math.floor(value) + 0
  if (units !== value) warnings.push(`${field} is a whole number: ${units} was taken for ${value}.`)
  return units
}

/** Throws AppError `invalid_request`. */
export function readCount(field: string, value: JsonValue): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= stockMax) {
    return value + 0
  }
  throw refusal(field, `a whole number from 0 to ${stockMax}`, value)
}

/** A GST rate in basis points. Throws AppError `invalid_request`. */
export function readGstRate(field: string, value: JsonValue, warnings: string[]): number {
  const rate = typeof value === 'number' ? readPercent(value) : undefined
  if (rate === undefined) throw refusal(field, 'a number from 0 to 100', value)
  if (rate.rounded) {
    warnings.push(`${field} has more than two decimals: ${rate.basisPoints / 100} was taken.`)
  }
  return rate.basisPoints
}

/** Throws AppError `invalid_request`. */
export function readFlag(field: string, value: JsonValue): boolean {
  if (typeof value === 'boolean') return value
  throw refusal(field, 'true or false', value)
}

/** Digits of the HSN, or none. Throws AppError `invalid_request`. */
export function readHsn(field: string, value: JsonValue): string {
  const text = typeof value === 'string' ? value.trim() : value
  if (typeof text === 'string' && /^(\d{4,8})?$/.test(text)) return text
  throw refusal(field, 'text of 4 to 8 digits', value)
}

/** A web address as it was written; null when it is empty. Throws AppError `invalid_request`. */
export function readUrl(field: string, value: JsonValue): string | null {
  const text = typeof value === 'string' ? toNfc(value).trim() : value
  if (text === null || text === '') return null
  if (typeof text === 'string' && text.length <= urlCharactersMax && isWebAddress(text)) return text
  throw refusal(
    field,
    `an http or https URL of at most ${urlCharactersMax} characters, or null`,
    value,
  )
}

/** `#rgb` or `#rrggbb`. Throws AppError `invalid_request`. */
export function readColorHex(field: string, value: JsonValue): string {
  if (typeof value === 'string' && /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.test(value)) return value
  throw refusal(field, 'a hex colour such as #1a2b3c', value)
}

/** Prices that do not fit each other, as warnings. Amounts in paise. */
export function priceWarnings(
  prefix: string,
  prices: { mrp: number; salePrice: number; minSalePrice: number | null },
): string[] {
  const { mrp, salePrice, minSalePrice } = prices
  const shown = `${prefix}sale_price ${toRupees(salePrice)}`
  const warnings: string[] = []
  if (salePrice > mrp) warnings.push(`${shown} is above ${prefix}mrp ${toRupees(mrp)}.`)
  if (minSalePrice !== null && salePrice < minSalePrice) {
    warnings.push(`${shown} is below min_sale_price ${toRupees(minSalePrice)}.`)
  }
  return warnings
}

/** What programs that know the product by its SKU make of another one, or of none. */
export function skuWarnings(before: string | null, after: string | null): string[] {
  if (before === null || before === after) return []
  return after === null
    ? [`The SKU ${before} was taken away: no program finds the product any more.`]
    : [`The SKU was ${before}: a program that still sends that one makes a new product.`]
}

/** The warning that a null which clears nothing gets. */
export function nullWarning(field: string): string {
  return `${field} cannot be cleared: null counts as not given.`
}

function isWebAddress(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && (url.protocol === 'https:' || url.protocol === 'http:')
}
