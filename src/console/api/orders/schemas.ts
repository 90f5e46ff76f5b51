import { Type } from '@sinclair/typebox'
import {
  choiceField,
  querySchemaOf,
  textField,
  unchecked,
  wholeNumberField,
} from '../../../platform/http/fields.ts'
import {
  orderStatuses,
  syncStates,
  type OrderStatus,
} from '../../../services/storefront/service.ts'
import { textOf } from '../text-field.ts'

const pageMax = 100_000
const sizeMax = 200
const searchMax = 200
const timeMax = 40

export const pageField = wholeNumberField('page', {
  minimum: 1,
  maximum: pageMax,
  default: 1,
  description: 'Which page.',
})

export const sizeField = wholeNumberField('size', {
  minimum: 1,
  maximum: sizeMax,
  default: 50,
  description: 'Orders on a page.',
})

export const statusField = choiceField('status', {
  choices: orderStatuses,
  description: 'Only orders of this status.',
})

export const syncField = choiceField('sync', {
  choices: syncStates,
  description: 'Only orders that wait, that are synced, or whose lines have no SKU.',
})

export const sortField = choiceField('sort', {
  choices: ['newest', 'oldest'],
  description: 'Which come first; the newest unless told otherwise.',
})

export const searchField = textField('search', {
  maxLength: searchMax,
  description:
    'Part of an order number, a name or a phone number; for articles what they are called.',
})

const time = 'A day or a time in ISO 8601; a day counts whole.'

export const fromField = textField('from', { maxLength: timeMax, description: time })
export const untilField = textField('until', { maxLength: timeMax, description: time })

export const listQuery = querySchemaOf([
  pageField,
  sizeField,
  statusField,
  syncField,
  sortField,
  searchField,
  fromField,
  untilField,
])

export const rangeQuery = querySchemaOf([fromField, untilField])

export const searchQuery = querySchemaOf([searchField])

export const rangeBody = Type.Object({
  from: textOf('a day or a time'),
  until: textOf('a day or a time'),
})

export const moveBody = Type.Object({
  status: Type.Unsafe<OrderStatus>({
    ...Type.Union(orderStatuses.map((status) => Type.Literal(status))),
    expected: `one of ${orderStatuses.join(', ')}`,
  }),
})

/** An order as the storefront's own endpoint takes it, and as the service checks it. Amounts in rupees. */
type NewOrder = {
  customer_name?: string
  customer_phone?: string
  customer_gstin?: string
  shipping_address?: string
  shipping_city?: string
  shipping_state?: string
  shipping_pincode?: string
  discount?: number | null
  items: {
    sku?: string
    quantity: number
    /** Left out: the catalogue's. */
    unit_price?: number | null
    product_name?: string
    gst_pct?: number | null
    hsn?: string
  }[]
}

export const newOrderBody = Type.Unsafe<NewOrder>(unchecked(Type.Object({})))
