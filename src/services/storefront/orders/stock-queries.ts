import { eq, sql } from 'drizzle-orm'
import { query } from '../../../platform/db/connection.ts'
import { products, variants } from '../tables.ts'

const product = {
  productSeq: products.seq,
  productId: products.id,
  name: products.name,
  hsn: products.hsn,
  gstBasisPoints: products.gstBasisPoints,
  isListed: products.isListed,
}

export const findProductBySku = query((conn) =>
  conn
    .select({ ...product, salePrice: products.salePrice, stockQuantity: products.stockQuantity })
    .from(products)
    .where(eq(products.sku, sql.placeholder('sku')))
    .prepare(),
)

export const findVariantBySku = query((conn) =>
  conn
    .select({
      ...product,
      variantSeq: variants.seq,
      variantId: variants.id,
      size: variants.size,
      color: variants.color,
      salePrice: variants.salePrice,
      stockQuantity: variants.stockQuantity,
    })
    .from(variants)
    .innerJoin(products, eq(products.seq, variants.productSeq))
    .where(eq(variants.sku, sql.placeholder('sku')))
    .prepare(),
)

/** Takes units, of which there must be as many. `version` is the catalogue's. */
export const takeProductStock = query((conn) =>
  conn
    .update(products)
    .set({
      stockQuantity: sql`${products.stockQuantity} - ${sql.placeholder('units')}`,
      version: sql`${sql.placeholder('version')}`,
    })
    .where(eq(products.seq, sql.placeholder('seq')))
    .prepare(),
)

/** The same for a variant. */
export const takeVariantStock = query((conn) =>
  conn
    .update(variants)
    .set({ stockQuantity: sql`${variants.stockQuantity} - ${sql.placeholder('units')}` })
    .where(eq(variants.seq, sql.placeholder('seq')))
    .prepare(),
)

export const setProductVersion = query((conn) =>
  conn
    .update(products)
    .set({ version: sql`${sql.placeholder('version')}` })
    .where(eq(products.seq, sql.placeholder('seq')))
    .prepare(),
)

/** Puts units back; nothing when the product is gone. */
export const returnProductStock = query((conn) =>
  conn
    .update(products)
    .set({
      stockQuantity: sql`${products.stockQuantity} + ${sql.placeholder('units')}`,
      version: sql`${sql.placeholder('version')}`,
    })
    .where(eq(products.id, sql.placeholder('id')))
    .prepare(),
)

/** The same for a variant; its product comes back when it is still there. */
export const returnVariantStock = query((conn) =>
  conn
    .update(variants)
    .set({ stockQuantity: sql`${variants.stockQuantity} + ${sql.placeholder('units')}` })
    .where(eq(variants.id, sql.placeholder('id')))
    .returning({ productSeq: variants.productSeq })
    .prepare(),
)
