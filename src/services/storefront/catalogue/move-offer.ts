import { raiseCatalogueVersion } from '../catalogue-version.ts'
import type { StorefrontDeps } from '../parts.ts'
import { replaced, type Place } from './display-order.ts'
import { listAllOffers, placeOffer } from './offer-queries.ts'

/** Moves an offer beside another one. Throws AppError `not_found`. */
export async function moveOffer(
  { database, clock }: StorefrontDeps,
  id: string,
  to: Place,
): Promise<void> {
  await database.write((conn) => {
    const moved = replaced(listAllOffers(conn).all(), id, to)
    if (moved.length === 0) return
    raiseCatalogueVersion(conn)
    const now = clock.now()
    for (const row of moved) placeOffer(conn).run({ id: row.id, sortOrder: row.sortOrder, now })
  })
}
