import {
  documented,
  isBlank,
  named,
  orNone,
  type About,
  type Field,
} from '../../../platform/record/field.ts'
import { choice, count, flag, label, line } from '../../../platform/record/kinds.ts'
import { readIsoTime } from '../../../platform/time.ts'
import { slugCharactersMax, slugOf } from '../texts.ts'

/*
 * What categories and offers are, declared once: the reader of a line, the comparison, the export and the columns of a
 * table follow from it. Their images are read on their own (see image.ts).
 */

/** Lengths of texts, in characters. */
export const titleCharactersMax = 200
const subtitleCharactersMax = 500
const badgeCharactersMax = 60

/** The places that can be given in an order of display: far more than a shop has rows. */
const sortOrderMax = 1_000_000_000

/** What an offer's rule can be (source: the contract). */
export const ruleKinds = ['percentage', 'flat', 'buy_x_get_y', 'free_shipping', 'other'] as const

/** What an offer can price, beside nothing. */
export const offerScopes = ['everything', 'categories', 'products'] as const

/** What the shop shows in an order of its own has. */
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
  starts_at: orNone(time({ key: 'startsAt', label: 'Start', timeOfDay: '00:00:00' })),
  // A mere day counts to its end.
  ends_at: orNone(time({ key: 'endsAt', label: 'End', timeOfDay: '23:59:59.999' })),
  ...shared,
}

/** A slug as it stands in addresses; what is none is refused with the one that it would be. */
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

/** A number counts as its text: 10 says what "10" says. */
function numbersToo<const Key extends string>(
  declared: Field<Key, string, string>,
): Field<Key, string, string> {
  return {
    ...declared,
    read: (value, at, reading) =>
      declared.read(typeof value === 'number' ? String(value) : value, at, reading),
  }
}

/** Milliseconds since the epoch. `timeOfDay` is what a mere day stands for. */
function time<const Key extends string>(
  about: About<Key> & { timeOfDay: string },
): Field<Key, number, string> {
  return {
    ...named(about),
    cell: 'text',
    schema: { type: 'string', ...documented(about) },
    initial: 0,
    read(value, at, reading) {
      const read =
        typeof value === 'string' && !isBlank(value)
          ? readIsoTime(value.trim(), about.timeOfDay)
          : undefined
      if (read !== undefined) return read
      const allowed = 'an ISO 8601 time such as 2026-11-05T09:30:00Z, or null'
      return reading.refuse({ rule: 'other', allowed, field: at, got: value })
    },
    toJson: (value) => new Date(value).toISOString(),
  }
}
