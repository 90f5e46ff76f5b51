import type { JsonObject } from '../../../platform/json.ts'
import type { StorefrontDeps } from '../parts.ts'
import { findProductById } from './queries.ts'
import { changeFields } from './save-product.ts'
import { sliceOf } from './slice.ts'

/**
 * Changes the same fields (as in `products/bulk`) of several products: all of them or none. Returns how many changed;
 * those that are no longer there are left out. Throws AppError `invalid_request` that names the field.
 */
export async function changeProducts(
  { database, clock, store }: StorefrontDeps,
  ids: readonly string[],
  record: JsonObject,
): Promise<{ changed: number }> {
  return await database.writeInSteps(function* (conn) {
    const slice = sliceOf(conn, { store, now: clock.now(), dryRun: false })
    let changed = 0
    for (const id of ids) {
      const isThere = findProductById(conn).get({ id }) !== undefined
      if (isThere && changeFields(slice, id, record).changed) changed++
      yield
    }
    return { changed }
  })
}
