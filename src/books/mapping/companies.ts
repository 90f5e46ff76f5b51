import { desc, sql } from 'drizzle-orm'
import { type Conn, type Params, query } from '../../platform/db/connection.ts'
import { findIn, insertInto, pickIn, updateIn } from '../../platform/db/statements.ts'
import { AppError } from '../../platform/errors.ts'
import { findReport } from './master-queries.ts'
import { bookCompanies } from '../tables.ts'

/* The accounts that bridges enter into. Masters, mappings and decisions are kept for each of them, by its number here. */

export type StoredBooks = typeof bookCompanies.$inferSelect

/** Identifies accounts. A renamed company stays the same. */
type Identity = Pick<StoredBooks, 'system' | 'guid' | 'number' | 'booksFrom'>

/** The most accounts to search for the latest report: more than a shop has. */
const booksMax = 1_000

/** The number of some accounts. Adds them if they are new. `keyId` is the key that reports them. */
export function keepBooks(
  conn: Conn,
  { name, ...identity }: Identity & { name: string },
  keyId: string,
  now: number,
): number {
  const known = findBooks(conn).get(identity) ?? findBooks(conn).get(unnamed(keyId))
  if (known === undefined) return addBooks(conn, { ...identity, name, heardAt: now })
  setBooks(conn).run({ id: known.id, ...identity, name, heardAt: now })
  return known.id
}

/** The accounts of a key. Undefined where the key never named them. */
export function booksOfKey(conn: Conn, keyId: string): number | undefined {
  return findReport(conn).get({ keyId })?.books ?? findBooks(conn).get(unnamed(keyId))?.id
}

/** The accounts in which to keep masters of a key that never named its own. */
export function keepOwnBooks(conn: Conn, keyId: string, now: number): number {
  const own = booksOfKey(conn, keyId)
  return own ?? addBooks(conn, { ...unnamed(keyId), name: '', heardAt: now })
}

/** The default when a key or a person names no accounts: those with the latest report. Undefined before any exist. */
export function usualBooks(conn: Conn): number | undefined {
  return listBooks(conn).all({ limit: 1 })[0]?.id
}

/** Throws AppError `not_found`. */
export function requireBooks(conn: Conn, given: number | null): number {
  const books = given === null ? usualBooks(conn) : findBooksById(conn).get({ id: given })?.id
  if (books !== undefined) return books
  throw new AppError('not_found', 'No bridge has told of these books yet.', { field: 'books' })
}

/** The program of some accounts; '' where that is unknown. */
export function systemOf(conn: Conn, books: number): string {
  return findBooksById(conn).get({ id: books })?.system ?? ''
}

export function allBooks(conn: Conn): StoredBooks[] {
  return listBooks(conn).all({ limit: booksMax })
}

function unnamed(keyId: string): Identity {
  return { system: '', guid: keyId, number: '', booksFrom: '' }
}

function addBooks(conn: Conn, books: Omit<StoredBooks, 'id'>): number {
  insertBooks(conn).run(books)
  return findBooks(conn).get(books)?.id ?? 0
}

export const findBooks = findIn(bookCompanies, 'system', 'guid', 'number', 'booksFrom')

const findBooksById = pickIn(bookCompanies, ['id'], ['id', 'system'])

const listBooks = query((conn, { limit }: Params<{ limit: number }>) =>
  conn
    .select()
    .from(bookCompanies)
    .orderBy(desc(bookCompanies.heardAt), sql`${bookCompanies.id} DESC`)
    .limit(limit),
)

const insertBooks = insertInto(bookCompanies)

const setBooks = updateIn(bookCompanies, 'id', [
  'system',
  'guid',
  'number',
  'booksFrom',
  'name',
  'heardAt',
])
