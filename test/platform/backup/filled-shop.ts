import { Database as SqliteDatabase } from 'bun:sqlite'
import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { createTarDecoder } from 'modern-tar'
import { setUp } from '../../../src/accounts/users/set-up.ts'
import { addName } from '../../../src/names/add-name.ts'
import {
  type Manifest,
  databaseName,
  manifestName,
  readManifest,
  writeArchive,
} from '../../../src/platform/backup/archive.ts'
import { factsOf } from '../../../src/platform/backup/database-facts.ts'
import { storeOf } from '../../../src/app.ts'
import { dataDir, makeDataDir, type DataDir } from '../../../src/platform/disk/data-dir.ts'
import { openDatabaseForCommand, type Database } from '../../../src/platform/db/database.ts'
import { linkFile, withStoredFiles } from '../../../src/platform/files/file-rows.ts'
import type { FileKind } from '../../../src/platform/files/store.ts'

export const now = Date.UTC(2026, 10, 21, 3)

/** A data directory of its own; everything goes at the end of the `using` block. */
export function temporaryDir(): { dir: DataDir } & Disposable {
  const root = mkdtempSync(join(tmpdir(), 'daybook-backup-'))
  const dir = dataDir(join(root, 'data'))
  return { dir, [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true }) }
}

/** A shop with one vendor, a document and an image. */
export async function filledShop(name = 'Acme Stores') {
  const temporary = temporaryDir()
  await withDatabaseOf(temporary.dir, async (database) => {
    const owner = { email: 'owner@example.com', name: 'Owner', passwordHash: '' }
    await database.write((conn) => setUp(conn, { organisation: name, owner }, now))
    await database.write((conn) =>
      addName(conn, 'vendor', { name: `${name} vendor`, aliases: [] }, now),
    )
    await storeFile(database, temporary.dir, 'documents', `a bill of ${name}`)
    await storeFile(database, temporary.dir, 'images', `an image of ${name}`)
  })
  return temporary
}

/**
 * Opens the database for the time of `work`. Afterwards the directory is a fresh copy of itself: a closed connection keeps its
 * locks as long as its statements live, and a restore wants the database for itself.
 */
export async function withDatabaseOf<T>(
  dir: DataDir,
  work: (database: Database) => Promise<T> | T,
): Promise<T> {
  makeDataDir(dir)
  const database = openDatabaseForCommand(dir, now)
  try {
    return await work(database)
  } finally {
    await database.close()
    const used = `${dir.root}-${crypto.randomUUID()}`
    renameSync(dir.root, used)
    cpSync(used, dir.root, { recursive: true })
  }
}

/** Returns the file's path in the data directory. */
export async function storeFile(
  database: Database,
  dir: DataDir,
  kind: FileKind,
  content: string,
): Promise<string> {
  const store = storeOf(dir)
  const bytes = new TextEncoder().encode(content)
  const hash = Bun.SHA256.hash(bytes, 'hex')
  const file = { hash, bytes: bytes.byteLength }
  await withStoredFiles(
    async () => void (await store.put(kind, bytes)),
    () => database.write((conn) => linkFile(conn, store, kind, file)),
  )
  return store.path(kind, hash)
}

/** The names in the vendor list: what tells one state of the shop from another. */
export function vendors(dir: DataDir): string[] {
  return select(dir, 'SELECT name FROM names ORDER BY name').map(([name]) => String(name))
}

/** Files that the database needs and that are missing or have other bytes. */
export async function brokenFiles(dir: DataDir): Promise<string[]> {
  const broken: string[] = []
  const paths = select(dir, "SELECT kind || '/' || substr(hash, 1, 2) || '/' || hash FROM files")
  for (const path of paths.flat().map(String)) {
    const file = Bun.file(join(dir.root, path))
    const fits =
      (await file.exists()) && Bun.SHA256.hash(await file.bytes(), 'hex') === basename(path)
    if (!fits) broken.push(path)
  }
  return broken
}

function select(dir: DataDir, sql: string): unknown[][] {
  using database = new SqliteDatabase(dir.database, { readwrite: true })
  using statement = database.prepare<unknown, []>(sql)
  return statement.values()
}

export type Part = { name: string; bytes: Uint8Array }

export async function partsOf(file: string): Promise<Part[]> {
  const parts: Part[] = []
  const entries = Bun.file(file)
    .stream()
    .pipeThrough(createTarDecoder({ strict: true }))
  for await (const { header, body } of entries) {
    parts.push({ name: header.name, bytes: await new Response(body).bytes() })
  }
  return parts.filter(({ name }) => name !== 'seal.sha256')
}

/** Writes parts as a backup whose seal is right: what is wrong in it, only a closer look finds. */
export async function seal(file: string, parts: readonly Part[]): Promise<string> {
  const handle = await open(file, 'w')
  const entries = parts.map(({ name, bytes }) => ({
    name,
    bytes: bytes.byteLength,
    content: () => pieces(bytes),
  }))
  try {
    await writeArchive(handle, entries, now, {})
  } finally {
    await handle.close()
  }
  return file
}

/** Changes the database of a backup and seals it again, with a manifest that fits: only the database is another one. */
export async function changeDatabase(
  file: string,
  change: (database: SqliteDatabase) => void,
): Promise<void> {
  const parts = await partsOf(file)
  const copy = `${file}.db`
  writeFileSync(copy, parts.find(({ name }) => name === databaseName)?.bytes ?? '')
  const database = new SqliteDatabase(copy)
  database.run('PRAGMA journal_mode = DELETE')
  change(database)
  const [first] = parts
  const manifest = readManifest(Buffer.from(first?.bytes ?? '').toString())
  const fitting = { ...manifest, ...factsIn(database, manifest) }
  database.close(true)
  const bytes = readFileSync(copy)
  rmSync(copy)
  const files = manifest.files.map((described) =>
    described.path === databaseName
      ? { path: databaseName, bytes: bytes.byteLength, sha256: Bun.SHA256.hash(bytes, 'hex') }
      : described,
  )
  const text = Buffer.from(JSON.stringify({ ...fitting, files }))
  const changed = parts.map((part) => (part.name === databaseName ? { ...part, bytes } : part))
  await seal(file, [{ name: manifestName, bytes: text }, ...changed.slice(1)])
}

/** What a manifest says of a database; what it said before where the database is too strange to be read. */
export function factsIn(
  database: SqliteDatabase,
  before: Pick<Manifest, 'schema' | 'rows'>,
): Pick<Manifest, 'schema' | 'rows'> {
  try {
    const { schema, rows } = factsOf(database)
    return { schema, rows }
  } catch {
    return { schema: before.schema, rows: before.rows }
  }
}

async function* pieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(bytes)
}
