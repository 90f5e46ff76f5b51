import { AppError } from '../errors.ts'
import { withoutQuotes } from '../text.ts'

/** Any JSON value. */
export type JsonValue = null | boolean | number | string | JsonValue[] | JsonObject

/** A JSON object. Its labels come from outside: read them with `Object.keys`, and never trust a label to be harmless. */
export type JsonObject = { [key: string]: JsonValue }

export function isJsonObject(value: unknown): value is JsonObject {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}

/** How deep JSON may nest: documents need 4 levels; beyond this it is an attack. */
export const jsonDepthMax = 64

/**
 * Reads text as JSON. `what` is the refusal's name for it, such as "The body". Elements of the lists named in `rowLists` are left to
 * `checkJsonField`, so that a bad element refuses no other. Throws AppError `invalid_request`, naming the place, for anything that JSON,
 * Unicode or a number cannot carry without loss.
 */
export function parseJsonText(
  text: string,
  what: string,
  rowLists: ReadonlySet<string> = new Set(),
): JsonValue {
  const value = parseJson(text, what)
  checkJson(value, what, rowLists)
  return value
}

/** The first half of `parseJsonText`. Throws AppError `invalid_request` for text that is not JSON. */
export function parseJson(text: string, what: string): JsonValue {
  if (text.trim() === '') throw invalid(`${what} is empty: send a JSON object.`)
  return parse(text, what)
}

/** Undefined for text that is not JSON, such as a file that was cut off. */
export function parseOrNothing(text: string): JsonValue | undefined {
  try {
    const value: JsonValue = JSON.parse(text)
    return value
  } catch {
    return undefined
  }
}

/** The second half of `parseJsonText`. Throws AppError `invalid_request`, naming the place. */
export function checkJson(value: JsonValue, what: string, rowLists: ReadonlySet<string>): void {
  if (isJsonObject(value)) checkObject(withoutRows(value, rowLists), what, [])
  else checkValue(value, what, [])
}

/** Checks one field of a record like `parseJsonText`. Throws AppError `invalid_request` with `field`. */
export function checkJsonField(field: string, value: JsonValue): void {
  checkValue(value, 'The record', [field])
}

function withoutRows(value: JsonObject, rowLists: ReadonlySet<string>): JsonObject {
  const isRows = (field: string) => rowLists.has(field) && Array.isArray(value[field])
  return Object.fromEntries(Object.entries(value).filter(([field]) => !isRows(field)))
}

function parse(text: string, what: string): JsonValue {
  try {
    const value: JsonValue = JSON.parse(text)
    return value
  } catch (error) {
    const reason =
      error instanceof Error ? withoutQuotes(error.message.replace(/^JSON Parse error: /, '')) : ''
    throw invalid(`${what} is not valid JSON: ${reason || 'it cannot be read'}.`)
  }
}

type Keys = (string | number)[]

/** Walks the value once. `keys` lead to its place, and are joined only for a refusal. */
function checkValue(value: JsonValue, what: string, keys: Keys): void {
  if (keys.length > jsonDepthMax) {
    throw invalid(`${what} is nested too deeply: at most ${jsonDepthMax} levels are allowed.`, keys)
  }
  if (typeof value === 'string') return checkText(value, what, keys)
  if (typeof value === 'number') return checkNumber(value, what, keys)
  if (value === null || typeof value === 'boolean') return
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) checkMember(value[i], what, keys, i)
    return
  }
  checkObject(value, what, keys)
}

function checkObject(value: JsonObject, what: string, keys: Keys): void {
  for (const key of Object.keys(value)) {
    checkText(key, what, keys)
    checkMember(value[key], what, keys, key)
  }
}

function checkMember(
  value: JsonValue | undefined,
  what: string,
  keys: Keys,
  key: string | number,
): void {
  keys.push(key)
  checkValue(value ?? null, what, keys)
  keys.pop()
}

function checkText(text: string, what: string, keys: Keys): void {
  if (!text.isWellFormed()) {
    throw invalid(`${placeOf(what, keys)} holds text that is not valid Unicode.`, keys)
  }
}

function checkNumber(value: number, what: string, keys: Keys): void {
  if (!Number.isFinite(value)) {
    throw invalid(`${placeOf(what, keys)} holds a number that is too large.`, keys)
  }
  if (Number.isInteger(value) && !Number.isSafeInteger(value)) {
    throw invalid(
      `${placeOf(what, keys)} holds a whole number above 9007199254740991, which JSON cannot carry exactly: send it as text.`,
      keys,
    )
  }
}

/** The place as the caller would write it. */
function placeOf(what: string, keys: Keys): string {
  const path = keys.map((key) => (typeof key === 'number' ? `[${key}]` : `.${key}`)).join('')
  return path.replace(/^\./, '') || what
}

function invalid(message: string, [field]: Keys = []): AppError {
  return new AppError('invalid_request', message, field === undefined ? {} : { field })
}

// Reads fields of objects from other programs. A field of another type counts as missing.

export function textOf(of: JsonObject | undefined, field: string): string {
  const value = of?.[field]
  return typeof value === 'string' ? value : ''
}

/** 0 for anything but a number. A number in a text counts. */
export function numberOf(of: JsonObject | undefined, field: string): number {
  const value = of?.[field]
  const number = typeof value === 'string' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : 0
}

/** The objects of a list. */
export function rowsOf(of: JsonObject | undefined, field: string): JsonObject[] {
  const rows = of?.[field]
  return Array.isArray(rows) ? rows.filter(isJsonObject) : []
}
