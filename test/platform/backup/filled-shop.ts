import { Database } from 'bun:sqlite'
import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { createTarDecoder } from 'modern-tar'
import { setUp } from '../../../src/accounts/set-up.ts'
import { addName } from '../../../src/names/add-name.ts'
import { writeArchive } from '../../../src/platform/backup/archive.ts'
import { factsOf } from '../../../src/platform/backup/book-facts.ts'
import {
  bookName,
  manifestName,
  readManifest,
  type Manifest,
} from '../../../src/platform/backup/manifest.ts'
import { storeOf } from '../../../src/app.ts'
import { dataDir, makeDataDir, type DataDir } from '../../../src/platform/data-dir.ts'
import { openBookForCommand, type Book } from '../../../src/platform/db/book.ts'
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
  await withBookOf(temporary.dir, async (book) => {
    const owner = { email: 'owner@example.com', name: 'Owner', passwordHash: '' }
    await book.write((conn) => setUp(conn, { organisation: name, owner }, now))
    await book.write((conn) =>
      addName(conn, 'vendor', { name: `${name} vendor`, aliases: [] }, now),
    )
    await storeFile(book, temporary.dir, 'documents', `a bill of ${name}`)
    await storeFile(book, temporary.dir, 'images', `an image of ${name}`)
  })
  return temporary
}

/**
 * Opens the book for the time of `work`. Afterwards the directory is a fresh copy of itself: a closed connection keeps its
 * locks as long as its statements live, and a restore wants the book for itself.
 */
export async function withBookOf<T>(
  dir: DataDir,
  work: (book: Book) => Promise<T> | T,
): Promise<T> {
  makeDataDir(dir)
  const book = openBookForCommand(dir, now)
  try {
    return await work(book)
  } finally {
    await book.close()
    const used = `${dir.root}-${crypto.randomUUID()}`
    renameSync(dir.root, used)
    cpSync(used, dir.root, { recursive: true })
  }
}

/** Returns the file's path in the data directory. */
export async function storeFile(
  book: Book,
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
    () => book.write((conn) => linkFile(conn, store, kind, file)),
  )
  return store.path(kind, hash)
}

/** The names in the vendor list: what tells one state of the shop from another. */
export function vendors(dir: DataDir): string[] {
  return select(dir, 'SELECT name FROM names ORDER BY name').map(([name]) => String(name))
}

/** Files that the book needs and that are missing or have other bytes. */
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
  using book = new Database(dir.book, { readwrite: true })
  using statement = book.prepare<unknown, []>(sql)
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

/** Changes the book of a backup and seals it again, with a manifest that fits: only the book is another one. */
export async function changeBook(file: string, change: (book: Database) => void): Promise<void> {
  const parts = await partsOf(file)
  const copy = `${file}.db`
  writeFileSync(copy, parts.find(({ name }) => name === bookName)?.bytes ?? '')
  const book = new Database(copy)
  book.run('PRAGMA journal_mode = DELETE')
  change(book)
  const [first] = parts
  const manifest = readManifest(Buffer.from(first?.bytes ?? '').toString())
  const fitting = { ...manifest, ...factsIn(book, manifest) }
  book.close(true)
  const bytes = readFileSync(copy)
  rmSync(copy)
  const files = manifest.files.map((described) =>
    described.path === bookName
      ? { path: bookName, bytes: bytes.byteLength, sha256: Bun.SHA256.hash(bytes, 'hex') }
      : described,
  )
  const text = Buffer.from(JSON.stringify({ ...fitting, files }))
  const changed = parts.map((part) => (part.name === bookName ? { ...part, bytes } : part))
  await seal(file, [{ name: manifestName, bytes: text }, ...changed.slice(1)])
}

/** What a manifest says of a book; what it said before where the book is too strange to be read. */
export function factsIn(
  book: Database,
  before: Pick<Manifest, 'schema' | 'rows'>,
): Pick<Manifest, 'schema' | 'rows'> {
  try {
    const { schema, rows } = factsOf(book)
    return { schema, rows }
  } catch {
    return { schema: before.schema, rows: before.rows }
  }
}

async function* pieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(bytes)
}
