import { sql, type Column } from 'drizzle-orm'
import { query } from '../../../platform/db/connection.ts'
import { products, variants } from '../tables.ts'

/** Products on sale with a barcode. */
export const listProductsByBarcode = query((conn) =>
  conn
    .select({ seq: products.seq })
    .from(products)
    .where(
      // The condition of the index as it stands there.
      sql`${products.barcode} = ${sql.placeholder('barcode')} AND ${products.barcode} <> '' AND ${products.isListed} = 1`,
    )
    .limit(sql.placeholder('limit'))
    .prepare(),
)

const withinSkus = (sku: Column) =>
  sql`${sku} >= ${sql.placeholder('start')} AND ${sku} < ${sql.placeholder('end')}`

/** Products on sale whose SKU, or a variant's, is from `start` on and before `end`. */
export const listProductsBySkuStart = query((conn) => {
  const limit = sql.placeholder('limit')
  const ofProducts = sql`SELECT ${products.seq} AS seq FROM ${products} WHERE ${withinSkus(products.sku)} LIMIT ${limit}`
  const ofVariants = sql`SELECT ${variants.productSeq} AS seq FROM ${variants} WHERE ${withinSkus(variants.sku)} LIMIT ${limit}`
  return conn
    .select({ seq: products.seq })
    .from(products)
    .where(
      sql`${products.isListed} = 1 AND ${products.seq} IN (
        SELECT seq FROM (${ofProducts}) UNION SELECT seq FROM (${ofVariants}))`,
    )
    .limit(limit)
    .prepare()
})

export type SoldProduct = ReturnType<ReturnType<typeof listSoldProducts>['all']>[number]

/** What an order takes of products, in the order of a JSON list of their `seq`s. */
export const listSoldProducts = query((conn) =>
  conn
    .select({
      seq: products.seq,
      id: products.id,
      sku: products.sku,
      barcode: products.barcode,
      name: products.name,
      gstBasisPoints: products.gstBasisPoints,
      salePrice: products.salePrice,
      stockQuantity: products.stockQuantity,
    })
    .from(sql`json_each(${sql.placeholder('seqs')}) AS wanted`)
    .innerJoin(products, sql`${products.seq} = wanted.value`)
    .orderBy(sql`wanted.key`)
    .prepare(),
)

/** The variants of these products, in the order in which they were entered. */
export const listSoldVariants = query((conn) =>
  conn
    .select({
      productSeq: variants.productSeq,
      sku: variants.sku,
      size: variants.size,
      color: variants.color,
      salePrice: variants.salePrice,
      stockQuantity: variants.stockQuantity,
    })
    .from(variants)
    .where(sql`${variants.productSeq} IN (SELECT value FROM json_each(${sql.placeholder('seqs')}))`)
    .orderBy(variants.seq)
    .prepare(),
)
