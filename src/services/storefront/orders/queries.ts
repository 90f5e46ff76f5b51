import { asc, count, eq, sql } from 'drizzle-orm'
import { query, type Conn } from '../../../platform/db/connection.ts'
import { AppError } from '../../../platform/errors.ts'
import { orderCounters, orderItems, orders } from '../tables.ts'

export type Order = typeof orders.$inferSelect
export type OrderItem = typeof orderItems.$inferSelect

/** Where an order stands among all, by age. */
export type Position = { createdAt: number; id: string }

/** Before the oldest order. */
export const beginning: Position = { createdAt: Number.MIN_SAFE_INTEGER, id: '' }

const findOrder = query((conn) =>
  conn
    .select()
    .from(orders)
    .where(eq(orders.id, sql.placeholder('id')))
    .prepare(),
)

export const findOrderPosition = query((conn) =>
  conn
    .select({ seq: orders.seq, createdAt: orders.createdAt, syncedAt: orders.syncedAt })
    .from(orders)
    .where(eq(orders.id, sql.placeholder('id')))
    .prepare(),
)

/** All lines of an order as they were sold. */
export const listItems = query((conn) =>
  conn
    .select()
    .from(orderItems)
    .where(eq(orderItems.orderSeq, sql.placeholder('orderSeq')))
    .orderBy(asc(orderItems.seq))
    .prepare(),
)

export const findItem = query((conn) =>
  conn
    .select({ id: orderItems.id })
    .from(orderItems)
    .where(eq(orderItems.id, sql.placeholder('id')))
    .prepare(),
)

export const findOrderByNo = query((conn) =>
  conn
    .select({ id: orders.id })
    .from(orders)
    .where(eq(orders.orderNo, sql.placeholder('orderNo')))
    .prepare(),
)

/** The next number of a financial year: given back when the act is undone. */
export const takeNumber = query((conn) =>
  conn
    .insert(orderCounters)
    .values({ year: sql.placeholder('year'), last: 1 })
    .onConflictDoUpdate({
      target: orderCounters.year,
      set: { last: sql`${orderCounters.last} + 1` },
    })
    .returning({ last: orderCounters.last })
    .prepare(),
)

/** A number that came with an imported order is not given again. */
export const raiseNumber = query((conn) =>
  conn
    .insert(orderCounters)
    .values({ year: sql.placeholder('year'), last: sql.placeholder('running') })
    .onConflictDoUpdate({
      target: orderCounters.year,
      set: { last: sql`max(${orderCounters.last}, excluded.last)` },
    })
    .prepare(),
)

export const insertOrder = query((conn) =>
  conn
    .insert(orders)
    .values({
      id: sql.placeholder('id'),
      orderNo: sql.placeholder('orderNo'),
      customerName: sql.placeholder('customerName'),
      customerPhone: sql.placeholder('customerPhone'),
      customerGstin: sql.placeholder('customerGstin'),
      shippingAddress: sql.placeholder('shippingAddress'),
      shippingCity: sql.placeholder('shippingCity'),
      shippingState: sql.placeholder('shippingState'),
      shippingPincode: sql.placeholder('shippingPincode'),
      status: sql.placeholder('status'),
      subtotal: sql.placeholder('subtotal'),
      gstTotal: sql.placeholder('gstTotal'),
      discount: sql.placeholder('discount'),
      total: sql.placeholder('total'),
      revision: sql.placeholder('revision'),
      takesStock: sql.placeholder('takesStock'),
      waitingItems: sql.placeholder('waitingItems'),
      syncedAt: sql.placeholder('syncedAt'),
      createdAt: sql.placeholder('createdAt'),
      updatedAt: sql.placeholder('updatedAt'),
    })
    .returning({ seq: orders.seq })
    .prepare(),
)

export const insertItem = query((conn) =>
  conn
    .insert(orderItems)
    .values({
      id: sql.placeholder('id'),
      orderSeq: sql.placeholder('orderSeq'),
      productId: sql.placeholder('productId'),
      variantId: sql.placeholder('variantId'),
      sku: sql.placeholder('sku'),
      productName: sql.placeholder('productName'),
      variantLabel: sql.placeholder('variantLabel'),
      hsn: sql.placeholder('hsn'),
      quantity: sql.placeholder('quantity'),
      unitPrice: sql.placeholder('unitPrice'),
      lineTotal: sql.placeholder('lineTotal'),
      gstAmount: sql.placeholder('gstAmount'),
      gstBasisPoints: sql.placeholder('gstBasisPoints'),
      syncedAt: sql.placeholder('syncedAt'),
    })
    .prepare(),
)

export const setStatus = query((conn) =>
  conn
    .update(orders)
    .set({
      status: sql`${sql.placeholder('status')}`,
      revision: sql`${orders.revision} + 1`,
      updatedAt: sql`${sql.placeholder('now')}`,
    })
    .where(eq(orders.seq, sql.placeholder('seq')))
    .prepare(),
)

/** The next `limit` orders by age behind a position. */
export const listOrdersByAge = query((conn) =>
  conn
    .select()
    .from(orders)
    .where(
      sql`(${orders.createdAt}, ${orders.id}) > (${sql.placeholder('createdAt')}, ${sql.placeholder('id')})`,
    )
    .orderBy(asc(orders.createdAt), asc(orders.id))
    .limit(sql.placeholder('limit'))
    .prepare(),
)

export function countAllOrders(conn: Conn): number {
  return conn.select({ n: count() }).from(orders).get()?.n ?? 0
}

/** Throws AppError `not_found`. */
export function requireOrder(conn: Conn, id: string): Order {
  const order = findOrder(conn).get({ id })
  if (order === undefined) throw new AppError('not_found', `There is no order with the id ${id}.`)
  return order
}
