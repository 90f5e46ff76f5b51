import type { Category } from '../categories.ts'
import { builtInLabels, type ColumnLookup, foldLabel } from '../rules/labels.ts'
import type { Place } from '../fields.ts'

/** "debit (2)": a value whose key another value has. */
const numbered = / \(\d+\)$/

/**
 * The canonical key of a label in a delivered document. A value that is no number, date or rate keeps its printed label. An unknown label
 * is its own key.
 */
export function printedKey(category: Category, place: Place, label: string): string {
  return builtInLabels(category, place).get(foldLabel(label.replace(numbered, ''))) ?? label
}

/** The same by an organisation's rules, which win over built-in labels. A key is its own label. */
export function keyOfDelivered(columns: Readonly<Record<Place, ColumnLookup>>) {
  return (place: Place, label: string): string =>
    canonical.test(label) ? label : columns[place](label.replace(numbered, '')).key
}

/** A label that is a key already, as most labels in delivered data are. */
const canonical = /^[a-z][a-z_]*$/
