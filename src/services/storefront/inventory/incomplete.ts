import type { StorefrontDeps } from '../deps.ts'
import { sql } from 'drizzle-orm'
import { query } from '../../../platform/db/connection.ts'
import { products } from '../tables.ts'

/** Products that are shown in the shop and should not be as they are: without a price (also of a variant), or without an image. */
export function countIncompleteProducts({ database }: Pick<StorefrontDeps, 'database'>): {
  withoutPrice: number
  withoutImage: number
} {
  return {
    withoutPrice: countWithoutPrice(database.read).get()?.n ?? 0,
    withoutImage: countWithoutImage(database.read).get()?.n ?? 0,
  }
}

/** Also those of which a variant has no price. CROSS JOIN: looking for each product's variants takes twelve times as long. */
const countWithoutPrice = query((conn) =>
  conn.$client.query<{ n: number }, []>(
    `SELECT count(*) AS n FROM (
       SELECT seq FROM products WHERE is_listed = 1 AND sale_price = 0
       UNION SELECT products.seq FROM variants CROSS JOIN products ON products.seq = variants.product_seq
         WHERE variants.sale_price = 0 AND products.is_listed = 1)`,
  ),
)

/** The condition is that of the partial index `products_without_image`. */
const countWithoutImage = query((conn) =>
  conn
    .select({ n: sql<number>`count(*)` })
    .from(products)
    .where(sql`${products.isListed} = 1 AND ${products.image} IS NULL`)
    .prepare(),
)
