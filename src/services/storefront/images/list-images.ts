import { asc, eq, sql } from 'drizzle-orm'
import { query } from '../../../platform/db/connection.ts'
import { productImages } from '../tables.ts'

/** The images of a product (`productSeq`), the first one first. */
export const listImages = query((conn) =>
  conn
    .select({
      image: productImages.image,
      alt: productImages.alt,
      sortOrder: productImages.sortOrder,
    })
    .from(productImages)
    .where(eq(productImages.productSeq, sql.placeholder('productSeq')))
    .orderBy(asc(productImages.sortOrder), asc(productImages.seq))
    .prepare(),
)
