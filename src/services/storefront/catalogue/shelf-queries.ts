import { and, asc, eq, gte, isNull, lte, ne, or, sql } from 'drizzle-orm'
import { query } from '../../../platform/db/connection.ts'
import { categories, offers, products } from '../tables.ts'
import { uncategorisedId } from '../uncategorised.ts'

export type ShownCategory = ReturnType<ReturnType<typeof listShownCategories>['all']>[number]
export type ShownOffer = ReturnType<ReturnType<typeof listShownOffers>['all']>[number]

/** In display order; the built-in category only when it holds a listed product. */
export const listShownCategories = query((conn) =>
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
export const listShownOffers = query((conn) =>
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
