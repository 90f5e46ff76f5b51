import { SQLiteError, type Database } from 'bun:sqlite'
import { basename } from 'node:path'
import { applicationId, closeConnection, openForReading } from '../db/connection.ts'
import { newestSchema } from '../db/migrate.ts'
import { AppError } from '../errors.ts'
import { version } from '../embedded.ts'
import { damaged } from './archive.ts'
import { strangeness } from './foreign-database.ts'
import { databaseName, type Manifest } from './manifest.ts'

/** A file that the database needs: its path in the data directory, with slashes, its SHA-256, and its size in bytes. */
export type NeededFile = { path: string; sha256: string; bytes: number }

export type DatabaseFacts = { schema: number; rows: Record<string, number>; files: NeededFile[] }

/** Opens a copy of a database for the time of `read`. */
export function readCopy<T>(file: string, read: (database: Database) => T): T {
  const conn = openForReading(file)
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

/**
 * Checks a database that was unpacked against what Daybook makes and against its manifest.
 * Throws AppError `invalid_request`, `unavailable` for one of a newer Daybook.
 */
export function checkDatabase(file: string, manifest: Manifest): void {
  if (manifest.schema > newestSchema('book')) throw newerThanThis(manifest)
  try {
    readCopy(file, (database) => checkOpenDatabase(database, manifest))
  } catch (error) {
    if (error instanceof SQLiteError) throw damaged(`its book cannot be read (${error.message})`)
    throw error
  }
}

function checkOpenDatabase(database: Database, manifest: Manifest): void {
  const [id] = select(database, 'PRAGMA application_id')
  if (id?.[0] !== applicationId) throw damaged('its book is not a Daybook database')
  // First: what else is read may run what the schema says.
  const schema = schemaNumber(database)
  if (schema !== manifest.schema) throw damaged('its book has another schema than it says')
  const strange = strangeness(database, schema)
  if (strange !== undefined) throw damaged(`its book ${strange}`)
  const [quick] = select(database, 'PRAGMA quick_check(1)')
  if (quick?.[0] !== 'ok') throw damaged(`its book is damaged (${String(quick?.[0])})`)
  if (select(database, 'PRAGMA foreign_key_check').length > 0) {
    throw damaged('its book has broken references')
  }
  const facts = factsOf(database)
  if (!Bun.deepEquals(facts.rows, manifest.rows)) {
    throw damaged('its book has other numbers of rows than it says')
  }
  checkFiles(facts.files, manifest)
}

export function schemaNumber(database: Database): number {
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

/** Files on their way out (`deleting`) are left out: nothing refers to them. */
export function listNeededFiles(database: Database): NeededFile[] {
  return select(
    database,
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
export function titleOf(database: Database, { path }: { path: string }): string | null {
  const sql = path.startsWith('documents/') ? documentTitle : imageTitle
  return database.query<{ title: string }, [string]>(sql).get(basename(path))?.title ?? null
}

function select(database: Database, sql: string): unknown[][] {
  return database.prepare<unknown, []>(sql).values()
}
