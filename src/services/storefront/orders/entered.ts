import type { Conn } from '../../../platform/db/connection.ts'
import { leaseRoutes } from '../../../books/leases/routes.ts'
import { resultRoutes } from '../../../books/results/routes.ts'
import { describeRead, describeWrite } from '../api.ts'
import type { StorefrontDeps } from '../deps.ts'
import { findOrder, findOrderPosition } from './order.ts'
import { settleAll, type Settling } from '../../../books/settling/settle.ts'
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

/** Settles orders that did not get into the accounts (`settleAll`). */
export async function settleOrderImports(
  deps: Pick<StorefrontDeps, 'database' | 'clock'>,
  ids: readonly string[],
  as: Settling,
  by: string,
): Promise<number> {
  const settled = {
    kind: 'order',
    deliver(conn: Conn, id: string, { now }: { now: number }) {
      const order = findOrder(conn).get({ id })
      if (order !== undefined) markWhole(conn, order.seq, now)
    },
    nameOf(conn: Conn, id: string) {
      const orderNo = findOrder(conn).get({ id })?.orderNo
      return orderNo === undefined ? {} : { orderNo }
    },
  } as const
  return await settleAll(deps, settled, ids, as, by)
}
