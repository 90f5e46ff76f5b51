import { and, eq, isNull, sql } from 'drizzle-orm'
import { type Conn, type Params, query } from '../../../../platform/db/connection.ts'
import { orderItems } from '../../tables.ts'
import { currentSku } from '../order.ts'
import { settleOrder } from './mark-synced.ts'

/*
 * A line sold without a SKU uses the current SKU of its variant, else of its product. It is delivered only if there is
 * one. Commands that change or remove such SKUs must update these lines.
 */

/** Call this after SKUs of a product or its variants changed: lines sold without a SKU may begin or stop waiting. */
export function settleOrdersOf(conn: Conn, productId: string, now: number): void {
  for (const { seq } of listOrdersWithoutSku(conn).all({ productId })) {
    settleOrder(conn).get({ seq, now })
  }
}

/** Call this before deleting products: their lines keep the current SKU, so that waiting lines are still delivered. */
export function keepSkusOfProducts(conn: Conn, productIds: readonly string[]): void {
  fixSkusOfProducts(conn).run({ productIds: JSON.stringify(productIds) })
}

/** The same before deleting a variant. */
export function keepSkuOfVariant(conn: Conn, productId: string, variantId: string): void {
  fixSkuOfVariant(conn).run({ productId, variantId })
}

/** Orders with unsynced lines of a product that were sold without a SKU. */
const listOrdersWithoutSku = query((conn, { productId }: Params<{ productId: string }>) =>
  conn
    .selectDistinct({ seq: orderItems.orderSeq })
    .from(orderItems)
    .where(
      and(eq(orderItems.productId, productId), isNull(orderItems.syncedAt), isNull(orderItems.sku)),
    ),
)

/** Writes the current SKU into lines of products (a JSON list of ids) that were sold without one. */
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
