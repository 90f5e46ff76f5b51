import { and, asc, eq, sql, type SQL } from 'drizzle-orm'
import { query, type Conn } from '../../../platform/db/connection.ts'
import { orderItems, orders, products, variants } from '../tables.ts'
import type { Order } from './queries.ts'
import type { OrderStatus } from './rules.ts'

export type Position = { createdAt: number; id: string }

/** The first `limit` waiting orders by age, behind a position and of one status when there is one. */
export function listWaiting(
  conn: Conn,
  status: OrderStatus | undefined,
  after: Position | undefined,
  limit: number,
): Order[] {
  const { list } = queriesFor(status !== undefined, after !== undefined)
  return list(conn).all({
    status: status ?? null,
    createdAt: after?.createdAt ?? null,
    id: after?.id ?? null,
    limit,
  })
}

/** How many orders wait, of one status when there is one. */
export function countWaiting(conn: Conn, status: OrderStatus | undefined): number {
  const { count } = queriesFor(status !== undefined, false)
  return count(conn).get({ status: status ?? null })?.waiting ?? 0
}

/** The SKU that a line has: as it was sold, else its variant's, else its product's, as they are now. */
const currentSku = sql<string | null>`coalesce(${orderItems.sku},
  (SELECT ${variants.sku} FROM ${variants} WHERE ${variants.id} = ${orderItems.variantId}),
  (SELECT ${products.sku} FROM ${products} WHERE ${products.id} = ${orderItems.productId}))`

/** All lines of the orders in a JSON list of `seq`, with the SKU that they have. */
export const listItemsWithSku = query((conn) =>
  conn
    .select({
      orderSeq: orderItems.orderSeq,
      id: orderItems.id,
      productId: orderItems.productId,
      variantId: orderItems.variantId,
      sku: currentSku,
      productName: orderItems.productName,
      variantLabel: orderItems.variantLabel,
      hsn: orderItems.hsn,
      quantity: orderItems.quantity,
      unitPrice: orderItems.unitPrice,
      lineTotal: orderItems.lineTotal,
      gstAmount: orderItems.gstAmount,
      gstBasisPoints: orderItems.gstBasisPoints,
      syncedAt: orderItems.syncedAt,
    })
    .from(orderItems)
    .where(
      sql`${orderItems.orderSeq} IN (SELECT value FROM json_each(${sql.placeholder('orderSeqs')}))`,
    )
    .orderBy(asc(orderItems.orderSeq), asc(orderItems.seq))
    .prepare(),
)

/** Marks every line of an order that is not marked yet. Returns a row for each. */
export const setAllSynced = query((conn) =>
  conn
    .update(orderItems)
    .set(synced())
    .where(and(eq(orderItems.orderSeq, sql.placeholder('orderSeq')), isUnsynced()))
    .returning({ id: orderItems.id })
    .prepare(),
)

/** The same for the lines in a JSON list of ids. */
export const setSynced = query((conn) =>
  conn
    .update(orderItems)
    .set(synced())
    .where(
      and(
        eq(orderItems.orderSeq, sql.placeholder('orderSeq')),
        isUnsynced(),
        sql`${orderItems.id} IN (SELECT value FROM json_each(${sql.placeholder('ids')}))`,
      ),
    )
    .returning({ id: orderItems.id })
    .prepare(),
)

export const listItemIds = query((conn) =>
  conn
    .select({ id: orderItems.id })
    .from(orderItems)
    .where(eq(orderItems.orderSeq, sql.placeholder('orderSeq')))
    .prepare(),
)

/**
 * After lines of an order were marked or put back: what still waits, and when the last of all lines was marked. Returns
 * whether every line is.
 */
export const settleOrder = query((conn) => {
  const lines = sql`SELECT 1 FROM ${orderItems} WHERE ${orderItems.orderSeq} = ${orders.seq} AND ${orderItems.syncedAt} IS NULL`
  return conn
    .update(orders)
    .set({
      waitingItems: sql`(SELECT count(*) FROM (${lines} AND ${currentSku} IS NOT NULL))`,
      syncedAt: sql`CASE WHEN EXISTS (${lines}) THEN NULL ELSE coalesce(${orders.syncedAt}, ${sql.placeholder('now')}) END`,
    })
    .where(eq(orders.seq, sql.placeholder('seq')))
    .returning({ syncedAt: orders.syncedAt })
    .prepare()
})

/** Takes the acknowledgement of an order's lines back. Returns a row for each. */
export const setUnsynced = query((conn) =>
  conn
    .update(orderItems)
    .set({ syncedAt: null, syncedKeyId: null })
    .where(
      and(
        eq(orderItems.orderSeq, sql.placeholder('orderSeq')),
        sql`${orderItems.syncedAt} IS NOT NULL`,
      ),
    )
    .returning({ id: orderItems.id })
    .prepare(),
)

/** The next `limit` orders by `seq`, up to the last of which an act goes. */
export const findSliceEnd = query((conn) =>
  conn
    .select({ last: sql<number | null>`max(seq)` })
    .from(
      conn
        .select({ seq: orders.seq })
        .from(orders)
        .where(sql`${orders.seq} > ${sql.placeholder('seq')}`)
        .orderBy(asc(orders.seq))
        .limit(sql.placeholder('limit'))
        .as('slice'),
    )
    .prepare(),
)

/** The same for the lines of the orders after `seq` up to `last` that were marked from `from` on and before `until`. */
export const setRangeUnsynced = query((conn) =>
  conn
    .update(orderItems)
    .set({ syncedAt: null, syncedKeyId: null })
    .where(
      and(
        sql`${orderItems.orderSeq} > ${sql.placeholder('seq')} AND ${orderItems.orderSeq} <= ${sql.placeholder('last')}`,
        sql`${orderItems.syncedAt} >= ${sql.placeholder('from')} AND ${orderItems.syncedAt} < ${sql.placeholder('until')}`,
      ),
    )
    .returning({ orderSeq: orderItems.orderSeq })
    .prepare(),
)

function synced() {
  return {
    syncedAt: sql`${sql.placeholder('now')}`,
    syncedKeyId: sql`${sql.placeholder('keyId')}`,
  }
}

function isUnsynced(): SQL {
  return sql`${orderItems.syncedAt} IS NULL`
}

/** The condition of the partial index as it stands there: a parameter would keep SQLite from using it. */
function isWaiting(): SQL {
  return sql`${orders.waitingItems} > 0`
}

/** One pair of prepared queries for each shape of the list. */
const shapes = new Map(
  [true, false].flatMap((byStatus) =>
    [true, false].map(
      (behind) => [`${byStatus} ${behind}`, buildQueries(byStatus, behind)] as const,
    ),
  ),
)

function queriesFor(byStatus: boolean, behind: boolean): ReturnType<typeof buildQueries> {
  const known = shapes.get(`${byStatus} ${behind}`)
  if (known === undefined) throw new Error('The unsynced list has a shape without queries.')
  return known
}

function buildQueries(byStatus: boolean, behind: boolean) {
  const ofStatus = byStatus ? sql`${orders.status} = ${sql.placeholder('status')}` : undefined
  const isBehind = behind
    ? sql`(${orders.createdAt}, ${orders.id}) > (${sql.placeholder('createdAt')}, ${sql.placeholder('id')})`
    : undefined
  return {
    list: query((conn) =>
      conn
        .select()
        .from(orders)
        .where(and(isWaiting(), ofStatus, isBehind))
        .orderBy(asc(orders.createdAt), asc(orders.id))
        .limit(sql.placeholder('limit'))
        .prepare(),
    ),
    count: query((conn) =>
      conn
        .select({ waiting: sql<number>`count(*)` })
        .from(orders)
        .where(and(isWaiting(), ofStatus))
        .prepare(),
    ),
  }
}
