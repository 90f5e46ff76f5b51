import { and, asc, count, eq, or, sql } from 'drizzle-orm'
import type { MasterKind } from './rules.ts'
import { bookMappings, bookMasters } from '../tables.ts'
import { query, type Params } from '../../platform/db/connection.ts'
import { deleteIn, findIn, storeIn } from '../../platform/db/statements.ts'
import { AppError } from '../../platform/errors.ts'
import { isGstin } from '../../platform/gst/gstin.ts'
import { foldText, toNfc } from '../../platform/text.ts'

export type StoredMapping = typeof bookMappings.$inferSelect

/** The most mappings: more than a shop has sellers, items and ledgers. */
const mappingsMax = 1_000_000

/** Joins a mapping with its master. There is none for a mapping to a master that was not read yet. */
const isMasterOf = sql`${bookMasters.books} = ${bookMappings.books} AND ${bookMasters.kind} = CASE ${bookMappings.kind} WHEN 'party' THEN 'ledger' ELSE ${bookMappings.kind} END
  AND ${bookMasters.id} = ${bookMappings.masterId}`

/** All mappings of some accounts with their current master; null where the master is gone. */
export const listMappings = query((conn, { books }: Params<{ books: number }>) =>
  conn
    .select({ mapping: bookMappings, master: bookMasters })
    .from(bookMappings)
    .leftJoin(bookMasters, isMasterOf)
    .where(eq(bookMappings.books, books))
    .orderBy(asc(bookMappings.kind), asc(bookMappings.match))
    .limit(mappingsMax),
)

type Selected = { books: number; kind: MappedKind; search: string }

/** A page of the mappings of a kind that have a folded text in either name, ordered by our name. */
export const listMappingsPage = query(
  (conn, p: Params<Selected & { limit: number; offset: number }>) =>
    conn
      .select({ mapping: bookMappings, master: bookMasters })
      .from(bookMappings)
      .leftJoin(bookMasters, isMasterOf)
      .where(isSelected(p))
      .orderBy(asc(bookMappings.ours), asc(bookMappings.match))
      .limit(p.limit)
      .offset(p.offset),
)

export const countMappings = query((conn, selected: Params<Selected>) =>
  conn.select({ n: count() }).from(bookMappings).where(isSelected(selected)),
)

function isSelected({ books, kind, search }: Params<Selected>) {
  return and(
    eq(bookMappings.books, books),
    eq(bookMappings.kind, kind),
    sql`(instr(lower(${bookMappings.ours}), ${search}) > 0 OR instr(lower(${bookMappings.name}), ${search}) > 0)`,
  )
}

export const findMapping = findIn(bookMappings, 'books', 'kind', 'match')

/** The mappings to a master with this name, now or when somebody confirmed it. */
export const listMappingsTo = query(
  (conn, { books, name }: Params<{ books: number; name: string }>) =>
    conn
      .select({ mapping: bookMappings, master: bookMasters })
      .from(bookMappings)
      .leftJoin(bookMasters, isMasterOf)
      .where(
        and(
          eq(bookMappings.books, books),
          or(eq(bookMappings.name, name), eq(bookMasters.name, name)),
        ),
      )
      .orderBy(asc(bookMappings.kind), asc(bookMappings.match)),
)

export const storeMapping = storeIn(bookMappings, ['books', 'kind', 'match'])

export const deleteMapping = deleteIn(bookMappings, 'books', 'kind', 'match')

/*
 * What must be mapped before a document can be entered: its seller, a ledger for each role, items, units, a godown and the voucher types.
 * Programs name each of these by a field, such as `party:27AAPFU0939F1ZV|Shree Traders`.
 */

export const mappedKinds = ['party', 'ledger', 'item', 'unit', 'godown', 'voucher_type'] as const

export type MappedKind = (typeof mappedKinds)[number]

/** One of our names: `ours` as papers print it, `match` as the key for look-ups. */
export type Mapped = { kind: MappedKind; ours: string; match: string }

/** The longest field in characters: the longest name, its GSTIN and the word before them. */
export const mappedFieldMax = 300

/** The kind of master for each kind of our names. */
export const masterKindOf: Readonly<Record<MappedKind, MasterKind>> = {
  party: 'ledger',
  ledger: 'ledger',
  item: 'item',
  unit: 'unit',
  godown: 'godown',
  voucher_type: 'voucher_type',
}

/** Reads a field that a program sent. Undefined for a field that cannot be mapped. */
export function readMapped(field: string): Mapped | undefined {
  const [, word = '', rest = ''] = /^([a-z_]+):?(.*)$/s.exec(toNfc(field)) ?? []
  const kind = mappedKinds.find((each) => each === word)
  const ours = rest.trim()
  if (kind === undefined || (ours === '' && kind !== 'godown')) return undefined
  return { kind, ours, match: matchOf(kind, ours) }
}

/** Reads a field that a person chose. Throws AppError `invalid_request`. */
export function requireMapped(field: string): Mapped {
  const mapped = field.length <= mappedFieldMax ? readMapped(field) : undefined
  if (mapped !== undefined) return mapped
  throw new AppError('invalid_request', 'This is nothing that can be found in the books.', {
    field: 'field',
  })
}

/** A seller's GSTIN, '' where papers have none, and name. */
export function partyOf(ours: string): { gstin: string; name: string } {
  const [gstin = '', ...name] = ours.split('|')
  return { gstin: gstin.trim().toUpperCase(), name: name.join('|').trim() }
}

/** A GSTIN identifies a seller, however papers spell the name. */
export function matchOf(kind: MappedKind, ours: string): string {
  if (kind === 'ledger' || kind === 'voucher_type') return ours
  if (kind !== 'party') return foldText(ours)
  const { gstin, name } = partyOf(ours)
  return isGstin(gstin) ? gstin : `|${foldText(name)}`
}
