import type { JsonObject } from '../../../platform/json.ts'
import type { StorefrontParts } from '../parts.ts'
import { findProductById } from './queries.ts'
import { changeFields } from './save-product.ts'
import { sliceOf } from './slice.ts'

/**
 * Changes the same fields (as in `products/bulk`) of several products: all of them or none. Returns how many changed;
 * those that are no longer there are left out. Throws AppError `invalid_request` that names the field.
 */
export async function changeProducts(
  { book, clock, store }: StorefrontParts,
  ids: readonly string[],
  record: JsonObject,
): Promise<{ changed: number }> {
  return await book.write(
    (conn) => {
      const slice = sliceOf(conn, { store, now: clock.now(), dryRun: false })
      const there = ids.filter((id) => findProductById(conn).get({ id }) !== undefined)
      const stored = there.map((id) => changeFields(slice, id, record))
      return { changed: stored.filter(({ changed }) => changed).length }
    },
    { alone: true },
  )
}
