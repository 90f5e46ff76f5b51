import { type Conn, type Params, query } from '../../../platform/db/connection.ts'
import { raiseCatalogueVersion } from '../catalogue-version.ts'
import type { StorefrontDeps } from '../deps.ts'
import { recordHistory } from '../history.ts'
import { deleteUnusedImages, listImages, releaseImage } from '../images/store-images.ts'
import { deleteProduct, findProductById } from '../products/queries.ts'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { orderItems } from '../tables.ts'
import { currentSku } from '../orders/order.ts'
import { settleOrder } from '../orders/delivery/mark-synced.ts'

/** The most products that one entry of account history names. */
const namedMax = 20

/**
 * Deletes products with their variants, and images that nothing else uses. Orders keep their lines, and waiting lines
 * are still delivered. Returns how many were deleted. `by` is the owner.
 */
export async function deleteProducts(
  deps: StorefrontDeps,
  ids: readonly string[],
  by: string,
): Promise<{ deleted: number }> {
  const deleted = await deps.database.writeInSteps((conn) =>
    deleteAll(conn, ids, by, deps.clock.now()),
  )
  if (deleted > 0) await deleteUnusedImages(deps)
  return { deleted }
}

function* deleteAll(
  conn: Conn,
  ids: readonly string[],
  by: string,
  now: number,
): Generator<undefined, number> {
  const gone = [...new Set(ids)].flatMap((id) => findProductById(conn).get({ id }) ?? [])
  if (gone.length === 0) return 0
  // Without a new version nobody would notice the deletion.
  raiseCatalogueVersion(conn)
  keepSkusOfProducts(
    conn,
    gone.map(({ id }) => id),
  )
  for (const { seq } of gone) {
    const images = listImages(conn).all({ productSeq: seq })
    deleteProduct(conn).run({ seq })
    for (const { image } of images) releaseImage(conn, image)
    yield
  }
  const named = gone.slice(0, namedMax).map(({ id, sku, name }) => ({ id, sku, name }))
  const details = { products: gone.length, named }
  recordHistory(conn, now, { action: 'products deleted', userId: by, details })
  return gone.length
}

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
function keepSkusOfProducts(conn: Conn, productIds: readonly string[]): void {
  fixSkusOfProducts(conn).run({ productIds: JSON.stringify(productIds) })
}

/** Call this before deleting a variant: its lines keep the current SKU. */
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

/** Writes the current SKU into lines of one variant that were sold without one. */
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
