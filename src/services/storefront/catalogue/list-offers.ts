import type { StorefrontDeps } from '../parts.ts'
import { listShownOffers } from './shelf-queries.ts'
import { shownOffer } from './shown.ts'

/** The offers of this moment in display order; `origin` is where links in the answer point. */
export function listOffers({ database: { read }, clock }: StorefrontDeps, origin: string) {
  return listShownOffers(read)
    .all({ now: clock.now() })
    .map((offer) => shownOffer(offer, origin))
}
