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
 * Declares the fields of an order and its lines once. The readers of `POST orders` and of files, the schema, answers
 * and exports use this declaration. Null and blank text count as left out.
 */

/** Lengths of texts, in characters. */
const nameMax = 200
const phoneMax = 32
const addressMax = 1_000
const placeMax = 100
const pincodeMax = 16
const hsnMax = 32
const skuMax = 200

/** Far longer than a GSTIN, because signs between its characters are removed only afterwards. */
const gstinTextMax = 40

/** The receiver of the goods, and the address. */
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

/** The amounts of an order. All but the discount are calculated. Given amounts must agree with them. */
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

/** A line. Values that it leaves out come from the catalogue by SKU. */
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
  // An exported line has '' if it was sold without an HSN code. The catalogue must not fill it in.
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

/** All fields of a form. */
export const orderFields = { ...customerFields, ...amountFields, ...itemFields }

/** Reads the declared fields in their order and ignores others. `place` is the record's place, such as `items[2].`. */
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

/** Blank text counts as left out. */
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

/** Capitals, without spaces and hyphens. */
function compact<const Key extends string>(
  declared: Field<Key, string, string>,
): Field<Key, string, string> {
  return {
    ...declared,
    read: (value, at, reading) =>
      declared.read(value, at, reading)?.toUpperCase().replaceAll(/[\s-]/g, ''),
  }
}

/** A trimmed text that may have several lines. */
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
