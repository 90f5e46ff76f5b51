import { leaseRoutes } from '../../../imports/leases/routes.ts'
import { resultRoutes } from '../../../imports/results/routes.ts'
import { describeWrite } from '../api.ts'
import type { StorefrontDeps } from '../deps.ts'
import { findOrderPosition } from '../orders/order.ts'

/** What programs say became of orders. */
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
      describeWrite,
    },
  )
}

/** Leases of orders. */
export function orderLeaseRoutes(deps: StorefrontDeps) {
  return leaseRoutes(deps, {
    kind: 'order',
    service: 'storefront',
    operationId: 'renewOrderLease',
    tag: 'Orders',
    scope: 'orders:read',
    describeWrite,
  })
}
