import { toJson } from '../../../platform/record/read.ts'
import { asc, eq, getTableColumns, sql } from 'drizzle-orm'
import { type Conn, type Params, query, snapshot } from '../../../platform/db/connection.ts'
import { findIn } from '../../../platform/db/statements.ts'
import { AppError } from '../../../platform/errors.ts'
import { toPercent, toRupees } from '../../../platform/money.ts'
import type { StorefrontDeps } from '../deps.ts'
import { orderItems, orders, products, variants } from '../tables.ts'
import { amountFields, customerFields } from './record.ts'
import { asId } from './rules.ts'

export type Order = typeof orders.$inferSelect

export type OrderItem = typeof orderItems.$inferSelect

/** The position of an order among all, by age. */
export type Position = { createdAt: number; id: string }

/** The position before the oldest order. */
export const beginning: Position = { createdAt: Number.MIN_SAFE_INTEGER, id: '' }

/** A line of an order in an answer. Its SKU is the one at the sale, else the current one of its product. */
export type ShownItem = Omit<OrderItem, 'seq' | 'orderSeq' | 'syncedAt' | 'syncedKeyId'>

/** The lines that an answer leaves out. `amount` in paise, including GST. */
type ExcludedItems = { count: number; amount: number }

export const nothingExcluded: ExcludedItems = { count: 0, amount: 0 }

/** An order in the form of every answer. */
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
    ...toJson(customerFields, order),
    status: order.status,
    ...toJson(amountFields, order),
    created_at: new Date(order.createdAt).toISOString(),
  }
}

export function itemJson(item: ShownItem) {
  return {
    id: item.id,
    product_id: item.productId,
    variant_id: item.variantId,
    sku: item.sku ?? '',
    product_name: item.productName,
    variant_label: item.variantLabel,
    hsn: item.hsn,
    quantity: item.quantity,
    returned_quantity: item.returnedQuantity,
    unit_price: toRupees(item.unitPrice),
    line_total: toRupees(item.lineTotal),
    gst_amount: toRupees(item.gstAmount),
    gst_pct: toPercent(item.gstBasisPoints),
    offer_id: item.offerId,
    offer_title: item.offerTitle,
  }
}

/** A line of an order, with its current SKU and the key that acknowledged it. Money in paise. */
export type OrderLine = ReturnType<ReturnType<typeof listOrderLines>['all']>[number]

/** One order with all its lines. Throws AppError `not_found`. */
export function findOrderWithLines(
  { database }: Pick<StorefrontDeps, 'database'>,
  id: string,
): { order: Order; lines: OrderLine[] } {
  return snapshot(database.read, () => {
    const order = requireOrder(database.read, asId(id))
    return { order, lines: listOrderLines(database.read).all({ orderSeq: order.seq }) }
  })
}

/** Throws AppError `not_found`. */
export function requireOrder(conn: Conn, id: string): Order {
  const order = findOrder(conn).get({ id })
  if (order === undefined) throw new AppError('not_found', `There is no order with the id ${id}.`)
  return order
}

export const findOrder = findIn(orders, 'id')

export const findOrderPosition = query((conn, { id }: Params<{ id: string }>) =>
  conn
    .select({
      seq: orders.seq,
      createdAt: orders.createdAt,
      syncedAt: orders.syncedAt,
      waitingItems: orders.waitingItems,
      revision: orders.revision,
    })
    .from(orders)
    .where(eq(orders.id, id)),
)

/** The SKU of a line: the one at the sale, else the current one of its variant, else of its product. */
export const currentSku = sql<string | null>`coalesce(${orderItems.sku},
  (SELECT ${variants.sku} FROM ${variants} WHERE ${variants.id} = ${orderItems.variantId}),
  (SELECT ${products.sku} FROM ${products} WHERE ${products.id} = ${orderItems.productId}))`

const { seq, orderSeq: _, variantId: __, syncedKeyId: ___, ...stored } = getTableColumns(orderItems)

/** The columns of every list of lines, with the current SKU. */
const lineColumns = { ...stored, sku: currentSku }

/** The lines of an order, each with its current SKU and the key that acknowledged it. */
const listOrderLines = query((conn, { orderSeq }: Params<{ orderSeq: number }>) =>
  conn
    .select({ ...lineColumns, syncedKeyId: orderItems.syncedKeyId })
    .from(orderItems)
    .where(eq(orderItems.orderSeq, orderSeq))
    .orderBy(asc(seq)),
)

/** All lines of the orders in a JSON list of `seq`, with their current SKUs. */
export const listItemsWithSku = query((conn, { orderSeqs }: Params<{ orderSeqs: string }>) =>
  conn
    .select({ ...lineColumns, orderSeq: orderItems.orderSeq, variantId: orderItems.variantId })
    .from(orderItems)
    .where(sql`${orderItems.orderSeq} IN (SELECT value FROM json_each(${orderSeqs}))`)
    .orderBy(asc(orderItems.orderSeq), asc(orderItems.seq)),
)

export type ItemWithSku = ReturnType<ReturnType<typeof listItemsWithSku>['all']>[number]
