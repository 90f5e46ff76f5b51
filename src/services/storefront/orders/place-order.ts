import type { Caller } from '../../../accounts/guard.ts'
import type { Conn } from '../../../platform/db/connection.ts'
import { once, type Answer, type Attempt } from '../../../platform/http/idempotency.ts'
import { newId } from '../../../platform/ids.ts'
import type { StorefrontParts } from '../parts.ts'
import { articleFinder } from './find-article.ts'
import { nothingExcluded, orderJson } from './order-json.ts'
import type { OrderWish } from './read-order.ts'
import { priceOrder } from './price-order.ts'
import { storeOrder } from './store-order.ts'
import { takeStock } from './take-stock.ts'

/**
 * Places an order: prices its lines from the catalogue, takes the stock and gives it its number, in one transaction.
 * The same Idempotency-Key and order get the first answer again; `keyId` says whose Idempotency-Key it is: the id of an
 * API key, or of the user who places it in the console.
 * Throws AppError `invalid_request`; `conflict` when there is not enough stock or the key came with another order.
 */
export async function placeOrder(
  parts: Pick<StorefrontParts, 'book' | 'clock'>,
  { keyId }: Pick<Caller, 'keyId'>,
  wish: OrderWish,
  idempotencyKey: string | undefined,
): Promise<Answer> {
  const requestHash =
    idempotencyKey === undefined ? '' : Bun.SHA256.hash(JSON.stringify(wish), 'hex')
  const attempt: Attempt = { keyId, idempotencyKey, requestHash }
  return await parts.book.write((conn) => {
    const now = parts.clock.now()
    return once(conn, attempt, now, () => ({ status: 201, body: enterOrder(conn, wish, now) }))
  })
}

/** Returns the order as JSON. */
function enterOrder(conn: Conn, wish: OrderWish, now: number): string {
  const priced = priceOrder(wish, articleFinder(conn), 'of the catalogue')
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
  const { warnings } = priced
  return JSON.stringify({
    ...orderJson(order, items, nothingExcluded),
    ...(warnings.length === 0 ? {} : { warnings }),
  })
}
