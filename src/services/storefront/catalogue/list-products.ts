import { snapshot, type Conn } from '../../../platform/db/connection.ts'
import type { VersionedAnswer } from '../../../platform/http/answer-cache.ts'
import { catalogueVersion } from '../catalogue-version.ts'
import { findCategoryId } from './category-queries.ts'
import type { CountListed } from './listed-counts.ts'
import {
  listPage,
  listProductsBySeq,
  type ListedProduct,
  type PageWish,
} from './product-queries.ts'
import type { Sort } from './rules.ts'
import type { SearchIndex } from './search-index.ts'
import { shownProduct } from './shown.ts'

export type ProductsWish = {
  limit: number
  offset: number
  sort: Sort
  /** Slug, in NFC. */
  category: string | undefined
  /** See search-words.ts: undefined is no search, an empty list finds nothing. */
  words: readonly string[] | undefined
}

/** What lists are put together from, beside the book. */
export type ListParts = { count: CountListed; search: SearchIndex }

/** From this offset on the page is counted off in memory, where it takes a tenth of the time of an index. */
const farOffset = 2_000

type Page = { rows: ListedProduct[]; total: number }

/** The product list, from one state of the book; `origin` is where links in the answer point. */
export function listProducts(
  read: Conn,
  parts: ListParts,
  wish: ProductsWish,
  origin: string,
): VersionedAnswer {
  return snapshot(read, () => {
    const version = catalogueVersion(read)
    const { rows, total } = findPage(read, version, parts, wish)
    const { limit, offset } = wish
    const data = rows.map((row) => shownProduct(row, origin))
    const text = JSON.stringify({ data, pagination: { limit, offset, total } })
    return { text, rows: rows.length, version }
  })
}

function findPage(
  conn: Conn,
  version: number,
  { count, search }: ListParts,
  { category, words, ...page }: ProductsWish,
): Page {
  const categoryId = category === undefined ? undefined : findCategoryId(conn).get(category)?.id
  if (category !== undefined && categoryId === undefined) return { rows: [], total: 0 }
  if (words?.length === 0) return { rows: [], total: 0 }
  const wish: PageWish = { ...page, categoryId }
  if (words !== undefined || (page.offset >= farOffset && search.isLoaded)) {
    const { seqs, total } = search.find(conn, version, { ...wish, words: words ?? [] })
    return { rows: listProductsBySeq(conn).all(JSON.stringify(seqs)), total }
  }
  const total = count(conn, version, categoryId)
  return { rows: page.offset < total ? listPage(conn, wish) : [], total }
}
