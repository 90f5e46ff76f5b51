import { eq, sql } from 'drizzle-orm'
import type { KeyCaller } from '../../../accounts/keys/guard.ts'
import { findKey } from '../../../accounts/keys/queries.ts'
import { type Conn, type Params, query } from '../../../platform/db/connection.ts'
import { AppError } from '../../../platform/errors.ts'
import type { StorefrontDeps } from '../deps.ts'
import { recordHistory } from '../history.ts'
import { takeBack, type Returned } from './invoices/take-back.ts'
import { orders } from '../tables.ts'
import {
  findOrder,
  type ItemWithSku,
  listItemsWithSku,
  nothingExcluded,
  type Order,
  orderJson,
  requireOrder,
} from './order.ts'
import { returnStock } from './placing/stock.ts'
import { isUndone, nextStatuses, type OrderStatus } from './rules.ts'

/** Who moves an order: `by` is a user of the console, whose page showed the status `startedFrom`. `caller` is a key. */
type Mover = {
  by?: string
  startedFrom?: OrderStatus | undefined
  caller?: Pick<KeyCaller, 'keyId' | 'keyName' | 'userId' | 'scopes'>
}

/**
 * Changes an order's status. Cancelling or returning puts the units back into the stock from which they came, in the
 * same transaction. The present status changes nothing, so a repeat is safe. Returns the order with all its lines, as
 * JSON. Throws AppError `not_found`; `forbidden` for a key that may not end the order; `invalid_transition` that names
 * the allowed moves; `conflict` with the field `startedFrom` if the status changed since the page showed it.
 */
export async function moveStatus(
  deps: Pick<StorefrontDeps, 'database' | 'clock'>,
  orderId: string,
  status: OrderStatus,
  { by, startedFrom, caller }: Mover = {},
): Promise<string> {
  return await deps.database.write((conn) => {
    const order = requireOrder(conn, orderId)
    if (caller !== undefined && isUndone(status)) requireOwn(conn, order, caller)
    if (order.status !== status) requireUnmoved(order, startedFrom)
    const items = listItemsWithSku(conn).all({ orderSeqs: JSON.stringify([order.seq]) })
    const now = deps.clock.now()
    const moved = move(conn, order, items, status, { by, now })
    if (by !== undefined && moved !== order) {
      const details = { id: order.id, orderNo: order.orderNo, from: order.status, to: status }
      recordHistory(conn, now, { action: 'order moved', userId: by, details })
    }
    return JSON.stringify(orderJson(moved, items, nothingExcluded))
  })
}

/**
 * Changes the status of several orders, in slices, each with an entry in account history. Orders that are missing,
 * already have `status` or cannot get it stay as they are. `left` counts them.
 */
export async function moveStatuses(
  deps: Pick<StorefrontDeps, 'database' | 'clock'>,
  ids: readonly string[],
  status: OrderStatus,
  by: string,
): Promise<{ changed: number; left: number }> {
  let changed = 0
  const slices = deps.database.writeEach(ids, {}, (conn, some) => {
    const now = deps.clock.now()
    let moved = 0
    for (const id of some) {
      const order = findOrder(conn).get({ id })
      if (order === undefined || !nextStatuses[order.status].includes(status)) continue
      const items = listItemsWithSku(conn).all({ orderSeqs: JSON.stringify([order.seq]) })
      move(conn, order, items, status, { by, now })
      moved++
    }
    if (moved > 0) {
      const details = { orders: moved, to: status }
      recordHistory(conn, now, { action: 'orders moved', userId: by, details })
    }
    return moved
  })
  for await (const moved of slices) changed += moved
  return { changed, left: ids.length - changed }
}

/**
 * A web shop's key is stored at the web shop, so it may undo only its own orders. Its own orders include those of a
 * key of the same user and name, which it replaced. A key that acknowledges orders for the accounts may end any order.
 */
function requireOwn(
  conn: Conn,
  { placedKeyId }: Order,
  caller: NonNullable<Mover['caller']>,
): void {
  if (caller.scopes.includes('orders:write')) return
  if (placedKeyId === caller.keyId) return
  const placed = placedKeyId === null ? undefined : findKey(conn).get({ id: placedKeyId })
  if (placed?.userId === caller.userId && placed.name === caller.keyName) return
  throw new AppError(
    'forbidden',
    'This key may cancel or return only orders that it placed itself. Cancel the order in the console, or with a key that has the scope orders:write as well.',
  )
}

function requireUnmoved({ status, orderNo }: Order, startedFrom: OrderStatus | undefined): void {
  if (startedFrom === undefined || startedFrom === status) return
  const message = `Somebody changed order ${orderNo} meanwhile: it is ${status}.`
  throw new AppError('conflict', message, { field: 'startedFrom' })
}

function move(
  conn: Conn,
  order: Order,
  items: readonly ItemWithSku[],
  status: OrderStatus,
  { by, now }: { by: string | undefined; now: number },
): Order {
  if (order.status === status) return order
  if (!nextStatuses[order.status].includes(status)) throw notNext(order.status, status)
  setStatus(conn).run({ seq: order.seq, status, now })
  if (status === 'cancelled' && order.takesStock) returnStock(conn, items)
  if (status === 'returned') takeBack(conn, order, items, leftOf(items), { reason: '', by, now })
  return { ...order, status, revision: order.revision + 1, updatedAt: now }
}

/** The units that were not returned earlier. */
function leftOf(items: readonly ItemWithSku[]): Returned[] {
  return items
    .map((item) => ({ item, units: item.quantity - item.returnedQuantity }))
    .filter(({ units }) => units > 0)
}

function notNext(from: OrderStatus, to: OrderStatus): AppError {
  const next = nextStatuses[from]
  const allowed = next.length === 0 ? 'nothing any more' : next.join(', ')
  return new AppError(
    'invalid_transition',
    `The order is ${from}: it cannot become ${to}. Allowed next: ${allowed}.`,
  )
}

/** Every change raises the revision, also one that keeps the status. */
export const setStatus = query((conn, p: Params<{ status: string; now: number; seq: number }>) =>
  conn
    .update(orders)
    .set({
      status: sql`${p.status}`,
      revision: sql`${orders.revision} + 1`,
      updatedAt: sql`${p.now}`,
    })
    .where(eq(orders.seq, p.seq)),
)
