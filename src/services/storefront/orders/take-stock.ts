import type { Conn } from '../../../platform/db/connection.ts'
import { AppError } from '../../../platform/errors.ts'
import { raiseCatalogueVersion } from '../catalogue-version.ts'
import type { Article } from './find-article.ts'
import type { SoldItem } from './price-order.ts'
import {
  returnProductStock,
  returnVariantStock,
  setProductVersion,
  takeProductStock,
  takeVariantStock,
} from './stock-queries.ts'

/** What a line took from the stock; `productId` is '' for nothing. */
type TakenItem = { productId: string; variantId: string | null; quantity: number }

type Wanted = { article: Article; sku: string; units: number }

/**
 * Takes what an order sells from the stock; several lines of one SKU add up. Throws AppError `conflict` that names every
 * SKU of which there is not enough, having written nothing.
 */
export function takeStock(conn: Conn, items: readonly SoldItem[]): void {
  const wanted = wantedOf(items)
  if (wanted.length === 0) return
  const short = wanted.filter(isShort)
  if (short.length > 0) throw tooFew(short)
  const version = raiseCatalogueVersion(conn)
  for (const { article, units } of wanted) takeUnits(conn, article, units, version)
}

/** The SKUs of which there is not enough for an order: how many units it wants, and how many there are. */
export function findShort(
  items: readonly SoldItem[],
): { sku: string; wanted: number; inStock: number }[] {
  return wantedOf(items)
    .filter(isShort)
    .map(({ sku, units, article }) => ({ sku, wanted: units, inStock: unitsLeft(article) }))
}

/** Puts the units of an order back into the stock. What is no longer in the catalogue is left alone. */
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

function unitsLeft({ stockQuantity }: Article): number {
  return Math.max(stockQuantity, 0)
}

/** There are enough: they were counted in this transaction, and no other one writes meanwhile. */
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
    'conflict',
    `There is not enough stock of ${each.join(', ')}. No order was placed.`,
  )
}
