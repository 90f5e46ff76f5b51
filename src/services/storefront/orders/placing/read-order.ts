import { isGstin } from '../../../../platform/gst/gstin.ts'
import { isJsonObject, type JsonObject } from '../../../../platform/json/json.ts'
import {
  initialValues,
  mustBeObject,
  notAllowed,
  Reading,
  refused,
  type Values,
} from '../../../../platform/record/read.ts'
import { inApiWords } from '../../../../platform/record/sentence.ts'
import { amountFields, customerFields, itemFields, readDeclared } from '../record.ts'
import { itemsMax, quantityMax } from '../rules.ts'

export type OrderHead = Values<typeof customerFields>

/** A line of an order. Values that it leaves out come from the catalogue by SKU. Money in paise. */
export type ItemInput = Partial<Values<typeof itemFields>> & {
  /** The line's place in the order, for messages: `items[2].` */
  at: string
  quantity: number
}

export type OrderInput = {
  head: OrderHead
  discount: number
  /** Amounts sent with the order, in paise. They must agree with the calculated amounts. */
  stated: Partial<Values<typeof amountFields>>
  items: ItemInput[]
  /** Sentences about values that were read differently than sent. */
  warnings: string[]
}

/** Reads a new order. Throws AppError `invalid_request` that names the field. */
export function readOrder(value: JsonObject): OrderInput {
  const reading = new Reading()
  const read = readInput(value, reading)
  const { status = null } = value
  const isNew =
    status === null || (typeof status === 'string' && /^\s*(pending)?\s*$/i.test(status))
  if (!isNew) {
    const allowed = 'pending or left out: a new order begins there'
    reading.refuse({ rule: 'other', allowed, field: 'status', got: status })
  }
  const { customerGstin: got } = read.head
  if (got !== '' && !isGstin(got)) {
    const allowed = 'a GSTIN of 15 characters with its check character'
    reading.refuse({ rule: 'other', allowed, field: 'customer_gstin', got, name: 'gstin' })
  }
  return inputOf(read, reading)
}

/** The read values if there are no faults. Throws AppError `invalid_request` that names the first fault. */
export function inputOf<Read>(read: Read, reading: Reading): Read & { warnings: string[] } {
  reading.requireNoFault()
  return { ...read, warnings: reading.warnings.map(inApiWords) }
}

/** Reads the parts that a new order and an imported order share. */
export function readInput(value: JsonObject, reading: Reading): Omit<OrderInput, 'warnings'> {
  const items = itemsOf(value).map((item, i) => readItem(item, `items[${i}].`, reading))
  const head = readDeclared(customerFields, value, '', reading)
  const stated = readDeclared(amountFields, value, '', reading)
  const { discount = 0 } = stated
  return { head: { ...initialValues(customerFields), ...head }, discount, stated, items }
}

/** The lines of an order as sent. Throws AppError `invalid_request`. */
export function itemsOf(value: JsonObject): JsonObject[] {
  const given = value['items'] ?? undefined
  if (!Array.isArray(given) || given.length < 1 || given.length > itemsMax) {
    const got = Array.isArray(given) ? given.length : given
    throw notAllowed('items', `a list of 1 to ${itemsMax} items`, got)
  }
  return given.map((item, i) => {
    if (!isJsonObject(item)) throw refused(mustBeObject(`items[${i}]`, item))
    return item
  })
}

function readItem(item: JsonObject, at: string, reading: Reading): ItemInput {
  const { quantity = 0, ...values } = readDeclared(itemFields, item, at, reading)
  if ((item['quantity'] ?? null) === null) {
    const got = undefined
    reading.refuse({ rule: 'count', min: 1, max: quantityMax, field: `${at}quantity`, got })
  }
  return { ...values, at, quantity }
}
