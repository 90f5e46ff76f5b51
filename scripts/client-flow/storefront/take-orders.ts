import type { Random } from '../../demo/random.ts'
import { orderStatuses } from '../../../src/services/storefront/orders/rules.ts'
import { numberOf, objectsOf, textOf, type Send } from '../api.ts'
import type { Ledger } from '../ledger.ts'
import { linesOf, type Acknowledged, type DeliveredOrder, type ErpEntry } from './ledger.ts'
import { isJsonObject, type JsonObject } from '../../../src/platform/json/json.ts'

const path = '/api/public/v1/orders'
const limits = [1, 5, 50, 200]

/** How often the accounting system leaves an order for later, and how often it books only some of its lines. */
const refusedByErp = 0.05
const bookedInPart = 0.15

/** How often the accounting system asks for orders after the last order that it saw, or for one status only. */
const asksBehind = 0.2
const asksForStatus = 0.2

export type OrdersPage = { items: DeliveredOrder[]; waiting: number; next: string | null }

/**
 * One round of the accounting system: fetch orders, write them down, mark them as synced, write down that. `whole`
 * takes all that there is. Returns how many came.
 */
export async function takeOnce(
  send: Send,
  ledger: Ledger<ErpEntry>,
  random: Random,
  whole: boolean,
): Promise<number> {
  let { items: orders, next } = await fetchOrders(send, whole ? '?limit=200' : someQuery(random))
  if (!whole && next !== null && random.chance(asksBehind)) {
    ledger.append([{ type: 'delivered', orders }])
    orders = (await fetchOrders(send, `?limit=50&after=${next}`)).items
  }
  if (orders.length === 0) return 0
  ledger.append([{ type: 'delivered', orders }])
  const booked = whole ? orders : orders.filter(() => !random.chance(refusedByErp))
  if (booked.length === 0) return orders.length
  const rows = booked.map((order) => acknowledge(random, order, whole))
  ledger.append([{ type: 'syncing', orders: rows }])
  await sync(send, booked, rows)
  ledger.append([{ type: 'synced', orders: rows }])
  return orders.length
}

/** Throws if the list is out of order, or if an order does not add up. */
export async function fetchOrders(send: Send, query: string): Promise<OrdersPage> {
  const answer = await send({ method: 'GET', path: `${path}/unsynced${query}` })
  const orders = objectsOf(answer, 'data')
  if (numberOf(answer, 'count') !== orders.length) throw new Error('count is not the number.')
  const places = orders.map((order) => `${textOf(order, 'created_at')} ${textOf(order, 'id')}`)
  if (places.join() !== places.toSorted().join()) throw new Error('The list is not in its order.')
  for (const order of orders) requireSum(order)
  const { next } = answer
  return {
    items: orders.map(deliveredOf),
    waiting: numberOf(answer, 'waiting'),
    next: typeof next === 'string' ? next : null,
  }
}

function deliveredOf(order: JsonObject): DeliveredOrder {
  const excluded = order['excluded_items']
  if (!isJsonObject(excluded)) throw new Error('An order lacks excluded_items.')
  return {
    id: textOf(order, 'id'),
    key: textOf(order, 'customer_name'),
    lines: linesOf(objectsOf(order, 'items')),
    excluded: numberOf(excluded, 'count'),
  }
}

/** Checks the total, and the sum of the delivered lines and the excluded lines. */
function requireSum(order: JsonObject): void {
  const gross = paise(order, 'subtotal') + paise(order, 'gst_total')
  const excluded = order['excluded_items']
  const left = isJsonObject(excluded) ? paise(excluded, 'amount') : Number.NaN
  const lines = objectsOf(order, 'items').reduce((sum, item) => sum + paise(item, 'line_total'), 0)
  if (gross - paise(order, 'discount') === paise(order, 'total') && lines + left === gross) return
  throw new Error(`The order does not add up: ${JSON.stringify(order)}`)
}

function paise(object: JsonObject, name: string): number {
  return Math.round(numberOf(object, name) * 100)
}

function someQuery(random: Random): string {
  const limit = `?limit=${random.pick(limits)}`
  return random.chance(asksForStatus) ? `${limit}&status=${random.pick(orderStatuses)}` : limit
}

/** Acknowledges the whole order, all delivered lines, or some lines. After some lines, the other lines come again. */
function acknowledge(random: Random, order: DeliveredOrder, whole: boolean): Acknowledged {
  const { id: order_id, lines } = order
  if (random.chance(0.5)) return { order_id, all_items: true }
  const ids = lines.map(({ id }) => id)
  if (whole || !random.chance(bookedInPart)) return { order_id, order_item_ids: ids }
  return { order_id, order_item_ids: ids.slice(0, random.int(1, ids.length)) }
}

/** Every order is known, so no row may be refused. Items may be marked already if an earlier answer got lost. */
async function sync(
  send: Send,
  orders: readonly DeliveredOrder[],
  rows: readonly Acknowledged[],
): Promise<void> {
  const body = JSON.stringify({ orders: rows })
  const answer = await send({ method: 'POST', path: `${path}/sync`, body })
  const results = objectsOf(answer, 'results')
  for (const [i, order] of orders.entries()) {
    const result = results[i] ?? {}
    const mustBeWhole = rows[i]?.all_items === true
    const isRight = result['error'] === undefined && result['order_id'] === order.id
    if (isRight && (!mustBeWhole || result['order_marked'] === true)) continue
    throw new Error(`${JSON.stringify(rows[i])} was answered with ${JSON.stringify(result)}.`)
  }
}
