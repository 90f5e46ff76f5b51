import type { Violation } from '../proof.ts'
import type { Acknowledged, DeliveredOrder, ErpEntry, Line, ShopEntry, Wanted } from './ledger.ts'

/** An order, as the shop's ledger describes it. */
type Sent = {
  key: string
  wanted: Wanted[]
  id: string | undefined
  lines: Line[]
  isRefused: boolean
}

type Report = (rule: string, detail: string) => void

/**
 * Compares the ledgers of a shop and of its accounting system, and returns the broken rules. `isFinal`: no order is on its
 * way any more, so every order must have arrived.
 */
export function orderViolations(
  shop: readonly ShopEntry[],
  erp: readonly ErpEntry[],
  isFinal: boolean,
): Violation[] {
  const violations: Violation[] = []
  const report: Report = (rule, detail) => violations.push({ rule, detail })
  const orders = sentOrders(shop, report)
  const arrived = checkDeliveries(erp, orders, report)
  if (isFinal) checkArrival(orders, arrived, report)
  return violations
}

/** How many goods, settings, orders and refusals were answered, and how many orders have an answered acknowledgement. */
export function countOrders(shop: readonly ShopEntry[], erp: readonly ErpEntry[]) {
  const synced = erp.flatMap((entry) => (entry.type === 'synced' ? entry.orders : []))
  return {
    goods: shop.reduce((n, entry) => n + (entry.type === 'stored' ? entry.goods.length : 0), 0),
    settings: shop.reduce((n, entry) => n + (entry.type === 'set' ? entry.stocks.length : 0), 0),
    placed: shop.filter(({ type }) => type === 'ordered').length,
    refused: shop.filter(({ type }) => type === 'refused').length,
    acknowledged: new Set(synced.map(({ order_id }) => order_id)).size,
  }
}

/** Orders by their key. */
function sentOrders(shop: readonly ShopEntry[], report: Report): Map<string, Sent> {
  const orders = new Map<string, Sent>()
  for (const entry of shop) {
    if (entry.type === 'ordering') {
      const { key, wanted } = entry
      orders.set(key, { key, wanted, id: undefined, lines: [], isRefused: false })
    }
    const order = 'key' in entry ? orders.get(entry.key) : undefined
    if (order === undefined) continue
    if (entry.type === 'refused') order.isRefused = true
    if (entry.type !== 'ordered') continue
    order.id = entry.id
    order.lines = entry.lines
    if (goodsOf(order.wanted) !== goodsOf(entry.lines)) {
      report('an order is placed as sent', `${order.key}: ${goodsOf(entry.lines)}`)
    }
  }
  return orders
}

/** Returns the ids of all lines that were delivered, or that an acknowledgement had settled before. */
function checkDeliveries(
  erp: readonly ErpEntry[],
  orders: ReadonlyMap<string, Sent>,
  report: Report,
): Set<string> {
  const ids = new Map([...orders.values()].flatMap(({ id, key }) => (id ? [[key, id]] : [])))
  const arrived = new Set<string>()
  const settled = new Set<string>()
  const linesById = new Map<string, Set<string>>()
  for (const entry of erp) {
    if (entry.type === 'delivered') {
      for (const order of entry.orders) {
        const sent = orders.get(order.key)
        if (sent === undefined) report('only what was sent is delivered', order.id)
        else checkDelivered(order, sent, ids, report)
        noteLines(linesById, order)
        for (const { id } of order.lines) {
          arrived.add(id)
          if (settled.has(id) || settled.has(order.id)) {
            report('nothing acknowledged is delivered again', `item ${id} of order ${order.id}`)
          }
        }
      }
    }
    if (entry.type !== 'synced') continue
    for (const row of entry.orders) {
      for (const id of settledBy(row)) settled.add(id)
      checkKnown(row, linesById, report)
    }
  }
  return arrived
}

function checkDelivered(
  order: DeliveredOrder,
  sent: Sent,
  ids: Map<string, string>,
  report: Report,
): void {
  const known = ids.get(order.key) ?? order.id
  ids.set(order.key, known)
  if (known !== order.id) {
    report('an order is entered once', `${order.key} is there as ${known} and as ${order.id}`)
  }
  if (sent.isRefused) report('a refused order is not there', `${order.key}: ${order.id}`)
  const strange = order.lines.filter(({ sku, quantity }) => {
    return !sent.wanted.some((item) => item.sku === sku && item.quantity === quantity)
  })
  if (strange.length > 0) report('delivered as sent', `${order.id}: ${goodsOf(strange)}`)
  if (order.lines.length + order.excluded !== sent.wanted.length) {
    const { lines, excluded } = order
    const told = `${lines.length} lines and ${excluded} left out of ${sent.wanted.length}`
    report('an order is never short unknowingly', `${order.id}: ${told}`)
  }
}

/** An order's own id stands for all its lines. */
function settledBy({ order_id, all_items, order_item_ids }: Acknowledged): string[] {
  return all_items === true ? [order_id] : (order_item_ids ?? [])
}

function noteLines(linesById: Map<string, Set<string>>, { id, lines }: DeliveredOrder): void {
  const known = linesById.get(id) ?? new Set()
  for (const line of lines) known.add(line.id)
  linesById.set(id, known)
}

/** An accounting system acknowledges only orders that it has written down. */
function checkKnown(
  { order_id, order_item_ids = [] }: Acknowledged,
  linesById: ReadonlyMap<string, ReadonlySet<string>>,
  report: Report,
): void {
  const known = linesById.get(order_id)
  if (known !== undefined && order_item_ids.every((id) => known.has(id))) return
  report('acknowledged means delivered', `${order_id} was never written down`)
}

function checkArrival(
  orders: ReadonlyMap<string, Sent>,
  arrived: ReadonlySet<string>,
  report: Report,
): void {
  for (const { id, lines, key, isRefused } of orders.values()) {
    if (id === undefined && !isRefused) report('every order is answered', key)
    const missing = lines.filter((line) => line.sku !== '' && !arrived.has(line.id))
    if (missing.length > 0) report('every order arrives', `${id}: ${goodsOf(missing)} never came`)
  }
}

function goodsOf(lines: readonly { sku: string | null; quantity: number }[]): string {
  return lines.map(({ sku, quantity }) => `${quantity} × ${sku ?? ''}`).join(', ')
}
