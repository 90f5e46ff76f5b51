import { asc, count, eq, sql } from 'drizzle-orm'
import { isGstin } from '../../../accounts/rules.ts'
import { type Conn, type Params, query } from '../../../platform/db/connection.ts'
import { isId } from '../../../platform/ids.ts'
import type { JsonObject } from '../../../platform/json/json.ts'
import { toPercent, toRupees } from '../../../platform/money.ts'
import { notAllowed } from '../../../platform/record/read.ts'
import { readIsoTime } from '../../../platform/time.ts'
import { orderCounters, orderItems, orders } from '../tables.ts'
import { beginning, findOrderPosition, type Order, orderHeadJson, type OrderItem } from './order.ts'
import { type EarlierItem, storeOrder } from './placing/place-order.ts'
import { priceOrder } from './placing/price-order.ts'
import {
  invalid,
  isAbsent,
  type OrderInput,
  type Reading,
  readInput,
  readText,
} from './placing/read-order.ts'
import { articleFinder } from './placing/stock.ts'
import {
  orderNoLengthMax,
  type OrderStatus,
  orderStatuses,
  readOrderNo,
  statusOf,
} from './rules.ts'

/** How far another computer's clock may be ahead, in milliseconds. */
const aheadMaxMs = 5 * 60 * 1000

/** The largest revision that an order comes with: far more than any is changed. */
const revisionMax = 1_000_000

/** An id or a time as text, in characters. */
const shortTextMax = 40

/** Orders that are read at once. */
const ordersPerPage = 500

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

export const countOrders = countAllOrders

/** Every order, oldest first, as a line that can be imported (see import-order.ts). */
export function* exportOrders(conn: Conn): Generator<JsonObject> {
  let position = beginning
  for (;;) {
    const page = listOrdersByAge(conn).all({ ...position, limit: ordersPerPage })
    for (const order of page) yield orderLine(order, listItems(conn).all({ orderSeq: order.seq }))
    const end = page.at(-1)
    if (end === undefined) return
    position = { createdAt: end.createdAt, id: end.id }
  }
}

function orderLine(order: Order, items: readonly OrderItem[]): JsonObject {
  return { ...orderHeadJson(order), items: items.map(itemLine) }
}

function itemLine(item: OrderItem): JsonObject {
  return {
    id: item.id,
    ...(item.sku === null ? {} : { sku: item.sku }),
    product_name: item.productName,
    ...(item.variantLabel === null ? {} : { variant_label: item.variantLabel }),
    hsn: item.hsn,
    quantity: item.quantity,
    unit_price: toRupees(item.unitPrice),
    line_total: toRupees(item.lineTotal),
    gst_amount: toRupees(item.gstAmount),
    gst_pct: toPercent(item.gstBasisPoints),
    ...(item.syncedAt === null ? {} : { synced_at: new Date(item.syncedAt).toISOString() }),
  }
}

function countAllOrders(conn: Conn): number {
  return conn.select({ n: count() }).from(orders).get()?.n ?? 0
}

const findOrderByNo = query((conn, { orderNo }: Params<{ orderNo: string }>) =>
  conn.select({ id: orders.id }).from(orders).where(eq(orders.orderNo, orderNo)),
)

/** The next `limit` orders by age behind a position. */
const listOrdersByAge = query((conn, p: Params<{ createdAt: number; id: string; limit: number }>) =>
  conn
    .select()
    .from(orders)
    .where(sql`(${orders.createdAt}, ${orders.id}) > (${p.createdAt}, ${p.id})`)
    .orderBy(asc(orders.createdAt), asc(orders.id))
    .limit(p.limit),
)

/** A number that came with an imported order is not given again. */
const raiseNumber = query((conn, { year, running }: Params<{ year: number; running: number }>) =>
  conn
    .insert(orderCounters)
    .values({ year, last: running })
    .onConflictDoUpdate({
      target: orderCounters.year,
      set: { last: sql`max(${orderCounters.last}, excluded.last)` },
    }),
)

/** All lines of an order as they were sold. */
const listItems = query((conn, { orderSeq }: Params<{ orderSeq: number }>) =>
  conn
    .select()
    .from(orderItems)
    .where(eq(orderItems.orderSeq, orderSeq))
    .orderBy(asc(orderItems.seq)),
)

const findItem = query((conn, { id }: Params<{ id: string }>) =>
  conn.select({ id: orderItems.id }).from(orderItems).where(eq(orderItems.id, id)),
)
