import { asc, eq, sql } from 'drizzle-orm'
import { isGstin } from '../../../platform/gst/gstin.ts'
import { type Conn, type Params, query } from '../../../platform/db/connection.ts'
import { findIn } from '../../../platform/db/statements.ts'
import type { JsonObject } from '../../../platform/json/json.ts'
import { count, label, reference } from '../../../platform/record/kinds.ts'
import { Reading, refusedAs } from '../../../platform/record/read.ts'
import { time, titleCharactersMax } from '../display/record.ts'
import { keepNumber } from './counters.ts'
import { orderItems, orders } from '../tables.ts'
import {
  beginning,
  findOrderPosition,
  itemJson,
  type Order,
  orderHeadJson,
  type OrderItem,
} from './order.ts'
import { type EarlierItem, storeOrder } from './placing/place-order.ts'
import { priceOrder, requirePrices } from './placing/price-order.ts'
import { inputOf, itemsOf, type OrderInput, readInput } from './placing/read-order.ts'
import { articleFinder } from './placing/stock.ts'
import { orderStatus, readDeclared, unsaid } from './record.ts'
import { orderNoLengthMax, type OrderStatus, quantityMax, readOrderNo } from './rules.ts'

/** Another computer's clock may be this far ahead, in milliseconds. */
const aheadMaxMs = 5 * 60 * 1000

/** The largest revision of an imported order, far more than the changes of any order. */
const revisionMax = 1_000_000

/** The number of orders read at once. */
const ordersPerPage = 500

/** The fields of an order in a file that a new order does not have. */
const fileFields = {
  id: unsaid(reference({ key: 'id', label: 'Id' })),
  order_no: unsaid(label({ key: 'orderNo', label: 'Number', max: orderNoLengthMax })),
  created_at: unsaid(time({ key: 'createdAt', label: 'Placed' })),
  status: unsaid(orderStatus),
  revision: count({ key: 'revision', label: 'Revision', min: 1, max: revisionMax }),
}

/** The fields of a line in a file that a line of a new order does not have. */
const earlierFields = {
  id: unsaid(reference({ key: 'id', label: 'Id' })),
  synced_at: unsaid(time({ key: 'syncedAt', label: 'Synced' })),
  offer_id: unsaid(reference({ key: 'offerId', label: 'Offer' })),
  offer_title: unsaid(label({ key: 'offerTitle', label: 'Offer', max: titleCharactersMax })),
  returned_quantity: count({
    key: 'returnedQuantity',
    label: 'Returned',
    min: 0,
    max: quantityMax,
  }),
}

/** An order of a line in a file. Its id may have any letter case. Money in paise, times in ms since the epoch. */
export type ImportedOrder = OrderInput & {
  id: string
  orderNo: string | undefined
  createdAt: number
  status: OrderStatus
  revision: number
  /** In the order of the items. */
  earlier: readonly EarlierItem[]
}

/**
 * Reads a line of an orders file. `derivedId` is the id for a line without one. An item's `id` and `synced_at` come
 * from the earlier system: acknowledged items are not delivered again. Throws AppError `invalid_request`.
 */
export function readImportedOrder(
  value: JsonObject,
  derivedId: string,
  now: number,
): ImportedOrder {
  const reading = new Reading()
  const read = readInput(value, reading)
  const said = readDeclared(fileFields, value, '', reading)
  const earlier = itemsOf(value).map((item, i) => readEarlier(item, `items[${i}].`, now, reading))
  const { createdAt = now } = said
  requirePassed(createdAt, 'created_at', now, reading)
  const { customerGstin } = read.head
  if (customerGstin !== '' && !isGstin(customerGstin)) {
    reading.warn(`customer_gstin is not a valid GSTIN: ${customerGstin} was kept as it is.`)
  }
  const { id = derivedId, orderNo, status = 'pending', revision = 1 } = said
  return { ...inputOf(read, reading), id, orderNo, createdAt, status, revision, earlier }
}

function readEarlier(item: JsonObject, at: string, now: number, reading: Reading): EarlierItem {
  const said = readDeclared(earlierFields, item, at, reading)
  const { id, syncedAt = null, offerId = null, offerTitle = null, returnedQuantity = 0 } = said
  if (syncedAt !== null) requirePassed(syncedAt, `${at}synced_at`, now, reading)
  return { id, syncedAt, offerId, offerTitle, returnedQuantity }
}

function requirePassed(given: number, at: string, now: number, reading: Reading): void {
  if (given <= now + aheadMaxMs) return
  const got = new Date(given).toISOString()
  reading.refuse({ rule: 'other', allowed: 'a time that has passed', field: at, got })
}

/**
 * Imports an order from a file in the caller's transaction. It takes no stock, and values that its lines leave out
 * come from the catalogue. An existing order stays as it is. Throws AppError `invalid_request`, `price_missing`, and
 * then has written nothing.
 */
export function importOrder(
  conn: Conn,
  order: ImportedOrder,
  now: number,
): { outcome: 'created' | 'unchanged'; warnings: string[] } {
  if (findOrderPosition(conn).get({ id: order.id }) !== undefined) {
    return { outcome: 'unchanged', warnings: [] }
  }
  const findArticle = articleFinder(conn)
  const priced = priceOrder(order, findArticle, 'of the line')
  requirePrices(order, findArticle, true)
  requireNew(conn, order)
  // An imported number in Daybook's own form is not given to another order.
  const number = readOrderNo(order.orderNo ?? '')
  if (number !== undefined) keepNumber(conn, 'order', number.year, number.running)
  storeOrder(conn, { ...order, takesStock: false, placedKeyId: null, priced }, now)
  return { outcome: 'created', warnings: priced.warnings }
}

function requireNew(conn: Conn, { orderNo, earlier }: ImportedOrder): void {
  if (orderNo !== undefined && findOrderByNo(conn).get({ orderNo }) !== undefined) {
    throw refusedAs('invalid_request', 'order_no', `order_no ${orderNo} belongs to another order.`)
  }
  const seen = new Set<string>()
  for (const [i, { id }] of earlier.entries()) {
    if (id === undefined) continue
    if (seen.has(id) || findItem(conn).get({ id }) !== undefined) {
      const place = `items[${i}].id`
      throw refusedAs('invalid_request', place, `${place} ${id} belongs to another item.`)
    }
    seen.add(id)
  }
}

/** The number of orders that `exportOrders` returns. */
export function countOrders(conn: Conn): number {
  return countAll(conn).get()?.n ?? 0
}

/** Every order, oldest first, as a line that can be imported (see `readImportedOrder`). */
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
  const { product_id: _product, variant_id: _variant, sku, variant_label, ...rest } = itemJson(item)
  return {
    ...rest,
    ...(item.sku !== null && { sku }),
    ...(variant_label !== null && { variant_label }),
    ...(item.syncedAt !== null && { synced_at: new Date(item.syncedAt).toISOString() }),
  }
}

const countAll = query((conn) => conn.select({ n: sql<number>`count(*)` }).from(orders))

const findOrderByNo = findIn(orders, 'orderNo')

/** The next `limit` orders after a position, by age. */
const listOrdersByAge = query((conn, p: Params<{ createdAt: number; id: string; limit: number }>) =>
  conn
    .select()
    .from(orders)
    .where(sql`(${orders.createdAt}, ${orders.id}) > (${p.createdAt}, ${p.id})`)
    .orderBy(asc(orders.createdAt), asc(orders.id))
    .limit(p.limit),
)

/** All lines of an order as sold. */
const listItems = query((conn, { orderSeq }: Params<{ orderSeq: number }>) =>
  conn
    .select()
    .from(orderItems)
    .where(eq(orderItems.orderSeq, orderSeq))
    .orderBy(asc(orderItems.seq)),
)

const findItem = findIn(orderItems, 'id')
