import { snapshot, type Conn } from '../../../platform/db/connection.ts'
import type { VersionedAnswer } from '../../../platform/http/answer-cache.ts'
import { catalogueVersion } from '../catalogue-version.ts'
import type { StorefrontParts } from '../parts.ts'
import { findCategoryBySlug } from './category-queries.ts'
import { listedCounts, type CountListed } from './listed-counts.ts'
import { listProductsBySeq, listSeqs } from './product-queries.ts'
import type { Sort } from './rules.ts'
import { SearchIndex } from './search-index.ts'
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

/** Lists listed products; `origin` is where links in the answer point. */
export type ListProducts = (wish: ProductsWish, origin: string) => VersionedAnswer

type Page = { seqs: readonly number[]; total: number }

/** The product list, from one state of the book. */
export function listProducts({ book: { read } }: StorefrontParts): ListProducts {
  const index = new SearchIndex()
  const count = listedCounts()
  return (wish, origin) =>
    snapshot(read, () => {
      const version = catalogueVersion(read)
      const { seqs, total } = findPage(read, version, wish, index, count)
      const rows = listProductsBySeq(read).all({ seqs: JSON.stringify(seqs) })
      const { limit, offset } = wish
      const data = rows.map((row) => shownProduct(row, origin))
      const text = JSON.stringify({ data, pagination: { limit, offset, total } })
      return { text, rows: rows.length, version }
    })
}

function findPage(
  conn: Conn,
  version: number,
  { category, words, ...page }: ProductsWish,
  index: SearchIndex,
  count: CountListed,
): Page {
  const categoryId =
    category === undefined ? undefined : findCategoryBySlug(conn).get({ slug: category })?.id
  if (category !== undefined && categoryId === undefined) return { seqs: [], total: 0 }
  if (words !== undefined) return index.find(conn, version, { ...page, categoryId, words })
  const total = count(conn, version, categoryId)
  return { seqs: page.offset < total ? listSeqs(conn, { ...page, categoryId }) : [], total }
}
