import { raiseCatalogueVersion } from '../catalogue-version.ts'
import type { StorefrontDeps } from '../parts.ts'
import { listAllCategories, placeCategory } from './category-queries.ts'
import { replaced, type Place } from './display-order.ts'

/** Moves a category beside another one. Throws AppError `not_found`. */
export async function moveCategory(
  { database, clock }: StorefrontDeps,
  id: string,
  to: Place,
): Promise<void> {
  await database.write((conn) => {
    const moved = replaced(listAllCategories(conn).all(), id, to)
    if (moved.length === 0) return
    raiseCatalogueVersion(conn)
    const now = clock.now()
    for (const row of moved) placeCategory(conn).run({ id: row.id, sortOrder: row.sortOrder, now })
  })
}
