import { query } from '../../../platform/db/connection.ts'
import { products } from '../tables.ts'
import { forSortColumns, type SortColumn } from './rules.ts'

/**
 * The values for searching and sorting a product. Words are searched in `text`, which is UTF-8: the folded name and
 * the folded description, a line each. No word contains a line break, and neither does a folded text.
 */
export type SearchedProduct = {
  seq: number
  id: string
  text: Uint8Array
  category_id: string
  sale_price: number
  created_at: number
  is_listed: 0 | 1
}

/** The place of a product in a sort order. */
type Place = { key: string | number; id: string }

/** Before every place: SQLite sorts numbers before text, and no key is negative. */
export const firstPlace: Place = { key: -1, id: '' }

const searchedColumns =
  'seq, id, CAST(folded_name || char(10) || folded_description || char(10) AS BLOB) AS text, category_id, sale_price, created_at, is_listed'

/** Products after a `seq`, in the order of their `seq`s, listed or not. */
export const listSearched = query((conn) =>
  conn.$client.query<SearchedProduct, [seq: number, limit: number]>(
    `SELECT ${searchedColumns} FROM products WHERE seq > ? ORDER BY seq LIMIT ?`,
  ),
)

/** Every product that changed after a version of the catalogue, listed or not. */
export const listSearchedSince = query((conn) =>
  conn.$client.query<SearchedProduct, [version: number]>(
    `SELECT ${searchedColumns} FROM products WHERE version > ?`,
  ),
)

/** The `seq`s of all listed products. */
export const listListedSeqs = query((conn) =>
  conn.$client.query<{ seq: number }, []>('SELECT seq FROM products WHERE is_listed = 1'),
)

/** The `seq`s of listed products after a place in a sort order, from an index alone. */
export const listSeqsBehind = bySortColumn((column) =>
  query((conn) =>
    conn.$client.query<{ seq: number }, [key: string | number, id: string, limit: number]>(
      `SELECT seq FROM products WHERE is_listed = 1 AND (${column}, id) > (?, ?) ORDER BY ${column}, id LIMIT ?`,
    ),
  ),
)

export const findPlace = bySortColumn((column) =>
  query((conn) =>
    conn.$client.query<Place, [seq: number]>(
      `SELECT ${column} AS key, id FROM products WHERE seq = ?`,
    ),
  ),
)

function bySortColumn<Q>(build: (column: string) => Q): Record<SortColumn, Q> {
  return forSortColumns((column) => build(products[column].name))
}
