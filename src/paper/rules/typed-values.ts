import type { JsonValue } from '../../platform/json/json.ts'
import { toNfc } from '../../platform/text.ts'
import { type Delivered, fieldOf, type Place } from '../fields.ts'
import { readDay, readNumber } from '../values.ts'

/** The value does not fit its key and keeps the label that it was read from. */
export const unreadable: unique symbol = Symbol('unreadable')

/** Lists and objects nested deeper than this stay as they are. No document needs more, and the stack is finite. */
const nestingLevelsMax = 64

/** The type of a canonical key's values. Undefined for a key whose values stay as they were read. */
export function kindOf(key: string, place: Place): Delivered | undefined {
  // Only in the metadata does the contract have a text called `name`.
  if (key === 'name' && place === 'line') return undefined
  return fieldOf(key)?.delivered
}

/** Nothing was read: null or white space. */
export function isEmpty(value: JsonValue): boolean {
  return value === null || (typeof value === 'string' && value.trim() === '')
}

/**
 * The value in the type of its key. Undefined when there is nothing to deliver.
 *
 * - number, balance: a number. JSON numbers stay. An empty text or null is left out, so that the key is never a text.
 * - invoice date: yyyy-mm-dd, with the same exceptions. Other dates likewise if they can be read, otherwise as they were.
 * - number text (invoice_no, hsn), gstin: a trimmed text; a number becomes its plain decimal digits. Null is left out.
 * - name: a text, otherwise unchanged.
 *
 * A list or an object is unreadable where a number, a date or a text belongs.
 */
export function readTyped(
  kind: Delivered | undefined,
  value: JsonValue,
): JsonValue | typeof unreadable | undefined {
  if (kind === undefined) return toNfcDeep(value, nestingLevelsMax)
  if (kind === 'date') return dateOf(value) ?? toNfcDeep(value, nestingLevelsMax)
  if (kind === 'number' || kind === 'balance' || kind === 'invoice date') {
    if (isEmpty(value)) return undefined
    return (kind === 'invoice date' ? dateOf(value) : numberOf(kind, value)) ?? unreadable
  }
  if (value === null) return undefined
  return textOf(kind, value) ?? unreadable
}

function numberOf(kind: Delivered, value: JsonValue): number | undefined {
  // JSON.parse reads 1e999 as infinity, which JSON cannot express.
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  return typeof value === 'string' ? readNumber(value, kind === 'balance') : undefined
}

/** A JSON number may be a date: 20261105. */
function dateOf(value: JsonValue): string | undefined {
  if (typeof value === 'string') return readDay(value)
  return typeof value === 'number' && Number.isInteger(value) ? readDay(String(value)) : undefined
}

function textOf(kind: Delivered, value: JsonValue): string | undefined {
  if (typeof value === 'object') return undefined
  const text = typeof value === 'string' ? value : plainDecimal(value)
  if (kind === 'name') return toNfc(text)
  return toNfc(kind === 'gstin' ? text.replace(/\s+/g, '').toUpperCase() : text.trim())
}

/** 1e21 as 1000000000000000000000: no document prints an exponent. */
function plainDecimal(value: number | boolean): string {
  const text = String(value)
  if (typeof value === 'boolean' || !text.includes('e')) return text
  return value.toLocaleString('en-US', { useGrouping: false, maximumSignificantDigits: 17 })
}

function toNfcDeep(value: JsonValue, levels: number): JsonValue {
  if (typeof value === 'string') return toNfc(value)
  if (typeof value !== 'object' || value === null || levels === 0) return value
  if (Array.isArray(value)) return value.map((element) => toNfcDeep(element, levels - 1))
  const entries = Object.entries(value)
  return Object.fromEntries(
    entries.map(([key, inner]) => [toNfc(key), toNfcDeep(inner, levels - 1)]),
  )
}

/** A value for people, cut off after `charactersMax` characters. */
export function shownValue(value: JsonValue, charactersMax: number): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  if (text.length <= charactersMax) return text
  return `${text.slice(0, charactersMax).toWellFormed()}…`
}
