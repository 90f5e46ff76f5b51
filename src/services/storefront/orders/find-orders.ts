import { desc, sql } from 'drizzle-orm'
import { type Params, query } from '../../../platform/db/connection.ts'
import type { StorefrontDeps } from '../deps.ts'
import { orders } from '../tables.ts'
import { patternsOf, phoneDigits } from './list-orders.ts'

/** The newest orders with a text in their number, customer's name or phone. Their lines are not searched. */
export function findOrders(
  { database }: Pick<StorefrontDeps, 'database'>,
  { text, limit }: { text: string; limit: number },
) {
  const { text: pattern, phone, spread } = patternsOf(text)
  return listCalled(database.read).all({ pattern, phone, spread, limit })
}

type CalledOrders = {
  pattern: string | null
  phone: string | null
  spread: string | null
  limit: number
}

const listCalled = query((conn, { pattern, phone, spread, limit }: Params<CalledOrders>) =>
  conn
    .select({
      id: orders.id,
      orderNo: orders.orderNo,
      customerName: orders.customerName,
      customerPhone: orders.customerPhone,
    })
    .from(orders)
    .where(
      sql`${orders.orderNo} LIKE ${pattern} ESCAPE '\\' OR ${orders.customerName} LIKE ${pattern} ESCAPE '\\'
        OR (${orders.customerPhone} LIKE ${spread} AND ${phoneDigits} LIKE ${phone})`,
    )
    .orderBy(desc(orders.seq))
    .limit(limit),
)
