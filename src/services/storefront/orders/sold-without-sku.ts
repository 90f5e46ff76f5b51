import type { Conn } from '../../../platform/db/connection.ts'
import { fixSkuOfVariant, fixSkusOfProducts, listOrdersWithoutSku } from './sku-queries.ts'
import { settleOrder } from './sync-queries.ts'

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
