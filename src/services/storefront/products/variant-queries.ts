import { and, asc, eq, sql } from 'drizzle-orm'
import { query } from '../../../platform/db/connection.ts'
import { insertInto, updateIn } from '../../../platform/db/statements.ts'
import { products, variants } from '../tables.ts'
import { variantColumns } from './record.ts'

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

export const insertVariant = insertInto(variants)

export const updateVariant = updateIn(variants, 'seq', [
  ...variantColumns.filter((column) => column !== 'sku'),
  'updatedAt',
])

export const updateVariantStockAndPrices = updateIn(variants, 'seq', [
  'stockQuantity',
  'mrp',
  'salePrice',
  'updatedAt',
])

/** On its own: hardly a change is one of the SKU, and its index would be written with each. */
export const updateVariantSku = updateIn(variants, 'seq', ['sku'])

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
