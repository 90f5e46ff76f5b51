import { findNameById } from '../../../names/queries.ts'
import type { Conn } from '../../../platform/db/connection.ts'
import type { FileStore } from '../../../platform/files/store.ts'
import { raiseCatalogueVersion } from '../catalogue-version.ts'
import { findCategoryById, findCategoryIdBySlug } from './queries.ts'
import type { ProductWish } from './read-row.ts'
import { rowRefusal } from './rules.ts'

/**
 * A transaction takes no further row after this time, in milliseconds: a long list never keeps others waiting. Shorter
 * ones write the pages of the same indexes over and over: at 20 ms 1,000 new rows took a fifth longer.
 */
export const defaultSliceMs = 40

/** A longer list is not written together with the acts of others: it fills transactions of its own. */
export const sharedRowsMax = 100

/** What the rows of one transaction share. */
export type Slice = {
  conn: Conn
  store: FileStore
  now: number
  dryRun: boolean
  /** The catalogue's version that changed rows belong to: raised by the first of them. */
  version(): number
  /** The category that a row names, undefined when it names none. Throws AppError `invalid_request`. */
  categoryOf(wish: ProductWish): string | undefined
  /** Throws AppError `invalid_request` when the vendor list has no such entry. */
  requireVendor(id: string): void
}

export function sliceOf(
  conn: Conn,
  given: { store: FileStore; now: number; dryRun: boolean },
): Slice {
  const idOf = memoised((id: string) => findCategoryById(conn).get({ id })?.id)
  const idOfSlug = memoised((slug: string) => findCategoryIdBySlug(conn).get({ slug })?.id)
  const vendor = memoised((id: string) => findNameById(conn).get({ kind: 'vendor', id })?.id)
  let version: number | undefined
  return {
    ...given,
    conn,
    version: () => (version ??= raiseCatalogueVersion(conn)),
    categoryOf: (wish) => findCategory(wish, idOf, idOfSlug),
    requireVendor(id) {
      if (vendor(id) !== undefined) return
      const message = `vendor_id ${id} is not in the vendor list.`
      throw rowRefusal('invalid_request', 'vendor_id', message)
    },
  }
}

type Find = (key: string) => string | undefined

function findCategory(
  { categoryId, categorySlug }: ProductWish,
  idOf: Find,
  idOfSlug: Find,
): string | undefined {
  const byId = categoryId === undefined ? undefined : idOf(categoryId)
  if (categoryId !== undefined && byId === undefined) {
    throw unknownCategory('category_id', categoryId)
  }
  const bySlug = categorySlug === undefined ? undefined : idOfSlug(categorySlug)
  if (categorySlug !== undefined && bySlug === undefined) {
    throw unknownCategory('category_slug', categorySlug)
  }
  if (byId !== undefined && bySlug !== undefined && byId !== bySlug) {
    const message = `category_id ${byId} and category_slug ${categorySlug} are two different categories: send one of them.`
    throw rowRefusal('invalid_request', 'category_id', message)
  }
  return byId ?? bySlug
}

function unknownCategory(field: string, value: string) {
  return rowRefusal('invalid_request', field, `${field} ${value} is not a category of this shop.`)
}

/** Within one transaction the answer stays the same. */
function memoised(find: Find): Find {
  const known = new Map<string, string | undefined>()
  return (key) => {
    if (known.has(key)) return known.get(key)
    const found = find(key)
    known.set(key, found)
    return found
  }
}
