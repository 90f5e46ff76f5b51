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

/** A line that is wanted: what is left out comes from the catalogue by the SKU. Money in paise. */
export type ItemInput = Partial<Values<typeof itemFields>> & {
  /** Its place in the order, for sentences: `items[2].` */
  at: string
  quantity: number
}

export type OrderInput = {
  head: OrderHead
  discount: number
  /** Amounts that came with the order, in paise: they must agree with what is reckoned. */
  stated: Partial<Values<typeof amountFields>>
  items: ItemInput[]
  /** Sentences about what was read otherwise than it was sent. */
  warnings: string[]
}

/** A new order as it was sent. Throws AppError `invalid_request` that names the field. */
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

/** What was read, when there are no faults. Throws AppError `invalid_request` that names the first. */
export function inputOf<Read>(read: Read, reading: Reading): Read & { warnings: string[] } {
  reading.requireNoFault()
  return { ...read, warnings: reading.warnings.map(inApiWords) }
}

/** What a new order and one from a file have in common. */
export function readInput(value: JsonObject, reading: Reading): Omit<OrderInput, 'warnings'> {
  const items = itemsOf(value).map((item, i) => readItem(item, `items[${i}].`, reading))
  const head = readDeclared(customerFields, value, '', reading)
  const stated = readDeclared(amountFields, value, '', reading)
  const { discount = 0 } = stated
  return { head: { ...initialValues(customerFields), ...head }, discount, stated, items }
}

/** The lines of an order as they were sent. Throws AppError `invalid_request`. */
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
