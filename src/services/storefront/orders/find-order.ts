import { snapshot } from '../../../platform/db/connection.ts'
import type { StorefrontDeps } from '../deps.ts'
import { countSyncedWithin, listOrderLines } from './list-queries.ts'
import type { PutBack, SyncedRange } from './put-back.ts'
import { requireOrder, type Order } from './queries.ts'
import { asId } from './sync-row.ts'

type Deps = Pick<StorefrontDeps, 'database'>

/** A line of an order, with the SKU that it has now and the key that acknowledged it. Money in paise. */
export type OrderLine = ReturnType<ReturnType<typeof listOrderLines>['all']>[number]

/** One order with all its lines. Throws AppError `not_found`. */
export function findOrderWithLines(
  { database }: Deps,
  id: string,
): { order: Order; lines: OrderLine[] } {
  return snapshot(database.read, () => {
    const order = requireOrder(database.read, asId(id))
    return { order, lines: listOrderLines(database.read).all({ orderSeq: order.seq }) }
  })
}

/** What `putBackRange` would put back now. */
export function countPutBack({ database }: Deps, range: SyncedRange): PutBack {
  return countSyncedWithin(database.read).get(range) ?? { orders: 0, items: 0 }
}
