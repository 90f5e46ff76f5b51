import type { Conn } from '../../../platform/db/connection.ts'
import { raiseCatalogueVersion } from '../catalogue-version.ts'
import type { StorefrontDeps } from '../deps.ts'
import { recordHistory } from '../history.ts'
import { deleteUnusedImages, listImages, releaseImage } from '../images/store-images.ts'
import { keepSkusOfProducts } from '../orders/delivery/sold-without-sku.ts'
import { deleteProduct, findProductById } from '../products/queries.ts'

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
