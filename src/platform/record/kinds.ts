import { isId } from '../ids.ts'
import type { JsonValue } from '../json/json.ts'
import { readPercent, readRupees, rupeesMax, toPercent, toRupees } from '../money.ts'
import { toNfc } from '../text.ts'
import { documented, isBlank, named, type About, type Field } from './field.ts'
import type { Reading } from './read.ts'
import { fieldAt, rupees, say } from './sentence.ts'

/* The kinds of fields that records share. */

const controlCharacter = /\p{Cc}/u

/** A line of text that must not be empty, trimmed. `max` in characters. */
export function line<const Key extends string>(
  about: About<Key> & { max: number; cell?: 'line' | 'code' },
): Field<Key, string, string> {
  return {
    ...named(about),
    cell: about.cell ?? 'line',
    schema: { type: 'string', minLength: 1, maxLength: about.max, ...documented(about) },
    initial: '',
    read: (value, at, reading) => readLine(value, at, reading, { min: 1, max: about.max }),
    toJson: asItIs,
  }
}

/** A line of text that may be empty, trimmed. `max` in characters. */
export function label<const Key extends string>(
  about: About<Key> & { max: number; cell?: 'line' | 'code' },
): Field<Key, string, string> {
  const { schema, ...rest } = line(about)
  const { minLength: _, ...withEmpty } = schema
  return {
    ...rest,
    schema: withEmpty,
    read: (value, at, reading) =>
      isBlank(value) ? '' : readLine(value, at, reading, { min: 0, max: about.max }),
  }
}

/** Text of any number of lines, unchanged. Null empties it. `max` in characters. */
export function text<const Key extends string>(
  about: About<Key> & { max: number },
): Field<Key, string, string> {
  return {
    ...named(about),
    cell: 'text',
    schema: { type: 'string', maxLength: about.max, ...documented(about), orNull: true },
    initial: '',
    cleared: { value: '' },
    read(value, at, reading) {
      if (typeof value === 'string' && value.length <= about.max) return toNfc(value)
      return reading.refuse({ rule: 'text', max: about.max, field: at, got: value })
    },
    toJson: asItIs,
  }
}

/** Rupees, stored as paise. */
export function money<const Key extends string>(about: About<Key>): Field<Key, number, number> {
  return {
    ...named(about),
    cell: 'amount',
    schema: {
      type: 'number',
      minimum: 0,
      description: `${about.description ?? ''} In rupees, with at most two decimals.`.trim(),
    },
    initial: 0,
    read(value, at, reading) {
      const amount = typeof value === 'number' ? readRupees(value) : undefined
      if (amount === undefined) {
        return reading.refuse({ rule: 'amount', max: rupeesMax, field: at, got: value })
      }
      const taken = rupees(toRupees(amount.paise))
      if (amount.rounded)
        reading.warn(say`${fieldAt(at)} has more than two decimals: ${taken} was taken.`)
      return amount.paise
    },
    toJson: toRupees,
  }
}

/** A percentage, stored as basis points. */
export function percentage<const Key extends string>(
  about: About<Key>,
): Field<Key, number, number> {
  return {
    ...named(about),
    cell: 'rate',
    schema: { type: 'number', minimum: 0, maximum: 100, ...documented(about) },
    initial: 0,
    read(value, at, reading) {
      const rate = typeof value === 'number' ? readPercent(value) : undefined
      if (rate === undefined) return reading.refuse({ rule: 'percentage', field: at, got: value })
      const taken = toPercent(rate.basisPoints)
      if (rate.rounded)
        reading.warn(say`${fieldAt(at)} has more than two decimals: ${taken} was taken.`)
      return rate.basisPoints
    },
    toJson: toPercent,
  }
}

/** A whole number. With `floored` a fraction is rounded down with a warning, otherwise it is refused. */
export function count<const Key extends string>(
  about: About<Key> & { min: number; max: number; floored?: boolean },
): Field<Key, number, number> {
  const { min, max, floored = false } = about
  return {
    ...named(about),
    cell: 'quantity',
    schema: { type: 'integer', minimum: min, maximum: max, ...documented(about) },
    initial: 0,
    read(value, at, reading) {
      if (typeof value !== 'number' || !isWithin(value, min, max, floored)) {
        return reading.refuse({ rule: 'count', min, max, field: at, got: value })
      }
      // Avoids minus zero.
      const units = Math.floor(value) + 0
      if (units !== value) {
        reading.warn(say`${fieldAt(at)} is a whole number: ${units} was taken for ${value}.`)
      }
      return units
    },
    toJson: asItIs,
  }
}

/** Yes or no. */
export function flag<const Key extends string>(
  about: About<Key> & { initial: boolean },
): Field<Key, boolean, boolean> {
  return {
    ...named(about),
    cell: 'flag',
    schema: { type: 'boolean', ...documented(about) },
    initial: about.initial,
    read(value, at, reading) {
      return typeof value === 'boolean'
        ? value
        : reading.refuse({ rule: 'flag', field: at, got: value })
    },
    toJson: asItIs,
  }
}

/** One of a list of words. A new record has the first. */
export function choice<const Key extends string, const Word extends string>(
  about: About<Key> & { choices: readonly [Word, ...Word[]] },
): Field<Key, Word, Word> {
  const { choices } = about
  return {
    ...named(about),
    cell: 'choice',
    schema: { type: 'string', choices, ...documented(about) },
    initial: choices[0],
    read(value, at, reading) {
      const chosen = choices.find((known) => known === value)
      return chosen ?? reading.refuse({ rule: 'choice', choices, field: at, got: value })
    },
    toJson: asItIs,
  }
}

/** The id of another record. */
export function reference<const Key extends string>(about: About<Key>): Field<Key, string, string> {
  return {
    ...named(about),
    cell: 'text',
    schema: { type: 'string', format: 'uuid', ...documented(about) },
    initial: '',
    read(value, at, reading) {
      // Some systems write ids in capitals. They mean the same.
      const id = typeof value === 'string' ? value.trim().toLowerCase() : ''
      return isId(id)
        ? id
        : reading.refuse({ rule: 'other', allowed: 'a UUID', field: at, got: value })
    },
    toJson: asItIs,
  }
}

/** A web address, unchanged, or none. `max` in characters. */
export function webAddress<const Key extends string>(
  about: About<Key> & { max: number },
): Field<Key, string | null, string | null> {
  return {
    ...named(about),
    cell: 'text',
    schema: { type: 'string', maxLength: about.max, ...documented(about), orNull: true },
    initial: null,
    cleared: { value: null },
    read(value, at, reading) {
      const address = typeof value === 'string' ? toNfc(value).trim() : undefined
      if (address === '') return null
      if (address !== undefined && address.length <= about.max && isWebAddress(address)) {
        return address
      }
      return reading.refuse({ rule: 'url', max: about.max, field: at, got: value })
    },
    toJson: asItIs,
  }
}

function readLine(
  value: JsonValue | undefined,
  at: string,
  reading: Reading,
  { min, max }: { min: number; max: number },
): string | undefined {
  const words = typeof value === 'string' ? toNfc(value).trim() : ''
  if (words !== '' && words.length <= max && !controlCharacter.test(words)) return words
  return reading.refuse({ rule: 'line', min, max, field: at, got: value })
}

function isWithin(value: number, min: number, max: number, floored: boolean): boolean {
  return value >= min && value <= max && (floored || Number.isInteger(value))
}

function isWebAddress(address: string): boolean {
  const url = URL.parse(address)
  return url !== null && (url.protocol === 'https:' || url.protocol === 'http:')
}

function asItIs<T>(value: T): T {
  return value
}
