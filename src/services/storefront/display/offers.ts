import { asc } from 'drizzle-orm'
import { isDeepStrictEqual } from 'node:util'
import { type Conn, query } from '../../../platform/db/connection.ts'
import { insertInto, updateIn, findIn, deleteIn } from '../../../platform/db/statements.ts'
import { newId } from '../../../platform/ids.ts'
import type { JsonObject, JsonValue } from '../../../platform/json/json.ts'
import { notAllowed, initialValues } from '../../../platform/record/read.ts'
import { raiseCatalogueVersion } from '../catalogue-version.ts'
import type { StorefrontDeps } from '../deps.ts'
import { recordHistory } from '../history.ts'
import { deleteUnusedImages, releaseImage } from '../images/store-images.ts'
import { offers } from '../tables.ts'
import { fold } from '../texts.ts'
import {
  type DisplayKind,
  type Stored,
  exchangeImage,
  missingTitle,
  readImage,
  readLine,
  requireDisplayed,
  slugOfTitle,
  lineOf,
} from './display.ts'
import { offerFields } from './record.ts'
import { targetSeparator, targetsOf } from '../pricing/price-book.ts'
import { canPrice, readReduction } from '../pricing/rules.ts'

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

export const findOfferBySlug = findIn(offers, 'slug')

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

const deleteOfferRow = deleteIn(offers, 'id')

type Scope = NonNullable<OfferRow['appliesTo']>

/** The most categories or products that one offer names. For more, make a category. */
const targetsMax = 1_000

/** The field of a line with the targets, by what the offer applies to. */
const fieldOf = { categories: 'categories', products: 'products' } as const

export const targetColumns = Object.values(fieldOf)

/**
 * The stored ids of an offer's targets, from the slugs in `categories` or the SKUs in `products` (slugs for products
 * without a SKU). If the line leaves them out, the targets of `before` stay, unless the line changes what the offer
 * applies to. Throws AppError `invalid_request` for unknown names and for an empty list.
 */
function readTargets(
  conn: Conn,
  line: JsonObject,
  scope: Scope | null,
  before: Pick<OfferRow, 'appliesTo' | 'targets'> | undefined,
): string | null {
  if (scope === null || scope === 'everything') return null
  const given = line[fieldOf[scope]] ?? null
  const kept = before?.appliesTo === scope ? before.targets : null
  if (given === null && kept !== null) return kept
  const names = namesIn(given)
  if (names === undefined || names.length < 1 || names.length > targetsMax) {
    throw notAllowed(scope, `a list of 1 to ${targetsMax} ${namesOf[scope]}`, given ?? undefined)
  }
  const ids = names.map((name) => finders[scope](conn, name) ?? unknownTarget(scope, name))
  return [...new Set(ids)].join(targetSeparator)
}

const namesOf = { categories: 'slugs of categories', products: 'SKUs of products' }

function unknownTarget(scope: 'categories' | 'products', name: string): never {
  throw notAllowed(scope, namesOf[scope], name)
}

/** A JSON list, or a cell of a table with the separator of the stored ids. */
function namesIn(given: JsonValue): string[] | undefined {
  const list = typeof given === 'string' ? given.split(targetSeparator) : given
  if (!Array.isArray(list)) return undefined
  const names = list.flatMap((name) => (typeof name === 'string' ? [name.trim()] : []))
  return names.length === list.length ? names.filter((name) => name !== '') : undefined
}

/** A possible target of an offer: its name in lines and its title for people. */
type Target = { name: string; title: string }

/** The targets of an offer, without deleted ones. */
export function findTargets(conn: Conn, offer: Pick<OfferRow, 'appliesTo' | 'targets'>): Target[] {
  const { appliesTo: scope } = offer
  if (scope === null || scope === 'everything') return []
  return targetsOf(offer).flatMap((id) => readers[scope](conn, id) ?? [])
}

/** The names of an offer's targets for an export, without deleted ones. */
function targetNames(conn: Conn, offer: Pick<OfferRow, 'appliesTo' | 'targets'>) {
  const { appliesTo: scope } = offer
  if (scope === null || scope === 'everything') return {}
  return { [fieldOf[scope]]: findTargets(conn, offer).map(({ name }) => name) }
}

/** Throws AppError `invalid_request` if an offer that sets prices gives no reduction. */
function requireReduction({
  appliesTo,
  ruleKind,
  ruleValue,
}: Pick<OfferRow, 'appliesTo' | 'ruleKind' | 'ruleValue'>): void {
  if (appliesTo === null) return
  if (ruleKind !== 'percentage' && ruleKind !== 'flat') {
    throw notAllowed('rule_kind', 'percentage or flat when the offer makes prices', ruleKind)
  }
  const reduction = readReduction(ruleKind, ruleValue)
  if (reduction !== undefined && canPrice(reduction)) return
  const allowed =
    ruleKind === 'percentage'
      ? 'a percentage above 0 and below 100 when the offer makes prices'
      : 'an amount in rupees above 0 when the offer makes prices'
  throw notAllowed('rule_value', allowed, ruleValue)
}

const finders = {
  categories: (conn: Conn, slug: string) => findCategory(conn).get(slug)?.id,
  products: (conn: Conn, name: string) => findProduct(conn).get(name)?.id,
}

const readers = {
  categories: (conn: Conn, id: string) => nameCategory(conn).get(id),
  products: (conn: Conn, id: string) => nameProduct(conn).get(id),
}

const findCategory = query((conn) =>
  conn.$client.query<{ id: string }, [slug: string]>('SELECT id FROM categories WHERE slug = ?'),
)

/** A SKU wins over a slug. */
const findProduct = query((conn) =>
  conn.$client.query<{ id: string }, [name: string]>(
    'SELECT id FROM products WHERE sku = ?1 OR slug = ?1 ORDER BY sku IS NOT ?1 LIMIT 1',
  ),
)

const nameCategory = query((conn) =>
  conn.$client.query<Target, [id: string]>(
    'SELECT slug AS name, name AS title FROM categories WHERE id = ?',
  ),
)

const nameProduct = query((conn) =>
  conn.$client.query<Target, [id: string]>(
    'SELECT coalesce(sku, slug) AS name, name AS title FROM products WHERE id = ?',
  ),
)
