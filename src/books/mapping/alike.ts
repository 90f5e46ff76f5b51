import type { Conn } from '../../platform/db/connection.ts'
import { listSharing, type StoredMaster } from './master-queries.ts'
import { wordsOf, type MasterKind } from './rules.ts'

/** The accounts to search. */
export type InBooks = { conn: Conn; books: number }

/** The most masters that a name is compared with. */
export const comparedMax = 60

/**
 * A word that more masters have, such as `Traders` or `Pvt`, does not identify any of them. Comparing all of them would take seconds with
 * a hundred thousand masters.
 */
export const wordMastersMax = 500

/** Masters with a similar name, the most similar first. `min` is the smallest likeness, from 0 to 1. */
export function alike(
  within: InBooks,
  kind: MasterKind,
  name: string,
  min: number,
): StoredMaster[] {
  const words = wordsOf(name)
  return sharing(within, kind, words)
    .map((master) => ({ master, likeness: likeness(words, wordsOf(master.name)) }))
    .filter((one) => one.likeness >= min)
    .toSorted((a, b) => b.likeness - a.likeness)
    .map(({ master }) => master)
}

/** Masters that share the most words with `words`, without everyday words. The shortest names come first. */
export function sharing(
  { conn, books }: InBooks,
  kind: MasterKind,
  words: readonly string[],
): StoredMaster[] {
  return listSharing(conn).all(books, kind, JSON.stringify(words), wordMastersMax, comparedMax)
}

/** The share of both names' letters that are in common words, from 0 to 1. */
function likeness(some: readonly string[], others: readonly string[]): number {
  const shared = lettersOf(some.filter((word) => others.includes(word)))
  return (2 * shared) / (lettersOf(some) + lettersOf(others) || 1)
}

function lettersOf(words: readonly string[]): number {
  return words.reduce((sum, word) => sum + word.length, 0)
}
