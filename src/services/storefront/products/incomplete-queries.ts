import { sql } from 'drizzle-orm'
import { query } from '../../../platform/db/connection.ts'
import { products } from '../tables.ts'

export const countWithoutPrice = query((conn) =>
  conn
    .select({ n: sql<number>`count(*)` })
    .from(products)
    .where(sql`${products.isListed} = 1 AND ${products.salePrice} = 0`)
    .prepare(),
)

/** The condition is that of the partial index `products_without_image`. */
export const countWithoutImage = query((conn) =>
  conn
    .select({ n: sql<number>`count(*)` })
    .from(products)
    .where(sql`${products.isListed} = 1 AND ${products.image} IS NULL`)
    .prepare(),
)
