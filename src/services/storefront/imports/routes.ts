import type { Conn } from '../../../platform/db/connection.ts'
import { leaseRoutes } from '../../../books/leases/routes.ts'
import { resultRoutes } from '../../../books/results/routes.ts'
import { describeRead, describeWrite } from '../api.ts'
import type { StorefrontDeps } from '../deps.ts'
import { findOrderPosition } from '../orders/order.ts'

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
