import { snapshot, type Conn } from '../../../platform/db/connection.ts'
import type { VersionedAnswer } from '../../../platform/http/answer-cache.ts'
import { catalogueVersion } from '../catalogue-version.ts'
import { findCategoryId, listPage, listProductsBySeq, type ListedProduct } from './queries.ts'
import type { PageInput, Sort } from '../search/rules.ts'
import type { CountListed, SearchIndex } from '../search/search-index.ts'
import { shownProduct } from './shown.ts'

export type ProductsInput = {
  limit: number
  offset: number
  sort: Sort
  /** Slug, in NFC. */
  category: string | undefined
  /** See searchWords: undefined is no search, an empty list finds nothing. */
  words: readonly string[] | undefined
}

/** What lists are put together from, beside the database. */
export type ListDeps = { count: CountListed; search: SearchIndex }

/** From this offset on the page is counted off in memory, where it takes a tenth of the time of an index. */
const farOffset = 2_000

type Page = { rows: ListedProduct[]; total: number }

/** The product list, from one state of the database; `origin` is where links in the answer point. */
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
    const data = rows.map((row) => shownProduct(row, origin))
    const text = JSON.stringify({ data, pagination: { limit, offset, total } })
    return { text, rows: rows.length, version }
  })
}

function findPage(
  conn: Conn,
  version: number,
  { count, search }: ListDeps,
  { category, words, ...page }: ProductsInput,
): Page {
  const categoryId = category === undefined ? undefined : findCategoryId(conn).get(category)?.id
  if (category !== undefined && categoryId === undefined) return { rows: [], total: 0 }
  if (words?.length === 0) return { rows: [], total: 0 }
  const input: PageInput = { ...page, categoryId }
  if (words !== undefined || (page.offset >= farOffset && search.isLoaded)) {
    const { seqs, total } = search.find(conn, version, { ...input, words: words ?? [] })
    return { rows: listProductsBySeq(conn).all(JSON.stringify(seqs)), total }
  }
  const total = count(conn, version, categoryId)
  return { rows: page.offset < total ? listPage(conn, input) : [], total }
}
