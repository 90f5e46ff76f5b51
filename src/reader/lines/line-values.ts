import { nameKeys } from './content.ts'
import { ratedParts } from './heading-keys.ts'
import type { ReadValue } from '../page.ts'
import { textOf } from '../rows.ts'
import { isTaxType } from './body-rows.ts'
import {
  isProven,
  type LineValues,
  readValue,
  splitFactors,
  splitQuantity,
  splitRate,
  splitTax,
  textsIn,
} from './cell-values.ts'
import type { Column } from './columns.ts'
import type { TableLine } from './items.ts'

/* Splits cells that hold several values. */

/** Adds the values that share a cell with another value. */
export function completeValues(
  values: LineValues,
  line: TableLine,
  columns: readonly Column[],
): LineValues {
  takeFactors(values)
  splitRates(values)
  splitUnits(values)
  takeRates(values)
  splitTaxes(values)
  readTaxRows(values, line, columns)
  // A unit stands behind the quantity and behind the rate: "13.00 Doz … 86.44 Doz".
  if (values.get('pack')?.text === values.get('unit')?.text) values.delete('pack')
  takeDetails(values)
  return values
}

/** Part of a value. It has the place of the whole value and no heading. */
function partOf(value: ReadValue, text: string): ReadValue {
  return { ...value, text, label: '' }
}

/** A rate in the cell of the quantity. */
function splitRates(values: LineValues): void {
  const value = values.get('qty')
  const split = value === undefined ? undefined : splitFactors(value.text)
  if (value === undefined || split === undefined || values.has('rate')) return
  values.set('qty', { ...value, text: split.qty }).set('rate', partOf(value, split.rate))
}

function splitUnits(values: LineValues): void {
  const qty = values.get('qty')
  const quantity = qty === undefined ? undefined : splitQuantity(qty.text)
  if (qty !== undefined && quantity !== undefined) {
    const { number, unit } = quantityOfRate(values, quantity)
    values.set('qty', { ...qty, text: number })
    if (unit !== '' && !values.has('unit')) values.set('unit', partOf(qty, unit))
    if (quantity.free !== '' && !values.has('free_qty'))
      values.set('free_qty', partOf(qty, quantity.free))
  }
  const rate = values.get('rate')
  const split = rate === undefined ? undefined : splitRate(rate.text)
  if (rate === undefined || split === undefined) return
  values.set('rate', { ...rate, text: split.rate })
  if (!values.has('unit')) values.set('unit', partOf(rate, split.unit))
}

/** "2 Box (24 Pcs)" with a rate for a piece means 24. */
function quantityOfRate(
  values: LineValues,
  { number, unit, other }: NonNullable<ReturnType<typeof splitQuantity>>,
): { number: string; unit: string } {
  if (other === undefined) return { number, unit }
  const per = values.get('unit')?.text.toLowerCase().replace(/\.$/, '')
  if (per !== undefined && per === other.unit.toLowerCase()) return other
  const fields = (qty: string) => ({ ...textsIn(values), qty })
  const isOther = isProven(fields(number)) === false && isProven(fields(other.number)) === true
  return isOther ? other : { number, unit }
}

/** "9% 162.18" is a rate and an amount. */
function splitTaxes(values: LineValues): void {
  for (const { amount: amountKey, rate: rateKey } of ratedParts) {
    for (const key of [amountKey, rateKey]) {
      const value = values.get(key)
      const split = value === undefined ? undefined : splitTax(value.text)
      if (value === undefined || split === undefined) continue
      values.set(
        amountKey,
        key === amountKey ? { ...value, text: split.amount } : partOf(value, split.amount),
      )
      values.set(
        rateKey,
        key === rateKey ? { ...value, text: split.rate } : partOf(value, split.rate),
      )
    }
  }
}

const taxName = /^(?:([cisu]t?gst|cess)|gst)$/i

/** Marketplaces print a line's kinds of tax below each other: "CGST 9% 11.00" over "SGST 9% 11.00". */
function readTaxRows(values: LineValues, line: TableLine, columns: readonly Column[]): void {
  const kinds = columns.findIndex(({ label }) => isTaxType(label))
  const [rates, amounts] = ['gst_rate', 'tax_amount'].map((wanted) =>
    columns.findIndex(({ key }) => key === wanted),
  )
  if (kinds === -1 || rates === undefined || amounts === undefined) return
  const named = line.rows.filter(({ cells }) => taxName.test(textOf(cells[kinds] ?? [])))
  if (named.length === 0) return
  const { source = 'text' } = [...values.values()][0] ?? {}
  for (const { cells } of named) {
    const name = textOf(cells[kinds] ?? []).toLowerCase()
    for (const [index, key] of [
      [rates, `${name}_rate`],
      [amounts, name],
    ] as const) {
      const pieces = cells[index] ?? []
      if (pieces.length === 0 || name === 'gst') continue
      const origin = { label: '', source: source === 'ocr' ? 'ocr' : 'text' } as const
      values.set(key, readValue(textOf(pieces), pieces, origin))
    }
  }
  for (const key of ['gst_rate', 'tax_amount', columns[kinds]?.label ?? '']) values.delete(key)
}

/* Details that bills print below an item's name: "Batch: A12 Exp: 12/27", "HSN: 61091000". */

const batch = String.raw`(?=[A-Z/-]*\d)([A-Z0-9][A-Z0-9/-]*)`
const day = String.raw`(?:\s*(?:date|dt|on)\.?)?\s*[:.-]+\s*(\d{1,2}[-/.](?:\d{1,2}[-/.])?\d{2,4}|(?:\d{1,2}[-/. ])?[A-Z]{3,9}[-/. ']*\d{2,4})`

/** Each label has a sign after it, or is a word with no other meaning. */
const forms = {
  hsn: String.raw`(?:HSN|SAC)(?:\s*/\s*(?:SAC|HSN))?(?:\s*(?:code|no\.?))?\s*[:.-]?\s*(\d{4,8})\b`,
  batch_no: String.raw`(?:Batch|Lot|B\.?\s?No|L\.?\s?No)(?:\s*(?:no\.?|number|#))?\s*[:.#-]+\s*${batch}`,
  expiry_date: String.raw`(?:Exp(?:iry)?|Use by|Best before)\.?${day}`,
  mfg_date: String.raw`(?:Mfg|Mfd)\.?${day}`,
  mrp: String.raw`M\.?R\.?P\.?\s*[:.-]*\s*(?:Rs\.?|₹)?\s*(\d[\d,]*(?:\.\d{1,2})?)(?:/-)?`,
  sku: String.raw`SKU\s*(?:id|code)?\s*[:#]+\s*([A-Z0-9][\w-]*)`,
  item_code: String.raw`(?:(?:Item|Product|Prod|Part|Material|Model|Art(?:icle)?)\.?\s*(?:code|no\.?|id)|Code)\s*[:#-]+\s*([A-Z0-9][\w/-]*)`,
}

/** A detail may stand in brackets. */
const details = Object.entries(forms).map(([key, form]) => ({
  key,
  pattern: new RegExp(String.raw`[([]?\b${form}[,;|)\]]?`, 'i'),
}))

/** "CGST 9% 11.00", "GST @ 18 %", "IN: Central GST 9.000 % 333.00 INR": the rate of a tax and its amount. */
const taxPattern =
  /[([]?(?:\bIN\s*:\s*)?\b(?:(central|state|integrated|union territory)\s+)?([cis]gst|utgst|gst|tax)(?:\s*\/\s*utgst)?\s*[:@-]?\s*(\d{1,2}(?:\.\d+)?\s*%|(?<=:\s*)\d{1,2}\.\d+)\s*(?:[:=-]?\s*(?:₹|Rs\.?|INR)?\s*(\d[\d,]*\.\d{2})(?:\s*INR\b)?)?[,;|)\]]?/gi

/** The names of taxes in words. */
const taxNames = new Map([
  ['central', 'cgst'],
  ['state', 'sgst'],
  ['integrated', 'igst'],
  ['union territory', 'utgst'],
])

/** Takes taxes from the text of an item. Returns the remaining text. */
function takeTaxes(values: LineValues, value: ReadValue, text: string): string {
  for (const [, words = '', printed = '', rate = '', amount] of text.matchAll(taxPattern)) {
    const name = taxNames.get(words.toLowerCase()) ?? printed.toLowerCase()
    const isWhole = name === 'gst' || name === 'tax'
    const [rateKey, key] = isWhole ? ['gst_rate', 'tax_amount'] : [`${name}_rate`, name]
    if (!values.has(rateKey)) values.set(rateKey, { ...value, text: rate, label: '' })
    if (amount !== undefined && !values.has(key))
      values.set(key, { ...value, text: amount, label: '' })
  }
  return text.replaceAll(taxPattern, ' ')
}

/** "CGST 9%, SGST 9%" in a column of taxes: the rates alone. */
function takeRates(values: LineValues): void {
  const value = values.get('tax_amount') ?? values.get('gst_rate')
  if (value === undefined || value.text.replaceAll(taxPattern, '').trim() !== '') return
  for (const key of ['tax_amount', 'gst_rate']) if (values.get(key) === value) values.delete(key)
  takeTaxes(values, value, value.text)
}

/** "Dinner - 215 plates @ Rs. 445.21": takes quantity and rate from the end of a name if they make the amount. */
function takeFactors(values: LineValues): void {
  const name = nameKeys.find((key) => values.has(key)) ?? ''
  const value = values.get(name)
  const [, text, factors = ''] =
    /^(.*\p{L}.*?)[\s(–-]+(\d[\d,.]*(?:\s*\p{L}+\.?)?\s*@.*?)\)?$/u.exec(value?.text ?? '') ?? []
  const split = splitFactors(factors)
  if (value === undefined || text === undefined || split === undefined || values.has('qty')) return
  const { number = split.qty } = splitQuantity(split.qty) ?? {}
  if (isProven({ ...textsIn(values), qty: number, rate: split.rate }) !== true) return
  values
    .set(name, { ...value, text })
    .set('qty', partOf(value, split.qty))
    .set('rate', partOf(value, split.rate))
}

/** Digits: no name begins with this many. */
const leadingCode = /^(\d{6,14})\s+(?=\p{L})/u

/** Takes a code from the front of the text. Returns the remaining text. */
function takeCode(values: LineValues, value: ReadValue): string {
  const code = leadingCode.exec(value.text)?.[1]
  if (code === undefined) return value.text
  if (!values.has('item_code')) values.set('item_code', { ...value, text: code, label: '' })
  return value.text.replace(leadingCode, '')
}

/** "DISHWASH BAR 300 G (34025000) C": the letter behind the HSN stands for the rate of tax. Four digits may be a year. */
const hsnInBrackets = /\s*\((\d{4}(?:\d{2}){0,2})\)(?:\s+[A-Z])?$/

function takeHsn(values: LineValues, value: ReadValue, text: string): string {
  const hsn = hsnInBrackets.exec(text)?.[1]
  if (hsn === undefined || (hsn.length === 4 && !/hsn|sac/i.test(value.label))) return text
  if (!values.has('hsn')) values.set('hsn', { ...value, text: hsn, label: '' })
  return text.replace(hsnInBrackets, '')
}

/** The last detail of an item, under a label that has no field: one word with a colon. */
const otherDetail = /(?<=\S)\s+\p{Lu}\p{Ll}+\s*:\s*[^:]+$/u

/** Moves details from the text of an item to their own keys, unless a column already has them. */
export function takeDetails(values: LineValues): LineValues {
  for (const name of nameKeys) {
    const value = values.get(name)
    if (value === undefined) continue
    let rest = takeHsn(values, value, takeTaxes(values, value, takeCode(values, value)))
    for (const { key, pattern } of details) {
      const match = pattern.exec(rest)
      const text = match?.[1]
      if (match === null || text === undefined) continue
      if (!values.has(key)) values.set(key, { ...value, text, label: '' })
      rest = `${rest.slice(0, match.index)} ${rest.slice(match.index + match[0].length)}`
    }
    // Where details stand below the name, so may others: "Weight: 200 g".
    const own = rest.length < value.text.length ? rest.replace(otherDetail, '') : rest
    const text = own
      .replaceAll(/\s+/g, ' ')
      .replace(/[\s,;|([/-]+$/, '')
      .trim()
    if (text !== value.text && text !== '') values.set(name, { ...value, text })
  }
  return values
}
