import type { JsonObject } from '../../../platform/json/json.ts'
import {
  type About,
  documented,
  type Field,
  isBlank,
  named,
} from '../../../platform/record/field.ts'
import { choice, count, label, money, percentage } from '../../../platform/record/kinds.ts'
import { type Fields, readFields, Reading, type Values } from '../../../platform/record/read.ts'
import { fieldAt, say } from '../../../platform/record/sentence.ts'
import { toNfc } from '../../../platform/text.ts'
import { type OrderStatus, orderStatuses, quantityMax, statusOf } from './rules.ts'

/*
 * What an order and its lines say, declared once: the reader of `POST orders` and of a file's lines, the schema, and what
 * answers and exports show follow from it. Null and blank text count as left out.
 */

/** Lengths of texts, in characters. */
const nameMax = 200
const phoneMax = 32
const addressMax = 1_000
const placeMax = 100
const pincodeMax = 16
const hsnMax = 32
const skuMax = 200

/** Far longer than a GSTIN: what was written between its characters is taken away first. */
const gstinTextMax = 40

/** Who gets the goods, and where. */
export const customerFields = {
  customer_name: label({
    key: 'customerName',
    label: 'Name',
    max: nameMax,
    description: '"" when it is left out, as all texts.',
  }),
  customer_phone: label({
    key: 'customerPhone',
    label: 'Phone number',
    max: phoneMax,
    description: 'As the customer gave it.',
  }),
  customer_gstin: compact(
    label({
      key: 'customerGstin',
      label: 'GSTIN',
      max: gstinTextMax,
      description:
        'Checked by its check character; spaces and hyphens between its characters are left out.',
    }),
  ),
  shipping_address: address({
    key: 'shippingAddress',
    label: 'Address',
    description: 'May have several lines.',
  }),
  shipping_city: label({
    key: 'shippingCity',
    label: 'City',
    max: placeMax,
    description: 'Where the goods go.',
  }),
  shipping_state: label({
    key: 'shippingState',
    label: 'State',
    max: placeMax,
    description: 'The place of supply.',
  }),
  shipping_pincode: label({
    key: 'shippingPincode',
    label: 'PIN code',
    max: pincodeMax,
    description: 'Of the address.',
  }),
}

/** What an order comes to. Those but the discount are reckoned: where they are given they must agree. */
export const amountFields = {
  subtotal: amount({
    key: 'subtotal',
    label: 'Subtotal',
    description: 'Without GST, as the customer was shown it; checked as `total` is.',
  }),
  gst_total: amount({ key: 'gstTotal', label: 'GST', description: 'Checked as `total` is.' }),
  discount: amount({
    key: 'discount',
    label: 'Discount',
    description: 'Of the order; at most what the lines come to. Needs the scope `orders:price`.',
  }),
  total: amount({
    key: 'total',
    label: 'Total',
    description:
      'What the customer was shown. An order that comes to more than 1.00 more or less is refused.',
  }),
}

/** A line: what is left out comes from the catalogue by the SKU. */
export const itemFields = {
  sku: unsaid(
    label({
      key: 'sku',
      label: 'SKU',
      max: skuMax,
      description:
        'A product or a variant of the catalogue: it says name, HSN, GST rate and price.',
    }),
  ),
  quantity: count({
    key: 'quantity',
    label: 'Quantity',
    min: 1,
    max: quantityMax,
    examples: [2],
  }),
  unit_price: amount({
    key: 'unitPrice',
    label: 'Price',
    description:
      "Of one unit, including GST. Left out, the catalogue's price counts, with the best offer of the moment. The sale price may be sent as well; another one needs the scope `orders:price`.",
  }),
  product_name: unsaid(
    label({
      key: 'productName',
      label: 'Name',
      max: nameMax,
      description: 'Needed on a line without a SKU.',
    }),
  ),
  gst_pct: rounded(
    percentage({
      key: 'gstBasisPoints',
      label: 'GST %',
      phrase: 'the GST rate',
      description: 'Needed on a line without a SKU.',
    }),
  ),
  variant_label: unsaid(
    label({
      key: 'variantLabel',
      label: 'Kind',
      max: nameMax,
      description: 'Of a line without a SKU.',
    }),
  ),
  // An exported line says '' when it was sold without one: the catalogue must not fill it in.
  hsn: label({
    key: 'hsn',
    label: 'HSN code',
    max: hsnMax,
    description: 'Where the catalogue has none.',
  }),
  line_total: amount({
    key: 'lineTotal',
    label: 'Amount',
    description: 'Checked as the `total` of the order is.',
  }),
  gst_amount: amount({ key: 'gstAmount', label: 'GST', description: 'Likewise.' }),
}

export const orderStatus: Field<'status', OrderStatus, OrderStatus> = {
  ...choice({ key: 'status', label: 'Status', choices: orderStatuses }),
  read(value, at, reading) {
    const status = typeof value === 'string' ? statusOf(value) : undefined
    return (
      status ?? reading.refuse({ rule: 'choice', choices: orderStatuses, field: at, got: value })
    )
  },
}

/** All that a form asks for. */
export const orderFields = { ...customerFields, ...amountFields, ...itemFields }

/** Reads the fields that are declared, in their order, and no others. `place` is of the record, such as `items[2].`. */
export function readDeclared<F extends Fields>(
  fields: F,
  record: JsonObject,
  place: string,
  reading: Reading,
): Partial<Values<F>> {
  const given: JsonObject = {}
  for (const name of Object.keys(fields)) {
    const value = record[name] ?? null
    if (value !== null) given[name] = value
  }
  return readFields(fields, given, reading, place, () => false)
}

/** Blank text says nothing. */
export function unsaid<const Key extends string, Value, Json>(
  declared: Field<Key, Value, Json>,
): Field<Key, Value, Json> {
  return {
    ...declared,
    read: (value, at, reading) => (isBlank(value) ? undefined : declared.read(value, at, reading)),
  }
}

function amount<const Key extends string>(about: About<Key>): Field<Key, number, number> {
  return rounded(money(about))
}

function rounded<const Key extends string>(
  declared: Field<Key, number, number>,
): Field<Key, number, number> {
  return {
    ...declared,
    read(value, at, reading) {
      const own = new Reading()
      const taken = declared.read(value, at, own)
      for (const fault of own.faults) reading.refuse(fault)
      if (own.warnings.length > 0) reading.warn(say`${fieldAt(at)} was rounded to two decimals.`)
      return taken
    },
  }
}

/** Capitals without spaces and hyphens. */
function compact<const Key extends string>(
  declared: Field<Key, string, string>,
): Field<Key, string, string> {
  return {
    ...declared,
    read: (value, at, reading) =>
      declared.read(value, at, reading)?.toUpperCase().replaceAll(/[\s-]/g, ''),
  }
}

/** Text that may have several lines, trimmed. */
function address<const Key extends string>(about: About<Key>): Field<Key, string, string> {
  return {
    ...named(about),
    cell: 'text',
    schema: { type: 'string', maxLength: addressMax, ...documented(about) },
    initial: '',
    read(value, at, reading) {
      const words = typeof value === 'string' ? toNfc(value).trim() : undefined
      const isShown = words !== undefined && !/[^\P{Cc}\r\n\t]/u.test(words)
      if (isShown && words.length <= addressMax) return words
      return reading.refuse({ rule: 'text', max: addressMax, field: at, got: value })
    },
    toJson: (value) => value,
  }
}
