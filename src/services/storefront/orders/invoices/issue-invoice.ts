import type { Conn } from '../../../../platform/db/connection.ts'
import { AppError } from '../../../../platform/errors.ts'
import { stateCodeOf, stateNameOf } from '../../../../platform/gst/rates-and-states.ts'
import type { StorefrontDeps } from '../../deps.ts'
import { recordHistory } from '../../history.ts'
import { type Order, findOrder, listItemsWithSku, requireOrder } from '../order.ts'
import { keepNumber, lastNumber, takeNumber } from '../counters.ts'
import { asId, financialYearOf, isUndone } from '../rules.ts'
import { findInvoice, insertInvoice } from './queries.ts'
import { invoiceNumberOf, kindOf, roundedOff, runningMax } from './rules.ts'
import { type Seller, sellerNow, sellerSettings } from './seller.ts'

type Issue = {
  orderId: string
  /** The GST code of the state to which the goods go. */
  placeOfSupply: string
  /** The user. */
  by: string
}

/**
 * Makes the invoice of an order. The invoice keeps its number and the seller's details, however often it is printed.
 * An existing invoice stays as it is. Throws AppError `not_found`; `conflict` for a cancelled or returned order or a
 * shop without an address; `invalid_request` with the field `placeOfSupply`.
 */
export async function issueInvoice(
  { database, clock }: Pick<StorefrontDeps, 'database' | 'clock'>,
  issue: Issue,
): Promise<void> {
  await database.write((conn) => {
    const order = requireOrder(conn, asId(issue.orderId))
    if (findInvoice(conn).get({ orderSeq: order.seq }) !== undefined) return
    if (isUndone(order.status)) throw undone(order)
    if (hasReturns(conn, order)) throw cameBack(order)
    enterInvoice(conn, order, issue, clock.now())
  })
}

/**
 * Makes the invoices of several orders, in slices. `left` counts orders without an invoice: cancelled, returned or
 * missing orders, and orders whose place of supply is unknown. Throws AppError `conflict` for a shop without an
 * address.
 */
export async function issueInvoices(
  { database, clock }: Pick<StorefrontDeps, 'database' | 'clock'>,
  orderIds: readonly string[],
  by: string,
): Promise<{ made: number; left: number }> {
  let [made, left] = [0, 0]
  const slices = database.writeEach(orderIds, {}, (conn, some) => {
    const done = { made: 0, left: 0 }
    for (const orderId of some) {
      const order = findOrder(conn).get({ id: orderId })
      if (order !== undefined && findInvoice(conn).get({ orderSeq: order.seq }) !== undefined)
        continue
      const placeOfSupply = order && placeOfSupplyOf(order, sellerNow(conn))
      if (order === undefined || placeOfSupply === undefined || getsNone(conn, order)) {
        done.left++
        continue
      }
      enterInvoice(conn, order, { orderId, placeOfSupply, by }, clock.now())
      done.made++
    }
    return done
  })
  for await (const done of slices) {
    made += done.made
    left += done.left
  }
  return { made, left }
}

function getsNone(conn: Conn, order: Order): boolean {
  return isUndone(order.status) || hasReturns(conn, order)
}

/** Only imported orders can have these returns: in Daybook, goods are returned by a credit note about the invoice. */
function hasReturns(conn: Conn, { seq }: Order): boolean {
  const lines = listItemsWithSku(conn).all({ orderSeqs: JSON.stringify([seq]) })
  return lines.some(({ returnedQuantity }) => returnedQuantity > 0)
}

function enterInvoice(conn: Conn, order: Order, { placeOfSupply, by }: Issue, now: number): void {
  const seller = requireAddress(sellerNow(conn))
  const { roundsOff } = sellerSettings(conn)
  const lines = listItemsWithSku(conn).all({ orderSeqs: JSON.stringify([order.seq]) })
  const number = takeInvoiceNumber(conn, 'invoice', now)
  insertInvoice(conn).run({
    orderSeq: order.seq,
    number,
    kind: kindOf(seller, lines),
    seller: JSON.stringify(seller),
    placeOfSupply: requirePlace(placeOfSupply),
    payable: roundsOff ? roundedOff(order.total) : order.total,
    halvesAreEqual: true,
    issuedAt: now,
  })
  const details = { id: order.id, orderNo: order.orderNo, number }
  recordHistory(conn, now, { action: 'invoice made', userId: by, details })
}

/**
 * The GST code of the place of supply: the state of the address, or the shop's state without an address, because the
 * goods are handed over there (source: IGST Act, section 10). Undefined if it is unknown.
 */
export function placeOfSupplyOf(
  { shippingState }: Pick<Order, 'shippingState'>,
  { stateCode }: Pick<Seller, 'stateCode'>,
): string | undefined {
  if (shippingState.trim() !== '') return stateCodeOf(shippingState)
  return stateCode === '' ? undefined : stateCode
}

function requirePlace(code: string): string {
  if (stateNameOf(code) !== undefined) return code
  const message = 'Choose the state that the goods go to.'
  throw new AppError('invalid_request', message, { field: 'placeOfSupply' })
}

function requireAddress(seller: Seller): Seller {
  if (seller.address !== '') return seller
  throw new AppError(
    'conflict',
    'An invoice says the address of the shop: an owner enters it under Settings, Invoices.',
  )
}

function undone({ orderNo, status }: Order): AppError {
  return new AppError('conflict', `Order ${orderNo} is ${status}: it gets no invoice any more.`)
}

function cameBack({ orderNo }: Order): AppError {
  const message = `Goods of order ${orderNo} came back before it had an invoice here: bill it where it was sold.`
  return new AppError('conflict', message)
}

/** The kinds of numbered papers. Each kind has its own series, which begins with 1 in every financial year. */
export const seriesNames = ['invoice', 'credit note'] as const

type SeriesName = (typeof seriesNames)[number]

/** Takes the next number of a series. Undoing the command gives the number back. */
export function takeInvoiceNumber(conn: Conn, series: SeriesName, now: number): string {
  const { year, running } = takeNumber(conn, series, now)
  return invoiceNumberOf(prefixOf(conn, series), year, running)
}

/** The next number of each series, as counted and as printed. */
export function nextNumbers(conn: Conn, now: number) {
  const nextOf = (series: SeriesName) => {
    const year = financialYearOf(now)
    const running = lastNumber(conn, series, year) + 1
    return { series, running, number: invoiceNumberOf(prefixOf(conn, series), year, running) }
  }
  return seriesNames.map(nextOf)
}

/**
 * Continues a series of this financial year at `running`, for a shop that used earlier numbers elsewhere. Throws
 * AppError `invalid_request` if it is not a valid number, `conflict` if the number was already used; both with the
 * field `running`.
 */
export function setNextNumber(
  conn: Conn,
  { series, running, by }: { series: SeriesName; running: number; by: string },
  now: number,
): void {
  const year = financialYearOf(now)
  const last = lastNumber(conn, series, year)
  if (!Number.isInteger(running) || running < 1 || running > runningMax) {
    const message = `Give a whole number from 1 to ${runningMax}.`
    throw new AppError('invalid_request', message, { field: 'running' })
  }
  if (running === last + 1) return
  if (running <= last) {
    const given = invoiceNumberOf(prefixOf(conn, series), year, last)
    const message = `${given} was given already: a number is never given twice. The next one is ${last + 1} or higher.`
    throw new AppError('conflict', message, { field: 'running' })
  }
  keepNumber(conn, series, year, running - 1)
  const details = { series, running }
  recordHistory(conn, now, { action: 'invoice settings changed', userId: by, details })
}

function prefixOf(conn: Conn, series: SeriesName): string {
  const { prefix, creditPrefix } = sellerSettings(conn)
  return series === 'invoice' ? prefix : creditPrefix
}
