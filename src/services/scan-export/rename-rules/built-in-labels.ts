import type { Category } from '../scans/categories.ts'
import { bankLineLabels, bankMetadataLabels } from './labels-of-bank-statements.ts'
import { lineLabels } from './labels-of-lines.ts'
import {
  amountLabels,
  metadataLabels,
  orderMetadataLabels,
  partyLabels,
} from './labels-of-metadata.ts'

/** Where a label stands in a document: at the head of it, or over a column of its lines. */
export type Place = 'metadata' | 'line'

/** Canonical key → the labels that documents print for it, separated by `|`. Spellings that differ by rule are added. */
export type PrintedLabels = Readonly<Record<string, string>>

/** One set of built-in labels, for one category or all of them, for one place or both. */
export type BuiltInSet = {
  readonly category: Category | null
  readonly place: Place | null
  readonly labels: PrintedLabels
}

/** All built-in labels. No two sets of the same category and place may give one label to two keys. */
export const builtInSets: readonly BuiltInSet[] = [
  { category: null, place: 'metadata', labels: metadataLabels },
  { category: null, place: 'metadata', labels: partyLabels },
  { category: null, place: null, labels: amountLabels },
  { category: null, place: 'line', labels: lineLabels },
  { category: 'purchase_order', place: 'metadata', labels: orderMetadataLabels },
  { category: 'bank_entry', place: 'metadata', labels: bankMetadataLabels },
  { category: 'bank_entry', place: 'line', labels: bankLineLabels },
]
