import {
  matchOf,
  type Mapped,
  type MappedKind,
  findMapping,
  listMappingsTo,
} from './mapping-queries.ts'
import { usualVoucherTypes } from './mappings-answer.ts'
import { listSharing, type StoredMaster } from './master-queries.ts'
import { wordsOf, type MasterKind } from './rules.ts'
import type { Conn } from '../../platform/db/connection.ts'

/** One of our names whose master is missing in the accounts under the name it had. `nowCalled` is its new name, if it has one. */
export type Lost = Mapped & { name: string; nowCalled: string | null }

/** The kinds of our names that a problem's code may be about. */
const kindsOf: Readonly<Record<string, readonly MappedKind[]>> = {
  ledger_missing: ['party', 'ledger'],
  item_missing: ['item'],
  unit_missing: ['unit'],
  godown_missing: ['godown'],
  type_missing: ['voucher_type'],
}

/**
 * Finds what a program means by a missing master such as `master:Shree Traders`: the mapping that somebody confirmed, or a voucher type
 * that nobody chose. Undefined where none of our names has that master.
 */
export function findLost(within: InBooks, code: string, field: string): Lost | undefined {
  const name = /^master:(.+)$/s.exec(field)?.[1]
  const kinds = kindsOf[code]
  if (name === undefined || kinds === undefined) return undefined
  const rows = listMappingsTo(within.conn).all({ books: within.books, name })
  const row = rows.find(({ mapping }) => kinds.includes(mapping.kind))
  if (row === undefined) return kinds.includes('voucher_type') ? usualType(within, name) : undefined
  const { kind, ours, match } = row.mapping
  const now = row.master?.name ?? row.mapping.name
  return { kind, ours, match, name, nowCalled: now === name ? null : now }
}

function usualType({ conn, books }: InBooks, name: string): Lost | undefined {
  const kind = 'voucher_type'
  const mine = Object.entries(usualVoucherTypes).filter(([, usual]) => usual === name)
  const ours = mine.find(
    ([type]) => findMapping(conn).get({ books, kind, match: type }) === undefined,
  )?.[0]
  if (ours === undefined) return undefined
  return { kind, ours, match: matchOf(kind, ours), name, nowCalled: null }
}

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
