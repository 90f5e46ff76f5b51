import type { Database } from 'bun:sqlite'
import { mkdirSync } from 'node:fs'
import { open, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { DataDir } from '../data-dir.ts'
import { closeConnection, openForReading } from '../db/connection.ts'
import { copyDatabase } from '../db/migrate.ts'
import { asRefusal } from '../db/sqlite-errors.ts'
import { AppError, hasCode } from '../errors.ts'
import { version } from '../version.ts'
import { writeArchive, type NewEntry } from './archive.ts'
import {
  backupOf,
  deleteOldNightlies,
  nextName,
  withBackupsLock,
  workFolder,
  type Backup,
  type Maker,
} from './backups-folder.ts'
import { factsOf, readCopy, schemaNumber, type BookFacts, type NeededFile } from './book-facts.ts'
import { strangeness } from './foreign-book.ts'
import { removeFile, removeIfFree, renameFile, syncFolder } from '../files/durable.ts'
import { hashFile, readFile } from '../files/read-file.ts'
import { heldOrOwn, holdImages } from './held-images.ts'
import { bookName, manifestName, type Manifest, type ManifestFile } from './manifest.ts'
import { unpackBackup } from './unpack-backup.ts'
import { unwatched, type WatchStep } from './watch.ts'

/** So many nightly backups are kept. */
const nightliesKept = 7

/** How often the book is copied again because a file went that the last copy still needed. */
const copiesMax = 3

/** How long the copy waits for another process that recovers the book or cuts its log back. */
const busyTimeoutMs = 10_000

export type BackupWish = {
  dir: DataDir
  /** The name of the shop; undefined before it is set up. */
  organisation: string | undefined
  madeBy: Maker
  /** Milliseconds since the epoch. */
  now: number
}

/**
 * Makes a backup and reads it back before it gets its name, so that a file with that name is whole. It may run beside
 * a server, but never on a server's main thread: copying the book holds its thread up.
 * Throws AppError `conflict`, `insufficient_storage`; then nothing is left behind.
 */
export async function createBackup(
  wish: BackupWish,
  watchStep: WatchStep = unwatched,
): Promise<Backup> {
  return await withBackupsLock(wish.dir, () => makeBackup(wish, watchStep))
}

/** Likewise for whoever holds the folder's lock. */
export async function makeBackup(wish: BackupWish, watchStep: WatchStep): Promise<Backup> {
  const { dir, madeBy, now } = wish
  const work = workFolder(dir)
  try {
    await removeFile(work)
    mkdirSync(work, { mode: 0o700 })
    const archive = join(work, 'backup.tar')
    await writeBackup(wish, archive, watchStep)
    await unpackBackup(archive, join(work, 'check'), 'book only', watchStep)
    const name = nextName(dir, madeBy, now)
    await renameFile(archive, join(dir.backups, name))
    await syncFolder(dir.backups)
    if (madeBy === 'nightly') await deleteOldNightlies(dir, nightliesKept, name)
    return madeBackup(dir, name)
  } catch (error) {
    throw asBackupRefusal(error, dir)
  } finally {
    await removeIfFree(work)
  }
}

/** Thrown when a file that the copied book needs is not there (any more). */
class FileVanished extends Error {}

async function writeBackup(wish: BackupWish, archive: string, watchStep: WatchStep): Promise<void> {
  for (let copies = 1; ; copies++) {
    try {
      return await writeOnce(wish, archive, watchStep)
    } catch (error) {
      if (!(error instanceof FileVanished)) throw error
      if (copies < copiesMax) continue
      throw new AppError(
        'conflict',
        `${join(wish.dir.root, error.message)} is missing, although the book needs it: no backup was made. Restore the file, or the last good backup.`,
      )
    }
  }
}

/** The book is copied first: the copy says which files belong to it, whatever comes and goes meanwhile. */
async function writeOnce(wish: BackupWish, archive: string, watchStep: WatchStep): Promise<void> {
  const copy = join(workFolder(wish.dir), bookName)
  await removeFile(copy)
  holdImages(wish.dir)
  copyBook(wish.dir.book, copy)
  // Once more, for those that the copy knows and that came after the first time.
  holdImages(wish.dir)
  const { schema, rows, files: needed } = readCopy(copy, ownFactsOf)
  const files = [await describeBook(copy), ...(await describeFiles(wish.dir, needed))]
  const manifest: Manifest = {
    format: 'daybook-backup-1',
    daybook: version,
    schema,
    made_at: new Date(wish.now).toISOString(),
    organisation: wish.organisation ?? null,
    rows,
    files,
  }
  const watch = watchStep(
    'write',
    files.reduce((sum, { bytes }) => sum + bytes, 0),
  )
  // `w`: what an attempt before this one wrote goes.
  const handle = await open(archive, 'w', 0o600)
  try {
    await writeArchive(handle, entriesOf(wish.dir, copy, manifest), wish.now, watch)
    await handle.sync()
  } finally {
    await handle.close()
  }
  // Before the check: it needs room for a copy of its own.
  await removeFile(copy)
}

/** A backup that a restore refuses would be worth nothing. Throws AppError `conflict`. */
function ownFactsOf(book: Database): BookFacts {
  const strange = strangeness(book, schemaNumber(book))
  if (strange === undefined) return factsOf(book)
  throw new AppError(
    'conflict',
    `The book ${strange}: no backup was made. Another program changed it: take that back, or restore the last good backup.`,
  )
}

/** VACUUM INTO, never the file itself: closing a file of a live book drops the locks that SQLite holds on it. */
function copyBook(book: string, copy: string): void {
  const conn = openForReading(book)
  try {
    conn.$client.run(`PRAGMA busy_timeout = ${busyTimeoutMs}`)
    copyDatabase(conn, copy)
  } finally {
    closeConnection(conn)
  }
}

async function describeBook(copy: string): Promise<ManifestFile> {
  return { path: bookName, ...(await hashFile(copy)) }
}

async function describeFiles(dir: DataDir, needed: readonly NeededFile[]): Promise<ManifestFile[]> {
  const described: ManifestFile[] = []
  for (const { path, sha256 } of needed) {
    const { size } = await stat(heldOrOwn(dir, path)).catch((error: unknown) => {
      throw asVanished(error, path)
    })
    described.push({ path, bytes: size, sha256 })
  }
  return described
}

function* entriesOf(dir: DataDir, copy: string, manifest: Manifest): Generator<NewEntry> {
  const text = Buffer.from(JSON.stringify(manifest))
  yield { name: manifestName, bytes: text.byteLength, content: () => onePiece(text) }
  for (const file of manifest.files) {
    const { path: name, bytes } = file
    const content = name === bookName ? () => readFile(copy) : () => readStoredFile(dir, file)
    yield { name, bytes, content }
  }
}

async function* onePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(bytes)
}

/** The bytes of a stored file. Damage on this disk must not be found at the restore, when it is too late. */
async function* readStoredFile(dir: DataDir, file: ManifestFile): AsyncGenerator<Uint8Array> {
  const hash = new Bun.CryptoHasher('sha256')
  try {
    for await (const piece of readFile(heldOrOwn(dir, file.path))) {
      hash.update(piece)
      yield piece
    }
  } catch (error) {
    throw asVanished(error, file.path)
  }
  if (hash.digest('hex') === file.sha256) return
  throw new AppError(
    'conflict',
    `${join(dir.root, file.path)} is damaged on this disk (its bytes do not fit its name): no backup was made. Take the file from the last good backup.`,
  )
}

function asVanished(error: unknown, path: string): unknown {
  return hasCode(error, ['ENOENT']) ? new FileVanished(path) : error
}

function madeBackup(dir: DataDir, name: string): Backup {
  const made = backupOf(dir, name)
  if (made === undefined) throw new Error(`${name} is not the name of a backup.`)
  return made
}

function asBackupRefusal(error: unknown, dir: DataDir): unknown {
  const refusal = asRefusal(error)
  if (!(refusal instanceof AppError) || refusal.code !== 'insufficient_storage') return refusal
  return new AppError(
    'insufficient_storage',
    `The disk that holds ${dir.backups} is full: no backup was made. It needs about twice the room that the data takes. Free some, for example by moving old backups elsewhere.`,
  )
}
