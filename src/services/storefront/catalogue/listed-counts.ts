import type { Conn } from '../../../platform/db/connection.ts'
import { countListed, countListedOfCategory } from './product-queries.ts'

/** Counts the listed products, of a category or of all. `version` is the catalogue's, as `conn` sees it. */
export type CountListed = (conn: Conn, version: number, categoryId: string | undefined) => number

/** Counts once for each version of the catalogue; there are as many counts as categories, and one of all. */
export function listedCounts(): CountListed {
  let keptVersion: number | undefined
  const kept = new Map<string | undefined, number>()
  return (conn, version, categoryId) => {
    if (version !== keptVersion) kept.clear()
    keptVersion = version
    const known = kept.get(categoryId)
    if (known !== undefined) return known
    const row =
      categoryId === undefined
        ? countListed(conn).get()
        : countListedOfCategory(conn).get(categoryId)
    const counted = row?.n ?? 0
    kept.set(categoryId, counted)
    return counted
  }
}
