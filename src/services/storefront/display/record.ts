import {
  documented,
  named,
  orNone,
  type About,
  type Field,
} from '../../../platform/record/field.ts'
import { choice, count, flag, label, line } from '../../../platform/record/kinds.ts'
import { readIsoTime } from '../../../platform/time.ts'
import { slugCharactersMax, slugOf } from '../texts.ts'

/*
 * Declares the fields of categories and offers once. Reading, comparing, exporting and the columns of a table use this
 * declaration. Images are read separately (see display.ts).
 */

/** Lengths of texts, in characters. */
export const titleCharactersMax = 200
const subtitleCharactersMax = 500
const badgeCharactersMax = 60

/** The range of sort orders, far more than a shop has rows. */
const sortOrderMax = 1_000_000_000

/** The kinds of rules of an offer (source: the contract). */
export const ruleKinds = ['percentage', 'flat', 'buy_x_get_y', 'free_shipping', 'other'] as const

/** The things to which an offer can apply. An offer may also apply to nothing. */
export const offerScopes = ['everything', 'categories', 'products'] as const

/** Fields that categories and offers share. */
const shared = {
  slug: givenSlug({ key: 'slug', label: 'Web address' }),
  sort_order: count({ key: 'sortOrder', label: 'Place', min: -sortOrderMax, max: sortOrderMax }),
}

export const categoryFields = {
  name: line({ key: 'name', label: 'Name', max: titleCharactersMax }),
  ...shared,
}

export const offerFields = {
  title: line({ key: 'title', label: 'Title', max: titleCharactersMax }),
  subtitle: label({ key: 'subtitle', label: 'Subtitle', max: subtitleCharactersMax }),
  badge_text: label({ key: 'badgeText', label: 'Badge', max: badgeCharactersMax }),
  rule_kind: {
    ...choice({ key: 'ruleKind', label: 'Rule', choices: ruleKinds }),
    initial: 'other' as const,
  },
  rule_value: numbersToo(label({ key: 'ruleValue', label: 'Value', max: titleCharactersMax })),
  applies_to: orNone(choice({ key: 'appliesTo', label: 'Makes cheaper', choices: offerScopes })),
  is_active: flag({ key: 'isActive', label: 'Active', initial: true }),
  starts_at: orNone(time({ key: 'startsAt', label: 'Start', orNull: true })),
  // A date without a time means its end.
  ends_at: orNone(time({ key: 'endsAt', label: 'End', timeOfDay: '23:59:59.999', orNull: true })),
  ...shared,
}

/** A slug as used in addresses. A refusal proposes the correct slug. */
function givenSlug<const Key extends string>(about: About<Key>): Field<Key, string, string> {
  const text = line({ ...about, max: slugCharactersMax })
  return {
    ...text,
    read(value, at, reading) {
      const given = text.read(value, at, reading)
      if (given === undefined) return undefined
      const slug = slugOf(given)
      if (slug !== '' && given === slug) return slug
      const instead = slug === '' ? '' : `, such as "${slug}"`
      const allowed = `lower-case letters, digits and hyphens${instead}`
      return reading.refuse({ rule: 'other', allowed, field: at, got: value })
    },
  }
}

/** Accepts a number as its text: 10 means "10". */
function numbersToo<const Key extends string>(
  declared: Field<Key, string, string>,
): Field<Key, string, string> {
  return {
    ...declared,
    read: (value, at, reading) =>
      declared.read(typeof value === 'number' ? String(value) : value, at, reading),
  }
}

/** Milliseconds since the epoch, by this computer's clock without a zone. `timeOfDay` completes a date without a time. */
export function time<const Key extends string>(
  about: About<Key> & { timeOfDay?: string; orNull?: boolean },
): Field<Key, number, string> {
  const { timeOfDay = '00:00:00', orNull = false } = about
  return {
    ...named(about),
    cell: 'text',
    schema: { type: 'string', ...documented(about) },
    initial: 0,
    read(value, at, reading) {
      const read = typeof value === 'string' ? readIsoTime(value.trim(), timeOfDay) : undefined
      if (read !== undefined) return read
      const allowed = `an ISO 8601 time such as 2026-11-05T09:30:00Z${orNull ? ', or null' : ''}`
      return reading.refuse({ rule: 'other', allowed, field: at, got: value })
    },
    toJson: (value) => new Date(value).toISOString(),
  }
}
