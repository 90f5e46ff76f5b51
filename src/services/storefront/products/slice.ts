import { findNameById } from '../../../names/queries.ts'
import type { Conn } from '../../../platform/db/connection.ts'
import type { FileStore } from '../../../platform/files/store.ts'
import { refusedAs } from '../../../platform/record/read.ts'
import { fieldAt, say } from '../../../platform/record/sentence.ts'
import { raiseCatalogueVersion } from '../catalogue-version.ts'
import type { StorefrontDeps } from '../deps.ts'
import { findCategoryById, findCategoryIdBySlug } from './queries.ts'
import type { ProductInput } from './read-product.ts'
import type { Sender } from './rules.ts'

/** The shared parts of all rows in one transaction. */
export type Slice = {
  conn: Conn
  store: FileStore
  now: number
  dryRun: boolean
  sender: Sender
  /** The catalogue version of changed rows. The first changed row raises it. */
  version(): number
  /** The category that a row names. Undefined without one. Throws AppError `invalid_request`. */
  categoryOf(input: ProductInput): string | undefined
  /** Throws AppError `invalid_request` if the vendor list has no such entry. */
  requireVendor(id: string): void
}

export function sliceOf(
  conn: Conn,
  { store, clock }: Pick<StorefrontDeps, 'store' | 'clock'>,
  { dryRun = false, sender = 'program' }: { dryRun?: boolean; sender?: Sender } = {},
): Slice {
  const idOf = memoised((id: string) => findCategoryById(conn).get({ id })?.id)
  const idOfSlug = memoised((slug: string) => findCategoryIdBySlug(conn).get({ slug })?.id)
  const vendor = memoised((id: string) => findNameById(conn).get({ kind: 'vendor', id })?.id)
  let version: number | undefined
  return {
    conn,
    store,
    now: clock.now(),
    dryRun,
    sender,
    version: () => (version ??= raiseCatalogueVersion(conn)),
    categoryOf: ({ values }) => findCategory(values, idOf, idOfSlug),
    requireVendor(id) {
      if (vendor(id) !== undefined) return
      const sentence = say`${fieldAt('vendor_id')} ${id} is not in the vendor list.`
      throw refusedAs('invalid_request', 'vendor_id', sentence)
    },
  }
}

type Find = (key: string) => string | undefined

function findCategory(
  { categoryId, categorySlug }: ProductInput['values'],
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
    const sentence = say`${fieldAt('category_id')} ${byId} and ${fieldAt('category_slug')} ${categorySlug ?? ''} are two different categories: send one of them.`
    throw refusedAs('invalid_request', 'category_id', sentence)
  }
  return byId ?? bySlug
}

function unknownCategory(place: string, value: string) {
  const sentence = say`${fieldAt(place)} ${value} is not a category of this shop.`
  return refusedAs('invalid_request', place, sentence)
}

/** Keeps the answers, which do not change within a transaction. */
function memoised(find: Find): Find {
  const known = new Map<string, string | undefined>()
  return (key) => {
    if (known.has(key)) return known.get(key)
    const found = find(key)
    known.set(key, found)
    return found
  }
}
