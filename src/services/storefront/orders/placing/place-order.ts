import { type Conn, snapshot } from '../../../../platform/db/connection.ts'
import { insertInto, insertReturning } from '../../../../platform/db/statements.ts'
import { type Answer, type Attempt, once } from '../../../../platform/http/idempotency.ts'
import { newId } from '../../../../platform/ids.ts'
import type { StorefrontDeps } from '../../deps.ts'
import { rememberCustomer } from '../../customers/customers.ts'
import { recordHistory } from '../../history.ts'
import { priceBookAt } from '../../pricing/price-book.ts'
import { orderItems, orders } from '../../tables.ts'
import { takeNumber } from '../counters.ts'
import { nothingExcluded, type Order, type OrderItem, orderJson, type ShownItem } from '../order.ts'
import {
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
  /** The owner of the Idempotency-Key: the id of an API key, or of the user in the console. */
  keyId: string
  /** The user who places the order in the console. */
  by?: string
  /** Whether the customer agreed to be remembered. */
  remembers?: boolean
  /** Whether prices may differ from the catalogue and a discount is allowed. */
  setsPrices: boolean
}

type Quote = {
  /** In the order of the input. Money in paise. */
  items: SoldItem[]
  amounts: OrderAmounts
  taxes: TaxOfRate[]
  /** The SKUs without enough stock, for which the order would be refused. */
  short: { sku: string; wanted: number; inStock: number }[]
}

type NewOrder = {
  id: string
  /** Undefined means the next number of the order's financial year. */
  orderNo: string | undefined
  head: OrderHead
  status: OrderStatus
  revision: number
  takesStock: boolean
  /** Null if no key placed the order. */
  placedKeyId: string | null
  createdAt: number
  priced: PricedOrder
  /** An import's further values for each line, in the order of the lines. */
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
 * Places an order in one transaction: prices its lines from the catalogue, takes the stock and assigns the number.
 * Repeating the same order with the same Idempotency-Key returns the first answer. Throws AppError `invalid_request`,
 * `price_missing`, `price_changed`, `insufficient_stock`, and `idempotency_conflict` if the key was used with another
 * order.
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

/** Writes an order and its lines and assigns its number. */
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
    orderNo: input.orderNo ?? orderNoOf(takeNumber(conn, 'order', createdAt)),
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
  const seq = insertOrder(conn).get(order)?.seq
  if (seq === undefined) throw new Error('The order was not stored.')
  for (const item of items) insertItem(conn).run({ ...item, orderSeq: seq })
  return { order: { ...order, seq }, items }
}

/** When the last line was acknowledged. Null while any line is unacknowledged. */
function syncedAtOf(items: readonly Pick<OrderItem, 'syncedAt'>[]): number | null {
  let last = 0
  for (const { syncedAt } of items) {
    if (syncedAt === null) return null
    last = Math.max(last, syncedAt)
  }
  return last
}

/** The amounts of an order if it were placed now. Writes nothing. Throws AppError `invalid_request`, `price_missing`. */
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

const insertOrder = insertReturning(orders, ['seq'])

const insertItem = insertInto(orderItems)
