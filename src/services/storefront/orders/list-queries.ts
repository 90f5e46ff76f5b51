import { and, asc, desc, eq, sql } from 'drizzle-orm'
import { query } from '../../../platform/db/connection.ts'
import { orderItems, orders } from '../tables.ts'
import type { SyncState } from './rules.ts'
import { lineColumns } from './waiting-queries.ts'

/** The judgement of rules.ts. Waiting as the condition of the partial index stands there. */
const conditions = {
  any: undefined,
  waiting: sql`${orders.waitingItems} > 0`,
  synced: sql`${orders.syncedAt} IS NOT NULL AND ${orders.waitingItems} = 0`,
  'left out': sql`${orders.syncedAt} IS NULL AND ${orders.waitingItems} = 0`,
} satisfies Record<SyncState | 'any', unknown>

type Sync = keyof typeof conditions

const phoneDigits = sql`replace(replace(replace(replace(replace(${orders.customerPhone}, ' ', ''), '-', ''), '+', ''), '(', ''), ')', '')`

/**
 * Patterns are null when nothing is looked for. `sold` are the orders (a JSON list of `seq`) with something that is
 * called so. `spread` has the digits of `phone` with anything in between: only what passes it is worth taking apart
 * (measured at 100,000 orders with numbers that begin alike: 86 ms instead of 146).
 */
const hasText = sql`(${sql.placeholder('text')} IS NULL
  OR ${orders.orderNo} LIKE ${sql.placeholder('text')} ESCAPE '\\'
  OR ${orders.customerName} LIKE ${sql.placeholder('text')} ESCAPE '\\'
  OR ${orders.customerPhone} LIKE ${sql.placeholder('text')} ESCAPE '\\'
  OR ${orders.seq} IN (SELECT value FROM json_each(${sql.placeholder('sold')}))
  OR (${orders.customerPhone} LIKE ${sql.placeholder('spread')} AND ${phoneDigits} LIKE ${sql.placeholder('phone')}))`

const selected = (sync: Sync) =>
  and(
    conditions[sync],
    sql`${orders.createdAt} BETWEEN ${sql.placeholder('from')} AND ${sql.placeholder('until')}`,
    sql`(${sql.placeholder('status')} IS NULL OR ${orders.status} = ${sql.placeholder('status')})`,
    hasText,
  )

/** The orders, a JSON list of `seq`, of which a line's name or SKU has a pattern: asked once for the count and the page. */
export const findSold = query((conn) =>
  conn.$client.query<{ seqs: string }, [pattern: string]>(
    String.raw`SELECT json_group_array(order_seq) AS seqs FROM order_items
     WHERE sku LIKE ?1 ESCAPE '\' OR product_name LIKE ?1 ESCAPE '\'`,
  ),
)

export const countOrdersOf = bySync((sync) =>
  query((conn) =>
    conn
      .select({ n: sql<number>`count(*)` })
      .from(orders)
      .where(selected(sync))
      .prepare(),
  ),
)

/** A page of the orders with the number of their lines, by when they were placed. */
export const listOrdersPage = {
  newest: bySync((sync) => pageQuery(sync, desc)),
  oldest: bySync((sync) => pageQuery(sync, asc)),
}

export type ListedOrder = ReturnType<
  ReturnType<(typeof listOrdersPage)['newest']['any']>['all']
>[number]

function pageQuery(sync: Sync, direction: typeof asc) {
  return query((conn) =>
    conn
      .select({
        id: orders.id,
        orderNo: orders.orderNo,
        customerName: orders.customerName,
        customerPhone: orders.customerPhone,
        status: orders.status,
        total: orders.total,
        waitingItems: orders.waitingItems,
        syncedAt: orders.syncedAt,
        createdAt: orders.createdAt,
        // By hand: in a list of columns Drizzle leaves out of which table they are.
        items: sql<number>`(SELECT count(*) FROM order_items WHERE order_seq = orders.seq)`,
      })
      .from(orders)
      .where(selected(sync))
      .orderBy(direction(orders.createdAt), direction(orders.id))
      .limit(sql.placeholder('limit'))
      .offset(sql.placeholder('offset'))
      .prepare(),
  )
}

function bySync<Q>(build: (sync: Sync) => Q): Record<Sync, Q> {
  return {
    any: build('any'),
    waiting: build('waiting'),
    synced: build('synced'),
    'left out': build('left out'),
  }
}

/** The lines of an order, each with the SKU that it has now and the key that acknowledged it. */
export const listOrderLines = query((conn) =>
  conn
    .select({
      ...lineColumns,
      syncedKeyId: orderItems.syncedKeyId,
    })
    .from(orderItems)
    .where(eq(orderItems.orderSeq, sql.placeholder('orderSeq')))
    .orderBy(asc(orderItems.seq))
    .prepare(),
)

/** How many lines were acknowledged from `from` on and before `until`, and of how many orders they are. */
export const countSyncedWithin = query((conn) =>
  conn
    .select({
      items: sql<number>`count(*)`,
      orders: sql<number>`count(DISTINCT ${orderItems.orderSeq})`,
    })
    .from(orderItems)
    .where(
      sql`${orderItems.syncedAt} >= ${sql.placeholder('from')} AND ${orderItems.syncedAt} < ${sql.placeholder('until')}`,
    )
    .prepare(),
)
