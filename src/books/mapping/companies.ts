import { and, desc, eq, sql } from 'drizzle-orm'
import { type Conn, type Params, query } from '../../platform/db/connection.ts'
import { insertInto, updateIn } from '../../platform/db/statements.ts'
import { AppError } from '../../platform/errors.ts'
import { findReport } from './report-queries.ts'
import { bookCompanies } from './tables.ts'

/*
 * Which books there are. What they hold, what of ours is what there, and what a bridge has to do there is kept for each of them, by their number here.
 */

export type StoredBooks = typeof bookCompanies.$inferSelect

/** What tells books apart; a company that is called otherwise since is the same. */
type Identity = Pick<StoredBooks, 'system' | 'guid' | 'number' | 'booksFrom'>

/** Books that are looked through for the ones heard of last: more than a shop has. */
const booksMax = 1_000

/** The number of some books, which are kept under it from now on. `keyId` is the key that tells of them. */
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

/** The books of a key, as it said which; undefined where it never did. */
export function booksOfKey(conn: Conn, keyId: string): number | undefined {
  return findReport(conn).get({ keyId })?.books ?? findBooks(conn).get(unnamed(keyId))?.id
}

/** Where a key that never says which books are its own keeps what they hold. */
export function keepOwnBooks(conn: Conn, keyId: string, now: number): number {
  const own = booksOfKey(conn, keyId)
  return own ?? addBooks(conn, { ...unnamed(keyId), name: '', heardAt: now })
}

/** Those that a key or a person means who does not say which: those heard of last; undefined before there are any. */
export function usualBooks(conn: Conn): number | undefined {
  return listBooks(conn).all({ limit: 1 })[0]?.id
}

/** Throws AppError `not_found`. */
export function requireBooks(conn: Conn, given: number | null): number {
  const books = given === null ? usualBooks(conn) : findBooksById(conn).get({ id: given })?.id
  if (books !== undefined) return books
  throw new AppError('not_found', 'No bridge has told of these books yet.', { field: 'books' })
}

/** Of which program books are; '' for those of which that was never said. */
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

export const findBooks = query((conn, identity: Params<Identity>) =>
  conn
    .select()
    .from(bookCompanies)
    .where(
      and(
        eq(bookCompanies.system, identity.system),
        eq(bookCompanies.guid, identity.guid),
        eq(bookCompanies.number, identity.number),
        eq(bookCompanies.booksFrom, identity.booksFrom),
      ),
    ),
)

const findBooksById = query((conn, { id }: Params<{ id: number }>) =>
  conn
    .select({ id: bookCompanies.id, system: bookCompanies.system })
    .from(bookCompanies)
    .where(eq(bookCompanies.id, id)),
)

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
