import type { JsonValue } from '../../../platform/json/json.ts'
import {
  documented,
  isBlank,
  named,
  type About,
  type Field,
} from '../../../platform/record/field.ts'
import { fieldAt, say } from '../../../platform/record/sentence.ts'
import { toNfc } from '../../../platform/text.ts'
import { slugCharactersMax, slugOf } from '../texts.ts'

/** The longest size chart, in characters of its JSON. */
const sizeChartCharactersMax = 20_000

/** Slugs that are paths of the API (source: decisions, "Products"). */
export const reservedSlugs: ReadonlySet<string> = new Set(['bulk', 'stock'])

/** A field that a record may leave out if something else identifies the product. */
export function lackable<const Key extends string>(
  declared: Field<Key, string, string>,
): Field<Key, string | null, string | null> {
  return { ...declared, initial: null, toJson: (value) => value }
}

/** Blank text counts as not given: exports of other systems are full of it. */
export function blankIsAbsent<const Key extends string, Value, Json>(
  declared: Field<Key, Value, Json>,
): Field<Key, Value, Json> {
  return {
    ...declared,
    read(value, at, reading) {
      if (!isBlank(value)) return declared.read(value, at, reading)
      reading.warn(say`${fieldAt(at)} is blank: it counts as not given.`)
      return undefined
    },
  }
}

/** Blank text clears the field, like null. */
export function blankIsNone<const Key extends string, Value, Json>(
  declared: Field<Key, Value | null, Json>,
): Field<Key, Value | null, Json> {
  return {
    ...declared,
    read: (value, at, reading) => (isBlank(value) ? null : declared.read(value, at, reading)),
  }
}

/** Digits of the HSN code, or none. */
export function hsn<const Key extends string>(about: About<Key>): Field<Key, string, string> {
  return {
    ...named(about),
    cell: 'hsn',
    schema: { type: 'string', ...documented(about) },
    initial: '',
    read(value, at, reading) {
      const digits = typeof value === 'string' ? value.trim() : undefined
      if (digits !== undefined && /^(\d{4,8})?$/.test(digits)) return digits
      return reading.refuse({ rule: 'digits', min: 4, max: 8, field: at, got: value })
    },
    toJson: (value) => value,
  }
}

/** `#rgb` or `#rrggbb`. Blank counts as not given. */
export function colour<const Key extends string>(about: About<Key>): Field<Key, string, string> {
  return {
    ...named(about),
    cell: 'text',
    schema: { type: 'string', ...documented(about) },
    initial: '#000000',
    read(value, at, reading) {
      if (value === '') return undefined
      if (typeof value === 'string' && /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.test(value)) return value
      const allowed = 'a hex colour such as #1a2b3c'
      return reading.refuse({ rule: 'other', allowed, field: at, got: value })
    },
    toJson: (value) => value,
  }
}

/** Any JSON, stored as its text. Empty JSON means none. */
export function sizeChart<const Key extends string>(
  about: About<Key>,
): Field<Key, string | null, JsonValue> {
  return {
    ...named(about),
    cell: 'none',
    schema: { type: 'anything', ...documented(about) },
    initial: null,
    read(value, at, reading) {
      const chart = toNfc(JSON.stringify(value))
      if (chart.length <= sizeChartCharactersMax) {
        return ['""', '[]', '{}'].includes(chart) ? null : chart
      }
      const allowed = `at most ${sizeChartCharactersMax} characters of JSON`
      return reading.refuse({ rule: 'other', allowed, field: at, got: value })
    },
    toJson: (value) => (value === null ? null : parsed(value)),
  }
}

function parsed(json: string): JsonValue {
  const value: JsonValue = JSON.parse(json)
  return value
}

/** The last part of a product's address, in the form of `slugOf`. */
export function slug<const Key extends string>(about: About<Key>): Field<Key, string, string> {
  return {
    ...named(about),
    cell: 'text',
    schema: { type: 'string', maxLength: slugCharactersMax, ...documented(about) },
    initial: '',
    read(value, at, reading) {
      const given = typeof value === 'string' ? toNfc(value).trim() : ''
      const made = slugOf(given)
      if (made === '' || given !== made) {
        const instead = made === '' ? '' : ` such as ${made}`
        const allowed = `at most ${slugCharactersMax} lower-case letters, digits and single hyphens${instead}`
        return reading.refuse({ rule: 'other', allowed, field: at, got: value })
      }
      if (!reservedSlugs.has(made)) return made
      const sentence = say`${fieldAt(at)} must not be ${made}: the API uses that word.`
      return reading.refuse({ rule: 'said', field: at, sentence })
    },
    toJson: (value) => value,
  }
}
