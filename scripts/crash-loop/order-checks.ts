import type { Database } from 'bun:sqlite'
import { wares } from '../client-flow/storefront/goods.ts'
import type { ErpEntry, ShopEntry, Wanted } from '../client-flow/storefront/ledger.ts'
import type { Report } from './open-database.ts'

/** Every answered order is there once, as it was sent. Its amounts add up, and its moves and acknowledgements are all there. */
export function checkOrders(
  db: Database,
  shop: readonly ShopEntry[],
  erp: readonly ErpEntry[],
  report: Report,
): void {
  const orders = listOrders(db)
  checkSent(orders, shop, report)
  for (const order of orders) {
    checkAmounts(order, report)
    checkWaiting(order, report)
  }
  checkMoves(orders, shop, report)
  checkSynced(orders, erp, report)
  checkAnswers(db, orders, report)
  checkNumbers(db, report)
  checkStock(db, report)
}

type ItemRow = {
  id: string
  order_seq: number
  sku: string | null
  quantity: number
  unit_price: number
  line_total: number
  gst_amount: number
  gst_basis_points: number
  synced_at: number | null
}

type OrderRow = {
  seq: number
  id: string
  customer_name: string
  status: string
  subtotal: number
  gst_total: number
  discount: number
  total: number
  revision: number
  waiting_items: number
  synced_at: number | null
}

type Order = OrderRow & { items: ItemRow[] }

function listOrders(db: Database): Order[] {
  const items = db.query<ItemRow, []>('SELECT * FROM order_items ORDER BY seq').all()
  const byOrder = Map.groupBy(items, ({ order_seq }) => order_seq)
  const rows = db.query<OrderRow, []>('SELECT * FROM orders ORDER BY seq').all()
  return rows.map((row) => ({ ...row, items: byOrder.get(row.seq) ?? [] }))
}

/** The loop sends each order's key as the customer's name. */
function checkSent(orders: readonly Order[], shop: readonly ShopEntry[], report: Report): void {
  const byKey = Map.groupBy(orders, ({ customer_name }) => customer_name)
  const wanted = new Map<string, Wanted[]>()
  for (const entry of shop) {
    if (entry.type === 'ordering') wanted.set(entry.key, entry.wanted)
    if (entry.type === 'refused' && byKey.has(entry.key)) {
      report('a refused order is not there', entry.key)
    }
    if (entry.type !== 'ordered') continue
    const [order] = byKey.get(entry.key) ?? []
    const isThere = order?.id === entry.id && idsOf(order.items) === idsOf(entry.lines)
    if (!isThere) report('nothing acknowledged is lost', `order ${entry.id} of ${entry.key}`)
  }
  for (const [key, same] of byKey) {
    if (same.length > 1) report('an order is entered once', `${key}: ${idsOf(same)}`)
    const sent = wanted.get(key)
    if (sent === undefined) report('only what was sent is stored', `an order of ${key}`)
    else if (same.some(({ items }) => goodsOf(items) !== goodsOf(sent))) {
      report('an order is written whole', `${key}: ${goodsOf(sent)}`)
    }
  }
}

/** In paise, prices including GST; the GST of each line is rounded half up. */
function checkAmounts({ id, items, ...order }: Order, report: Report): void {
  let gross = 0
  let gstTotal = 0
  for (const item of items) {
    const { line_total: total, gst_basis_points: rate, gst_amount: gst } = item
    const isRight =
      total === item.unit_price * item.quantity &&
      gst === Math.round((total * rate) / (10_000 + rate))
    if (!isRight) report('an order adds up', `item ${item.id} of ${id}: ${JSON.stringify(item)}`)
    gross += total
    gstTotal += gst
  }
  const { subtotal, gst_total, discount, total } = order
  const isSum = total === subtotal + gst_total - discount
  if (isSum && subtotal === gross - gstTotal && gst_total === gstTotal) return
  report('an order adds up', `${id}: ${JSON.stringify({ ...order, gross, gstTotal })}`)
}

function checkWaiting({ id, items, waiting_items, synced_at }: Order, report: Report): void {
  const waiting = items.filter((item) => item.sku !== null && item.synced_at === null).length
  if (waiting !== waiting_items) {
    report('an order waits for its items', `${id}: ${waiting} wait, not ${waiting_items}`)
  }
  const isSynced = items.every((item) => item.synced_at !== null)
  if (isSynced !== (synced_at !== null)) report('an order is synced with its items', id)
}

/** The revision says how many moves an order has made. The ledger says which moves. */
function checkMoves(orders: readonly Order[], shop: readonly ShopEntry[], report: Report): void {
  const asked = new Map<string, string[]>()
  const answered = new Map<string, number>()
  for (const entry of shop) {
    if (entry.type === 'moving') asked.set(entry.id, [...(asked.get(entry.id) ?? []), entry.status])
    if (entry.type === 'moved') answered.set(entry.id, (answered.get(entry.id) ?? 0) + 1)
  }
  for (const { id, status, revision } of orders) {
    const path = ['pending', ...(asked.get(id) ?? [])]
    const moves = revision - 1
    const isRight = path[moves] === status && moves >= (answered.get(id) ?? 0)
    if (!isRight) report('an order is where it was moved', `${id}: ${status} after ${moves} moves`)
  }
}

function checkSynced(orders: readonly Order[], erp: readonly ErpEntry[], report: Report): void {
  const byId = new Map(orders.map((order) => [order.id, order]))
  for (const entry of erp) {
    if (entry.type !== 'synced') continue
    for (const { order_id, all_items, order_item_ids = [] } of entry.orders) {
      const items = byId.get(order_id)?.items ?? []
      const named = items.filter(({ id }) => all_items === true || order_item_ids.includes(id))
      const isWhole = named.length === (all_items === true ? items.length : order_item_ids.length)
      if (isWhole && items.length > 0 && named.every((item) => item.synced_at !== null)) continue
      report('nothing acknowledged is lost', `order ${order_id} is not synced as was answered`)
    }
  }
}

/** The first answer to an Idempotency-Key and the order of that answer were written together. */
function checkAnswers(db: Database, orders: readonly Order[], report: Report): void {
  const rows = db.query<{ key: string; id: string }, []>(
    `SELECT idempotency_key AS key, json_extract(response, '$.id') AS id FROM idempotency_keys
     JOIN api_keys ON api_keys.id = key_id AND service = 'storefront'`,
  )
  const answers = new Map(rows.all().map(({ key, id }) => [key, id]))
  for (const { id, customer_name: key } of orders) {
    if (answers.get(key) !== id) report('an order has its answer', `${id} of ${key}`)
    answers.delete(key)
  }
  for (const [key, id] of answers) report('an order has its answer', `${key}: ${id} is no order`)
}

/** Order numbers have no gaps. */
function checkNumbers(db: Database, report: Report): void {
  const numbers = db
    .query<{ given: number; orders: number }, []>(
      `SELECT (SELECT coalesce(sum(last), 0) FROM order_counters) AS given,
         (SELECT count(*) FROM orders) AS orders`,
    )
    .get()
  if (numbers?.given !== numbers?.orders) {
    report('order numbers have no gap', JSON.stringify(numbers))
  }
}

/** The stock of a ware is its first stock less the units of all orders that were not cancelled or returned. */
function checkStock(db: Database, report: Report): void {
  const sold = new Map(
    db
      .query<{ sku: string; units: number }, []>(
        `SELECT sku, sum(quantity) AS units FROM order_items
         JOIN orders ON orders.seq = order_seq
         WHERE takes_stock AND status NOT IN ('cancelled', 'returned') AND sku IS NOT NULL
         GROUP BY sku`,
      )
      .all()
      .map(({ sku, units }) => [sku, units]),
  )
  const stock = new Map(
    db
      .query<{ sku: string; units: number }, []>(
        `SELECT sku, stock_quantity AS units FROM products
         UNION ALL SELECT sku, stock_quantity FROM variants`,
      )
      .all()
      .map(({ sku, units }) => [sku, units]),
  )
  for (const { sku, units: start } of wares) {
    const units = stock.get(sku)
    const left = start - (sold.get(sku) ?? 0)
    if (units === undefined || (units === left && left >= 0)) continue
    const detail = `${sku}: ${units} are left of ${start}, though ${sold.get(sku) ?? 0} are sold`
    report('stock is what is not sold', detail)
  }
}

function idsOf(rows: readonly { id: string }[]): string {
  return rows.map(({ id }) => id).join()
}

function goodsOf(lines: readonly { sku: string | null; quantity: number }[]): string {
  return lines.map(({ sku, quantity }) => `${quantity} × ${sku ?? ''}`).join(', ')
}
