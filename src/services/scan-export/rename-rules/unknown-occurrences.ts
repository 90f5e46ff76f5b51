import type { JsonValue } from '../../../platform/json.ts'
import { foldText } from '../../../platform/text.ts'
import type { Category } from '../scans/categories.ts'
import type { Place } from './built-in-labels.ts'
import { foldLabel } from './labels.ts'

/** Different labels or values that are counted; the rest of a flood is not worth a rule. */
const occurrencesMax = 5_000

/** Characters of an example that are kept. */
const exampleCharactersMax = 120

/** A scan as somebody can look it up. */
export type SeenScan = { id: string; filename: string; category: Category }

/** A label that no rule knows: in how many scans it was seen, and what stood under it. */
export type UnknownLabel = {
  label: string
  category: Category
  place: Place
  scans: number
  example: string
  scan: SeenScan
}

/** Why a value is offered: it cannot be read as its key's type, its key has rules, or it is one of few that recur. */
type UnknownReason = 'unreadable' | 'has rules' | 'recurs'

export type UnknownValue = {
  key: string
  value: string
  category: Category
  reason: UnknownReason
  scans: number
  scan: SeenScan
}

/** Counts the scans that have a thing, by what it is compared by. Each scan adds a thing once. */
export function tally<Seen extends { scans: number }>() {
  const seen = new Map<string, Seen>()
  return {
    add(match: string, first: Seen): void {
      const known = seen.get(match)
      if (known !== undefined) known.scans += 1
      else if (seen.size < occurrencesMax) seen.set(match, { ...first })
    },
    /** The most frequent first. */
    all: () => [...seen.values()].toSorted((a, b) => b.scans - a.scans),
  }
}

export function labelMatch(category: Category, label: string): string {
  return JSON.stringify([category, foldLabel(label)])
}

export function valueMatch(category: Category, key: string, value: string): string {
  return JSON.stringify([category, foldLabel(key), foldText(value)])
}

export function exampleOf(value: JsonValue): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  if (text.length <= exampleCharactersMax) return text
  return `${text.slice(0, exampleCharactersMax).toWellFormed()}…`
}
