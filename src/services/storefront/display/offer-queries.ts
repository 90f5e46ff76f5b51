import { asc, eq, sql } from 'drizzle-orm'
import { query } from '../../../platform/db/connection.ts'
import { offers } from '../tables.ts'

export type OfferRow = typeof offers.$inferSelect

export const findOfferBySlug = query((conn) =>
  conn
    .select()
    .from(offers)
    .where(eq(offers.slug, sql.placeholder('slug')))
    .prepare(),
)

export const findOffer = query((conn) =>
  conn
    .select()
    .from(offers)
    .where(eq(offers.id, sql.placeholder('id')))
    .prepare(),
)

/** In the order of display, also those that are not active. */
export const listAllOffers = query((conn) =>
  conn
    .select()
    .from(offers)
    .orderBy(asc(offers.sortOrder), asc(offers.foldedTitle), asc(offers.id))
    .prepare(),
)

export const insertOffer = query((conn) =>
  conn
    .insert(offers)
    .values({
      id: sql.placeholder('id'),
      slug: sql.placeholder('slug'),
      title: sql.placeholder('title'),
      foldedTitle: sql.placeholder('foldedTitle'),
      subtitle: sql.placeholder('subtitle'),
      badgeText: sql.placeholder('badgeText'),
      image: sql.placeholder('image'),
      ruleKind: sql.placeholder('ruleKind'),
      ruleValue: sql.placeholder('ruleValue'),
      sortOrder: sql.placeholder('sortOrder'),
      isActive: sql.placeholder('isActive'),
      startsAt: sql.placeholder('startsAt'),
      endsAt: sql.placeholder('endsAt'),
      createdAt: sql.placeholder('now'),
      updatedAt: sql.placeholder('now'),
    })
    .prepare(),
)

export const updateOffer = query((conn) =>
  conn
    .update(offers)
    .set({
      title: sql`${sql.placeholder('title')}`,
      foldedTitle: sql`${sql.placeholder('foldedTitle')}`,
      subtitle: sql`${sql.placeholder('subtitle')}`,
      badgeText: sql`${sql.placeholder('badgeText')}`,
      image: sql`${sql.placeholder('image')}`,
      ruleKind: sql`${sql.placeholder('ruleKind')}`,
      ruleValue: sql`${sql.placeholder('ruleValue')}`,
      sortOrder: sql`${sql.placeholder('sortOrder')}`,
      isActive: sql`${sql.placeholder('isActive')}`,
      startsAt: sql`${sql.placeholder('startsAt')}`,
      endsAt: sql`${sql.placeholder('endsAt')}`,
      updatedAt: sql`${sql.placeholder('now')}`,
    })
    .where(eq(offers.id, sql.placeholder('id')))
    .prepare(),
)

export const placeOffer = query((conn) =>
  conn
    .update(offers)
    .set({
      sortOrder: sql`${sql.placeholder('sortOrder')}`,
      updatedAt: sql`${sql.placeholder('now')}`,
    })
    .where(eq(offers.id, sql.placeholder('id')))
    .prepare(),
)

export const deleteOfferRow = query((conn) =>
  conn
    .delete(offers)
    .where(eq(offers.id, sql.placeholder('id')))
    .prepare(),
)
