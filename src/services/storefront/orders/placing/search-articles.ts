import { type Column, sql } from 'drizzle-orm'
import { type Conn, type Params, query, snapshot } from '../../../../platform/db/connection.ts'
import { toNfc } from '../../../../platform/text.ts'
import { catalogueVersion } from '../../catalogue-version.ts'
import type { StorefrontDeps } from '../../deps.ts'
import { searchWords } from '../../search/rules.ts'
import type { PriceBook, PriceBooks } from '../../pricing/price-book.ts'
import type { Offered } from '../../pricing/rules.ts'
import type { SearchIndex } from '../../search/search-index.ts'
import { products, variants } from '../../tables.ts'
import { variantLabelOf } from './stock.ts'

/** The most products that one search shows. */
const productsMax = 20

/** A product or variant on sale. Money in paise. */
type FoundArticle = {
  productId: string
  sku: string
  name: string
  variantLabel: string | null
  /** '' if there is none. */
  hsn: string
  salePrice: number
  /** Whether a price was given. Otherwise the price is 0. */
  priceGiven: boolean
  /** The price with the best active offer, in paise. Null without one. */
  offer: Offered | null
  gstBasisPoints: number
  stockQuantity: number
  /** Whether the search text is the SKU or the barcode, as a scanner types it. */
  isExact: boolean
}

type SoldProduct = ReturnType<ReturnType<typeof listSoldProducts>['all']>[number]

/**
 * Finds articles on sale by a barcode, the beginning of a SKU, or words of the name or description. Exact matches come
 * first. Throws AppError `invalid_request` if the text has too many words.
 */
export async function searchArticles(
  { database }: Pick<StorefrontDeps, 'database'>,
  catalogue: { search: SearchIndex; prices: PriceBooks },
  text: string,
): Promise<FoundArticle[]> {
  const wanted = toNfc(text).trim()
  const words = searchWords(wanted)
  if (words === undefined) return []
  const conn = database.read
  // Right after the start this loads in slices, so that other requests go on.
  if (words.length > 0) await catalogue.search.load(conn)
  return snapshot(conn, () => {
    const found = new Set([
      ...listProductsByBarcode(conn)
        .all({ barcode: wanted, limit: productsMax })
        .map(({ seq }) => seq),
      ...productsBySku(conn, wanted),
      ...productsByWords(conn, catalogue, words),
    ])
    const book = catalogue.prices(conn, catalogueVersion(conn))
    const articles = articlesOf(conn, [...found].slice(0, productsMax), wanted, book)
    return articles.toSorted((a, b) => Number(b.isExact) - Number(a.isExact))
  })
}

/** As typed and in capitals, because most SKUs are in capitals. */
function productsBySku(conn: Conn, text: string): number[] {
  return [...new Set([text, text.toUpperCase()])].flatMap((start) =>
    listProductsBySkuStart(conn)
      .all({ start, end: `${start}\u{10ffff}`, limit: productsMax })
      .map(({ seq }) => seq),
  )
}

function productsByWords(
  conn: Conn,
  { search }: { search: SearchIndex },
  words: readonly string[],
): number[] {
  if (words.length === 0) return []
  const input = { words, sort: 'name_asc', categoryId: undefined, limit: productsMax, offset: 0 }
  return search.find(conn, catalogueVersion(conn), { ...input, sort: 'name_asc' }).seqs
}

function articlesOf(
  conn: Conn,
  seqs: readonly number[],
  wanted: string,
  book: PriceBook,
): FoundArticle[] {
  const list = JSON.stringify(seqs)
  const kinds = Map.groupBy(
    listSoldVariants(conn).all({ seqs: list }),
    ({ productSeq }) => productSeq,
  )
  return listSoldProducts(conn)
    .all({ seqs: list })
    .flatMap((product) => {
      const ofProduct = (kinds.get(product.seq) ?? []).flatMap(
        ({ sku, size, color, ...variant }) =>
          sku === null
            ? []
            : [
                article(
                  product,
                  { ...variant, sku, variantLabel: variantLabelOf(size, color) },
                  wanted,
                  book,
                ),
              ],
      )
      return [...itself(product, ofProduct.length > 0, wanted, book), ...ofProduct]
    })
}

/** A product with variants is sold as a variant, unless the search text is its own SKU. */
function itself(
  product: SoldProduct,
  hasKinds: boolean,
  wanted: string,
  book: PriceBook,
): FoundArticle[] {
  const { sku } = product
  if (sku === null || (hasKinds && !isSame(sku, wanted))) return []
  return [article(product, { ...product, sku, variantLabel: null }, wanted, book)]
}

function article(
  { id, name, barcode, hsn, gstBasisPoints, categoryId, minSalePrice }: SoldProduct,
  sold: Pick<FoundArticle, 'sku' | 'variantLabel' | 'salePrice' | 'priceGiven' | 'stockQuantity'>,
  wanted: string,
  book: PriceBook,
): FoundArticle {
  const { sku, variantLabel, salePrice, priceGiven, stockQuantity } = sold
  // A barcode identifies an article only if the product has no variants.
  const isExact = isSame(sku, wanted) || (variantLabel === null && isSame(barcode, wanted))
  return {
    productId: id,
    sku,
    name,
    variantLabel,
    hsn,
    salePrice,
    priceGiven,
    offer: book.offerFor({ id, categoryId, minSalePrice }, salePrice) ?? null,
    gstBasisPoints,
    stockQuantity,
    isExact,
  }
}

function isSame(code: string, wanted: string): boolean {
  return code.toUpperCase() === wanted.toUpperCase()
}

/** Products on sale with a barcode. */
const listProductsByBarcode = query(
  (conn, { barcode, limit }: Params<{ barcode: string; limit: number }>) =>
    conn
      .select({ seq: products.seq })
      .from(products)
      .where(
        // The exact condition of the index.
        sql`${products.barcode} = ${barcode} AND ${products.barcode} <> '' AND ${products.isListed} = 1`,
      )
      .limit(limit),
)

/** Products on sale whose SKU, or a variant's SKU, is from `start` on and before `end`. */
const listProductsBySkuStart = query(
  (conn, p: Params<{ start: string; end: string; limit: number }>) => {
    const withinSkus = (sku: Column) => sql`${sku} >= ${p.start} AND ${sku} < ${p.end}`
    const ofProducts = sql`SELECT ${products.seq} AS seq FROM ${products} WHERE ${withinSkus(products.sku)} LIMIT ${p.limit}`
    const ofVariants = sql`SELECT ${variants.productSeq} AS seq FROM ${variants} WHERE ${withinSkus(variants.sku)} LIMIT ${p.limit}`
    return conn
      .select({ seq: products.seq })
      .from(products)
      .where(
        sql`${products.isListed} = 1 AND ${products.seq} IN (
        SELECT seq FROM (${ofProducts}) UNION SELECT seq FROM (${ofVariants}))`,
      )
      .limit(p.limit)
  },
)

/** The values that an order needs of products, in the order of a JSON list of their `seq`s. */
const listSoldProducts = query((conn, { seqs }: Params<{ seqs: string }>) =>
  conn
    .select({
      seq: products.seq,
      id: products.id,
      sku: products.sku,
      barcode: products.barcode,
      name: products.name,
      hsn: products.hsn,
      gstBasisPoints: products.gstBasisPoints,
      salePrice: products.salePrice,
      priceGiven: products.priceGiven,
      categoryId: products.categoryId,
      minSalePrice: products.minSalePrice,
      stockQuantity: products.stockQuantity,
    })
    .from(sql`json_each(${seqs}) AS wanted`)
    .innerJoin(products, sql`${products.seq} = wanted.value`)
    .orderBy(sql`wanted.key`),
)

/** The variants of these products, in the order of entry. */
const listSoldVariants = query((conn, { seqs }: Params<{ seqs: string }>) =>
  conn
    .select({
      productSeq: variants.productSeq,
      sku: variants.sku,
      size: variants.size,
      color: variants.color,
      salePrice: variants.salePrice,
      priceGiven: variants.priceGiven,
      stockQuantity: variants.stockQuantity,
    })
    .from(variants)
    .where(sql`${variants.productSeq} IN (SELECT value FROM json_each(${seqs}))`)
    .orderBy(variants.seq),
)
