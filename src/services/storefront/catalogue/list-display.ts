import { query, snapshot } from '../../../platform/db/connection.ts'
import type { VersionedAnswer } from '../../../platform/http/answer-cache.ts'
import { catalogueVersion } from '../catalogue-version.ts'
import type { StorefrontDeps } from '../deps.ts'
import { listAllCategories } from '../display/categories.ts'
import { listAllOffers, offerStateOf } from '../display/offers.ts'
import { uncategorisedId } from '../tables.ts'
import { shownCategory, shownOffer } from './shown.ts'

/**
 * The categories in display order, the built-in one only when it holds a listed product; `origin` is where links in the
 * answer point.
 */
export function listCategories(
  { database: { read } }: StorefrontDeps,
  origin: string,
): VersionedAnswer {
  return snapshot(read, () => {
    const version = catalogueVersion(read)
    const hasUncategorised = findUncategorised(read).get(uncategorisedId) !== null
    const data = listAllCategories(read)
      .all()
      .filter(({ id }) => id !== uncategorisedId || hasUncategorised)
      .map((category) => shownCategory(category, origin))
    return { text: JSON.stringify({ data }), rows: data.length, version }
  })
}

/** The offers of this moment in display order; `origin` is where links in the answer point. */
export function listOffers({ database: { read }, clock }: StorefrontDeps, origin: string) {
  const now = clock.now()
  return listAllOffers(read)
    .all()
    .filter((offer) => offerStateOf(offer, now) === 'active')
    .map((offer) => shownOffer(offer, origin))
}

const findUncategorised = query((conn) =>
  conn.$client.query<{ seq: number }, [categoryId: string]>(
    'SELECT seq FROM products WHERE category_id = ? AND is_listed = 1 LIMIT 1',
  ),
)
