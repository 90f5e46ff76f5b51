import type { Gauge } from '../../../platform/http/pages/metrics.ts'
import type { StorefrontDeps } from '../deps.ts'
import { listOrders, oldestOrdersFirst } from './list-orders.ts'

/** The storefront's values for monitoring. */
export function orderGauges(deps: Pick<StorefrontDeps, 'database'>, now: number): Gauge[] {
  const { orders, total } = listOrders(deps, {
    sync: 'waiting',
    sort: oldestOrdersFirst,
    limit: 1,
    offset: 0,
  })
  const since = orders[0]?.createdAt ?? now
  return [
    {
      name: 'orders_waiting',
      help: 'Orders that no program has acknowledged yet.',
      value: total,
    },
    {
      name: 'orders_oldest_wait_seconds',
      help: 'How long the oldest of them waits.',
      value: Math.max(0, (now - since) / 1000),
    },
  ]
}
