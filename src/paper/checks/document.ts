import type { Category } from '../categories.ts'

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
  const text = (Object.hasOwn(fields, key) ? fields[key] : undefined)?.trim() ?? ''
  return nothing.test(text) ? '' : text
}

const nothing = /^(?:[-–—.*]+|nil|none|n\.?a\.?|n\/a)$/i
