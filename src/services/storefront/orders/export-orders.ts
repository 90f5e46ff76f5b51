import type { Conn } from '../../../platform/db/connection.ts'
import type { JsonObject } from '../../../platform/json.ts'
import { toPercent, toRupees } from '../money.ts'
import {
  countAllOrders,
  listItems,
  listOrdersByAge,
  type Order,
  type OrderItem,
} from './queries.ts'

/** Orders that are read at once. */
const ordersPerPage = 500

export const countOrders = countAllOrders

/** Every order, oldest first, as a line that can be imported (see import-order.ts). */
export function* exportOrders(conn: Conn): Generator<JsonObject> {
  let last = { createdAt: Number.MIN_SAFE_INTEGER, id: '' }
  for (;;) {
    const page = listOrdersByAge(conn).all({ ...last, limit: ordersPerPage })
    for (const order of page) yield orderLine(order, listItems(conn).all({ orderSeq: order.seq }))
    const end = page.at(-1)
    if (end === undefined) return
    last = { createdAt: end.createdAt, id: end.id }
  }
}

function orderLine(order: Order, items: readonly OrderItem[]): JsonObject {
  return {
    id: order.id,
    order_no: order.orderNo,
    created_at: isoTime(order.createdAt),
    status: order.status,
    revision: order.revision,
    customer_name: order.customerName,
    customer_phone: order.customerPhone,
    customer_gstin: order.customerGstin,
    shipping_address: order.shippingAddress,
    shipping_city: order.shippingCity,
    shipping_state: order.shippingState,
    shipping_pincode: order.shippingPincode,
    subtotal: toRupees(order.subtotal),
    gst_total: toRupees(order.gstTotal),
    discount: toRupees(order.discount),
    total: toRupees(order.total),
    items: items.map(itemLine),
  }
}

function itemLine(item: OrderItem): JsonObject {
  return {
    id: item.id,
    ...(item.sku === null ? {} : { sku: item.sku }),
    product_name: item.productName,
    ...(item.variantLabel === null ? {} : { variant_label: item.variantLabel }),
    hsn: item.hsn,
    quantity: item.quantity,
    unit_price: toRupees(item.unitPrice),
    line_total: toRupees(item.lineTotal),
    gst_amount: toRupees(item.gstAmount),
    gst_pct: toPercent(item.gstBasisPoints),
    ...(item.syncedAt === null ? {} : { synced_at: isoTime(item.syncedAt) }),
  }
}

function isoTime(time: number): string {
  return new Date(time).toISOString()
}
