import { type Static, Type } from '@sinclair/typebox'

/* Documents and orders as Daybook's public API delivers them. Fields that are not named here are allowed: the API may send more. */

/** The values of a normalised document: text, number, or whatever another reader sent. */
const fieldsSchema = Type.Record(Type.String(), Type.Unknown())

/** An item of `GET scans/unsynced`. */
export const scanSchema = Type.Object({
  id: Type.String(),
  category: Type.String(),
  filename: Type.String(),
  created_at: Type.String(),
  data: Type.Object({ invoice_metadata: fieldsSchema, line_items: Type.Array(fieldsSchema) }),
})

const orderItem = Type.Object({
  sku: Type.String(),
  product_name: Type.String(),
  variant_label: Type.Union([Type.String(), Type.Null()]),
  hsn: Type.Optional(Type.String()),
  quantity: Type.Number(),
  returned_quantity: Type.Optional(Type.Number()),
  unit_price: Type.Number(),
  line_total: Type.Number(),
  gst_amount: Type.Number(),
  gst_pct: Type.Number(),
})

/** An order of `GET orders/unsynced`. Amounts are in rupees with at most two decimals. */
export const orderSchema = Type.Object({
  id: Type.String(),
  order_no: Type.String(),
  customer_name: Type.String(),
  customer_gstin: Type.Optional(Type.String()),
  shipping_state: Type.String(),
  status: Type.String(),
  discount: Type.Number(),
  total: Type.Number(),
  created_at: Type.String(),
  items: Type.Array(orderItem),
  excluded_items: Type.Object({ count: Type.Number(), amount: Type.Number() }),
})

export type DeliveredScan = Static<typeof scanSchema>
export type DeliveredOrder = Static<typeof orderSchema>

export type Delivered =
  | { readonly kind: 'scan'; readonly scan: DeliveredScan }
  | { readonly kind: 'order'; readonly order: DeliveredOrder }
