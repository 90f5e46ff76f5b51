import type { Category } from '../categories.ts'
import { fields, type Labels, type Place } from '../fields.ts'

/** Canonical key → its printed labels, separated by `|`. Regular variants of a spelling are added. */
export type PrintedLabels = Readonly<Record<string, string>>

/** One set of built-in labels, for one category or all, for one place or both. */
export type BuiltInSet = {
  readonly category: Category | null
  readonly place: Place | null
  readonly labels: PrintedLabels
}

/** All built-in labels. Sets of the same category and place must not give one label to two keys. */
export const builtInSets: readonly BuiltInSet[] = [
  { category: null, place: 'metadata', labels: printedIn('head') },
  { category: null, place: null, labels: printedIn('both') },
  { category: null, place: 'line', labels: printedIn('line') },
  { category: 'purchase_order', place: 'metadata', labels: printedIn('orderHead') },
  { category: 'bank_entry', place: 'metadata', labels: printedIn('statementHead') },
  { category: 'bank_entry', place: 'line', labels: printedIn('statementLine') },
]

/** The printed labels of each key for one kind of place. */
export function printedIn(slot: keyof Labels): PrintedLabels {
  const printed = Object.entries(fields).map(([key, { labels }]) => [key, labels?.[slot]] as const)
  return Object.fromEntries(
    printed.flatMap(([key, text]) => (text === undefined ? [] : [[key, text]])),
  )
}
