import { productColumns } from './record.ts'
import { and, asc, eq, gt, isNotNull, sql } from 'drizzle-orm'
import { query, type Conn, type Params } from '../../../platform/db/connection.ts'
import { insertInto, updateIn, findIn, deleteIn } from '../../../platform/db/statements.ts'
import { AppError } from '../../../platform/errors.ts'
import { categories, products } from '../tables.ts'

type BySku = Params<{ sku: string | null }>

export const findProductBySku = findIn(products, 'sku')

export const findProductById = findIn(products, 'id')

/** Throws AppError `not_found`. */
export function requireProduct(conn: Conn, id: string): typeof products.$inferSelect {
  const product = findProductById(conn).get({ id })
  if (product !== undefined) return product
  throw new AppError('not_found', `There is no product with the id ${id}.`)
}

/** The holder of a SKU: enough to name it and to find its parts. */
export const findSkuHolder = query((conn, { sku }: BySku) =>
  conn
    .select({ seq: products.seq, id: products.id, name: products.name })
    .from(products)
    .where(eq(products.sku, sql`${sku}`)),
)

export const findSlugHolder = query((conn, { slug }: Params<{ slug: string }>) =>
  conn
    .select({ seq: products.seq, sku: products.sku, name: products.name })
    .from(products)
    .where(eq(products.slug, slug)),
)

/** The values that an update of stock and prices needs. */
export const findStockOfProduct = query((conn, { sku }: BySku) =>
  conn
    .select({
      seq: products.seq,
      id: products.id,
      mrp: products.mrp,
      mrpGiven: products.mrpGiven,
      salePrice: products.salePrice,
      priceGiven: products.priceGiven,
      minSalePrice: products.minSalePrice,
      stockQuantity: products.stockQuantity,
    })
    .from(products)
    .where(eq(products.sku, sql`${sku}`)),
)

export const findCategoryById = query((conn, { id }: Params<{ id: string }>) =>
  conn
    .select({ id: categories.id, slug: categories.slug })
    .from(categories)
    .where(eq(categories.id, id)),
)

export const findCategoryIdBySlug = query((conn, { slug }: Params<{ slug: string }>) =>
  conn.select({ id: categories.id }).from(categories).where(eq(categories.slug, slug)),
)

export const insertProduct = insertInto(products)

/** What the lists are sorted and narrowed by, the price aside: most updates leave it alone and write less. */
export const listingColumns = ['name', 'slug', 'categoryId', 'isActive', 'approvalStatus'] as const

const facts = [
  ...productColumns.filter((column) => !isListing(column) && column !== 'sku'),
  'mrpGiven',
  'priceGiven',
  'foldedDescription',
  'image',
  'version',
  'updatedAt',
] as const

export const updateProductFacts = updateIn(products, 'seq', facts)

export const updateProduct = updateIn(products, 'seq', [...facts, ...listingColumns, 'foldedName'])

export const updateProductSku = updateIn(products, 'seq', ['sku'])

export const updateProductImage = updateIn(products, 'seq', ['image'])

export const updateProductStock = updateIn(products, 'seq', [
  'stockQuantity',
  'version',
  'updatedAt',
])

export const updateProductStockAndPrices = updateIn(products, 'seq', [
  'stockQuantity',
  'mrp',
  'mrpGiven',
  'salePrice',
  'priceGiven',
  'version',
  'updatedAt',
])

/** Says that something of the product changed, such as a variant. */
export const touchProduct = updateIn(products, 'seq', ['version', 'updatedAt'])

export const deleteProduct = deleteIn(products, 'seq')

export const countProductsWithSku = query((conn) =>
  conn
    .select({ count: sql<number>`count(*)` })
    .from(products)
    .where(isNotNull(products.sku)),
)

/** The next products with a SKU behind `seq`, with the slug of their category. */
export const listProductsBySeq = query(
  (conn, { seq, limit }: Params<{ seq: number; limit: number }>) =>
    conn
      .select({ product: products, categorySlug: categories.slug })
      .from(products)
      .innerJoin(categories, eq(categories.id, products.categoryId))
      .where(and(gt(products.seq, seq), isNotNull(products.sku)))
      .orderBy(asc(products.seq))
      .limit(limit),
)

function isListing(column: string): boolean {
  return listingColumns.some((known) => known === column)
}
