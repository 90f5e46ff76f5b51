import { and, asc, eq, sql } from 'drizzle-orm'
import { query } from '../../../platform/db/connection.ts'
import { products, variants } from '../tables.ts'

const bySeq = eq(variants.seq, sql.placeholder('seq'))

export const findVariantBySku = query((conn) =>
  conn
    .select()
    .from(variants)
    .where(eq(variants.sku, sql.placeholder('sku')))
    .prepare(),
)

/** The product that a variant is of, to name it. */
export const findProductOfVariant = query((conn) =>
  conn
    .select({ name: products.name, sku: products.sku })
    .from(products)
    .where(eq(products.seq, sql.placeholder('productSeq')))
    .prepare(),
)

export const findVariantById = query((conn) =>
  conn
    .select()
    .from(variants)
    .where(eq(variants.id, sql.placeholder('id')))
    .prepare(),
)

/** What an update of stock and prices looks at. */
export const findStockOfVariant = query((conn) =>
  conn
    .select({
      seq: variants.seq,
      id: variants.id,
      productSeq: variants.productSeq,
      productId: products.id,
      mrp: variants.mrp,
      salePrice: variants.salePrice,
      minSalePrice: products.minSalePrice,
      stockQuantity: variants.stockQuantity,
    })
    .from(variants)
    .innerJoin(products, eq(products.seq, variants.productSeq))
    .where(eq(variants.sku, sql.placeholder('sku')))
    .prepare(),
)

/** In the order in which they were made. */
export const listVariants = query((conn) =>
  conn
    .select()
    .from(variants)
    .where(eq(variants.productSeq, sql.placeholder('productSeq')))
    .orderBy(asc(variants.seq))
    .prepare(),
)

export const insertVariant = query((conn) =>
  conn
    .insert(variants)
    .values({
      id: sql.placeholder('id'),
      productSeq: sql.placeholder('productSeq'),
      sku: sql.placeholder('sku'),
      size: sql.placeholder('size'),
      color: sql.placeholder('color'),
      colorHex: sql.placeholder('colorHex'),
      mrp: sql.placeholder('mrp'),
      salePrice: sql.placeholder('salePrice'),
      stockQuantity: sql.placeholder('stockQuantity'),
      createdAt: sql.placeholder('now'),
      updatedAt: sql.placeholder('now'),
    })
    .prepare(),
)

export const updateVariant = query((conn) =>
  conn
    .update(variants)
    .set({
      size: sql`${sql.placeholder('size')}`,
      color: sql`${sql.placeholder('color')}`,
      colorHex: sql`${sql.placeholder('colorHex')}`,
      mrp: sql`${sql.placeholder('mrp')}`,
      salePrice: sql`${sql.placeholder('salePrice')}`,
      stockQuantity: sql`${sql.placeholder('stockQuantity')}`,
      updatedAt: sql`${sql.placeholder('now')}`,
    })
    .where(bySeq)
    .prepare(),
)

export const updateVariantStockAndPrices = query((conn) =>
  conn
    .update(variants)
    .set({
      stockQuantity: sql`${sql.placeholder('stockQuantity')}`,
      mrp: sql`${sql.placeholder('mrp')}`,
      salePrice: sql`${sql.placeholder('salePrice')}`,
      updatedAt: sql`${sql.placeholder('now')}`,
    })
    .where(bySeq)
    .prepare(),
)

/** On its own: hardly a change is one of the SKU, and its index would be written with each. */
export const updateVariantSku = query((conn) =>
  conn
    .update(variants)
    .set({ sku: sql`${sql.placeholder('sku')}` })
    .where(bySeq)
    .prepare(),
)

export const deleteVariant = query((conn) =>
  conn
    .delete(variants)
    .where(
      and(
        eq(variants.id, sql.placeholder('id')),
        eq(variants.productSeq, sql.placeholder('productSeq')),
      ),
    )
    .returning({ id: variants.id })
    .prepare(),
)
