import { foldText } from '../../../platform/text.ts'
import type { Category } from '../scans/categories.ts'
import { builtInSets, type Place } from './built-in-labels.ts'
import { foldLabel } from './labels.ts'

/** The built-in labels of one key; `category` and `place` null for all. */
export type BuiltInRow = {
  key: string
  category: Category | null
  place: Place | null
  labels: string[]
}

let allRows: readonly BuiltInRow[] | undefined

/** The built-in labels of every key, by key; those that a search and a category leave. */
export function listBuiltIn(search: string, category: Category | undefined): BuiltInRow[] {
  allRows ??= builtInSets.flatMap(rowsOf).toSorted((a, b) => (a.key < b.key ? -1 : 1))
  const label = foldLabel(search)
  const text = label === '' ? foldText(search) : label
  return allRows.filter(
    (row) =>
      (category === undefined || row.category === null || row.category === category) &&
      [row.key, ...row.labels].some((candidate) => foldLabel(candidate).includes(text)),
  )
}

/** The keys that built-in labels stand for, in alphabetical order. */
export function builtInKeys(): string[] {
  return [...new Set(builtInSets.flatMap(({ labels }) => Object.keys(labels)))].toSorted()
}

function rowsOf({ category, place, labels }: (typeof builtInSets)[number]): BuiltInRow[] {
  return Object.entries(labels).map(([key, printed]) => ({
    key,
    category,
    place,
    labels: printed.split('|').map((label) => label.trim().replace(/\s+/g, ' ')),
  }))
}
