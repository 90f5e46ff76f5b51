import { sql } from 'drizzle-orm'
import { type Conn, type Params, query, snapshot } from '../../../../platform/db/connection.ts'
import { insertInto } from '../../../../platform/db/statements.ts'
import { type Answer, type Attempt, once } from '../../../../platform/http/idempotency.ts'
import { newId } from '../../../../platform/ids.ts'
import type { StorefrontDeps } from '../../deps.ts'
import { rememberCustomer } from '../../customers/customers.ts'
import { recordHistory } from '../../history.ts'
import { priceBookAt } from '../../pricing/price-book.ts'
import { orderCounters, orderItems, orders } from '../../tables.ts'
import {
  nothingExcluded,
  type Order,
  type OrderItem,
  orderJson,
  requireOrder,
  type ShownItem,
} from '../order.ts'
import {
  financialYearOf,
  gstByRate,
  type OrderAmounts,
  orderNoOf,
  type OrderStatus,
  type TaxOfRate,
} from '../rules.ts'
import {
  type PricedOrder,
  priceOrder,
  requireCataloguePrices,
  requirePrices,
  requireWithinMrps,
  type SoldItem,
} from './price-order.ts'
import type { OrderHead, OrderInput } from './read-order.ts'
import { articleFinder, findShort, takeStock } from './stock.ts'

/** Who places an order. */
type Placer = {
  /** Whose Idempotency-Key it is: the id of an API key, or of the user who places it in the console. */
  keyId: string
  /** The user who places it in the console. */
  by?: string
  /** The customer agreed to be remembered. */
  remembers?: boolean
  /** Whether prices may differ from the catalogue's, and a discount be given. */
  setsPrices: boolean
}

type Quote = {
  /** In the order of the input. Money in paise. */
  items: SoldItem[]
  amounts: OrderAmounts
  taxes: TaxOfRate[]
  /** The SKUs of which there is not enough: the order would be refused. */
  short: { sku: string; wanted: number; inStock: number }[]
}

type NewOrder = {
  id: string
  /** Undefined: the next of the financial year that the order falls in. */
  orderNo: string | undefined
  head: OrderHead
  status: OrderStatus
  revision: number
  takesStock: boolean
  /** Null: no key placed it. */
  placedKeyId: string | null
  createdAt: number
  priced: PricedOrder
  /** What an import knows of each line beside its goods, by position. */
  earlier?: readonly EarlierItem[] | undefined
}

export type EarlierItem = {
  id: string | undefined
  syncedAt: number | null
  offerId: string | null
  offerTitle: string | null
  returnedQuantity: number
}

type StoredOrder = { order: Order; items: readonly ShownItem[] }

/**
 * Places an order: prices its lines from the catalogue, takes the stock and gives it its number, in one transaction.
 * The same Idempotency-Key and order get the first answer again.
 * Throws AppError `invalid_request`, `price_missing`, `price_changed`, `insufficient_stock`, and `idempotency_conflict`
 * when the key came with another order.
 */
export async function placeOrder(
  deps: Pick<StorefrontDeps, 'database' | 'clock'>,
  placer: Placer,
  input: OrderInput,
  idempotencyKey: string | undefined,
): Promise<Answer> {
  const requestHash =
    idempotencyKey === undefined ? '' : Bun.SHA256.hash(JSON.stringify(input), 'hex')
  const attempt: Attempt = { keyId: placer.keyId, idempotencyKey, requestHash }
  return await deps.database.write((conn) => {
    const now = deps.clock.now()
    return once(conn, attempt, now, () => ({
      status: 201,
      body: enterOrder(conn, input, placer, now),
    }))
  })
}

/** Returns the order as JSON. */
function enterOrder(
  conn: Conn,
  input: OrderInput,
  { keyId, by, setsPrices, remembers = false }: Placer,
  now: number,
): string {
  const findArticle = articleFinder(conn, priceBookAt(conn, now))
  const priced = priceOrder(input, findArticle, 'of the catalogue')
  requirePrices(input, findArticle, setsPrices)
  if (!setsPrices) requireCataloguePrices(input, findArticle)
  if (by !== undefined) requireWithinMrps(input, priced.items)
  takeStock(conn, priced.items)
  const { order, items } = storeOrder(
    conn,
    {
      id: newId(now),
      orderNo: undefined,
      head: input.head,
      status: 'pending',
      revision: 1,
      takesStock: true,
      placedKeyId: by === undefined ? keyId : null,
      createdAt: now,
      priced,
    },
    now,
  )
  if (remembers) rememberCustomer(conn, input.head, now)
  if (by !== undefined) {
    const details = { id: order.id, orderNo: order.orderNo, total: order.total }
    recordHistory(conn, now, { action: 'order placed', userId: by, details })
  }
  const { warnings } = priced
  return JSON.stringify({
    ...orderJson(order, items, nothingExcluded),
    ...(warnings.length === 0 ? {} : { warnings }),
  })
}

/** Writes an order and its lines, and gives it its number. */
export function storeOrder(conn: Conn, input: NewOrder, now: number): StoredOrder {
  const { priced, head, id, status, revision, takesStock, placedKeyId, createdAt } = input
  const items = priced.items.map((sold, i) => {
    const { article, ...line } = sold
    const earlier = input.earlier?.[i]
    return {
      ...line,
      id: earlier?.id ?? newId(now),
      productId: article?.productId ?? '',
      variantId: article?.variantId ?? null,
      syncedAt: earlier?.syncedAt ?? null,
      offerId: earlier?.offerId ?? line.offerId,
      offerTitle: earlier?.offerTitle ?? line.offerTitle,
      returnedQuantity: earlier?.returnedQuantity ?? 0,
      syncedKeyId: null,
    }
  })
  const order = {
    id,
    orderNo: input.orderNo ?? nextOrderNo(conn, createdAt),
    ...head,
    status,
    ...priced.amounts,
    revision,
    takesStock,
    waitingItems: items.filter(({ sku, syncedAt }) => sku !== null && syncedAt === null).length,
    syncedAt: syncedAtOf(items),
    placedKeyId,
    createdAt,
    updatedAt: now,
  }
  insertOrder(conn).run(order)
  const { seq } = requireOrder(conn, id)
  for (const item of items) insertItem(conn).run({ ...item, orderSeq: seq })
  return { order: { ...order, seq }, items }
}

/** When the last of all lines was acknowledged; null while one is not. */
function syncedAtOf(items: readonly Pick<OrderItem, 'syncedAt'>[]): number | null {
  let last = 0
  for (const { syncedAt } of items) {
    if (syncedAt === null) return null
    last = Math.max(last, syncedAt)
  }
  return last
}

function nextOrderNo(conn: Conn, createdAt: number): string {
  const year = financialYearOf(createdAt)
  const running = takeNumber(conn).get({ year })?.last
  if (running === undefined) throw new Error('The counter of order numbers gave none.')
  return orderNoOf(year, running)
}

/** What an order would come to if it were placed now; nothing is written. Throws AppError `invalid_request`, `price_missing`. */
export function quoteOrder(
  { database: { read }, clock }: Pick<StorefrontDeps, 'database' | 'clock'>,
  input: OrderInput,
): Quote {
  return snapshot(read, () => {
    const findArticle = articleFinder(read, priceBookAt(read, clock.now()))
    const { items, amounts } = priceOrder(input, findArticle, 'of the catalogue')
    requirePrices(input, findArticle, true)
    requireWithinMrps(input, items)
    return { items, amounts, taxes: gstByRate(items), short: findShort(items) }
  })
}

const insertOrder = insertInto(orders)

/** The next number of a financial year: given back when the command is undone. */
const takeNumber = query((conn, { year }: Params<{ year: number }>) =>
  conn
    .insert(orderCounters)
    .values({ year, last: 1 })
    .onConflictDoUpdate({
      target: orderCounters.year,
      set: { last: sql`${orderCounters.last} + 1` },
    })
    .returning({ last: orderCounters.last }),
)

const insertItem = insertInto(orderItems)
