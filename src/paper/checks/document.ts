import type { Category } from '../categories.ts'
import { fieldOf, type Kind } from '../fields.ts'
import { readDay, readNumber, readPaise, readPercent, readQuantity } from '../values.ts'

/* The input and the results of the checks. Pages and the server use the same code, so this folder has no side effects. */

/** Canonical key → text as printed or typed. An unknown label is its own key. */
export type Fields = Readonly<Record<string, string>>

/** A document by canonical keys. */
export type CheckedDocument = {
  readonly category: Category
  readonly head: Fields
  readonly lines: readonly Fields[]
}

/**
 * `missing`: a value that such a paper always has is not there. `unreadable`: no such date, number, rate, HSN code or GSTIN can exist.
 * `date`: a date in the future or too long ago. `sum`: figures that do not add up. `tax`: tax that does not fit the states or the rates.
 * `doubt`: the reader is not sure.
 */
export const findingCodes = ['missing', 'unreadable', 'date', 'sum', 'tax', 'doubt'] as const

/**
 * Something that cannot be right. `line` counts from 0, and is absent for the head. `key`: the canonical key of the value. `message`: a
 * sentence for a clerk that contains the value or the difference. Findings that are equal in everything are the same finding.
 */
export type Finding = {
  readonly key: string
  readonly line?: number
  readonly code: (typeof findingCodes)[number]
  readonly message: string
}

/** What a document is compared with. */
export type CheckedAgainst = {
  /** yyyy-mm-dd, in the shop's time zone. */
  readonly today: string
  /** The shop's GSTIN. Null when unknown or not registered. */
  readonly ownGstin: string | null
}

/** The text under a key, trimmed. '' when there is no text, or only a sign for nothing ("-", "NA"). */
export function textAt(fields: Fields, key: string): string {
  return Object.hasOwn(fields, key) ? printedText(fields[key]) : ''
}

/** A value as text, like `textAt`. '' for lists and objects, which are not printed. */
export function printedText(value: unknown): string {
  if (typeof value === 'number') return String(value)
  const text = typeof value === 'string' ? value.trim() : ''
  return text === '' || nothing.test(text) ? '' : text
}

const nothing = /^(?:[-–—.*]+|nil|none|n\.?a\.?|n\/a)$/i

/** A day as yyyy-mm-dd. Undefined if there is none, or it cannot be read. */
export function dayAt(fields: Fields, key: string): string | undefined {
  return readDay(textAt(fields, key))
}

/**
 * The number under a key, by the kind of the key: an amount in paise, a rate in rupees, a quantity, or per cent. An unknown label has an
 * amount. Undefined if there is none, or it cannot be read.
 */
export function numberAt(fields: Fields, key: string): number | undefined {
  const text = textAt(fields, key)
  return text === '' ? undefined : readAs(fieldOf(key)?.kind ?? 'money', text)
}

/** The number of a text. Undefined for a kind that is no number, and for a text that cannot be read. */
export function readAs(kind: Kind, text: string): number | undefined {
  return numberReaders[kind]?.(text)
}

/** Whether a number is printed that cannot be read. A rate beside a tax is no amount, so nothing is unreadable then. */
export function isUnreadAt(fields: Fields, key: string): boolean {
  const text = textAt(fields, key)
  if (text === '' || numberAt(fields, key) !== undefined) return false
  return fieldOf(key)?.kind !== 'tax' || withoutRate(text) !== ''
}

const numberReaders: { readonly [kind in Kind]?: (text: string) => number | undefined } = {
  money: (text) => readPaise(text),
  balance: (text) => readPaise(text, true),
  tax: (text) => readPaise(withoutRate(text)),
  discount: (text) => (text.includes('%') ? readPercent(text) : readPaise(text)),
  rate: (text) => readNumber(text, false),
  quantity: readQuantity,
  percent: readPercent,
  slab: readPercent,
  'half slab': readPercent,
  'cess rate': readPercent,
}

/** A tax without the rate printed beside it: "9% 162.18", "162.18 (9%)". '' for a rate alone. */
export function withoutRate(text: string): string {
  if (text.length > rateLengthMax) return text.trim()
  return text.replace(/\(?\s*@?\s*\d{1,2}(?:\.\d+)?\s*%\s*\)?/, '').trim()
}

/** Characters of a tax with its rate. A longer text is no amount, and searching thousands of spaces takes seconds. */
const rateLengthMax = 64
