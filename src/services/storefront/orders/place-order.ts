import { recordHistory } from '../../../accounts/history.ts'
import type { Conn } from '../../../platform/db/connection.ts'
import { once, type Answer, type Attempt } from '../../../platform/http/idempotency.ts'
import { newId } from '../../../platform/ids.ts'
import type { StorefrontDeps } from '../deps.ts'
import { articleFinder } from './find-article.ts'
import { nothingExcluded, orderJson } from './order-json.ts'
import type { OrderInput } from './read-order.ts'
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
  { by, setsPrices }: Placer,
  now: number,
): string {
  const findArticle = articleFinder(conn)
  const priced = priceOrder(input, findArticle, 'of the catalogue')
  if (!setsPrices) requireCataloguePrices(input, findArticle)
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
