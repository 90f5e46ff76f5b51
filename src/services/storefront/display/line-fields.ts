import { readIsoTime } from '../../../platform/time.ts'
import type { JsonObject, JsonValue } from '../../../platform/json/json.ts'
import { refused, notAllowed } from '../../../platform/record/read.ts'
import { toNfc } from '../../../platform/text.ts'
import { slugCharactersMax, slugOf } from '../texts.ts'

/*
 * Reading the fields of a line of a file, which nobody has checked. Undefined means that the line leaves the field as
 * it is: it is not there, or null where it cannot be cleared. All throw AppError `invalid_request` that names the field.
 */

/** The places that can be given in an order of display: far more than a shop has rows. */
const sortOrderMax = 1_000_000_000

const control = /\p{Cc}/u

/** Text in one line, trimmed; `min` and `max` in characters. */
export function readText(
  line: JsonObject,
  field: string,
  { min, max }: { min: number; max: number },
): string | undefined {
  const value = line[field]
  if (isAbsent(value)) return undefined
  const text = typeof value === 'string' ? toNfc(value).trim() : undefined
  const length = text === undefined ? -1 : Array.from(text).length
  if (text !== undefined && length >= min && length <= max && !control.test(text)) return text
  throw refused({ rule: 'text', min, max, inOneLine: true, field, got: value })
}

/** A slug as it stands in addresses, or the one that a name makes. */
export function readSlug(line: JsonObject, name: string | undefined): string {
  const given = readText(line, 'slug', { min: 1, max: slugCharactersMax })
  const slug = slugOf(given ?? name ?? '')
  if (slug === '') {
    throw notAllowed(
      'slug',
      `text of 1 to ${slugCharactersMax} characters with a letter or digit when no name makes one`,
      given,
    )
  }
  if (given !== undefined && given !== slug) {
    throw notAllowed('slug', `lower-case letters, digits and hyphens, such as "${slug}"`, given)
  }
  return slug
}

export function readSortOrder(line: JsonObject): number | undefined {
  const value = line['sort_order']
  if (isAbsent(value)) return undefined
  if (Number.isInteger(value) && typeof value === 'number' && Math.abs(value) <= sortOrderMax) {
    return value
  }
  throw refused({
    rule: 'count',
    min: -sortOrderMax,
    max: sortOrderMax,
    field: 'sort_order',
    got: value,
  })
}

export function readBoolean(line: JsonObject, field: string): boolean | undefined {
  const value = line[field]
  if (isAbsent(value)) return undefined
  if (typeof value === 'boolean') return value
  throw refused({ rule: 'flag', field, got: value })
}

/** One of a list of words. */
export function readChoice<const T extends string>(
  line: JsonObject,
  field: string,
  choices: readonly T[],
): T | undefined {
  const value = line[field]
  if (isAbsent(value)) return undefined
  const choice = choices.find((candidate) => candidate === value)
  if (choice !== undefined) return choice
  throw refused({ rule: 'choice', choices, field, got: value })
}

/** Milliseconds since the epoch; null is no time. `timeOfDay` is what a mere day stands for. */
export function readTime(
  line: JsonObject,
  field: string,
  timeOfDay: string,
): number | null | undefined {
  const value = line[field]
  if (value === undefined || value === null) return value
  const time = typeof value === 'string' ? readIsoTime(value.trim(), timeOfDay) : undefined
  if (time !== undefined) return time
  throw notAllowed(field, 'an ISO 8601 time such as 2026-11-05T09:30:00Z, or null', value)
}

function isAbsent(value: JsonValue | undefined): value is null | undefined {
  return value === undefined || value === null
}
