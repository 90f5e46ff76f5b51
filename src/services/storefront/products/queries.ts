import { and, asc, eq, gt, isNotNull, sql } from 'drizzle-orm'
import { query, type Conn } from '../../../platform/db/connection.ts'
import { AppError } from '../../../platform/errors.ts'
import { categories, products } from '../tables.ts'

const bySku = eq(products.sku, sql.placeholder('sku'))
const bySeq = eq(products.seq, sql.placeholder('seq'))

export const findProductBySku = query((conn) => conn.select().from(products).where(bySku).prepare())

export const findProductById = query((conn) =>
  conn
    .select()
    .from(products)
    .where(eq(products.id, sql.placeholder('id')))
    .prepare(),
)

/** Throws AppError `not_found`. */
export function requireProduct(conn: Conn, id: string): typeof products.$inferSelect {
  const product = findProductById(conn).get({ id })
  if (product !== undefined) return product
  throw new AppError('not_found', `There is no product with the id ${id}.`)
}

/** Who holds a SKU: enough to name it, and to find what belongs to it. */
export const findSkuHolder = query((conn) =>
  conn
    .select({ seq: products.seq, id: products.id, name: products.name })
    .from(products)
    .where(bySku)
    .prepare(),
)

export const findSlugHolder = query((conn) =>
  conn
    .select({ seq: products.seq, sku: products.sku, name: products.name })
    .from(products)
    .where(eq(products.slug, sql.placeholder('slug')))
    .prepare(),
)

/** What an update of stock and prices looks at. */
export const findStockOfProduct = query((conn) =>
  conn
    .select({
      seq: products.seq,
      id: products.id,
      mrp: products.mrp,
      salePrice: products.salePrice,
      minSalePrice: products.minSalePrice,
      stockQuantity: products.stockQuantity,
    })
    .from(products)
    .where(bySku)
    .prepare(),
)

export const findCategoryById = query((conn) =>
  conn
    .select({ id: categories.id })
    .from(categories)
    .where(eq(categories.id, sql.placeholder('id')))
    .prepare(),
)

export const findCategoryIdBySlug = query((conn) =>
  conn
    .select({ id: categories.id })
    .from(categories)
    .where(eq(categories.slug, sql.placeholder('slug')))
    .prepare(),
)

export const insertProduct = query((conn) =>
  conn
    .insert(products)
    .values({
      id: sql.placeholder('id'),
      sku: sql.placeholder('sku'),
      slug: sql.placeholder('slug'),
      name: sql.placeholder('name'),
      foldedName: sql.placeholder('foldedName'),
      description: sql.placeholder('description'),
      foldedDescription: sql.placeholder('foldedDescription'),
      details: sql.placeholder('details'),
      categoryId: sql.placeholder('categoryId'),
      mrp: sql.placeholder('mrp'),
      salePrice: sql.placeholder('salePrice'),
      minSalePrice: sql.placeholder('minSalePrice'),
      stockQuantity: sql.placeholder('stockQuantity'),
      gstBasisPoints: sql.placeholder('gstBasisPoints'),
      hsn: sql.placeholder('hsn'),
      barcode: sql.placeholder('barcode'),
      sizeChart: sql.placeholder('sizeChart'),
      image: sql.placeholder('image'),
      videoUrl: sql.placeholder('videoUrl'),
      vendorId: sql.placeholder('vendorId'),
      vendorCost: sql.placeholder('vendorCost'),
      b2bPrice: sql.placeholder('b2bPrice'),
      b2bMinQty: sql.placeholder('b2bMinQty'),
      isActive: sql.placeholder('isActive'),
      approvalStatus: sql.placeholder('approvalStatus'),
      version: sql.placeholder('version'),
      createdAt: sql.placeholder('createdAt'),
      updatedAt: sql.placeholder('updatedAt'),
    })
    .prepare(),
)

/** Everything but what the lists are sorted and narrowed by, the price aside: most updates need to write no more. */
const facts = {
  description: sql`${sql.placeholder('description')}`,
  foldedDescription: sql`${sql.placeholder('foldedDescription')}`,
  details: sql`${sql.placeholder('details')}`,
  mrp: sql`${sql.placeholder('mrp')}`,
  salePrice: sql`${sql.placeholder('salePrice')}`,
  minSalePrice: sql`${sql.placeholder('minSalePrice')}`,
  stockQuantity: sql`${sql.placeholder('stockQuantity')}`,
  gstBasisPoints: sql`${sql.placeholder('gstBasisPoints')}`,
  hsn: sql`${sql.placeholder('hsn')}`,
  barcode: sql`${sql.placeholder('barcode')}`,
  sizeChart: sql`${sql.placeholder('sizeChart')}`,
  image: sql`${sql.placeholder('image')}`,
  videoUrl: sql`${sql.placeholder('videoUrl')}`,
  vendorId: sql`${sql.placeholder('vendorId')}`,
  vendorCost: sql`${sql.placeholder('vendorCost')}`,
  b2bPrice: sql`${sql.placeholder('b2bPrice')}`,
  b2bMinQty: sql`${sql.placeholder('b2bMinQty')}`,
  version: sql`${sql.placeholder('version')}`,
  updatedAt: sql`${sql.placeholder('updatedAt')}`,
}

export const updateProductFacts = query((conn) =>
  conn.update(products).set(facts).where(bySeq).prepare(),
)

export const updateProduct = query((conn) =>
  conn
    .update(products)
    .set({
      ...facts,
      slug: sql`${sql.placeholder('slug')}`,
      name: sql`${sql.placeholder('name')}`,
      foldedName: sql`${sql.placeholder('foldedName')}`,
      categoryId: sql`${sql.placeholder('categoryId')}`,
      isActive: sql`${sql.placeholder('isActive')}`,
      approvalStatus: sql`${sql.placeholder('approvalStatus')}`,
    })
    .where(bySeq)
    .prepare(),
)

export const updateProductSku = query((conn) =>
  conn
    .update(products)
    .set({ sku: sql`${sql.placeholder('sku')}` })
    .where(bySeq)
    .prepare(),
)

export const deleteProduct = query((conn) => conn.delete(products).where(bySeq).prepare())

export const updateProductImage = query((conn) =>
  conn
    .update(products)
    .set({ image: sql`${sql.placeholder('image')}` })
    .where(bySeq)
    .prepare(),
)

export const updateProductStock = query((conn) =>
  conn
    .update(products)
    .set({
      stockQuantity: sql`${sql.placeholder('stockQuantity')}`,
      version: sql`${sql.placeholder('version')}`,
      updatedAt: sql`${sql.placeholder('now')}`,
    })
    .where(bySeq)
    .prepare(),
)

export const updateProductStockAndPrices = query((conn) =>
  conn
    .update(products)
    .set({
      stockQuantity: sql`${sql.placeholder('stockQuantity')}`,
      mrp: sql`${sql.placeholder('mrp')}`,
      salePrice: sql`${sql.placeholder('salePrice')}`,
      version: sql`${sql.placeholder('version')}`,
      updatedAt: sql`${sql.placeholder('now')}`,
    })
    .where(bySeq)
    .prepare(),
)

/** Says that something of the product changed, such as a variant. */
export const touchProduct = query((conn) =>
  conn
    .update(products)
    .set({
      version: sql`${sql.placeholder('version')}`,
      updatedAt: sql`${sql.placeholder('now')}`,
    })
    .where(bySeq)
    .prepare(),
)

export const countProductsWithSku = query((conn) =>
  conn
    .select({ count: sql<number>`count(*)` })
    .from(products)
    .where(isNotNull(products.sku))
    .prepare(),
)

/** The next products with a SKU behind `seq`, with the slug of their category. */
export const listProductsBySeq = query((conn) =>
  conn
    .select({ product: products, categorySlug: categories.slug })
    .from(products)
    .innerJoin(categories, eq(categories.id, products.categoryId))
    .where(and(gt(products.seq, sql.placeholder('seq')), isNotNull(products.sku)))
    .orderBy(asc(products.seq))
    .limit(sql.placeholder('limit'))
    .prepare(),
)
