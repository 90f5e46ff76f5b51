import { recordHistory } from '../../../accounts/history.ts'
import { raiseCatalogueVersion } from '../catalogue-version.ts'
import { deleteUnusedImages } from '../images/delete-unused.ts'
import { releaseImage } from '../images/store-images.ts'
import type { StorefrontDeps } from '../parts.ts'
import { deleteOfferRow } from './offer-queries.ts'
import { requireOffer } from './save-offer.ts'

/** Deletes an offer; `by` is the owner. Throws AppError `not_found`. */
export async function deleteOffer(deps: StorefrontDeps, id: string, by: string): Promise<void> {
  await deps.database.write((conn) => {
    const { title, slug, image } = requireOffer(conn, id)
    raiseCatalogueVersion(conn)
    deleteOfferRow(conn).run({ id })
    if (image !== null) releaseImage(conn, image)
    const entry = { action: 'offer deleted', userId: by, details: { title, slug } } as const
    recordHistory(conn, deps.clock.now(), entry)
  })
  await deleteUnusedImages(deps)
}
