import type { Conn } from '../../../platform/db/connection.ts'
import { newId } from '../../../platform/ids.ts'
import type { JsonObject } from '../../../platform/json/json.ts'
import { notAllowed } from '../../../platform/record/read.ts'
import type { FileStore } from '../../../platform/files/store.ts'
import { raiseCatalogueVersion } from '../catalogue-version.ts'
import type { StorefrontDeps } from '../deps.ts'
import { offers } from '../tables.ts'
import { fold, slugOf } from '../texts.ts'
import {
  readBoolean,
  readChoice,
  readSlug,
  readSortOrder,
  readText,
  readTime,
} from './line-fields.ts'
import { exchangeImage, readImage, writePictured, type PictureInput } from './image.ts'
import {
  findOfferBySlug,
  insertOffer,
  updateOffer,
  type OfferRow,
  findOffer,
  listAllOffers,
  placeOffer,
  deleteOfferRow,
} from './offer-queries.ts'
import { AppError } from '../../../platform/errors.ts'
import { deleteUnusedImages, releaseImage } from '../images/store-images.ts'
import { lastPlace, replaced, type Place } from './order.ts'
import { recordHistory } from '../history.ts'
import { imageUrl } from '../images/image-refs.ts'

/** Lengths of an offer's texts, in characters. */
const titleCharactersMax = 200
const subtitleCharactersMax = 500
const badgeCharactersMax = 60
const ruleValueCharactersMax = 200

/** What a line can say of an offer, beside its slug. */
type OfferFields = Omit<OfferRow, 'id' | 'slug' | 'foldedTitle' | 'createdAt' | 'updatedAt'>

/** An offer that says no more than its title: it is shown, always. */
const untold: Omit<OfferFields, 'title'> = {
  subtitle: '',
  badgeText: '',
  image: null,
  ruleKind: 'other',
  ruleValue: '',
  sortOrder: 0,
  isActive: true,
  startsAt: null,
  endsAt: null,
}

/**
 * Creates the offer of a line (the contract's fields, `is_active`, `starts_at`, `ends_at`), or changes the one with its
 * slug, which the title makes when it is not given. What the line leaves out stays as it is; null clears the times and
 * the image. Throws AppError `invalid_request` that names the field, having written nothing.
 */
export function storeOffer(
  conn: Conn,
  { store }: Pick<StorefrontDeps, 'store'>,
  line: JsonObject,
  now: number,
): 'created' | 'updated' | 'unchanged' {
  const title = readText(line, 'title', { min: 1, max: titleCharactersMax })
  const slug = readSlug(line, title)
  const before = findOfferBySlug(conn).get({ slug })
  const fields = readFields(line, store, title, before)
  checkTimes(fields, line)
  if (before !== undefined && isSameOffer(before, fields)) return 'unchanged'
  raiseCatalogueVersion(conn)
  const row = { ...fields, foldedTitle: fold(fields.title), now }
  if (before === undefined) insertOffer(conn).run({ ...row, id: newId(now), slug })
  else updateOffer(conn).run({ ...row, id: before.id })
  exchangeImage(conn, store, before?.image ?? null, fields.image)
  return before === undefined ? 'created' : 'updated'
}

function readFields(
  line: JsonObject,
  store: FileStore,
  title: string | undefined,
  before: OfferRow | undefined,
): OfferFields {
  const kept = before ?? untold
  const image = readImage(line, store)
  const startsAt = readTime(line, 'starts_at', '00:00:00')
  // A mere day counts to its end.
  const endsAt = readTime(line, 'ends_at', '23:59:59.999')
  return {
    title: title ?? before?.title ?? missingTitle(),
    subtitle: readText(line, 'subtitle', { min: 0, max: subtitleCharactersMax }) ?? kept.subtitle,
    badgeText: readText(line, 'badge_text', { min: 0, max: badgeCharactersMax }) ?? kept.badgeText,
    image: image === undefined ? kept.image : image,
    ruleKind: readChoice(line, 'rule_kind', offers.ruleKind.enumValues) ?? kept.ruleKind,
    ruleValue: readRuleValue(line) ?? kept.ruleValue,
    sortOrder: readSortOrder(line) ?? kept.sortOrder,
    isActive: readBoolean(line, 'is_active') ?? kept.isActive,
    startsAt: startsAt === undefined ? kept.startsAt : startsAt,
    endsAt: endsAt === undefined ? kept.endsAt : endsAt,
  }
}

/** A number counts as its text: 10 says what "10" says. */
function readRuleValue(line: JsonObject): string | undefined {
  const value = line['rule_value']
  const given = typeof value === 'number' ? { rule_value: String(value) } : line
  return readText(given, 'rule_value', { min: 0, max: ruleValueCharactersMax })
}

/** The bound that the line gives is the one to correct. */
function checkTimes({ startsAt, endsAt }: OfferFields, line: JsonObject): void {
  if (startsAt === null || endsAt === null || endsAt > startsAt) return
  const { starts_at: start, ends_at: end } = line
  if (end !== undefined) throw notAllowed('ends_at', `later than starts_at (${iso(startsAt)})`, end)
  throw notAllowed('starts_at', `earlier than ends_at (${iso(endsAt)})`, start)
}

function iso(time: number): string {
  return new Date(time).toISOString()
}

function missingTitle(): never {
  throw notAllowed('title', `text of 1 to ${titleCharactersMax} characters`, undefined)
}

function isSameOffer(before: OfferFields, after: OfferFields): boolean {
  return (
    before.title === after.title &&
    before.subtitle === after.subtitle &&
    before.badgeText === after.badgeText &&
    before.image === after.image &&
    before.ruleKind === after.ruleKind &&
    before.ruleValue === after.ruleValue &&
    before.sortOrder === after.sortOrder &&
    before.isActive === after.isActive &&
    before.startsAt === after.startsAt &&
    before.endsAt === after.endsAt
  )
}

type OfferInput = {
  /** Undefined for a new one, which comes behind all others. */
  id: string | undefined
  title: string
  /** The other fields of a line (see `storeOffer`), slug and image aside. */
  line: JsonObject
  image: PictureInput
}

/**
 * Creates an offer, whose slug its title makes, or changes the one with an id, whose slug stays.
 * Throws AppError `not_found`, `conflict` and `invalid_request`, the last two with the field.
 */
export async function saveOffer(
  deps: StorefrontDeps,
  { id, title, line, image }: OfferInput,
): Promise<{ id: string }> {
  const saved = await writePictured(deps, image, (conn, pictured) => {
    const place =
      id === undefined ? newOfferPlace(conn, title) : { slug: requireOffer(conn, id).slug }
    storeOffer(conn, deps, { ...line, title, ...place, ...pictured }, deps.clock.now())
    return { id: id ?? findOfferBySlug(conn).get({ slug: place.slug })?.id ?? '' }
  })
  if (image !== undefined) await deleteUnusedImages(deps)
  return saved
}

/** Throws AppError `not_found`. */
function requireOffer(conn: Conn, id: string) {
  const offer = findOffer(conn).get({ id })
  if (offer !== undefined) return offer
  throw new AppError('not_found', 'There is no such offer any more.')
}

function newOfferPlace(conn: Conn, title: string) {
  const slug = slugOf(title)
  if (slug === '') {
    throw new AppError('invalid_request', 'The title needs a letter or a digit.', {
      field: 'title',
    })
  }
  const holder = findOfferBySlug(conn).get({ slug })
  if (holder !== undefined) {
    throw new AppError('conflict', `There is an offer “${holder.title}” already.`, {
      field: 'title',
    })
  }
  return { slug, sort_order: lastPlace(listAllOffers(conn).all()) }
}

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

/** Every offer as a line that can be imported; a stored image by its path here. */
export function exportOffers(conn: Conn): JsonObject[] {
  return listAllOffers(conn)
    .all()
    .map((offer) => ({
      slug: offer.slug,
      title: offer.title,
      subtitle: offer.subtitle,
      badge_text: offer.badgeText,
      image_url: offer.image === null ? null : imageUrl(offer.image, ''),
      rule_kind: offer.ruleKind,
      rule_value: offer.ruleValue,
      sort_order: offer.sortOrder,
      is_active: offer.isActive,
      starts_at: isoTime(offer.startsAt),
      ends_at: isoTime(offer.endsAt),
    }))
}

function isoTime(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString()
}
