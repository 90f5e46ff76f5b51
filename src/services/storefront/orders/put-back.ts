import { recordHistory } from '../../../accounts/history.ts'
import type { Conn } from '../../../platform/db/connection.ts'
import { within } from '../../../platform/slices.ts'
import type { StorefrontDeps } from '../deps.ts'
import { requireOrder } from './queries.ts'
import { asId } from './sync-row.ts'
import { listOrderSeqs, setRangeUnsynced, setUnsynced, settleOrder } from './sync-queries.ts'

/** Orders whose turn it is next, read at once. */
const ordersPerPage = 500

/** Times of acknowledgement, in milliseconds since the epoch: `from` counts, `until` does not. */
export type SyncedRange = { from: number; until: number }

/** How many wait again: lines, and the orders that they are of. */
export type PutBack = { orders: number; items: number }

type Deps = Pick<StorefrontDeps, 'database' | 'clock'>

/**
 * Takes the acknowledgement of an order's lines back: they wait again. Returns zeros when they wait already. `by` is the
 * owner. Throws AppError `not_found`.
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

/**
 * Likewise for all lines that were acknowledged in a range of time, as after a restore of the accounting system. It goes
 * in slices, and repeating it after an interruption is safe.
 */
export async function putBackRange(deps: Deps, range: SyncedRange, by: string): Promise<PutBack> {
  const total = { orders: 0, items: 0 }
  let seq = 0
  for (;;) {
    const after = seq
    const slice = await deps.database.write((conn) => putBackSlice(conn, deps, after, range, by), {
      alone: true,
    })
    total.orders += slice.putBack.orders
    total.items += slice.putBack.items
    if (slice.last === null) return total
    seq = slice.last
  }
}

function putBackSlice(conn: Conn, deps: Deps, seq: number, range: SyncedRange, by: string) {
  let last = null
  const lines = []
  for (const order of within(listOrderSeqs(conn).all({ seq, limit: ordersPerPage }))) {
    last = order.seq
    lines.push(...setRangeUnsynced(conn).all({ orderSeq: order.seq, ...range }))
  }
  const putBack = settle(conn, deps, lines)
  record(conn, deps, by, putBack, range)
  return { putBack, last }
}

/** Brings the orders of lines that were put back up to date. */
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
