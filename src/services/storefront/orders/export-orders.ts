import type { Conn } from '../../../platform/db/connection.ts'
import type { JsonObject } from '../../../platform/json.ts'
import { toPercent, toRupees } from '../../../platform/money.ts'
import { orderHeadJson } from './order-json.ts'
import {
  beginning,
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
  let position = beginning
  for (;;) {
    const page = listOrdersByAge(conn).all({ ...position, limit: ordersPerPage })
    for (const order of page) yield orderLine(order, listItems(conn).all({ orderSeq: order.seq }))
    const end = page.at(-1)
    if (end === undefined) return
    position = { createdAt: end.createdAt, id: end.id }
  }
}

function orderLine(order: Order, items: readonly OrderItem[]): JsonObject {
  return { ...orderHeadJson(order), items: items.map(itemLine) }
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
    ...(item.syncedAt === null ? {} : { synced_at: new Date(item.syncedAt).toISOString() }),
  }
}
