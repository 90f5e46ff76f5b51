import type { Conn } from '../../platform/db/connection.ts'
import { listSharing, type StoredMaster } from './master-queries.ts'
import { wordsOf, type MasterKind } from './rules.ts'

/** Which books are looked through. */
export type InBooks = { conn: Conn; books: number }

/** Masters that a name is compared with. */
export const comparedMax = 60

/**
 * A word that more masters have says nothing of one of them (`Traders`, `Pvt`), and to look at all of them would take seconds where the
 * books have a hundred thousand.
 */
export const wordMastersMax = 500

/** Masters whose names are like a name, the likeliest first; `min` is how much of both has to be shared, from 0 to 1. */
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

/** Masters that share the most words with some, everyday words left aside; the shortest names first. */
export function sharing(
  { conn, books }: InBooks,
  kind: MasterKind,
  words: readonly string[],
): StoredMaster[] {
  return listSharing(conn).all(books, kind, JSON.stringify(words), wordMastersMax, comparedMax)
}

/** How much of both names is in words that they share, from 0 to 1. */
function likeness(some: readonly string[], others: readonly string[]): number {
  const shared = lettersOf(some.filter((word) => others.includes(word)))
  return (2 * shared) / (lettersOf(some) + lettersOf(others) || 1)
}

function lettersOf(words: readonly string[]): number {
  return words.reduce((sum, word) => sum + word.length, 0)
}
