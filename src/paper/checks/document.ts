import type { Category } from '../categories.ts'

/* What is checked, and what a check says. Pages and the server check with the same code: all of this folder is pure. */

/** Canonical key → text as it is printed or typed. A label that no rule knows stands for itself. */
export type Fields = Readonly<Record<string, string>>

/** A document by canonical keys. */
export type CheckedDocument = {
  readonly category: Category
  readonly head: Fields
  readonly lines: readonly Fields[]
}

/**
 * What is wrong: something that such a paper always carries is not there; there is no such date, number, rate, HSN code or
 * GSTIN; a date is in the future, or too long ago; figures do not fit each other; tax does not fit the states or the rates;
 * or whoever read it is not sure.
 */
export const findingCodes = ['missing', 'unreadable', 'date', 'sum', 'tax', 'doubt'] as const

/**
 * Something that cannot be right. `line` counts from 0, absent for the head; `key` is the canonical key that it stands at.
 * `message` is a sentence for a clerk, with the value or the difference in it: two findings that are alike in everything
 * are the same finding.
 */
export type Finding = {
  readonly key: string
  readonly line?: number
  readonly code: (typeof findingCodes)[number]
  readonly message: string
}

/** What a document is checked against. */
export type CheckedAgainst = {
  /** yyyy-mm-dd, where the shop is. */
  readonly today: string
  /** The shop's own; null when it has none or has not said. */
  readonly ownGstin: string | null
}

/** The text under a key, without the white space around it; '' when there is none, or only a sign for nothing ("-", "NA"). */
export function textAt(fields: Fields, key: string): string {
  const text = (Object.hasOwn(fields, key) ? fields[key] : undefined)?.trim() ?? ''
  return nothing.test(text) ? '' : text
}

const nothing = /^(?:[-–—.*]+|nil|none|n\.?a\.?|n\/a)$/i
