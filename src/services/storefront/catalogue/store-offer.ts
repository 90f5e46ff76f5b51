import type { Conn } from '../../../platform/db/connection.ts'
import { newId } from '../../../platform/ids.ts'
import type { JsonObject } from '../../../platform/json.ts'
import { notAllowed } from '../../../platform/refusal-sentence.ts'
import type { FileStore } from '../../../platform/files/store.ts'
import { raiseCatalogueVersion } from '../catalogue-version.ts'
import type { StorefrontDeps } from '../parts.ts'
import { offers } from '../tables.ts'
import { fold } from './fold.ts'
import {
  readBoolean,
  readChoice,
  readSlug,
  readSortOrder,
  readText,
  readTime,
} from './line-fields.ts'
import { exchangeImage, readImage } from './line-image.ts'
import { findOfferBySlug, insertOffer, updateOffer, type OfferRow } from './offer-queries.ts'

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
  if (before !== undefined && isSame(before, fields)) return 'unchanged'
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

function isSame(before: OfferFields, after: OfferFields): boolean {
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
