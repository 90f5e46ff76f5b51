import { isJsonObject, type JsonObject, type JsonValue } from '../../../platform/json/json.ts'
import { readRupees, rupeesMax } from '../../../platform/money.ts'
import { toNfc } from '../../../platform/text.ts'
import type { Values } from './shelf.ts'

/** Bounds of the contract. */
const skuCharactersMax = 200
const nameCharactersMax = 300
const stockMax = 1_000_000_000

/** Of what a row says these are no values of the article itself. */
const others = new Set([
  'sku',
  'as_of',
  'has_price',
  'variants',
  'images',
  'image_url',
  'image_base64',
  'image_content_type',
])

const money = new Set(['mrp', 'sale_price', 'min_sale_price', 'vendor_cost', 'b2b_price'])
const stockFields = ['stock_quantity', 'mrp', 'sale_price']

/** A row that can be written, or what is wrong with it; `sku` as it was sent, '' where it is none. */
export type Row = {
  sku: string
  values: Values
  problem?: { message: string; field: string | null }
  warnings: string[]
  variants: Row[]
  hasImages: boolean
  /** When the stock was counted, in milliseconds since the epoch. */
  asOf?: number
}

/** Reads a record of `products/bulk`, whose `as_of` is of its variants too. `now` in milliseconds since the epoch. */
export function readProduct(sent: JsonValue, now: number): Row {
  const row = readRow(sent)
  if (row.problem !== undefined || !isJsonObject(sent)) return row
  const { name, variants } = sent
  if (typeof name !== 'string' || name.trim() === '' || name.length > nameCharactersMax) {
    return wrong(row, 'name', `must be text of 1 to ${nameCharactersMax} characters`, name)
  }
  const read = Array.isArray(variants) ? variants.map(readRow) : []
  const bad = read.find(({ problem }) => problem !== undefined)
  const whole = {
    ...row,
    variants: read,
    ...(bad?.problem !== undefined && { problem: bad.problem }),
  }
  return withAsOf(whole, sent, now)
}

/** Reads a record of `products/stock`. `now` in milliseconds since the epoch. */
export function readStock(sent: JsonValue, now: number): Row {
  const row = readRow(sent)
  if (row.problem !== undefined || !isJsonObject(sent)) return row
  const values = new Map([...row.values].filter(([name]) => stockFields.includes(name)))
  const stock = { ...row, values }
  if (values.size === 0) {
    const message = `${stockFields.join(', ')} are all missing: at least one must be given.`
    return { ...stock, problem: { message, field: 'stock_quantity' } }
  }
  return withAsOf(stock, sent, now)
}

function withAsOf(row: Row, sent: JsonObject, now: number): Row {
  const asOf = sent['as_of'] ?? null
  if (asOf === null) return row
  const isZoned = typeof asOf === 'string' && /T.*(Z|[+-]\d{2}:\d{2})$/.test(asOf)
  const time = isZoned ? Date.parse(asOf) : Number.NaN
  return time <= now + clockAheadMaxMs
    ? { ...row, asOf: time }
    : wrong(row, 'as_of', 'must be a time that is past, in ISO 8601 with its zone', asOf)
}

/** How far a client's clock may be ahead, in milliseconds. */
const clockAheadMaxMs = 5 * 60 * 1000

function readRow(sent: JsonValue): Row {
  const none = { values: new Map(), warnings: [], variants: [], hasImages: false }
  if (!isJsonObject(sent)) {
    return { ...none, sku: '', problem: { message: 'The row must be an object.', field: null } }
  }
  const sku = typeof sent['sku'] === 'string' ? toNfc(sent['sku']).trim() : ''
  const hasImages = ['images', 'image_base64'].some((name) => (sent[name] ?? null) !== null)
  const row = { ...none, sku, hasImages }
  if (sku === '' || sku.length > skuCharactersMax) {
    return wrong(row, 'sku', `must be text of 1 to ${skuCharactersMax} characters`, sent['sku'])
  }
  return readValues(row, sent)
}

function readValues(row: Row, sent: JsonObject): Row {
  const values = new Map<string, JsonValue>()
  const warnings: string[] = []
  for (const [name, value] of Object.entries(sent)) {
    if (others.has(name) || value === null) continue
    const read = readValue(name, value)
    if (read === undefined) return wrong(row, name, allowed(name), value)
    if (read.isRounded) warnings.push(`${name} was rounded: ${JSON.stringify(value)}.`)
    values.set(name, read.value)
  }
  return { ...row, values, warnings }
}

function readValue(
  name: string,
  value: JsonValue,
): { value: JsonValue; isRounded: boolean } | undefined {
  if (money.has(name)) {
    const read = typeof value === 'number' ? readRupees(value) : undefined
    return read && { value: read.paise, isRounded: read.rounded }
  }
  if (name === 'stock_quantity') {
    if (typeof value !== 'number' || Math.abs(value) > stockMax) return undefined
    return { value: Math.floor(value), isRounded: !Number.isInteger(value) }
  }
  if (name === 'gst_pct') {
    const isRate = typeof value === 'number' && value >= 0 && value <= 100
    return isRate ? { value, isRounded: false } : undefined
  }
  return { value, isRounded: false }
}

function allowed(name: string): string {
  if (name === 'stock_quantity') return `must be a whole number from -${stockMax} to ${stockMax}`
  return name === 'gst_pct'
    ? 'must be a number from 0 to 100'
    : `must be a number from 0 to ${rupeesMax}`
}

function wrong(row: Row, field: string, must: string, got: JsonValue | undefined): Row {
  const shown = got === undefined ? 'nothing' : JSON.stringify(got).slice(0, 100)
  return { ...row, problem: { message: `${field} ${must}, got ${shown}.`, field } }
}
