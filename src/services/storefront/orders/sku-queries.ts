import { and, eq, isNull, sql } from 'drizzle-orm'
import { query } from '../../../platform/db/connection.ts'
import { orderItems } from '../tables.ts'
import { currentSku } from './waiting-queries.ts'

/** The orders with lines of a product that were sold without a SKU and are not synced. */
export const listOrdersWithoutSku = query((conn) =>
  conn
    .selectDistinct({ seq: orderItems.orderSeq })
    .from(orderItems)
    .where(
      and(
        eq(orderItems.productId, sql.placeholder('productId')),
        isNull(orderItems.syncedAt),
        isNull(orderItems.sku),
      ),
    )
    .prepare(),
)

/** Writes the SKU that they have now into the lines of products (a JSON list of ids) that were sold without one. */
export const fixSkusOfProducts = query((conn) =>
  conn
    .update(orderItems)
    .set({ sku: currentSku })
    .where(
      sql`${orderItems.sku} IS NULL
        AND ${orderItems.productId} IN (SELECT value FROM json_each(${sql.placeholder('productIds')}))`,
    )
    .prepare(),
)

/** The same for the lines of one variant. */
export const fixSkuOfVariant = query((conn) =>
  conn
    .update(orderItems)
    .set({ sku: currentSku })
    .where(
      and(
        isNull(orderItems.sku),
        eq(orderItems.productId, sql.placeholder('productId')),
        eq(orderItems.variantId, sql.placeholder('variantId')),
      ),
    )
    .prepare(),
)
