import type { Conn } from '../../../platform/db/connection.ts'
import { newId } from '../../../platform/ids.ts'
import type { ShownItem } from './order-json.ts'
import type { OrderHead } from './read-order.ts'
import type { PricedOrder } from './price-order.ts'
import { insertItem, insertOrder, takeNumber, type Order, type OrderItem } from './queries.ts'
import { financialYearOf, orderNoOf, type OrderStatus } from './rules.ts'

export type NewOrder = {
  id: string
  /** Undefined: the next of the financial year that the order falls in. */
  orderNo: string | undefined
  head: OrderHead
  status: OrderStatus
  revision: number
  takesStock: boolean
  createdAt: number
  priced: PricedOrder
  /** What an import knows of each line beside its goods, by position. */
  earlier?: readonly EarlierItem[] | undefined
}

export type EarlierItem = { id: string | undefined; syncedAt: number | null }

export type StoredOrder = { order: Order; items: readonly ShownItem[] }

/** Writes an order and its lines, and gives it its number. */
export function storeOrder(conn: Conn, input: NewOrder, now: number): StoredOrder {
  const { priced, head, id, status, revision, takesStock, createdAt } = input
  const items = priced.items.map((sold, i) => {
    const { article, ...line } = sold
    const earlier = input.earlier?.[i]
    return {
      ...line,
      id: earlier?.id ?? newId(now),
      productId: article?.productId ?? '',
      variantId: article?.variantId ?? null,
      syncedAt: earlier?.syncedAt ?? null,
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
    createdAt,
    updatedAt: now,
  }
  const row = insertOrder(conn).get(order)
  if (row === undefined) throw new Error('An order that was inserted has no row.')
  for (const item of items) insertItem(conn).run({ ...item, orderSeq: row.seq })
  return { order: { ...order, seq: row.seq }, items }
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
