import type { Conn } from '../../../platform/db/connection.ts'
import { AppError } from '../../../platform/errors.ts'
import { once } from '../../../platform/http/idempotency.ts'
import type { StorefrontDeps } from '../deps.ts'
import { recordHistory } from '../history.ts'
import { findInvoice } from './invoices/queries.ts'
import { takeBack, type Returned } from './invoices/take-back.ts'
import { setStatus } from './move-status.ts'
import { listItemsWithSku, requireOrder, type ItemWithSku, type Order } from './order.ts'
import { asId, nextStatuses } from './rules.ts'

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
