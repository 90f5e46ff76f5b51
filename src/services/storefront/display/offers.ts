import { asc, eq } from 'drizzle-orm'
import { isDeepStrictEqual } from 'node:util'
import { query, type Conn, type Params } from '../../../platform/db/connection.ts'
import { insertInto, updateIn } from '../../../platform/db/statements.ts'
import { newId } from '../../../platform/ids.ts'
import type { JsonObject } from '../../../platform/json/json.ts'
import { initialValues, notAllowed } from '../../../platform/record/read.ts'
import { raiseCatalogueVersion } from '../catalogue-version.ts'
import type { StorefrontDeps } from '../deps.ts'
import { recordHistory } from '../history.ts'
import { deleteUnusedImages, releaseImage } from '../images/store-images.ts'
import { offers } from '../tables.ts'
import { fold } from '../texts.ts'
import {
  lineOf,
  missingTitle,
  readLine,
  requireDisplayed,
  slugOfTitle,
  type DisplayKind,
  type Stored,
} from './display.ts'
import { exchangeImage, readImage } from './image.ts'
import { readTargets, requireReduction, targetNames } from './offer-targets.ts'
import { offerFields } from './record.ts'

type OfferRow = typeof offers.$inferSelect

/** The states of an offer: shown, not yet, no longer, or switched off whatever its dates. */
export const offerStates = ['active', 'scheduled', 'ended', 'off'] as const

type OfferState = (typeof offerStates)[number]

/** `now`, `startsAt` and `endsAt` in milliseconds since the epoch. Both ends are included. */
export function offerStateOf(
  offer: Pick<OfferRow, 'isActive' | 'startsAt' | 'endsAt'>,
  now: number,
): OfferState {
  if (!offer.isActive) return 'off'
  if (offer.endsAt !== null && offer.endsAt < now) return 'ended'
  return offer.startsAt !== null && offer.startsAt > now ? 'scheduled' : 'active'
}

export const offerDisplay: DisplayKind = {
  noun: 'an offer',
  titleField: 'title',
  actions: { created: 'offer added', updated: 'offer changed', moved: 'offer moved' },
  list: (conn) => listAllOffers(conn).all(),
  store: storeOffer,
  place: (conn, placed) => placeOffer(conn).run(placed),
}

/**
 * Creates the offer of a line (the contract's fields, `is_active`, `starts_at`, `ends_at`, `applies_to` with
 * `categories` or `products`), or changes the offer with its slug. Without a slug, the title makes it. Omitted fields
 * stay. Null clears the times, the image and `applies_to`. Throws AppError `invalid_request` that names the field, and
 * then has written nothing.
 */
export function storeOffer(
  conn: Conn,
  { store }: Pick<StorefrontDeps, 'store'>,
  line: JsonObject,
  now: number,
): Stored {
  const values = readLine(offerFields, line)
  const slug = values.slug ?? slugOfTitle(values.title)
  const given = readImage(line, store)
  const before = findOfferBySlug(conn).get({ slug })
  const image = given === undefined ? (before?.image ?? null) : given
  const whole = { ...initialValues(offerFields), ...before, ...values, slug, image }
  const targets = readTargets(conn, line, whole.appliesTo, before)
  const after = { ...whole, targets }
  if (after.title === '') throw missingTitle(offerDisplay)
  checkTimes(after, line)
  requireReduction(after)
  if (isDeepStrictEqual(before, after)) return 'unchanged'
  raiseCatalogueVersion(conn)
  const row = { ...after, foldedTitle: fold(after.title), updatedAt: now }
  if (before === undefined) insertOffer(conn).run({ ...row, id: newId(now), createdAt: now })
  else updateOffer(conn).run({ ...row, id: before.id })
  exchangeImage(conn, store, before?.image ?? null, image)
  return before === undefined ? 'created' : 'updated'
}

/** The error names the time that the line gives. */
function checkTimes(
  { startsAt, endsAt }: Pick<OfferRow, 'startsAt' | 'endsAt'>,
  { starts_at: start, ends_at: end }: JsonObject,
): void {
  if (startsAt === null || endsAt === null || endsAt > startsAt) return
  if (end !== undefined) throw notAllowed('ends_at', `later than starts_at (${iso(startsAt)})`, end)
  throw notAllowed('starts_at', `earlier than ends_at (${iso(endsAt)})`, start)
}

function iso(time: number): string {
  return new Date(time).toISOString()
}

/** Deletes an offer. `by` is the owner. Throws AppError `not_found`. */
export async function deleteOffer(deps: StorefrontDeps, id: string, by: string): Promise<void> {
  await deps.database.write((conn) => {
    const { title, slug, image } = requireDisplayed(listAllOffers(conn).all(), offerDisplay, id)
    raiseCatalogueVersion(conn)
    deleteOfferRow(conn).run({ id })
    if (image !== null) releaseImage(conn, image)
    const entry = { action: 'offer deleted', userId: by, details: { title, slug } } as const
    recordHistory(conn, deps.clock.now(), entry)
  })
  await deleteUnusedImages(deps)
}

/** Every offer. */
export function exportOffers(conn: Conn): JsonObject[] {
  return listAllOffers(conn)
    .all()
    .map((offer) => ({ ...lineOf(offerFields, offer), ...targetNames(conn, offer) }))
}

export const findOfferBySlug = query((conn, { slug }: Params<{ slug: string }>) =>
  conn.select().from(offers).where(eq(offers.slug, slug)),
)

/** In display order, including offers that are not active. */
export const listAllOffers = query((conn) =>
  conn
    .select()
    .from(offers)
    .orderBy(asc(offers.sortOrder), asc(offers.foldedTitle), asc(offers.id)),
)

const insertOffer = insertInto(offers)

const updateOffer = updateIn(offers, 'id', [
  'title',
  'foldedTitle',
  'subtitle',
  'badgeText',
  'image',
  'ruleKind',
  'ruleValue',
  'sortOrder',
  'appliesTo',
  'targets',
  'isActive',
  'startsAt',
  'endsAt',
  'updatedAt',
])

const placeOffer = updateIn(offers, 'id', ['sortOrder', 'updatedAt'])

const deleteOfferRow = query((conn, { id }: Params<{ id: string }>) =>
  conn.delete(offers).where(eq(offers.id, id)),
)
