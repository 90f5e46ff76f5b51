import { day } from '../../../src/cli/demo/dates.ts'
import type { JsonObject } from '../../../src/platform/json/json.ts'
import { minute, timeWhenOpen } from '../calendar.ts'
import { type Random, seededRandom } from '../random.ts'
import { type Customer, sampleCustomers } from './customers.ts'
import { composeLines, linesTotal, type OrderLine } from './order-lines.ts'
import { acknowledgements, type OrderStatus, statusOf } from './order-progress.ts'
import { toRupees } from './prices.ts'
import type { SampleProduct } from './sample-catalogue.ts'
import { flatOffer } from './sample-offers.ts'

/** An order in the fields of the import file. */
export type SampleOrder = Customer & {
  status: OrderStatus
  /** Rupees. */
  discount: number
  /** ISO 8601, UTC, milliseconds. */
  created_at: string
  items: JsonObject[]
}

/** 120 orders in all. The last days have more orders, so that every status occurs. */
const counts = { spread: 102, recent: 18 }
const spreadDays = 90
const recentDays = 4

/** Institutions place one order in seven. */
const institutionShare = 1 / 7

/** What the orders are made from. */
type Market = {
  random: Random
  now: number
  customers: ReturnType<typeof sampleCustomers>
  products: readonly SampleProduct[]
}

/** 120 orders of the 90 days before `now` (ms), oldest first; the same seed and `now` give the same ones. */
export function sampleOrders(options: {
  seed: number
  now: number
  products: readonly SampleProduct[]
}): SampleOrder[] {
  const random = seededRandom(options.seed)
  const market = { ...options, random, customers: sampleCustomers(random) }
  const times = orderTimes(market)
  return times.map((time, at) => composeOrder(market, time, times.length - 1 - at))
}

function orderTimes({ random, now }: Market): number[] {
  const until = now - 10 * minute
  const spread = drawTimes(random, counts.spread, now - spreadDays * day, until)
  const recent = drawTimes(random, counts.recent, now - recentDays * day, until)
  return [...spread, ...recent].toSorted((a, b) => a - b)
}

function drawTimes(random: Random, count: number, from: number, to: number): number[] {
  return Array.from({ length: count }, () => timeWhenOpen(random, from, to))
}

/** `rank` is 0 for the newest. */
function composeOrder(market: Market, time: number, rank: number): SampleOrder {
  const { random, now, customers } = market
  const isInstitution = random.chance(institutionShare)
  const customer = random.pick(isInstitution ? customers.institutions : customers.people)
  const products = market.products.filter(({ addedAt, sold }) => addedAt < time && sold.length > 0)
  const lines = composeLines(random, products, isInstitution ? 'institution' : 'person')
  const syncedAt = acknowledgements(random, { time, now, rank, lines: lines.length })
  return {
    ...customer,
    status: statusOf(random, rank),
    discount: toRupees(discountOf(lines)),
    created_at: iso(time),
    items: lines.map((line, at) => itemOf(line, syncedAt[at] ?? null)),
  }
}

function discountOf(lines: readonly OrderLine[]): number {
  return linesTotal(lines) >= flatOffer.from ? flatOffer.off : 0
}

function itemOf({ article, quantity, price }: OrderLine, syncedAt: number | null): JsonObject {
  const what = 'sku' in article ? { sku: article.sku } : article
  const synced = syncedAt === null ? {} : { synced_at: iso(syncedAt) }
  return { ...what, quantity, unit_price: toRupees(price), ...synced }
}

function iso(time: number): string {
  return new Date(time).toISOString()
}
