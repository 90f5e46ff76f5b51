import { isGstin } from '../../../../accounts/rules.ts'
import { AppError } from '../../../../platform/errors.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../../../platform/json/json.ts'
import { readPercent, readRupees, rupeesMax } from '../../../../platform/money.ts'
import { notAllowed, refused } from '../../../../platform/record/read.ts'
import { toNfc } from '../../../../platform/text.ts'
import { itemsMax, quantityMax } from '../rules.ts'

/** Lengths in characters. */
export const nameLengthMax = 200
export const phoneLengthMax = 32
export const addressLengthMax = 1_000
export const placeLengthMax = 100
export const pincodeLengthMax = 16
export const hsnLengthMax = 32
export const skuLengthMax = 200

/** Far longer than a GSTIN: what was written between its characters is taken away first. */
export const gstinTextLengthMax = 40

export type OrderHead = {
  customerName: string
  customerPhone: string
  customerGstin: string
  shippingAddress: string
  shippingCity: string
  shippingState: string
  shippingPincode: string
}

/** Amounts that the line states itself, in paise: they must agree with what is reckoned. */
type StatedLine = { lineTotal: number | undefined; gstAmount: number | undefined }
type StatedOrder = {
  subtotal: number | undefined
  gstTotal: number | undefined
  total: number | undefined
}

/** A line that is wanted: what is undefined comes from the catalogue by the SKU. Money in paise. */
export type ItemInput = {
  /** Its place in the order, for sentences: `items[2]`. */
  at: string
  sku: string | undefined
  productName: string | undefined
  variantLabel: string | undefined
  hsn: string | undefined
  unitPrice: number | undefined
  gstBasisPoints: number | undefined
  quantity: number
  stated: StatedLine
}

export type OrderInput = {
  head: OrderHead
  discount: number
  stated: StatedOrder
  items: ItemInput[]
  /** Sentences about what was read otherwise than it was sent. */
  warnings: string[]
}

/** A new order as it was sent. Throws AppError `invalid_request` that names the field. */
export function readOrder(value: JsonObject): OrderInput {
  const { input, reading } = readInput(value)
  const status = readText(reading, 'status', nameLengthMax)
  if (status !== undefined && status.toLowerCase() !== 'pending') {
    throw notAllowed('status', 'pending or left out: a new order begins there', value['status'])
  }
  const { customerGstin } = input.head
  if (customerGstin !== '' && !isGstin(customerGstin)) throw notAGstin(customerGstin)
  return input
}

/** What a new order and one from a file have in common. Throws AppError `invalid_request`. */
export function readInput(value: JsonObject): {
  input: OrderInput
  reading: Reading
  items: readonly Reading[]
} {
  const warnings: string[] = []
  const reading = { value, at: '', warnings }
  const items = readItems(reading, itemsMax)
  const input = {
    head: readHead(reading),
    discount: readAmount(reading, 'discount') ?? 0,
    stated: {
      subtotal: readAmount(reading, 'subtotal'),
      gstTotal: readAmount(reading, 'gst_total'),
      total: readAmount(reading, 'total'),
    },
    items: items.map(readItem),
    warnings,
  }
  return { input, reading, items }
}

function readHead(reading: Reading): OrderHead {
  const place = (field: string, max: number) => readText(reading, field, max) ?? ''
  const gstin = place('customer_gstin', gstinTextLengthMax)
  return {
    customerName: place('customer_name', nameLengthMax),
    customerPhone: place('customer_phone', phoneLengthMax),
    customerGstin: gstin.toUpperCase().replaceAll(/[\s-]/g, ''),
    shippingAddress: readText(reading, 'shipping_address', addressLengthMax, 'several lines') ?? '',
    shippingCity: place('shipping_city', placeLengthMax),
    shippingState: place('shipping_state', placeLengthMax),
    shippingPincode: place('shipping_pincode', pincodeLengthMax),
  }
}

function readItem(item: Reading): ItemInput {
  return {
    at: item.at,
    sku: readText(item, 'sku', skuLengthMax),
    productName: readText(item, 'product_name', nameLengthMax),
    variantLabel: readText(item, 'variant_label', nameLengthMax),
    // An exported line says '' when it was sold without one: the catalogue must not fill it in.
    hsn: item.value['hsn'] === '' ? '' : readText(item, 'hsn', hsnLengthMax),
    unitPrice: readAmount(item, 'unit_price'),
    gstBasisPoints: readRate(item, 'gst_pct'),
    quantity: readQuantity(item),
    stated: {
      lineTotal: readAmount(item, 'line_total'),
      gstAmount: readAmount(item, 'gst_amount'),
    },
  }
}

function notAGstin(text: string): Error {
  return notAllowed('customer_gstin', 'a GSTIN of 15 characters with its check character', text, {
    name: 'gstin',
  })
}

/*
 * Reading the fields of an order that nobody has checked. Null counts as absent. All throw AppError `invalid_request`
 * that names the field; `at` is the place of the object, such as `items[2].`, or '' for the order itself.
 */

/** An object that is read: sentences go to `warnings`. */
export type Reading = { value: JsonObject; at: string; warnings: string[] }

const lineBreaks = /[\r\n\t]/g
const control = /\p{Cc}/u

/** Text, trimmed; undefined when it is absent or blank. `max` in characters; an address may have several lines. */
export function readText(
  { value, at }: Reading,
  field: string,
  max: number,
  lines: 'one line' | 'several lines' = 'one line',
): string | undefined {
  const given = value[field]
  if (isAbsent(given)) return undefined
  const text = typeof given === 'string' ? toNfc(given).trim() : undefined
  const shown = lines === 'one line' ? text : text?.replace(lineBreaks, ' ')
  if (text === undefined || shown === undefined || text.length > max || control.test(shown)) {
    const inOneLine = lines === 'one line'
    throw refused({ rule: 'text', max, inOneLine, field: `${at}${field}`, got: given })
  }
  return text === '' ? undefined : text
}

/** Rupees in paise; rounded half up with a warning. */
function readAmount({ value, at, warnings }: Reading, field: string): number | undefined {
  const given = value[field]
  if (isAbsent(given)) return undefined
  const amount = typeof given === 'number' ? readRupees(given) : undefined
  if (amount === undefined) {
    throw refused({ rule: 'amount', max: rupeesMax, field: `${at}${field}`, got: given })
  }
  if (amount.rounded) warnings.push(`${at}${field} was rounded to two decimals.`)
  return amount.paise
}

/** A percentage in basis points; rounded half up with a warning. */
function readRate({ value, at, warnings }: Reading, field: string): number | undefined {
  const given = value[field]
  if (isAbsent(given)) return undefined
  const rate = typeof given === 'number' ? readPercent(given) : undefined
  if (rate === undefined) {
    throw refused({ rule: 'percentage', field: `${at}${field}`, got: given })
  }
  if (rate.rounded) warnings.push(`${at}${field} was rounded to two decimals.`)
  return rate.basisPoints
}

function readQuantity({ value, at }: Reading): number {
  const given = value['quantity'] ?? undefined
  if (typeof given === 'number' && Number.isInteger(given) && given >= 1 && given <= quantityMax) {
    return given
  }
  throw refused({ rule: 'count', min: 1, max: quantityMax, field: `${at}quantity`, got: given })
}

/** The lines of an order, at least one and at most `max`. */
function readItems({ value, warnings }: Reading, max: number): Reading[] {
  const given = value['items'] ?? undefined
  if (!Array.isArray(given) || given.length < 1 || given.length > max) {
    const got = Array.isArray(given) ? given.length : given
    throw notAllowed('items', `a list of 1 to ${max} items`, got)
  }
  return given.map((item, i) => {
    if (!isJsonObject(item)) throw notAllowed(`items[${i}]`, 'an object', item)
    return { value: item, at: `items[${i}].`, warnings }
  })
}

export function isAbsent(value: JsonValue | undefined): value is null | undefined {
  return value === undefined || value === null
}

export function invalid(message: string): AppError {
  return new AppError('invalid_request', message)
}
