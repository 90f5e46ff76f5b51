import { Database } from 'bun:sqlite'
import { existsSync, renameSync, rmSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { embeddedDir } from '../embedded.ts'
import { AppError } from '../errors.ts'
import { patientlyNow, removeFile, syncFileNow, syncFolderNow } from '../disk/durable.ts'
import { applicationId, type Conn } from './connection.ts'

const copyPrefix = 'before-update-'

/** Copies contain scans, so they are deleted after the 30 days that scans are kept. */
const copiesKeptMs = 30 * 24 * 60 * 60 * 1000

/** Word for word what Drizzle's migrator creates: files of earlier versions have this table from it. */
const migrationsTable = `
			CREATE TABLE IF NOT EXISTS "__drizzle_migrations" (
				id SERIAL PRIMARY KEY,
				hash text NOT NULL,
				created_at numeric
			)
		`

/** Which migrations a file follows: those of the database, or those of the call log. */
type Schema = 'book' | 'calls'

type SchemaState = 'empty' | 'older' | 'current'

/**
 * Compares a file's schema with this program's. Throws AppError `unavailable` when the file is newer than the program, or is not Daybook's.
 */
export function schemaState(conn: Conn, schema: Schema): SchemaState {
  requireDaybookFile(conn, schema)
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

/** The number of this program's schema. Each migration raises it. */
export function newestSchema(schema: Schema): number {
  return migrationsOf(schema).at(-1)?.folderMillis ?? 0
}

/** Brings an older database to this program's schema, and keeps a copy of the old state. Throws like `runMigrations`. */
export function updateDatabase(conn: Conn, backups: string, now: number): void {
  const copy = keepCopy(conn, backups, now)
  try {
    runMigrations(conn, 'book')
  } catch (error) {
    // The database is unchanged. Without this, each further start would leave another copy.
    patientlyNow(copy, () => rmSync(copy))
    throw error
  }
}

/**
 * Brings a file to this program's schema in one transaction: if the process dies, the file is wholly old or wholly new. Foreign keys must
 * still be off on the connection: rebuilding a table would delete its children. Throws AppError `internal` when references would break, and
 * then nothing has changed.
 */
export function runMigrations(conn: Conn, schema: Schema): void {
  conn.$client
    .transaction(() => {
      const applied = lastApplied(conn) ?? 0
      const missing = migrationsOf(schema).filter(({ folderMillis }) => folderMillis > applied)
      applyMigrations(conn.$client, missing)
      conn.$client.run(`PRAGMA application_id = ${applicationId}`)
      requireWholeReferences(conn)
    })
    .immediate()
}

/** An empty in-memory database at the schema of a given number. Undefined when no migration has that number. */
export function emptyDatabase(schema: number): Database | undefined {
  const migrations = migrationsOf('book').filter(({ folderMillis }) => folderMillis <= schema)
  if (migrations.at(-1)?.folderMillis !== schema) return undefined
  const client = new Database(':memory:')
  applyMigrations(client, migrations)
  return client
}

/** Copies one consistent state of a database into a new file, while others use the database. The copy may not be on the disk yet. */
export function copyDatabase(conn: Conn, file: string): void {
  conn.$client.query('VACUUM INTO ?').run(file)
}

/** Keeps a copy of the database from before an update. A file with such a copy's name is complete and on the disk. */
function keepCopy(conn: Conn, backups: string, now: number): string {
  const copy = preMigrationCopy(backups, now)
  const part = `${copy}.part`
  patientlyNow(part, () => rmSync(part, { force: true }))
  copyDatabase(conn, part)
  syncFileNow(part)
  patientlyNow(copy, () => renameSync(part, copy))
  syncFolderNow(backups)
  return copy
}

/** The name of the copy that is made before a migration runs. */
export function preMigrationCopy(backups: string, now: number): string {
  const stamp = new Date(now).toISOString().replaceAll(/[:.]/g, '-')
  let file = join(backups, `${copyPrefix}${stamp}.db`)
  for (let n = 2; existsSync(file); n++) file = join(backups, `${copyPrefix}${stamp}-${n}.db`)
  return file
}

/** Removes copies that are older than their content may be kept. */
export async function removeOldCopies(backups: string, now: number): Promise<void> {
  for (const name of await readdir(backups)) {
    if (!name.startsWith(copyPrefix)) continue
    const file = join(backups, name)
    if ((await stat(file)).mtimeMs < now - copiesKeptMs) await removeFile(file)
  }
}

/** Does what Drizzle's own migrator does, without its transaction: that ends before the references can be checked. */
function applyMigrations(client: Database, migrations: ReturnType<typeof migrationsOf>): void {
  client.run(migrationsTable)
  for (const { sql: statements, hash, folderMillis } of migrations) {
    for (const statement of statements) client.run(statement)
    client.run('INSERT INTO __drizzle_migrations (hash, created_at) VALUES (?, ?)', [
      hash,
      folderMillis,
    ])
  }
}

function requireWholeReferences(conn: Conn): void {
  const broken = conn.all(sql`PRAGMA foreign_key_check`)
  if (broken.length === 0) return
  throw new AppError(
    'internal',
    `The data cannot be brought up to date: ${broken.length} of its references would be broken. Nothing was changed. Go on with the Daybook that it was used with, or restore a backup.`,
  )
}

function migrationsOf(schema: Schema) {
  return readMigrationFiles({ migrationsFolder: join(embeddedDir('drizzle'), schema) })
}

function requireDaybookFile(conn: Conn, schema: Schema): void {
  const row = conn.get<[number] | undefined>(sql`PRAGMA application_id`)
  const id = row?.[0] ?? 0
  if (id === applicationId || (id === 0 && lastApplied(conn) === undefined)) return
  if (id === 0 && hasOurHistory(conn, schema)) {
    // An earlier version marked a file only after its migrations, so a kill may have left it unmarked.
    conn.$client.run(`PRAGMA application_id = ${applicationId}`)
    return
  }
  throw new AppError('unavailable', `${conn.$client.filename} is not a Daybook database.`)
}

/** Whether the file's migrations are the first ones of this program, in the same order. */
function hasOurHistory(conn: Conn, schema: Schema): boolean {
  const applied = conn.$client
    .query('SELECT hash, created_at FROM __drizzle_migrations ORDER BY created_at')
    .values()
  const ours = migrationsOf(schema).map(({ hash, folderMillis }) => [hash, folderMillis])
  return Bun.deepEquals(applied, ours.slice(0, applied.length))
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
