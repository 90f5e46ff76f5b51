import { Type } from '@sinclair/typebox'
import { choiceField, querySchemaOf, textField, unchecked } from '../../../platform/http/fields.ts'
import {
  orderStatuses,
  syncStates,
  type OrderStatus,
} from '../../../services/storefront/service.ts'
import { pageField, sizeField, fromField, untilField } from '../fields.ts'

const searchMax = 200

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
    'Part of an order number, a name, a phone number, or of what was sold; for articles what they are called.',
})

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

export const searchQuery = querySchemaOf([searchField])

const status = Type.Unsafe<OrderStatus>({
  ...Type.Union(orderStatuses.map((one) => Type.Literal(one))),
  expected: `one of ${orderStatuses.join(', ')}`,
})

/** `startedFrom` is the status that the page showed. */
export const moveBody = Type.Object({ status, startedFrom: Type.Optional(status) })

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
