import { snapshot } from '../../../platform/db/connection.ts'
import type { StorefrontParts } from '../parts.ts'
import { countSyncedWithin, listOrderLines } from './list-queries.ts'
import type { PutBack, SyncedRange } from './put-back.ts'
import { requireOrder, type Order } from './queries.ts'
import { asId } from './sync-row.ts'

type Parts = Pick<StorefrontParts, 'book'>

/** A line of an order, with the SKU that it has now and the key that acknowledged it. Money in paise. */
export type OrderLine = ReturnType<ReturnType<typeof listOrderLines>['all']>[number]

/** One order with all its lines. Throws AppError `not_found`. */
export function findOrderWithLines(
  { book }: Parts,
  id: string,
): { order: Order; lines: OrderLine[] } {
  return snapshot(book.read, () => {
    const order = requireOrder(book.read, asId(id))
    return { order, lines: listOrderLines(book.read).all({ orderSeq: order.seq }) }
  })
}

/** What `putBackRange` would put back now. */
export function countPutBack({ book }: Parts, range: SyncedRange): PutBack {
  return countSyncedWithin(book.read).get(range) ?? { orders: 0, items: 0 }
}
