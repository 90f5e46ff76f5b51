import { recordHistory } from '../../../accounts/history.ts'
import type { Conn } from '../../../platform/db/connection.ts'
import { once, type Answer, type Attempt } from '../../../platform/http/idempotency.ts'
import { newId } from '../../../platform/ids.ts'
import type { StorefrontParts } from '../parts.ts'
import { articleFinder } from './find-article.ts'
import { nothingExcluded, orderJson } from './order-json.ts'
import type { OrderWish } from './read-order.ts'
import { priceOrder, requireCataloguePrices } from './price-order.ts'
import { storeOrder } from './store-order.ts'
import { takeStock } from './take-stock.ts'

/** Who places an order. */
export type Placer = {
  /** Whose Idempotency-Key it is: the id of an API key, or of the user who places it in the console. */
  keyId: string
  /** The user who places it in the console. */
  by?: string
  /** Whether prices may differ from the catalogue's, and a discount be given. */
  setsPrices: boolean
}

/**
 * Places an order: prices its lines from the catalogue, takes the stock and gives it its number, in one transaction.
 * The same Idempotency-Key and order get the first answer again.
 * Throws AppError `invalid_request`; `conflict` when there is not enough stock or the key came with another order.
 */
export async function placeOrder(
  parts: Pick<StorefrontParts, 'book' | 'clock'>,
  placer: Placer,
  wish: OrderWish,
  idempotencyKey: string | undefined,
): Promise<Answer> {
  const requestHash =
    idempotencyKey === undefined ? '' : Bun.SHA256.hash(JSON.stringify(wish), 'hex')
  const attempt: Attempt = { keyId: placer.keyId, idempotencyKey, requestHash }
  return await parts.book.write((conn) => {
    const now = parts.clock.now()
    return once(conn, attempt, now, () => ({
      status: 201,
      body: enterOrder(conn, wish, placer, now),
    }))
  })
}

/** Returns the order as JSON. */
function enterOrder(conn: Conn, wish: OrderWish, { by, setsPrices }: Placer, now: number): string {
  const findArticle = articleFinder(conn)
  const priced = priceOrder(wish, findArticle, 'of the catalogue')
  if (!setsPrices) requireCataloguePrices(wish, findArticle)
  takeStock(conn, priced.items)
  const { order, items } = storeOrder(
    conn,
    {
      id: newId(now),
      orderNo: undefined,
      head: wish.head,
      status: 'pending',
      revision: 1,
      takesStock: true,
      createdAt: now,
      priced,
    },
    now,
  )
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
