import type { JsonValue } from '../../../platform/json.ts'
import { foldText } from '../../../platform/text.ts'
import type { Category } from '../categories.ts'
import type { Place } from '../normalising/printed-labels.ts'
import { foldLabel } from '../normalising/labels.ts'

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

/**
 * A key whose values are a vocabulary (states, units, terms of payment): a few, each of them again and again. More
 * different ones are names, numbers or remarks.
 */
export const differentMax = 12
const timesEachMin = 3

type Vocabulary = {
  values: Map<string, UnknownValue>
  seen: number
}

/** Values of keys that have no rules yet, of which only vocabularies are offered. Each scan adds a value once. */
export function recurringValues() {
  const vocabularies = new Map<string, Vocabulary>()
  return {
    add(match: string, found: UnknownValue): void {
      const name = JSON.stringify([found.category, found.key])
      const vocabulary = vocabularies.get(name) ?? emptyVocabulary()
      vocabularies.set(name, vocabulary)
      const known = vocabulary.values.get(match)
      if (known === undefined && vocabulary.values.size > differentMax) return
      vocabulary.seen += 1
      if (known === undefined) vocabulary.values.set(match, { ...found })
      else known.scans += 1
    },
    /** Only of keys that have at least two: with one there is nothing to make equal. */
    all: () =>
      [...vocabularies.values()]
        .filter(({ values, seen }) => isVocabulary(values.size, seen))
        .flatMap(({ values }) => [...values.values()])
        .toSorted((a, b) => b.scans - a.scans),
  }
}

function emptyVocabulary(): Vocabulary {
  return { values: new Map(), seen: 0 }
}

function isVocabulary(different: number, seen: number): boolean {
  return different >= 2 && different <= differentMax && seen >= timesEachMin * different
}
