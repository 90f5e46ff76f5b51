import { count, eq, inArray, sql } from 'drizzle-orm'
import { query } from '../../../platform/db/connection.ts'
import { products } from '../tables.ts'

export const selectVendorProducts = query((conn) =>
  conn
    .select({ n: count() })
    .from(products)
    .where(eq(products.vendorId, sql.placeholder('vendorId')))
    .prepare(),
)

/** Changes the vendor of at most `limit` products of one. No answer shows the vendor, so the version stays. */
export const updateVendor = query((conn) =>
  conn
    .update(products)
    .set({ vendorId: sql`${sql.placeholder('to')}` })
    .where(
      inArray(
        products.seq,
        conn
          .select({ seq: products.seq })
          .from(products)
          .where(eq(products.vendorId, sql.placeholder('from')))
          .limit(sql.placeholder('limit')),
      ),
    )
    .returning({ seq: products.seq })
    .prepare(),
)
