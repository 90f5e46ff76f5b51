import { recordHistory } from '../../../accounts/history.ts'
import type { Conn } from '../../../platform/db/connection.ts'
import type { StorefrontParts } from '../parts.ts'
import { asId } from './sync-row.ts'
import { requireOrder } from './queries.ts'
import { findSliceEnd, setRangeUnsynced, setUnsynced, settleOrder } from './waiting-queries.ts'

/** Orders that one transaction looks at: about 20 ms when all of them are put back. */
const ordersPerSlice = 500

/** Times of acknowledgement, in milliseconds since the epoch: `from` counts, `until` does not. */
export type SyncedRange = { from: number; until: number }

type Parts = Pick<StorefrontParts, 'book' | 'clock'>

/**
 * Takes the acknowledgement of an order's lines back: they wait again. Returns how many lines; 0 when they wait already.
 * `by` is the owner. Throws AppError `not_found`.
 */
export async function putBackOrder(parts: Parts, by: string, orderId: string): Promise<number> {
  return await parts.book.write((conn) => {
    const { id, seq } = requireOrder(conn, asId(orderId))
    const items = setUnsynced(conn).all({ orderSeq: seq }).length
    if (items > 0) settleOrder(conn).get({ seq, now: parts.clock.now() })
    record(conn, parts, by, { orders: 1, items }, { id })
    return items
  })
}

/**
 * Likewise for all lines that were acknowledged in a range of time, as after a restore of the accounting system. Returns
 * how many orders wait again. It goes in slices, and repeating it after an interruption is safe.
 */
export async function putBackOrders(parts: Parts, by: string, range: SyncedRange): Promise<number> {
  let total = 0
  let seq = 0
  for (;;) {
    const after = seq
    const slice = await parts.book.write((conn) => putBackSlice(conn, parts, by, after, range), {
      alone: true,
    })
    total += slice.orders
    if (slice.last === null) return total
    seq = slice.last
  }
}

function putBackSlice(conn: Conn, parts: Parts, by: string, seq: number, range: SyncedRange) {
  const last = findSliceEnd(conn).get({ seq, limit: ordersPerSlice })?.last ?? null
  if (last === null) return { orders: 0, last }
  const items = setRangeUnsynced(conn).all({ seq, last, ...range })
  const touched = new Set(items.map(({ orderSeq }) => orderSeq))
  const now = parts.clock.now()
  for (const orderSeq of touched) settleOrder(conn).get({ seq: orderSeq, now })
  record(conn, parts, by, { orders: touched.size, items: items.length }, range)
  return { orders: touched.size, last }
}

function record(
  conn: Conn,
  { clock }: Parts,
  by: string,
  counts: { orders: number; items: number },
  which: Record<string, unknown>,
): void {
  if (counts.items === 0) return
  const details = { ...counts, ...which }
  recordHistory(conn, clock.now(), { action: 'orders put back', userId: by, details })
}
