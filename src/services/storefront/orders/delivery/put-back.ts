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

const always: SyncedRange = { from: Number.MIN_SAFE_INTEGER, until: Number.MAX_SAFE_INTEGER }

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
    const lines = setUnsynced(conn).all({ orderSeq: order.seq, ...always })
    return settle(conn, deps, by, lines, { id: order.id, orderNo: order.orderNo })
  })
}

/** Puts back several orders, in slices. Waiting and missing orders stay as they are. */
export async function putBackOrders(
  deps: Deps,
  ids: readonly string[],
  by: string,
): Promise<PutBack> {
  const total = { orders: 0, items: 0 }
  const slices = deps.database.writeEach(ids, {}, (conn, some) => {
    const found = Array.from(some).flatMap((id) => findOrder(conn).get({ id }) ?? [])
    const lines = found.flatMap(({ seq }) => setUnsynced(conn).all({ orderSeq: seq, ...always }))
    return settle(conn, deps, by, lines, {})
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
      lines.push(...setUnsynced(conn).all({ orderSeq: order.seq, ...range }))
    }
    return { putBack: settle(conn, deps, by, lines, range), last }
  })
  for await (const { putBack, last } of slices) {
    total.orders += putBack.orders
    total.items += putBack.items
    seq = last
  }
  return total
}

/** Updates the orders of lines that were put back, and records it. `which` says which lines were chosen. */
function settle(
  conn: Conn,
  { clock }: Deps,
  by: string,
  lines: readonly { orderSeq: number }[],
  which: Record<string, unknown>,
): PutBack {
  const orderSeqs = new Set(lines.map(({ orderSeq }) => orderSeq))
  const now = clock.now()
  for (const seq of orderSeqs) settleOrder(conn).get({ seq, now })
  const putBack = { orders: orderSeqs.size, items: lines.length }
  if (putBack.items > 0) {
    const details = { ...putBack, ...which }
    recordHistory(conn, now, { action: 'orders put back', userId: by, details })
  }
  return putBack
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

const isWithin = ({ from, until }: Params<SyncedRange>) =>
  sql`${orderItems.syncedAt} >= ${from} AND ${orderItems.syncedAt} < ${until}`

/** Undoes the acknowledgement of an order's lines that were acknowledged in a range. Returns a row for each. */
const setUnsynced = query((conn, p: Params<SyncedRange & { orderSeq: number }>) =>
  conn
    .update(orderItems)
    .set({ syncedAt: null, syncedKeyId: null })
    .where(and(eq(orderItems.orderSeq, p.orderSeq), isWithin(p)))
    .returning({ orderSeq: orderItems.orderSeq }),
)

/** The number of lines acknowledged in a range, and of their orders. */
const countSyncedWithin = query((conn, range: Params<SyncedRange>) =>
  conn
    .select({
      items: sql<number>`count(*)`,
      orders: sql<number>`count(DISTINCT ${orderItems.orderSeq})`,
    })
    .from(orderItems)
    .where(isWithin(range)),
)
