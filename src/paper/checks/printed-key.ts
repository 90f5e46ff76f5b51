import type { Category } from '../categories.ts'
import { builtInLabels, type ColumnLookup, foldLabel } from '../rules/labels.ts'
import type { Place } from '../fields.ts'

/** "debit (2)": a value whose place was taken. */
const numbered = / \(\d+\)$/

/**
 * The canonical key that a label of a delivered document stands for: a value that is no number, date or rate keeps the
 * label that it was printed under. A label that nobody knows stands for itself.
 */
export function printedKey(category: Category, place: Place, label: string): string {
  return builtInLabels(category, place).get(foldLabel(label.replace(numbered, ''))) ?? label
}

/** The same by an organisation's rules, which come before the built-in labels. A key stands for itself. */
export function keyOfDelivered(columns: Readonly<Record<Place, ColumnLookup>>) {
  return (place: Place, label: string): string =>
    canonical.test(label) ? label : columns[place](label.replace(numbered, '')).key
}

/** A label that is a key already, as most are in delivered data. */
const canonical = /^[a-z][a-z_]*$/
