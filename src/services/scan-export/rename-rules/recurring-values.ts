import type { UnknownValue } from './unknown-occurrences.ts'

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
