import { SQLiteError, type Database } from 'bun:sqlite'
import { basename } from 'node:path'
import { applicationId, closeConnection, openForReading } from '../db/connection.ts'
import { newestSchema } from '../db/migrate.ts'
import { AppError } from '../errors.ts'
import { version } from '../version.ts'
import { damaged } from './archive.ts'
import { strangeness } from './foreign-book.ts'
import { bookName, type Manifest } from './manifest.ts'

/** A file that the book needs: its path in the data directory, with slashes, its SHA-256, and its size in bytes. */
export type NeededFile = { path: string; sha256: string; bytes: number }

export type BookFacts = { schema: number; rows: Record<string, number>; files: NeededFile[] }

/** Opens a copy of a book for the time of `read`. */
export function readCopy<T>(file: string, read: (book: Database) => T): T {
  const conn = openForReading(file)
  try {
    return read(conn.$client)
  } finally {
    closeConnection(conn)
  }
}

/** What a manifest says of a book. Plain SQL, since a copy may be of an older schema than this program's. */
export function factsOf(book: Database): BookFacts {
  return {
    schema: schemaNumber(book),
    rows: countRows(book),
    files: listNeededFiles(book),
  }
}

/**
 * Checks a book that was unpacked against what Daybook makes and against its manifest.
 * Throws AppError `invalid_request`, `unavailable` for one of a newer Daybook.
 */
export function checkBook(file: string, manifest: Manifest): void {
  if (manifest.schema > newestSchema('book')) throw newerThanThis(manifest)
  try {
    readCopy(file, (book) => checkOpenBook(book, manifest))
  } catch (error) {
    if (error instanceof SQLiteError) throw damaged(`its book cannot be read (${error.message})`)
    throw error
  }
}

function checkOpenBook(book: Database, manifest: Manifest): void {
  const [id] = select(book, 'PRAGMA application_id')
  if (id?.[0] !== applicationId) throw damaged('its book is not a Daybook database')
  // First: what else is read may run what the schema says.
  const schema = schemaNumber(book)
  if (schema !== manifest.schema) throw damaged('its book has another schema than it says')
  const strange = strangeness(book, schema)
  if (strange !== undefined) throw damaged(`its book ${strange}`)
  const [quick] = select(book, 'PRAGMA quick_check(1)')
  if (quick?.[0] !== 'ok') throw damaged(`its book is damaged (${String(quick?.[0])})`)
  if (select(book, 'PRAGMA foreign_key_check').length > 0) {
    throw damaged('its book has broken references')
  }
  const facts = factsOf(book)
  if (!Bun.deepEquals(facts.rows, manifest.rows)) {
    throw damaged('its book has other numbers of rows than it says')
  }
  checkFiles(facts.files, manifest)
}

export function schemaNumber(book: Database): number {
  const [newest] = select(book, 'SELECT max(created_at) FROM __drizzle_migrations')
  return Number(newest?.[0] ?? 0)
}

function newerThanThis({ daybook }: Manifest): AppError {
  return new AppError(
    'unavailable',
    `The backup was made by Daybook ${daybook}, which is newer than this one (${version}): nothing was changed. Use that Daybook.`,
  )
}

function checkFiles(needed: readonly NeededFile[], manifest: Manifest): void {
  const unclaimed = new Set([...manifest.files, ...manifest.missing].map(({ path }) => path))
  const missing = needed.find(({ path }) => !unclaimed.delete(path))
  if (missing !== undefined) throw damaged(`${missing.path}, which its book needs, is missing`)
  unclaimed.delete(bookName)
  const [extra] = unclaimed
  if (extra !== undefined) throw damaged(`its book knows nothing of ${extra}`)
}

function countRows(book: Database): Record<string, number> {
  const tables = select(
    book,
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name",
  )
  return Object.fromEntries(
    tables.map(([name]) => {
      const quoted = `"${String(name).replaceAll('"', '""')}"`
      const [row] = select(book, `SELECT count(*) FROM ${quoted}`)
      return [String(name), Number(row?.[0])]
    }),
  )
}

/** Files on their way out (`deleting`) are left out: nothing refers to them. */
export function listNeededFiles(book: Database): NeededFile[] {
  return select(
    book,
    "SELECT kind, hash, bytes FROM files WHERE state = 'stored' ORDER BY kind, hash",
  ).map(([kind, hash, bytes]) => ({
    path: `${String(kind)}/${String(hash).slice(0, 2)}/${String(hash)}`,
    sha256: String(hash),
    bytes: Number(bytes),
  }))
}

const documentTitle = 'SELECT filename AS title FROM documents WHERE hash = ? LIMIT 1'

// A range, since the index serves no LIKE: behind the dot of "HASH.jpg" comes the slash.
export const imageTitle =
  "SELECT name AS title FROM product_images JOIN products ON product_seq = products.seq WHERE product_images.image >= ?1 || '.' AND product_images.image < ?1 || '/' LIMIT 1"

/** What people know a file by: the name of a document, or of a product that shows the image; null for neither. */
export function titleOf(book: Database, { path }: { path: string }): string | null {
  const sql = path.startsWith('documents/') ? documentTitle : imageTitle
  return book.query<{ title: string }, [string]>(sql).get(basename(path))?.title ?? null
}

function select(book: Database, sql: string): unknown[][] {
  return book.prepare<unknown, []>(sql).values()
}
