import {
  type Change,
  type ChangesWanted,
  type ProductsOf,
  readChanges,
} from '../../../changes/feed.ts'
import { type Conn, query } from '../../../platform/db/connection.ts'
import { catalogueVersion } from '../catalogue-version.ts'
import { findListedProductById, variantsOf } from '../catalogue/queries.ts'
import { shownWhole } from '../catalogue/read-catalogue.ts'
import type { StorefrontDeps } from '../deps.ts'
import { findOrder, listItemsWithSku, nothingExcluded, orderJson } from '../orders/order.ts'
import type { PriceBook, PriceBooks } from '../pricing/price-book.ts'

type Wanted = Omit<ChangesWanted, 'kinds' | 'productsOf'> & { kinds: readonly StorefrontKind[] }

/** The storefront's changes after a position, each with the current state of its subject. `origin` is the beginning of image addresses. */
export function showChanges(
  { database: { read } }: Pick<StorefrontDeps, 'database'>,
  prices: PriceBooks,
  wanted: Wanted,
  origin: string,
) {
  const inFull = !wanted.kinds.includes('stock')
  const kinds = wanted.kinds.map((kind) => (kind === 'stock' ? 'product' : kind))
  const { found, next, isMore } = readChanges(read, { ...wanted, kinds, productsOf })
  const book = prices(read, catalogueVersion(read))
  const changes = found.map((change) => {
    const shown = change.isGone ? undefined : shownThing(read, change, inFull, book, origin)
    const kind = change.kind === 'product' && !inFull ? 'stock' : change.kind
    return { kind, id: change.id, removed: shown === undefined, ...shown }
  })
  return { changes, next, more: isMore }
}

/** Forgets versions of the catalogue that are no product's latest change. */
export function forgetOldVersions(conn: Conn): void {
  deleteOldVersions(conn).run()
}

/** Undefined for products that were deleted or that customers may not see. */
function shownThing(
  read: Conn,
  { kind, id }: Change,
  inFull: boolean,
  book: PriceBook,
  origin: string,
) {
  if (kind === 'order') return shownOrder(read, id)
  const product = findListedProductById(read).get(id)
  if (product === null) return undefined
  if (inFull) return { product: shownWhole(product, book, origin) }
  const variants = variantsOf(product.variants).map((variant) => stockOf(variant))
  return { stock: { ...stockOf(product), variants } }
}

function stockOf(article: { id: string; sku: string | null; stock_quantity: number }) {
  const { id, sku, stock_quantity } = article
  return { id, sku: sku ?? '', stock_quantity }
}

function shownOrder(read: Conn, id: string) {
  const order = findOrder(read).get({ id })
  if (order === undefined) return undefined
  const items = listItemsWithSku(read).all({ orderSeqs: JSON.stringify([order.seq]) })
  return { order: orderJson(order, items, nothingExcluded) }
}

const productsOf: ProductsOf = (read, { version, behind, limit }) =>
  listProductsOfVersion(read).all(version, behind, limit)

const listProductsOfVersion = query((conn) =>
  conn.$client.query<{ seq: number; id: string }, [version: number, after: number, limit: number]>(
    'SELECT seq, id FROM products WHERE version = ? AND seq > ? ORDER BY seq LIMIT ? + 0',
  ),
)

/** The last row stays, because the next number is one higher. */
const deleteOldVersions = query((conn) =>
  conn.$client.query<null, []>(
    `DELETE FROM changes WHERE kind = 'catalogue' AND seq < (SELECT max(seq) FROM changes)
       AND NOT EXISTS (SELECT 1 FROM products WHERE version = CAST(changes.id AS INTEGER))`,
  ),
)

/** The kinds of changes that a storefront key can follow. `stock` is the stock of products without their other fields. */
export const storefrontKinds = ['product', 'stock', 'order'] as const

export type StorefrontKind = (typeof storefrontKinds)[number]
