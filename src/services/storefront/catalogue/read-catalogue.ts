import { query, snapshot, type Conn } from '../../../platform/db/connection.ts'
import { AppError } from '../../../platform/errors.ts'
import type { VersionedAnswer } from '../../../platform/http/answer-cache.ts'
import type { JsonValue } from '../../../platform/json/json.ts'
import { toPercent, toRupees } from '../../../platform/money.ts'
import { toNfc } from '../../../platform/text.ts'
import { catalogueVersion, versionHeader } from '../catalogue-version.ts'
import type { StorefrontDeps } from '../deps.ts'
import { listAllCategories } from '../display/categories.ts'
import { listAllOffers, offerStateOf } from '../display/offers.ts'
import { imageAddresses } from '../images/store-images.ts'
import type { Priced, PriceBook, PriceBooks } from '../pricing/price-book.ts'
import type { PageInput, Sort } from '../search/rules.ts'
import type { CountListed, SearchIndex } from '../search/search-index.ts'
import { uncategorisedId, type categories, type offers } from '../tables.ts'
import {
  findCategoryId,
  findListedProduct,
  imagesOf,
  listProductsBySeq,
  variantsOf,
  type ListedProduct,
  type WalkedPages,
  type ProductDetail,
  type ShownImage,
  type ShownVariant,
} from './queries.ts'

export type ProductsInput = {
  limit: number
  offset: number
  sort: Sort
  /** A slug in NFC. */
  category: string | undefined
  /** See searchWords. Undefined means no search. An empty list finds nothing. */
  words: readonly string[] | undefined
}

/** Everything that lists need beside the database. */
export type ListDeps = {
  count: CountListed
  search: SearchIndex
  prices: PriceBooks
  pages: WalkedPages
}

type Page = { rows: ListedProduct[]; total: number }

/** The product list, from one state of the database. `origin` is the beginning of image addresses. */
export function listProducts(
  read: Conn,
  deps: ListDeps,
  input: ProductsInput,
  origin: string,
): VersionedAnswer {
  return snapshot(read, () => {
    const version = catalogueVersion(read)
    const { rows, total } = findPage(read, version, deps, input)
    const { limit, offset } = input
    const book = deps.prices(read, version)
    const data = rows.map((row) => shownProduct(row, book, origin))
    const text = JSON.stringify({ data, pagination: { limit, offset, total } })
    return { text, rows: rows.length, version: book.key, headers: versionHeader(version) }
  })
}

function findPage(
  conn: Conn,
  version: number,
  { count, search, pages }: ListDeps,
  { category, words, ...page }: ProductsInput,
): Page {
  const categoryId = category === undefined ? undefined : findCategoryId(conn).get(category)?.id
  if (category !== undefined && categoryId === undefined) return { rows: [], total: 0 }
  if (words?.length === 0) return { rows: [], total: 0 }
  const input: PageInput = { ...page, categoryId }
  if (words !== undefined) {
    const { seqs, total } = search.find(conn, version, { ...input, words })
    return { rows: listProductsBySeq(conn).all(JSON.stringify(seqs)), total }
  }
  const total = count(conn, version, categoryId)
  return { rows: page.offset < total ? pages.list(conn, version, input) : [], total }
}

/**
 * A listed product with its images and variants. `slug` in NFC. `origin` is the beginning of image addresses. Throws
 * AppError `not_found`.
 */
export function findProduct(
  { database: { read } }: StorefrontDeps,
  prices: PriceBooks,
  slug: string,
  origin: string,
): VersionedAnswer {
  const product = findListedProduct(read).get(slug)
  if (product === null) throw unknownProduct()
  const book = prices(read, product.version)
  const text = JSON.stringify({ data: shownWhole(product, book, origin) })
  return { text, rows: 1, version: book.key, headers: versionHeader(product.version) }
}

export function unknownProduct(): AppError {
  return new AppError('not_found', 'There is no listed product with this slug.')
}

/** The slug in the last part of a path: percent-decoded once, in NFC. Undefined if the encoding is wrong. */
export function slugOfPath(url: string): string | undefined {
  const path = /^[^?#]*/.exec(url)?.[0] ?? ''
  const last = /([^/]+)\/?$/.exec(path)?.[1] ?? ''
  try {
    return toNfc(decodeURIComponent(last))
  } catch (error) {
    if (error instanceof URIError) return undefined
    throw error
  }
}

/**
 * The categories in display order. The built-in category is included only if it has a listed product. `origin` is the
 * beginning of image addresses.
 */
export function listCategories(
  { database: { read } }: StorefrontDeps,
  prices: PriceBooks,
  origin: string,
): VersionedAnswer {
  return snapshot(read, () => {
    const version = catalogueVersion(read)
    const hasUncategorised = findUncategorised(read).get(uncategorisedId) !== null
    const data = listAllCategories(read)
      .all()
      .filter(({ id }) => id !== uncategorisedId || hasUncategorised)
      .map((category) => shownCategory(category, origin))
    const { key } = prices(read, version)
    const text = JSON.stringify({ data })
    return { text, rows: data.length, version: key, headers: versionHeader(version) }
  })
}

/** The active offers in display order. `origin` is the beginning of image addresses. */
export function listOffers({ database: { read }, clock }: StorefrontDeps, origin: string) {
  const now = clock.now()
  return listAllOffers(read)
    .all()
    .filter((offer) => offerStateOf(offer, now) === 'active')
    .map((offer) => shownOffer(offer, origin))
}

const findUncategorised = query((conn) =>
  conn.$client.query<{ seq: number }, [categoryId: string]>(
    'SELECT seq FROM products WHERE category_id = ? AND is_listed = 1 LIMIT 1',
  ),
)

/* Rows in the contract's form. `origin` is the beginning of image addresses. A field that the contract types as a string is never null. */

/** Written out: spreading parts into one object takes as long again, and lists do this for each row. */
function shownProduct(product: ListedProduct, book: PriceBook, origin: string) {
  const { url, srcset } = imageAddresses(product.image, origin)
  const prices = shownPrices(product, product, book)
  return {
    id: product.id,
    slug: product.slug,
    name: product.name,
    description: product.description,
    image_url: url,
    image_srcset: srcset,
    mrp: prices.mrp,
    sale_price: prices.sale_price,
    has_price: prices.has_price,
    offer_price: prices.offer_price,
    offer_id: prices.offer_id,
    stock_quantity: prices.stock_quantity,
    category_id: product.category_id,
    created_at: new Date(product.created_at).toISOString(),
  }
}

function imageFields(image: string | null, origin: string) {
  const { url, srcset } = imageAddresses(image, origin)
  return { image_url: url, image_srcset: srcset }
}

/** A listed product in the form of `findProduct`. */
export function shownWhole(product: ProductDetail, book: PriceBook, origin: string) {
  return {
    ...shownDetail(product, book, origin),
    images: imagesOf(product.images).map((image) => shownImage(image, origin)),
    variants: variantsOf(product.variants).map((variant) => shownVariant(product, variant, book)),
  }
}

/** The product without its images and variants. */
function shownDetail(product: ProductDetail, book: PriceBook, origin: string) {
  return {
    id: product.id,
    slug: product.slug,
    sku: product.sku ?? '',
    name: product.name,
    description: product.description,
    details: product.details,
    ...imageFields(product.image, origin),
    video_url: product.video_url,
    ...shownPrices(product, product, book),
    gst_pct: toPercent(product.gst_basis_points),
    hsn: product.hsn,
    barcode: product.barcode,
    category_id: product.category_id,
    size_chart: shownSizeChart(product.size_chart),
  }
}

function shownImage({ image, alt, sort_order }: ShownImage, origin: string) {
  return { ...imageAddresses(image, origin), alt, sort_order }
}

function shownVariant(product: ProductDetail, variant: ShownVariant, book: PriceBook) {
  return {
    id: variant.id,
    size: variant.size,
    color: variant.color,
    color_hex: variant.color_hex,
    sku: variant.sku ?? '',
    ...shownPrices(product, variant, book),
  }
}

/** The prices and the stock of a product or its variant. The offer is the best active one. Null without one. */
function shownPrices(
  { id, category_id, min_sale_price }: Pick<ListedProduct, 'id' | 'category_id' | 'min_sale_price'>,
  sold: Pick<ShownVariant, 'mrp' | 'sale_price' | 'price_given' | 'stock_quantity'>,
  book: PriceBook,
) {
  const product: Priced = { id, categoryId: category_id, minSalePrice: min_sale_price }
  const offered = book.offerFor(product, sold.sale_price)
  return {
    mrp: toRupees(sold.mrp),
    sale_price: toRupees(sold.sale_price),
    has_price: sold.price_given === 1,
    offer_price: offered === undefined ? null : toRupees(offered.price),
    offer_id: offered?.offerId ?? null,
    stock_quantity: sold.stock_quantity,
  }
}

function shownCategory(category: typeof categories.$inferSelect, origin: string) {
  return {
    id: category.id,
    name: category.name,
    slug: category.slug,
    ...imageFields(category.image, origin),
    sort_order: category.sortOrder,
  }
}

function shownOffer(offer: typeof offers.$inferSelect, origin: string) {
  return {
    id: offer.id,
    slug: offer.slug,
    title: offer.title,
    subtitle: offer.subtitle,
    badge_text: offer.badgeText,
    ...imageFields(offer.image, origin),
    rule_kind: offer.ruleKind,
    rule_value: offer.ruleValue,
    sort_order: offer.sortOrder,
  }
}

function shownSizeChart(json: string | null): JsonValue {
  if (json === null) return null
  const value: JsonValue = JSON.parse(json)
  return value
}
