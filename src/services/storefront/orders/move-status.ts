import { eq, sql } from 'drizzle-orm'
import type { KeyCaller } from '../../../accounts/keys/guard.ts'
import { findKey } from '../../../accounts/keys/queries.ts'
import { type Conn, type Params, query } from '../../../platform/db/connection.ts'
import { AppError } from '../../../platform/errors.ts'
import type { StorefrontDeps } from '../deps.ts'
import { recordHistory } from '../history.ts'
import { type Returned, takeBack } from './invoices/take-back.ts'
import { orders } from '../tables.ts'
import {
  type ItemWithSku,
  type Order,
  findOrder,
  listItemsWithSku,
  nothingExcluded,
  orderJson,
  requireOrder,
} from './order.ts'
import { returnStock } from './placing/stock.ts'
import { type OrderStatus, asId, isUndone, nextStatuses } from './rules.ts'
import { once } from '../../../platform/http/idempotency.ts'
import { findInvoice } from './invoices/queries.ts'

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
const setStatus = query((conn, p: Params<{ status: string; now: number; seq: number }>) =>
  conn
    .update(orders)
    .set({
      status: sql`${p.status}`,
      revision: sql`${orders.revision} + 1`,
      updatedAt: sql`${p.now}`,
    })
    .where(eq(orders.seq, p.seq)),
)

type Return = {
  orderId: string
  /** Units of lines, by the ids of the lines. */
  lines: readonly { id: string; quantity: number }[]
  /** The reason of the return for the credit note. '' for none. */
  reason: string
  by: string
}

/**
 * Takes some goods of an order back. The units return to the stock, and a credit note of the invoice gives the credit.
 * When nothing is left, the order is returned. A repeat with the same key changes nothing. Throws AppError
 * `not_found`; `invalid_transition` for an order that is not on its way or delivered; `conflict` for an order without
 * an invoice; `idempotency_conflict` if the key was used with another request; `invalid_request` with the field
 * `lines`.
 */
export async function returnGoods(
  { database, clock }: Pick<StorefrontDeps, 'database' | 'clock'>,
  goods: Return,
  idempotencyKey: string,
): Promise<void> {
  const requestHash = Bun.SHA256.hash(JSON.stringify(goods), 'hex')
  const attempt = { keyId: goods.by, idempotencyKey, requestHash }
  await database.write((conn) => {
    const now = clock.now()
    once(conn, attempt, now, () => {
      enterReturn(conn, goods, now)
      return { status: 200, body: '' }
    })
  })
}

function enterReturn(conn: Conn, { orderId, lines, reason, by }: Return, now: number): void {
  const order = requireOrder(conn, asId(orderId))
  requireReturnable(conn, order)
  const items = listItemsWithSku(conn).all({ orderSeqs: JSON.stringify([order.seq]) })
  const returned = lines.map(({ id, quantity }) => returnedOf(items, id, quantity))
  requireEachOnce(returned)
  takeBack(conn, order, items, returned, { reason, by, now })
  const units = returned.reduce((sum, one) => sum + one.units, 0)
  const left = items.reduce((sum, item) => sum + item.quantity - item.returnedQuantity, 0)
  setStatus(conn).run({ seq: order.seq, status: left === units ? 'returned' : order.status, now })
  const details = { id: order.id, orderNo: order.orderNo, units }
  recordHistory(conn, now, { action: 'goods returned', userId: by, details })
}

function requireReturnable(conn: Conn, { seq, orderNo, status }: Order): void {
  if (!nextStatuses[status].includes('returned')) {
    const message = `Order ${orderNo} is ${status}: goods come back of one that was dispatched or delivered.`
    throw new AppError('invalid_transition', message)
  }
  if (findInvoice(conn).get({ orderSeq: seq }) !== undefined) return
  const message = `Order ${orderNo} has no invoice that a credit note could be about: make it first, or mark the whole order as returned.`
  throw new AppError('conflict', message)
}

function returnedOf(items: readonly ItemWithSku[], id: string, units: number): Returned {
  const item = items.find((one) => one.id === asId(id))
  if (item === undefined) throw refusedLines('A line is not of this order: load the page again.')
  const left = item.quantity - item.returnedQuantity
  if (Number.isInteger(units) && units >= 1 && units <= left) return { item, units }
  throw refusedLines(`Of ${item.productName} between 1 and ${left} can come back.`)
}

function requireEachOnce(returned: readonly Returned[]): void {
  const ids = new Set(returned.map(({ item }) => item.id))
  if (returned.length > 0 && ids.size === returned.length) return
  throw refusedLines('Say of each line once how much comes back, of one at least.')
}

function refusedLines(message: string): AppError {
  return new AppError('invalid_request', message, { field: 'lines' })
}
