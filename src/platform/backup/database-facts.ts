import { SQLiteError, type Database } from 'bun:sqlite'
import { basename } from 'node:path'
import { applicationId, asRefusal, closeConnection, openForReading } from '../db/connection.ts'
import { newestSchema } from '../db/migrate.ts'
import { AppError } from '../errors.ts'
import { placeInStore } from '../files/store.ts'
import { version } from '../embedded.ts'
import { type Manifest, damaged, databaseName } from './archive.ts'
import { schemaDifference, strangeValue } from './foreign-database.ts'

/** A file that the database needs: its path in the data directory, with slashes, its SHA-256, and its size in bytes. */
export type NeededFile = { path: string; sha256: string; bytes: number }

export type DatabaseFacts = { schema: number; rows: Record<string, number>; files: NeededFile[] }

/** How long a read waits while another process writes to the file, in milliseconds. */
const busyTimeoutMs = 5_000

/** Opens a copy of a database while `read` runs. */
export function readCopy<T>(file: string, read: (database: Database) => T): T {
  const conn = openForReading(file)
  conn.$client.run(`PRAGMA busy_timeout = ${busyTimeoutMs}`)
  try {
    return read(conn.$client)
  } finally {
    closeConnection(conn)
  }
}

/** The manifest's entry about a database. Plain SQL, because a copy may have an older schema than this program's. */
export function factsOf(database: Database): DatabaseFacts {
  return {
    schema: schemaNumber(database),
    rows: countRows(database),
    files: listNeededFiles(database),
  }
}

/** How to refuse a book from elsewhere. `why` ends a sentence about the book, such as `has the trigger "x"`. */
export type BookRefusal = {
  strange(why: string): AppError
  /** The refusal of a book from a newer Daybook. */
  newer(): AppError
}

/** Refuses a book whose schema differs in any letter from the one that Daybook makes. Returns the number of its schema. Throws AppError. */
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
 * Also refuses a book with a value that could lead outside. The book may be in use, or be migrated later: it is not checked for damage.
 * Throws AppError.
 */
export function requireOwnContent(database: Database, refusal: BookRefusal): number {
  // First: reading anything else may run code in the schema.
  const schema = requireOwnSchema(database, refusal)
  const strange = strangeValue(database)
  if (strange !== undefined) throw refusal.strange(strange)
  return schema
}

/**
 * The check for every book from elsewhere, however it came: before it nothing of the book is used, and none of its files is fetched.
 * Returns the result of `read`. Throws AppError for a book that is not Daybook's own, or is damaged.
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

/** The refusal of a book that SQLite cannot read. Rethrows any other error. */
export function unreadable(error: unknown, refusal: BookRefusal): AppError {
  if (!(error instanceof SQLiteError)) throw error
  const passing = asRefusal(error)
  if (passing instanceof AppError) return passing
  return refusal.strange(`cannot be read (${error.message})`)
}

/**
 * Checks an unpacked database against Daybook's schema and against its manifest. Throws AppError `invalid_request`, and `unavailable` for
 * the database of a newer Daybook.
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

/** 0 unless a real table of Daybook's gives the number: asking a view of that name would run it. */
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
 * Leaves out files that are being deleted (`deleting`): nothing refers to them. Throws AppError `invalid_request` for a row that names
 * anything but a file of the store.
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

/** The path in the data directory, with slashes. */
function storedPath(kind: string, hash: string): string {
  const place = placeInStore(kind, hash)
  if (place !== undefined) return `${kind}/${place}`
  const shown = JSON.stringify(`${kind}/${hash}`.slice(0, shownMax))
  throw new AppError('invalid_request', `The book names ${shown}, which is no stored file.`)
}

/** How much of a strange name is shown, in characters. */
const shownMax = 80

const documentTitle = 'SELECT filename AS title FROM documents WHERE hash = ? LIMIT 1'

// A range, because the index does not serve LIKE. "/" is the character after ".", so the range holds all names such as "HASH.jpg".
export const imageTitle =
  "SELECT name AS title FROM product_images JOIN products ON product_seq = products.seq WHERE product_images.image >= ?1 || '.' AND product_images.image < ?1 || '/' LIMIT 1"

/** The name by which people know a file: that of the document, or of a product that shows the image. Null for neither. */
export function titleOf(database: Database, { path }: { path: string }): string | null {
  const sql = path.startsWith('documents/') ? documentTitle : imageTitle
  return database.query<{ title: string }, [string]>(sql).get(basename(path))?.title ?? null
}

function select(database: Database, sql: string): unknown[][] {
  return database.prepare<unknown, []>(sql).values()
}
