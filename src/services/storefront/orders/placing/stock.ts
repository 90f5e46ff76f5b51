import { eq, sql } from 'drizzle-orm'
import { type Conn, type Params, query } from '../../../../platform/db/connection.ts'
import { updateIn } from '../../../../platform/db/statements.ts'
import { AppError } from '../../../../platform/errors.ts'
import { raiseCatalogueVersion } from '../../catalogue-version.ts'
import type { PriceBook } from '../../pricing/price-book.ts'
import type { Offered } from '../../pricing/rules.ts'
import { orderItems, orders, products, variants } from '../../tables.ts'
import type { SoldItem } from './price-order.ts'

/** The units that a line took from the stock. `productId` is '' for a line without a product. */
type TakenItem = { productId: string; variantId: string | null; quantity: number }

type Wanted = { article: Article; sku: string; units: number }

/** The product or variant with a SKU. The price in paise, including GST. */
export type Article = {
  productSeq: number
  productId: string
  variantSeq: number | null
  variantId: string | null
  name: string
  /** Such as "M / Red". Null for a product itself. */
  variantLabel: string | null
  hsn: string
  gstBasisPoints: number
  mrp: number
  salePrice: number
  /** Whether a price was given. Otherwise the price is 0. */
  priceGiven: boolean
  /** The price with the best offer, in paise. Undefined without one. */
  offered: Offered | undefined
  stockQuantity: number
  isListed: boolean
}

/** Looks up each SKU once, because an order may name it on several lines. Without a book, offers do not count. */
export function articleFinder(conn: Conn, book?: PriceBook): (sku: string) => Article | undefined {
  const found = new Map<string, Article | undefined>()
  return (sku) => {
    if (!found.has(sku)) found.set(sku, findArticle(conn, sku, book))
    return found.get(sku)
  }
}

/** Searches products first, then variants, as the contract does for stock. */
function findArticle(conn: Conn, sku: string, book: PriceBook | undefined): Article | undefined {
  const product = findProductBySku(conn).get({ sku })
  if (product !== undefined) {
    const offered = offerFor(product, book)
    return { ...product, offered, variantSeq: null, variantId: null, variantLabel: null }
  }
  const variant = findVariantBySku(conn).get({ sku })
  if (variant === undefined) return undefined
  const { size, color, ...rest } = variant
  const offered = offerFor(variant, book)
  return { ...rest, offered, variantLabel: variantLabelOf(size, color) }
}

type Sold = {
  productId: string
  categoryId: string
  minSalePrice: number | null
  salePrice: number
}

function offerFor({ productId: id, ...sold }: Sold, book: PriceBook | undefined) {
  return book?.offerFor({ id, ...sold }, sold.salePrice)
}

/** Such as "M / Red". Null without size and colour. */
export function variantLabelOf(size: string, color: string): string | null {
  const label = [size, color].filter((part) => part !== '').join(' / ')
  return label === '' ? null : label
}

/**
 * Takes an order's units from the stock. Lines of the same SKU add up. Throws AppError `insufficient_stock` that names
 * every SKU without enough stock, and then has written nothing.
 */
export function takeStock(conn: Conn, items: readonly SoldItem[]): void {
  const wanted = wantedOf(items)
  if (wanted.length === 0) return
  const short = wanted.filter(isShort)
  if (short.length > 0) throw tooFew(short)
  const version = raiseCatalogueVersion(conn)
  for (const { article, units } of wanted) takeUnits(conn, article, units, version)
}

function wantedOf(items: readonly SoldItem[]): Wanted[] {
  const bySku = new Map<string, Wanted>()
  for (const { article, sku, quantity } of items) {
    if (article === undefined || sku === null) continue
    const known = bySku.get(sku)
    if (known === undefined) bySku.set(sku, { article, sku, units: quantity })
    else known.units += quantity
  }
  return [...bySku.values()]
}

function isShort({ article, units }: Wanted): boolean {
  return article.stockQuantity < units
}

/** The units are there: this transaction counted them, and no other transaction writes meanwhile. */
function takeUnits(conn: Conn, article: Article, units: number, version: number): void {
  const { productSeq, variantSeq } = article
  if (variantSeq === null) {
    takeProductStock(conn).run({ seq: productSeq, units, version })
    return
  }
  takeVariantStock(conn).run({ seq: variantSeq, units })
  setProductVersion(conn).run({ seq: productSeq, version })
}

function tooFew(short: readonly Wanted[]): AppError {
  const each = short.map(({ sku, article, units }) => {
    return `${sku} (${units} wanted, ${unitsLeft(article)} in stock)`
  })
  return new AppError(
    'insufficient_stock',
    `There is not enough stock of ${each.join(', ')}. No order was placed.`,
    {
      items: short.map(({ sku, article, units }) => ({
        sku,
        wanted: units,
        available: unitsLeft(article),
      })),
    },
  )
}

/** The SKUs without enough stock for an order, with the wanted and the present units. */
export function findShort(
  items: readonly SoldItem[],
): { sku: string; wanted: number; inStock: number }[] {
  return wantedOf(items)
    .filter(isShort)
    .map(({ sku, units, article }) => ({ sku, wanted: units, inStock: unitsLeft(article) }))
}

function unitsLeft({ stockQuantity }: Article): number {
  return Math.max(stockQuantity, 0)
}

/** Puts the units of an order back into the stock. Deleted articles are skipped. */
export function returnStock(conn: Conn, items: readonly TakenItem[]): void {
  const sold = items.filter(({ productId }) => productId !== '')
  if (sold.length === 0) return
  const version = raiseCatalogueVersion(conn)
  for (const { productId, variantId, quantity: units } of sold) {
    if (variantId === null) {
      returnProductStock(conn).run({ id: productId, units, version })
      continue
    }
    const variant = returnVariantStock(conn).get({ id: variantId, units })
    if (variant !== undefined) setProductVersion(conn).run({ seq: variant.productSeq, version })
  }
}

/**
 * Units of a product in orders placed here after `since` (ms since the epoch) that the ERP has not acknowledged, and
 * that its own count therefore still includes. With `variantId`, the units of the variant. Null means the product
 * itself, without its variants. Cancelled and returned orders gave their units back, and imported orders never took
 * any.
 */
export function pendingUnits(
  conn: Conn,
  productId: string,
  variantId: string | null,
  since: number,
): number {
  return sumPending(conn).get({ productId, variantId, since })?.units ?? 0
}

const ofProduct = {
  productSeq: products.seq,
  productId: products.id,
  categoryId: products.categoryId,
  minSalePrice: products.minSalePrice,
  name: products.name,
  hsn: products.hsn,
  gstBasisPoints: products.gstBasisPoints,
  isListed: products.isListed,
}

const findProductBySku = query((conn, { sku }: Params<{ sku: string }>) =>
  conn
    .select({
      ...ofProduct,
      mrp: products.mrp,
      salePrice: products.salePrice,
      priceGiven: products.priceGiven,
      stockQuantity: products.stockQuantity,
    })
    .from(products)
    .where(eq(products.sku, sku)),
)

const findVariantBySku = query((conn, { sku }: Params<{ sku: string }>) =>
  conn
    .select({
      ...ofProduct,
      variantSeq: variants.seq,
      variantId: variants.id,
      size: variants.size,
      color: variants.color,
      mrp: variants.mrp,
      salePrice: variants.salePrice,
      priceGiven: variants.priceGiven,
      stockQuantity: variants.stockQuantity,
    })
    .from(variants)
    .innerJoin(products, eq(products.seq, variants.productSeq))
    .where(eq(variants.sku, sku)),
)

/** Takes units. The caller has checked that there are enough. `version` is the catalogue's. */
const takeProductStock = query((conn, p: Params<{ units: number; version: number; seq: number }>) =>
  conn
    .update(products)
    .set({
      stockQuantity: sql`${products.stockQuantity} - ${p.units}`,
      version: sql`${p.version}`,
    })
    .where(eq(products.seq, p.seq)),
)

/** The same for a variant. */
const takeVariantStock = query((conn, { units, seq }: Params<{ units: number; seq: number }>) =>
  conn
    .update(variants)
    .set({ stockQuantity: sql`${variants.stockQuantity} - ${units}` })
    .where(eq(variants.seq, seq)),
)

const setProductVersion = updateIn(products, 'seq', ['version'])

/** Puts units back. Does nothing if the product was deleted. */
const returnProductStock = query(
  (conn, p: Params<{ units: number; version: number; id: string }>) =>
    conn
      .update(products)
      .set({
        stockQuantity: sql`${products.stockQuantity} + ${p.units}`,
        version: sql`${p.version}`,
      })
      .where(eq(products.id, p.id)),
)

/** The same for a variant. Returns the `seq` of its product if the variant still exists. */
const returnVariantStock = query((conn, { units, id }: Params<{ units: number; id: string }>) =>
  conn
    .update(variants)
    .set({ stockQuantity: sql`${variants.stockQuantity} + ${units}` })
    .where(eq(variants.id, id))
    .returning({ productSeq: variants.productSeq }),
)

const sumPending = query(
  (conn, p: Params<{ productId: string; variantId: string | null; since: number }>) =>
    conn
      .select({
        units: sql<number>`coalesce(sum(${orderItems.quantity} - ${orderItems.returnedQuantity}), 0)`,
      })
      .from(orderItems)
      .innerJoin(orders, sql`${orders.seq} = ${orderItems.orderSeq}`)
      .where(
        sql`${orderItems.productId} = ${p.productId}
        AND ${orderItems.variantId} IS ${p.variantId}
        AND ${orderItems.syncedAt} IS NULL
        AND ${orders.takesStock}
        AND ${orders.createdAt} > ${p.since}
        AND ${orders.status} NOT IN ('cancelled', 'returned')`,
      ),
)
