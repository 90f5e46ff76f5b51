import { SQLiteError } from 'bun:sqlite'
import { sql } from 'drizzle-orm'
import { applicationId, openForReading, type Conn } from '../db/connection.ts'
import type { FileKind } from '../files/store.ts'
import { damaged } from './archive.ts'
import { bookName, type Manifest } from './manifest.ts'

/** A file that the book needs: its path in the data directory, with slashes, and its SHA-256. */
export type NeededFile = { path: string; sha256: string }

export type BookFacts = { schema: number; rows: Record<string, number>; files: NeededFile[] }

/** Opens a copy of a book for the time of `read`. */
export function readCopy<T>(file: string, read: (conn: Conn) => T): T {
  const conn = openForReading(file)
  try {
    return read(conn)
  } finally {
    conn.$client.close()
  }
}

/** What a manifest says of a book. Plain SQL, since a copy may be of an older schema than this program's. */
export function factsOf(conn: Conn): BookFacts {
  const [newest] = conn.values<[number | null]>(
    sql`SELECT max(created_at) FROM __drizzle_migrations`,
  )
  return { schema: newest?.[0] ?? 0, rows: countRows(conn), files: listNeededFiles(conn) }
}

/** Checks a book that was unpacked against its manifest. Throws AppError `invalid_request`. */
export function checkBook(file: string, manifest: Manifest): void {
  try {
    readCopy(file, (conn) => checkOpenBook(conn, manifest))
  } catch (error) {
    if (error instanceof SQLiteError) throw damaged(`its book cannot be read (${error.message})`)
    throw error
  }
}

function checkOpenBook(conn: Conn, manifest: Manifest): void {
  const [id] = conn.values<[number]>(sql`PRAGMA application_id`)
  if (id?.[0] !== applicationId) throw damaged('its book is not a Daybook database')
  const [quick] = conn.values<[string]>(sql`PRAGMA quick_check(1)`)
  if (quick?.[0] !== 'ok') throw damaged(`its book is damaged (${quick?.[0] ?? 'no answer'})`)
  if (conn.values(sql`PRAGMA foreign_key_check`).length > 0) {
    throw damaged('its book has broken references')
  }
  const facts = factsOf(conn)
  if (facts.schema !== manifest.schema) throw damaged('its book has another schema than it says')
  if (!Bun.deepEquals(facts.rows, manifest.rows)) {
    throw damaged('its book has other numbers of rows than it says')
  }
  const has = new Set(manifest.files.map(({ path }) => path))
  const missing = facts.files.find(({ path }) => !has.delete(path))
  if (missing !== undefined) throw damaged(`${missing.path}, which its book needs, is missing`)
  has.delete(bookName)
  const [extra] = has
  if (extra !== undefined) throw damaged(`its book knows nothing of ${extra}`)
}

function countRows(conn: Conn): Record<string, number> {
  const tables = conn.values<[string]>(
    sql`SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name`,
  )
  return Object.fromEntries(
    tables.map(([name]) => {
      const [row] = conn.values<[number]>(sql`SELECT count(*) FROM ${sql.identifier(name)}`)
      return [name, row?.[0] ?? 0]
    }),
  )
}

/** Files on their way out (`deleting`) are left out: nothing refers to them. */
function listNeededFiles(conn: Conn): NeededFile[] {
  return conn
    .values<[FileKind, string]>(
      sql`SELECT kind, hash FROM files WHERE state = 'stored' ORDER BY kind, hash`,
    )
    .map(([kind, hash]) => ({ path: `${kind}/${hash.slice(0, 2)}/${hash}`, sha256: hash }))
}
