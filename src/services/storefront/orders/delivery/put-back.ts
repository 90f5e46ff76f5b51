import { and, asc, eq, sql } from 'drizzle-orm'
import { type Conn, type Params, query } from '../../../../platform/db/connection.ts'
import type { StorefrontDeps } from '../../deps.ts'
import { recordHistory } from '../../history.ts'
import { orderItems, orders } from '../../tables.ts'
import { findOrder, requireOrder } from '../order.ts'
import { asId } from '../rules.ts'
import { settleOrder } from './mark-synced.ts'

/** The number of orders read at once. */
const ordersPerPage = 500

/** Times of acknowledgement in milliseconds since the epoch. `from` is included, `until` is not. */
type SyncedRange = { from: number; until: number }

/** The numbers of lines that wait again, and of their orders. */
type PutBack = { orders: number; items: number }

type Deps = Pick<StorefrontDeps, 'database' | 'clock'>

/** The numbers that `putBackRange` would return now. */
export function countPutBack({ database }: Pick<Deps, 'database'>, range: SyncedRange): PutBack {
  return countSyncedWithin(database.read).get(range) ?? { orders: 0, items: 0 }
}

/**
 * Undoes the acknowledgement of an order's lines, so that they wait again. Returns zeros if they already wait. `by` is
 * the owner. Throws AppError `not_found`.
 */
export async function putBackOrder(deps: Deps, id: string, by: string): Promise<PutBack> {
  return await deps.database.write((conn) => {
    const order = requireOrder(conn, asId(id))
    const lines = setUnsynced(conn).all({ orderSeq: order.seq })
    const putBack = settle(conn, deps, lines)
    record(conn, deps, by, putBack, { id: order.id, orderNo: order.orderNo })
    return putBack
  })
}

/** The same for several orders, in slices. Waiting and missing orders stay as they are. */
export async function putBackOrders(
  deps: Deps,
  ids: readonly string[],
  by: string,
): Promise<PutBack> {
  const total = { orders: 0, items: 0 }
  const slices = deps.database.writeEach(ids, {}, (conn, some) => {
    const lines = []
    for (const id of some) {
      const order = findOrder(conn).get({ id })
      if (order !== undefined) lines.push(...setUnsynced(conn).all({ orderSeq: order.seq }))
    }
    const putBack = settle(conn, deps, lines)
    record(conn, deps, by, putBack, {})
    return putBack
  })
  for await (const putBack of slices) {
    total.orders += putBack.orders
    total.items += putBack.items
  }
  return total
}

/**
 * The same for all lines acknowledged in a range of time, for example after a restore of the accounting system. Works
 * in slices, and can be repeated safely after an interruption.
 */
export async function putBackRange(deps: Deps, range: SyncedRange, by: string): Promise<PutBack> {
  const total = { orders: 0, items: 0 }
  let seq = 0
  const next = (conn: Conn) => listOrderSeqs(conn).all({ seq, limit: ordersPerPage })
  const slices = deps.database.writeEach(next, {}, (conn, some) => {
    let last = seq
    const lines = []
    for (const order of some) {
      last = order.seq
      lines.push(...setRangeUnsynced(conn).all({ orderSeq: order.seq, ...range }))
    }
    const putBack = settle(conn, deps, lines)
    record(conn, deps, by, putBack, range)
    return { putBack, last }
  })
  for await (const { putBack, last } of slices) {
    total.orders += putBack.orders
    total.items += putBack.items
    seq = last
  }
  return total
}

/** Updates the orders of lines that were put back. */
function settle(conn: Conn, { clock }: Deps, lines: readonly { orderSeq: number }[]): PutBack {
  const orderSeqs = new Set(lines.map(({ orderSeq }) => orderSeq))
  const now = clock.now()
  for (const seq of orderSeqs) settleOrder(conn).get({ seq, now })
  return { orders: orderSeqs.size, items: lines.length }
}

function record(
  conn: Conn,
  { clock }: Deps,
  by: string,
  putBack: PutBack,
  which: Record<string, unknown>,
): void {
  if (putBack.items === 0) return
  const details = { ...putBack, ...which }
  recordHistory(conn, clock.now(), { action: 'orders put back', userId: by, details })
}

/** The next orders after a `seq`. */
const listOrderSeqs = query((conn, { seq, limit }: Params<{ seq: number; limit: number }>) =>
  conn
    .select({ seq: orders.seq })
    .from(orders)
    .where(sql`${orders.seq} > ${seq}`)
    .orderBy(asc(orders.seq))
    .limit(limit),
)

/** Undoes the acknowledgement of an order's lines. Returns a row for each. */
const setUnsynced = query((conn, { orderSeq }: Params<{ orderSeq: number }>) =>
  conn
    .update(orderItems)
    .set({ syncedAt: null, syncedKeyId: null })
    .where(and(eq(orderItems.orderSeq, orderSeq), sql`${orderItems.syncedAt} IS NOT NULL`))
    .returning({ orderSeq: orderItems.orderSeq }),
)

/** The same for the order's lines marked from `from` on and before `until`. */
const setRangeUnsynced = query(
  (conn, p: Params<{ orderSeq: number; from: number; until: number }>) =>
    conn
      .update(orderItems)
      .set({ syncedAt: null, syncedKeyId: null })
      .where(
        and(
          eq(orderItems.orderSeq, p.orderSeq),
          sql`${orderItems.syncedAt} >= ${p.from} AND ${orderItems.syncedAt} < ${p.until}`,
        ),
      )
      .returning({ orderSeq: orderItems.orderSeq }),
)

/** The number of lines acknowledged from `from` on and before `until`, and of their orders. */
const countSyncedWithin = query((conn, { from, until }: Params<{ from: number; until: number }>) =>
  conn
    .select({
      items: sql<number>`count(*)`,
      orders: sql<number>`count(DISTINCT ${orderItems.orderSeq})`,
    })
    .from(orderItems)
    .where(sql`${orderItems.syncedAt} >= ${from} AND ${orderItems.syncedAt} < ${until}`),
)
