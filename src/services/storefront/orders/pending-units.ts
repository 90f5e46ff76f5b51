import { sql } from 'drizzle-orm'
import { query, type Conn } from '../../../platform/db/connection.ts'
import { orderItems, orders } from '../tables.ts'

/**
 * Units of a product that left its stock in orders placed here after `since` (ms since the epoch), and that the ERP has
 * not acknowledged: its own count cannot know of them yet. With `variantId` the variant's; null means the product itself,
 * without its variants. Orders that were cancelled or returned gave their units back, imported ones never took any.
 */
export function pendingUnits(
  conn: Conn,
  productId: string,
  variantId: string | null,
  since: number,
): number {
  return sumPending(conn).get({ productId, variantId, since })?.units ?? 0
}

const sumPending = query((conn) =>
  conn
    .select({ units: sql<number>`coalesce(sum(${orderItems.quantity}), 0)` })
    .from(orderItems)
    .innerJoin(orders, sql`${orders.seq} = ${orderItems.orderSeq}`)
    .where(
      sql`${orderItems.productId} = ${sql.placeholder('productId')}
        AND ${orderItems.variantId} IS ${sql.placeholder('variantId')}
        AND ${orderItems.syncedAt} IS NULL
        AND ${orders.takesStock}
        AND ${orders.createdAt} > ${sql.placeholder('since')}
        AND ${orders.status} NOT IN ('cancelled', 'returned')`,
    )
    .prepare(),
)
