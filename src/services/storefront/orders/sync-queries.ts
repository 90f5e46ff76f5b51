import { and, asc, eq, sql } from 'drizzle-orm'
import { query } from '../../../platform/db/connection.ts'
import { orderItems, orders } from '../tables.ts'
import { currentSku } from './waiting-queries.ts'

/** Marks the lines of an order that are not marked yet: those in a JSON list of ids, or all (null). A row for each. */
export const setSynced = query((conn) =>
  conn
    .update(orderItems)
    .set({
      syncedAt: sql`${sql.placeholder('now')}`,
      syncedKeyId: sql`${sql.placeholder('keyId')}`,
    })
    .where(
      and(
        eq(orderItems.orderSeq, sql.placeholder('orderSeq')),
        sql`${orderItems.syncedAt} IS NULL`,
        sql`(${sql.placeholder('ids')} IS NULL OR ${orderItems.id} IN (SELECT value FROM json_each(${sql.placeholder('ids')})))`,
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
 * After lines of an order were marked or put back: how many still wait, and since when all of them are marked. Returns
 * that time; null while one is not.
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

/** The next orders behind a `seq`. */
export const listOrderSeqs = query((conn) =>
  conn
    .select({ seq: orders.seq })
    .from(orders)
    .where(sql`${orders.seq} > ${sql.placeholder('seq')}`)
    .orderBy(asc(orders.seq))
    .limit(sql.placeholder('limit'))
    .prepare(),
)

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
    .returning({ orderSeq: orderItems.orderSeq })
    .prepare(),
)

/** The same for those of its lines that were marked from `from` on and before `until`. */
export const setRangeUnsynced = query((conn) =>
  conn
    .update(orderItems)
    .set({ syncedAt: null, syncedKeyId: null })
    .where(
      and(
        eq(orderItems.orderSeq, sql.placeholder('orderSeq')),
        sql`${orderItems.syncedAt} >= ${sql.placeholder('from')} AND ${orderItems.syncedAt} < ${sql.placeholder('until')}`,
      ),
    )
    .returning({ orderSeq: orderItems.orderSeq })
    .prepare(),
)
