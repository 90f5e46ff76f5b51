import type { Conn } from '../../../platform/db/connection.ts'
import { readIsoTime } from '../../../platform/dates.ts'
import { isGstin } from '../../../platform/gstin.ts'
import { isId } from '../../../platform/ids.ts'
import type { JsonObject } from '../../../platform/json.ts'
import { notAllowed } from '../../../platform/refusal-sentence.ts'
import { articleFinder } from './find-article.ts'
import { invalid, isAbsent, readText, type Reading } from './order-fields.ts'
import { readInput, type OrderInput } from './read-order.ts'
import { priceOrder } from './price-order.ts'
import { findItem, findOrderByNo, findOrderPosition, raiseNumber } from './queries.ts'
import {
  orderNoLengthMax,
  orderStatuses,
  readOrderNo,
  statusOf,
  type OrderStatus,
} from './rules.ts'
import { storeOrder, type EarlierItem } from './store-order.ts'

/** How far another computer's clock may be ahead, in milliseconds. */
const aheadMaxMs = 5 * 60 * 1000

/** The largest revision that an order comes with: far more than any is changed. */
const revisionMax = 1_000_000

/** An id or a time as text, in characters. */
const shortTextMax = 40

/** An order as a line of a file says it, with an id in any case. Money in paise, times in ms since the epoch. */
export type ImportedOrder = OrderInput & {
  id: string
  orderNo: string | undefined
  createdAt: number
  status: OrderStatus
  revision: number
  /** By position of the items. */
  earlier: readonly EarlierItem[]
}

/**
 * Reads a line of an orders file; `derivedId` is the id of one that brings none. An item's `id` and `synced_at` are of
 * an earlier life: what was acknowledged then is not delivered again. Throws AppError `invalid_request`.
 */
export function readImportedOrder(
  value: JsonObject,
  derivedId: string,
  now: number,
): ImportedOrder {
  const { input, reading, items } = readInput(value)
  const { customerGstin } = input.head
  if (customerGstin !== '' && !isGstin(customerGstin)) {
    input.warnings.push(`customer_gstin is not a valid GSTIN: ${customerGstin} was kept as it is.`)
  }
  return {
    ...input,
    id: readId(reading, 'id') ?? derivedId,
    orderNo: readText(reading, 'order_no', orderNoLengthMax),
    createdAt: readTime(reading, 'created_at', now) ?? now,
    status: readStatus(reading),
    revision: readRevision(reading),
    earlier: items.map((item) => ({
      id: readId(item, 'id'),
      syncedAt: readTime(item, 'synced_at', now) ?? null,
    })),
  }
}

/**
 * Enters an order from a file in the caller's act: it takes no stock, and what its lines leave out comes from the
 * catalogue. One that is there already is left alone. Throws AppError `invalid_request`, having written nothing.
 */
export function importOrder(
  conn: Conn,
  order: ImportedOrder,
  now: number,
): { outcome: 'created' | 'unchanged'; warnings: string[] } {
  if (findOrderPosition(conn).get({ id: order.id }) !== undefined) {
    return { outcome: 'unchanged', warnings: [] }
  }
  const priced = priceOrder(order, articleFinder(conn), 'of the line')
  requireNew(conn, order)
  keepNumber(conn, order)
  storeOrder(conn, { ...order, takesStock: false, priced }, now)
  return { outcome: 'created', warnings: priced.warnings }
}

function requireNew(conn: Conn, { orderNo, earlier }: ImportedOrder): void {
  if (orderNo !== undefined && findOrderByNo(conn).get({ orderNo }) !== undefined) {
    throw invalid(`order_no ${orderNo} belongs to another order.`)
  }
  const seen = new Set<string>()
  for (const [i, { id }] of earlier.entries()) {
    if (id === undefined) continue
    if (seen.has(id) || findItem(conn).get({ id }) !== undefined) {
      throw invalid(`items[${i}].id ${id} belongs to another item.`)
    }
    seen.add(id)
  }
}

/** A number of our own form is not given a second time. */
function keepNumber(conn: Conn, { orderNo }: ImportedOrder): void {
  const number = orderNo === undefined ? undefined : readOrderNo(orderNo)
  if (number !== undefined) raiseNumber(conn).run(number)
}

function readStatus(reading: Reading): OrderStatus {
  const text = readText(reading, 'status', shortTextMax) ?? 'pending'
  const status = statusOf(text)
  if (status !== undefined) return status
  throw notAllowed('status', `one of ${orderStatuses.join(', ')}`, text)
}

function readRevision({ value }: Reading): number {
  const given = value['revision'] ?? 1
  if (typeof given === 'number' && Number.isInteger(given) && given >= 1 && given <= revisionMax) {
    return given
  }
  throw notAllowed('revision', `a whole number from 1 to ${revisionMax}`, given)
}

function readId(reading: Reading, field: string): string | undefined {
  const id = readText(reading, field, shortTextMax)
  if (id === undefined || isId(id)) return id?.toLowerCase()
  throw notAllowed(`${reading.at}${field}`, 'a UUID', id)
}

/** Without a zone, and as a mere day, by this computer's clock. */
function readTime(reading: Reading, field: string, now: number): number | undefined {
  if (isAbsent(reading.value[field])) return undefined
  const text = readText(reading, field, shortTextMax) ?? ''
  const time = readIsoTime(text, '00:00:00')
  const name = `${reading.at}${field}`
  if (time === undefined) {
    throw notAllowed(name, 'an ISO 8601 time such as 2026-11-05T09:30:00Z', text)
  }
  if (time > now + aheadMaxMs) throw notAllowed(name, 'a time that has passed', text)
  return time
}
