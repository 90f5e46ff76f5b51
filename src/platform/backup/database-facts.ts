import { SQLiteError, type Database } from 'bun:sqlite'
import { basename } from 'node:path'
import { applicationId, closeConnection, openForReading } from '../db/connection.ts'
import { newestSchema } from '../db/migrate.ts'
import { asRefusal } from '../db/sqlite-errors.ts'
import { AppError } from '../errors.ts'
import { placeInStore } from '../files/store.ts'
import { version } from '../embedded.ts'
import { damaged } from './archive.ts'
import { schemaDifference, strangeValue } from './foreign-database.ts'
import { databaseName, type Manifest } from './manifest.ts'

/** A file that the database needs: its path in the data directory, with slashes, its SHA-256, and its size in bytes. */
export type NeededFile = { path: string; sha256: string; bytes: number }

export type DatabaseFacts = { schema: number; rows: Record<string, number>; files: NeededFile[] }

/** How long a read waits where another process brings something into the file, in milliseconds. */
const busyTimeoutMs = 5_000

/** Opens a copy of a database for the time of `read`. */
export function readCopy<T>(file: string, read: (database: Database) => T): T {
  const conn = openForReading(file)
  conn.$client.run(`PRAGMA busy_timeout = ${busyTimeoutMs}`)
  try {
    return read(conn.$client)
  } finally {
    closeConnection(conn)
  }
}

/** What a manifest says of a database. Plain SQL, since a copy may be of an older schema than this program's. */
export function factsOf(database: Database): DatabaseFacts {
  return {
    schema: schemaNumber(database),
    rows: countRows(database),
    files: listNeededFiles(database),
  }
}

/** How a book from elsewhere is refused. `why` ends a sentence about the book, such as `has the trigger "x"`. */
export type BookRefusal = {
  strange(why: string): AppError
  /** One of a newer Daybook than this. */
  newer(): AppError
}

/** Refuses a book whose schema is not, to the letter, what Daybook makes. Throws AppError; returns the number of its schema. */
export function requireOwnSchema(database: Database, refusal: BookRefusal): number {
  const [id] = select(database, 'PRAGMA application_id')
  if (id?.[0] !== applicationId) throw refusal.strange('is not a Daybook database')
  const schema = schemaNumber(database)
  if (schema > newestSchema('book')) throw refusal.newer()
  const difference = schemaDifference(database, schema)
  if (difference !== undefined) throw refusal.strange(difference)
  return schema
}

/**
 * Refuses a book, besides, that has a value that would lead elsewhere. It may be in use, or be brought up to date later: whether
 * it is whole is not looked at. Throws AppError.
 */
export function requireOwnContent(database: Database, refusal: BookRefusal): number {
  // First: what else is read may run what the schema says.
  const schema = requireOwnSchema(database, refusal)
  const strange = strangeValue(database)
  if (strange !== undefined) throw refusal.strange(strange)
  return schema
}

/**
 * The gate for every book from elsewhere, whichever way it came: nothing of it is used, and none of its files fetched,
 * before. Throws AppError for one that is not Daybook's own, or not whole; returns what `read` makes of it.
 */
export function readForeignBook<T>(
  file: string,
  refusal: BookRefusal,
  read: (database: Database, schema: number) => T,
): T {
  try {
    return readCopy(file, (database) => {
      const schema = requireOwnContent(database, refusal)
      const [quick] = select(database, 'PRAGMA quick_check(1)')
      if (quick?.[0] !== 'ok') throw refusal.strange(`is damaged (${String(quick?.[0])})`)
      if (select(database, 'PRAGMA foreign_key_check').length > 0) {
        throw refusal.strange('has broken references')
      }
      return read(database, schema)
    })
  } catch (error) {
    throw unreadable(error, refusal)
  }
}

/** How a book is refused that SQLite cannot read; throws on what is no error of SQLite's. */
export function unreadable(error: unknown, refusal: BookRefusal): AppError {
  if (!(error instanceof SQLiteError)) throw error
  const passing = asRefusal(error)
  if (passing instanceof AppError) return passing
  return refusal.strange(`cannot be read (${error.message})`)
}

/**
 * Checks a database that was unpacked against what Daybook makes and against its manifest.
 * Throws AppError `invalid_request`, `unavailable` for one of a newer Daybook.
 */
export function checkDatabase(file: string, manifest: Manifest): void {
  const newer = () => newerThanThis(manifest)
  if (manifest.schema > newestSchema('book')) throw newer()
  readForeignBook(file, { strange: strangeBackup, newer }, (database, schema) => {
    if (schema !== manifest.schema) throw strangeBackup('has another schema than it says')
    const facts = factsOf(database)
    if (!Bun.deepEquals(facts.rows, manifest.rows)) {
      throw strangeBackup('has other numbers of rows than it says')
    }
    checkFiles(facts.files, manifest)
  })
}

function strangeBackup(why: string): AppError {
  return damaged(`its book ${why}`)
}

/** 0 where no table of Daybook's says it: a view of that name would be run by the question. */
export function schemaNumber(database: Database): number {
  const [history] = select(
    database,
    "SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = '__drizzle_migrations'",
  )
  if (history?.[0] !== 1) return 0
  const [newest] = select(database, 'SELECT max(created_at) FROM __drizzle_migrations')
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
  unclaimed.delete(databaseName)
  const [extra] = unclaimed
  if (extra !== undefined) throw damaged(`its book knows nothing of ${extra}`)
}

function countRows(database: Database): Record<string, number> {
  const tables = select(
    database,
    "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name",
  )
  return Object.fromEntries(
    tables.map(([name]) => {
      const quoted = `"${String(name).replaceAll('"', '""')}"`
      const [row] = select(database, `SELECT count(*) FROM ${quoted}`)
      return [String(name), Number(row?.[0])]
    }),
  )
}

/**
 * Files on their way out (`deleting`) are left out: nothing refers to them. Throws AppError `invalid_request` for a row that names
 * something else than a file of the store.
 */
export function listNeededFiles(database: Database): NeededFile[] {
  return select(
    database,
    "SELECT kind, hash, bytes FROM files WHERE state = 'stored' ORDER BY kind, hash",
  ).map(([kind, hash, bytes]) => ({
    path: storedPath(String(kind), String(hash)),
    sha256: String(hash),
    bytes: Number(bytes),
  }))
}

/** With slashes, in the data directory. */
function storedPath(kind: string, hash: string): string {
  const place = placeInStore(kind, hash)
  if (place !== undefined) return `${kind}/${place}`
  const shown = JSON.stringify(`${kind}/${hash}`.slice(0, shownMax))
  throw new AppError('invalid_request', `The book names ${shown}, which is no stored file.`)
}

/** How much of a strange name is shown, in characters. */
const shownMax = 80

const documentTitle = 'SELECT filename AS title FROM documents WHERE hash = ? LIMIT 1'

// A range, since the index serves no LIKE: behind the dot of "HASH.jpg" comes the slash.
export const imageTitle =
  "SELECT name AS title FROM product_images JOIN products ON product_seq = products.seq WHERE product_images.image >= ?1 || '.' AND product_images.image < ?1 || '/' LIMIT 1"

/** What people know a file by: the name of a document, or of a product that shows the image; null for neither. */
export function titleOf(database: Database, { path }: { path: string }): string | null {
  const sql = path.startsWith('documents/') ? documentTitle : imageTitle
  return database.query<{ title: string }, [string]>(sql).get(basename(path))?.title ?? null
}

function select(database: Database, sql: string): unknown[][] {
  return database.prepare<unknown, []>(sql).values()
}
