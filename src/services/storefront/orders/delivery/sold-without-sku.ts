import { and, eq, isNull, sql } from 'drizzle-orm'
import { type Conn, type Params, query } from '../../../../platform/db/connection.ts'
import { orderItems } from '../../tables.ts'
import { currentSku } from '../order.ts'
import { settleOrder } from './mark-synced.ts'

/*
 * A line that was sold without a SKU has its variant's, else its product's, as they are now: only then is it delivered.
 * Whoever changes those SKUs, or takes them away, sees to the lines.
 */

/** After SKUs of a product or its variants changed: what was sold without one waits now, or no longer does. */
export function settleOrdersOf(conn: Conn, productId: string, now: number): void {
  for (const { seq } of listOrdersWithoutSku(conn).all({ productId })) {
    settleOrder(conn).get({ seq, now })
  }
}

/** Before products go: their lines keep the SKU that they have now, so that what waits is delivered all the same. */
export function keepSkusOfProducts(conn: Conn, productIds: readonly string[]): void {
  fixSkusOfProducts(conn).run({ productIds: JSON.stringify(productIds) })
}

/** Likewise before a variant goes. */
export function keepSkuOfVariant(conn: Conn, productId: string, variantId: string): void {
  fixSkuOfVariant(conn).run({ productId, variantId })
}

/** The orders with lines of a product that were sold without a SKU and are not synced. */
const listOrdersWithoutSku = query((conn, { productId }: Params<{ productId: string }>) =>
  conn
    .selectDistinct({ seq: orderItems.orderSeq })
    .from(orderItems)
    .where(
      and(eq(orderItems.productId, productId), isNull(orderItems.syncedAt), isNull(orderItems.sku)),
    ),
)

/** Writes the SKU that they have now into the lines of products (a JSON list of ids) that were sold without one. */
const fixSkusOfProducts = query((conn, { productIds }: Params<{ productIds: string }>) =>
  conn
    .update(orderItems)
    .set({ sku: currentSku })
    .where(
      sql`${orderItems.sku} IS NULL
        AND ${orderItems.productId} IN (SELECT value FROM json_each(${productIds}))`,
    ),
)

/** The same for the lines of one variant. */
const fixSkuOfVariant = query(
  (conn, { productId, variantId }: Params<{ productId: string; variantId: string }>) =>
    conn
      .update(orderItems)
      .set({ sku: currentSku })
      .where(
        and(
          isNull(orderItems.sku),
          eq(orderItems.productId, productId),
          eq(orderItems.variantId, variantId),
        ),
      ),
)
