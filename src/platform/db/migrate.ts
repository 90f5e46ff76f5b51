import { existsSync } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { migrate } from 'drizzle-orm/bun-sqlite/migrator'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { embeddedDir } from '../embedded.ts'
import { AppError } from '../errors.ts'
import { applicationId, type Conn } from './connection.ts'

const copyPrefix = 'before-update-'

/** Copies hold scans: they go after the 30 days that scans are kept. */
const copiesKeptMs = 30 * 24 * 60 * 60 * 1000

/** Which history of migrations a file follows: the book's, or the call log's. */
export type Schema = 'book' | 'calls'

export type SchemaState = 'empty' | 'older' | 'current'

/**
 * How a file's schema stands to this program's.
 * Throws AppError `unavailable` when the file is newer than the program, or is not Daybook's.
 */
export function schemaState(conn: Conn, schema: Schema): SchemaState {
  requireDaybookFile(conn)
  const applied = lastApplied(conn)
  if (applied === undefined) return 'empty'
  const newest = newestSchema(schema)
  if (applied === newest) return 'current'
  if (applied < newest) return 'older'
  throw new AppError(
    'unavailable',
    'The data was written by a newer Daybook than this one and is left untouched. Use the newer Daybook, or restore a backup made before the update.',
  )
}

/** The number of this program's schema: it rises with each migration. */
export function newestSchema(schema: Schema): number {
  return readMigrationFiles({ migrationsFolder: folderOf(schema) }).at(-1)?.folderMillis ?? 0
}

/**
 * Brings a file to this program's schema. Foreign keys must still be off on the connection: a rebuilt table would take
 * its children with it. Afterwards every reference is checked.
 */
export function runMigrations(conn: Conn, schema: Schema): void {
  migrate(conn, { migrationsFolder: folderOf(schema) })
  conn.$client.run(`PRAGMA application_id = ${applicationId}`)
  const broken = conn.all(sql`PRAGMA foreign_key_check`)
  if (broken.length > 0) {
    throw new AppError(
      'internal',
      `The database has ${broken.length} broken references after the update. Restore the copy that was made before it.`,
    )
  }
}

/** Copies a database into a new file, in one consistent state, while others use it. */
export function copyDatabase(conn: Conn, file: string): void {
  conn.$client.query('VACUUM INTO ?').run(file)
}

/** A name for the copy that is made before a migration runs. */
export function preMigrationCopy(backups: string, now: number): string {
  const stamp = new Date(now).toISOString().replaceAll(/[:.]/g, '-')
  let file = join(backups, `${copyPrefix}${stamp}.db`)
  for (let n = 2; existsSync(file); n++) file = join(backups, `${copyPrefix}${stamp}-${n}.db`)
  return file
}

/** Removes the copies that are older than what they hold may be kept. */
export async function removeOldCopies(backups: string, now: number): Promise<void> {
  for (const name of await readdir(backups)) {
    if (!name.startsWith(copyPrefix)) continue
    const file = join(backups, name)
    if ((await stat(file)).mtimeMs < now - copiesKeptMs) await rm(file, { force: true })
  }
}

function folderOf(schema: Schema): string {
  return join(embeddedDir('drizzle'), schema)
}

function requireDaybookFile(conn: Conn): void {
  const row = conn.get<[number] | undefined>(sql`PRAGMA application_id`)
  const id = row?.[0] ?? 0
  if (id === applicationId || (id === 0 && lastApplied(conn) === undefined)) return
  throw new AppError('unavailable', `${conn.$client.filename} is not a Daybook database.`)
}

function lastApplied(conn: Conn): number | undefined {
  const tables = conn.$client
    .query<{ n: number }, []>(
      "SELECT count(*) AS n FROM sqlite_master WHERE name = '__drizzle_migrations'",
    )
    .get()
  if (tables?.n !== 1) return undefined
  const row = conn.$client
    .query<{ at: number | null }, []>('SELECT max(created_at) AS at FROM __drizzle_migrations')
    .get()
  return row?.at ?? undefined
}
