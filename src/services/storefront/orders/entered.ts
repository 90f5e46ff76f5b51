import type { Conn } from '../../../platform/db/connection.ts'
import { leaseRoutes } from '../../../books/leases/routes.ts'
import { resultRoutes } from '../../../books/results/routes.ts'
import { describeRead, describeWrite } from '../api.ts'
import type { StorefrontDeps } from '../deps.ts'
import { findOrder, findOrderPosition } from './order.ts'
import { listOpenSubjects } from '../../../books/results/queries.ts'
import { resultOfEach } from '../../../books/results/shown.ts'
import { recordHistory } from '../../../books/results/store-result.ts'
import { type Settling, settle } from '../../../books/settling/settle.ts'
import { markWhole } from './delivery/mark-synced.ts'

/** Import results of orders, reported by programs. */
export function orderResultRoutes(deps: StorefrontDeps) {
  return resultRoutes(
    deps,
    { kind: 'order', isKnown: (conn, _, id) => findOrderPosition(conn).get({ id }) !== undefined },
    {
      service: 'storefront',
      what: 'orders',
      operationId: 'sendOrderImportResults',
      tag: 'Orders',
      scope: 'orders:write',
      asks: 'listOrderImportResults',
      describeRead,
      describeWrite,
    },
  )
}

/** Whether any line of an order waits for programs. Leasing requires the same. */
export function orderWaits(conn: Conn, id: string): boolean {
  return (findOrderPosition(conn).get({ id })?.waitingItems ?? 0) > 0
}

/** Leases of orders. */
export function orderLeaseRoutes(deps: StorefrontDeps) {
  return leaseRoutes(deps, {
    kind: 'order',
    service: 'storefront',
    operationId: 'renewOrderLease',
    tag: 'Orders',
    scope: 'orders:write',
    describeWrite,
  })
}

/** The number of orders that are not in the accounts and not settled, and the first `limit` of them with the reason. */
export function listOpenOrders(
  { database: { read } }: Pick<StorefrontDeps, 'database'>,
  limit: number,
): { count: number; first: { id: string; orderNo: string; sentence: string }[] } {
  const open = listOpenSubjects(read).all({ kind: 'order' })
  const ids = open.slice(0, limit).map(({ id }) => id)
  const results = resultOfEach(read, 'order', ids)
  const first = ids.flatMap((id) => {
    const order = findOrder(read).get({ id })
    const sentence = results.get(id)?.sentence ?? ''
    return order === undefined ? [] : [{ id, orderNo: order.orderNo, sentence }]
  })
  return { count: open.length, first }
}

type Decided = { as: Settling; by: string; now: number }

/**
 * Settles orders that are not in the accounts. Orders entered by hand or left out become delivered. Orders to be tried
 * again still wait. Orders without an import result stay. Returns how many were settled.
 */
export async function settleOrderImports(
  { database, clock }: Pick<StorefrontDeps, 'database' | 'clock'>,
  ids: readonly string[],
  as: Settling,
  by: string,
): Promise<number> {
  const decided = { as, by, now: clock.now() }
  let total = 0
  const slices = database.writeEach(ids, {}, (conn, some) => {
    const settled = Array.from(some).filter((id) => settleOne(conn, id, decided))
    recordSettled(conn, decided, settled)
    return settled.length
  })
  for await (const settled of slices) total += settled
  return total
}

function settleOne(conn: Conn, id: string, decided: Decided): boolean {
  if (!settle(conn, { kind: 'order', subjectId: id }, decided)) return false
  const order = findOrder(conn).get({ id })
  if (decided.as !== 'again' && order !== undefined) markWhole(conn, order.seq, decided.now)
  return true
}

function recordSettled(conn: Conn, { as, by, now }: Decided, ids: readonly string[]): void {
  const [id] = ids
  if (id === undefined) return
  const orderNo = ids.length === 1 ? findOrder(conn).get({ id })?.orderNo : undefined
  recordHistory(conn, now, {
    action: 'import settled',
    userId: by,
    details: { of: 'order', as, subjects: ids.length, ...(orderNo !== undefined && { orderNo }) },
  })
}
