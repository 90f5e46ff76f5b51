import type { Conn } from '../../../platform/db/connection.ts'
import { AppError } from '../../../platform/errors.ts'
import type { StorefrontParts } from '../parts.ts'
import { nothingExcluded, orderJson } from './order-json.ts'
import { requireOrder, setStatus, type Order } from './queries.ts'
import { isUndone, nextStatuses, type OrderStatus } from './rules.ts'
import { returnStock } from './take-stock.ts'
import { listItemsWithSku, type ItemWithSku } from './waiting-queries.ts'

/**
 * Moves an order on; what is cancelled or returned goes back into the stock it came from, in the same transaction. The
 * status that it has already changes nothing, so that a repeat is safe. Returns the order with all its lines, as JSON.
 * Throws AppError `not_found`; `conflict` that names the moves that are allowed.
 */
export async function moveStatus(
  parts: Pick<StorefrontParts, 'book' | 'clock'>,
  orderId: string,
  status: OrderStatus,
): Promise<string> {
  return await parts.book.write((conn) => {
    const order = requireOrder(conn, orderId)
    const items = listItemsWithSku(conn).all({ orderSeqs: JSON.stringify([order.seq]) })
    const moved = move(conn, order, items, status, parts.clock.now())
    return JSON.stringify(orderJson(moved, items, nothingExcluded))
  })
}

function move(
  conn: Conn,
  order: Order,
  items: readonly ItemWithSku[],
  status: OrderStatus,
  now: number,
): Order {
  if (order.status === status) return order
  if (!nextStatuses[order.status].includes(status)) throw notNext(order.status, status)
  setStatus(conn).run({ seq: order.seq, status, now })
  if (isUndone(status) && order.takesStock) returnStock(conn, items)
  return { ...order, status, revision: order.revision + 1, updatedAt: now }
}

function notNext(from: OrderStatus, to: OrderStatus): AppError {
  const next = nextStatuses[from]
  const allowed = next.length === 0 ? 'nothing any more' : next.join(', ')
  return new AppError(
    'conflict',
    `The order is ${from}: it cannot become ${to}. Allowed next: ${allowed}.`,
  )
}
