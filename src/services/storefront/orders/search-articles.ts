import { snapshot, type Conn } from '../../../platform/db/connection.ts'
import { toNfc } from '../../../platform/text.ts'
import type { Catalogue } from '../catalogue/catalogue.ts'
import { searchWords } from '../search/words.ts'
import { catalogueVersion } from '../catalogue-version.ts'
import type { StorefrontDeps } from '../deps.ts'
import {
  listProductsByBarcode,
  listProductsBySkuStart,
  listSoldProducts,
  listSoldVariants,
  type SoldProduct,
} from './article-queries.ts'
import { variantLabelOf } from './find-article.ts'

/** Products that one search shows. */
const productsMax = 20

/** Something that can be sold: a product or a variant of one. Money in paise. */
export type FoundArticle = {
  productId: string
  sku: string
  name: string
  variantLabel: string | null
  salePrice: number
  gstBasisPoints: number
  stockQuantity: number
  /** The text that was looked for is its SKU or its barcode, as a scanner types it. */
  isExact: boolean
}

/**
 * What is on sale under a text: its barcode, the beginning of its SKU, or words of its name or description; what fits
 * exactly comes first. Throws AppError `invalid_request` when the text has too many words.
 */
export async function searchArticles(
  { database }: Pick<StorefrontDeps, 'database'>,
  catalogue: Pick<Catalogue, 'search'>,
  text: string,
): Promise<FoundArticle[]> {
  const wanted = toNfc(text).trim()
  const words = searchWords(wanted)
  if (words === undefined) return []
  const conn = database.read
  // Right after the start, in slices, so that other requests go on.
  if (words.length > 0) await catalogue.search.load(conn)
  return snapshot(conn, () => {
    const found = new Set([
      ...listProductsByBarcode(conn)
        .all({ barcode: wanted, limit: productsMax })
        .map(({ seq }) => seq),
      ...productsBySku(conn, wanted),
      ...productsByWords(conn, catalogue, words),
    ])
    const articles = articlesOf(conn, [...found].slice(0, productsMax), wanted)
    return articles.toSorted((a, b) => Number(b.isExact) - Number(a.isExact))
  })
}

/** As it was typed, and in capitals, which SKUs mostly are in. */
function productsBySku(conn: Conn, text: string): number[] {
  return [...new Set([text, text.toUpperCase()])].flatMap((start) =>
    listProductsBySkuStart(conn)
      .all({ start, end: `${start}\u{10ffff}`, limit: productsMax })
      .map(({ seq }) => seq),
  )
}

function productsByWords(
  conn: Conn,
  { search }: Pick<Catalogue, 'search'>,
  words: readonly string[],
): number[] {
  if (words.length === 0) return []
  const input = { words, sort: 'name_asc', categoryId: undefined, limit: productsMax, offset: 0 }
  return search.find(conn, catalogueVersion(conn), { ...input, sort: 'name_asc' }).seqs
}

function articlesOf(conn: Conn, seqs: readonly number[], wanted: string): FoundArticle[] {
  const list = JSON.stringify(seqs)
  const variants = Map.groupBy(
    listSoldVariants(conn).all({ seqs: list }),
    ({ productSeq }) => productSeq,
  )
  return listSoldProducts(conn)
    .all({ seqs: list })
    .flatMap((product) => {
      const kinds = (variants.get(product.seq) ?? []).flatMap(({ sku, size, color, ...variant }) =>
        sku === null
          ? []
          : [
              article(
                product,
                { ...variant, sku, variantLabel: variantLabelOf(size, color) },
                wanted,
              ),
            ],
      )
      return [...itself(product, kinds.length > 0, wanted), ...kinds]
    })
}

/** A product that comes in several kinds is sold as one of them, unless its own SKU is asked for. */
function itself(product: SoldProduct, hasKinds: boolean, wanted: string): FoundArticle[] {
  const { sku } = product
  if (sku === null || (hasKinds && !isSame(sku, wanted))) return []
  return [article(product, { ...product, sku, variantLabel: null }, wanted)]
}

function article(
  { id, name, barcode, gstBasisPoints }: SoldProduct,
  sold: Pick<FoundArticle, 'sku' | 'variantLabel' | 'salePrice' | 'stockQuantity'>,
  wanted: string,
): FoundArticle {
  const { sku, variantLabel, salePrice, stockQuantity } = sold
  // A barcode names one kind only where there is but one.
  const isExact = isSame(sku, wanted) || (variantLabel === null && isSame(barcode, wanted))
  return {
    productId: id,
    sku,
    name,
    variantLabel,
    salePrice,
    gstBasisPoints,
    stockQuantity,
    isExact,
  }
}

function isSame(code: string, wanted: string): boolean {
  return code.toUpperCase() === wanted.toUpperCase()
}
