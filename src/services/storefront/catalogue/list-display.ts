import { snapshot, query } from '../../../platform/db/connection.ts'
import type { VersionedAnswer } from '../../../platform/http/answer-cache.ts'
import { catalogueVersion } from '../catalogue-version.ts'
import type { StorefrontDeps } from '../deps.ts'
import { shownCategory, shownOffer } from './shown.ts'
import { and, asc, eq, gte, isNull, lte, ne, or, sql } from 'drizzle-orm'
import { categories, offers, products, uncategorisedId } from '../tables.ts'

/** The categories in display order; `origin` is where links in the answer point. */
export function listCategories(
  { database: { read } }: StorefrontDeps,
  origin: string,
): VersionedAnswer {
  return snapshot(read, () => {
    const version = catalogueVersion(read)
    const data = listShownCategories(read)
      .all()
      .map((category) => shownCategory(category, origin))
    return { text: JSON.stringify({ data }), rows: data.length, version }
  })
}

/** The offers of this moment in display order; `origin` is where links in the answer point. */
export function listOffers({ database: { read }, clock }: StorefrontDeps, origin: string) {
  return listShownOffers(read)
    .all({ now: clock.now() })
    .map((offer) => shownOffer(offer, origin))
}

export type ShownCategory = ReturnType<ReturnType<typeof listShownCategories>['all']>[number]
export type ShownOffer = ReturnType<ReturnType<typeof listShownOffers>['all']>[number]

/** In display order; the built-in category only when it holds a listed product. */
const listShownCategories = query((conn) =>
  conn
    .select({
      id: categories.id,
      name: categories.name,
      slug: categories.slug,
      image: categories.image,
      sortOrder: categories.sortOrder,
    })
    .from(categories)
    .where(
      or(
        ne(categories.id, uncategorisedId),
        sql`EXISTS (SELECT 1 FROM ${products} WHERE ${products.categoryId} = ${uncategorisedId} AND ${products.isListed} = 1)`,
      ),
    )
    .orderBy(asc(categories.sortOrder), asc(categories.foldedName), asc(categories.id))
    .prepare(),
)

/** Active at `now`, start and end included: an end that was a mere day is stored as its last millisecond. */
const listShownOffers = query((conn) =>
  conn
    .select({
      id: offers.id,
      slug: offers.slug,
      title: offers.title,
      subtitle: offers.subtitle,
      badgeText: offers.badgeText,
      image: offers.image,
      ruleKind: offers.ruleKind,
      ruleValue: offers.ruleValue,
      sortOrder: offers.sortOrder,
    })
    .from(offers)
    .where(
      and(
        eq(offers.isActive, true),
        or(isNull(offers.startsAt), lte(offers.startsAt, sql.placeholder('now'))),
        or(isNull(offers.endsAt), gte(offers.endsAt, sql.placeholder('now'))),
      ),
    )
    .orderBy(asc(offers.sortOrder), asc(offers.foldedTitle), asc(offers.id))
    .prepare(),
)
