import { toPercent, toRupees } from '../../../platform/money.ts'
import type { Order, OrderItem } from './queries.ts'

/** A line of an order in an answer: its SKU is what it was sold as, else the one that its product has now. */
export type ShownItem = Pick<
  OrderItem,
  | 'id'
  | 'productId'
  | 'variantId'
  | 'sku'
  | 'productName'
  | 'variantLabel'
  | 'hsn'
  | 'quantity'
  | 'unitPrice'
  | 'lineTotal'
  | 'gstAmount'
  | 'gstBasisPoints'
>

/** The lines of an order that an answer leaves out; `amount` in paise, including GST. */
export type ExcludedItems = { count: number; amount: number }

export const nothingExcluded: ExcludedItems = { count: 0, amount: 0 }

/** An order as every answer shows it. */
export function orderJson(order: Order, items: readonly ShownItem[], excluded: ExcludedItems) {
  return {
    ...orderHeadJson(order),
    items: items.map(itemJson),
    excluded_items: { count: excluded.count, amount: toRupees(excluded.amount) },
  }
}

/** An order without its lines. */
export function orderHeadJson(order: Order) {
  return {
    id: order.id,
    order_no: order.orderNo,
    revision: order.revision,
    customer_name: order.customerName,
    customer_phone: order.customerPhone,
    customer_gstin: order.customerGstin,
    shipping_address: order.shippingAddress,
    shipping_city: order.shippingCity,
    shipping_state: order.shippingState,
    shipping_pincode: order.shippingPincode,
    status: order.status,
    subtotal: toRupees(order.subtotal),
    gst_total: toRupees(order.gstTotal),
    discount: toRupees(order.discount),
    total: toRupees(order.total),
    created_at: new Date(order.createdAt).toISOString(),
  }
}

function itemJson(item: ShownItem) {
  return {
    id: item.id,
    product_id: item.productId,
    variant_id: item.variantId,
    sku: item.sku ?? '',
    product_name: item.productName,
    variant_label: item.variantLabel,
    hsn: item.hsn,
    quantity: item.quantity,
    unit_price: toRupees(item.unitPrice),
    line_total: toRupees(item.lineTotal),
    gst_amount: toRupees(item.gstAmount),
    gst_pct: toPercent(item.gstBasisPoints),
  }
}
