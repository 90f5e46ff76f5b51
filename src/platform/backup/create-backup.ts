import type { Database } from 'bun:sqlite'
import { mkdirSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { DataDir } from '../disk/data-dir.ts'
import { asRefusal, closeConnection, openForReading } from '../db/connection.ts'
import { copyDatabase } from '../db/migrate.ts'
import { AppError } from '../errors.ts'
import { version } from '../embedded.ts'
import {
  type Manifest,
  type ManifestFile,
  type MissingFile,
  type NewEntry,
  type WatchStep,
  databaseName,
  manifestName,
  unwatched,
  writeArchive,
} from './archive.ts'
import {
  backupOf,
  deleteOldNightlies,
  nextName,
  withBackupsLock,
  workFolder,
  type Backup,
  type Maker,
} from './backups-folder.ts'
import { factsOf, readCopy, schemaNumber, type DatabaseFacts } from './database-facts.ts'
import { strangeness } from './foreign-database.ts'
import {
  removeFile,
  removeIfFree,
  renameFile,
  syncFolder,
  hashFile,
  readFile,
} from '../disk/durable.ts'
import {
  holdImages,
  describeFiles,
  FileBroken,
  findMissing,
  readStoredFile,
} from './needed-files.ts'
import { unpackBackup } from './unpack-backup.ts'

/** How many nightly backups are kept. */
const nightliesKept = 7

/** How often the database is copied at most: again when a file that the last copy needed was deleted or is damaged. */
const attemptsMax = 4

/** How long the copy waits for another process that recovers the database or shortens its log. */
const busyTimeoutMs = 10_000

export type BackupInput = {
  dir: DataDir
  /** The name of the shop. Undefined before it is set up. */
  organisation: string | undefined
  madeBy: Maker
  /** Milliseconds since the epoch. */
  now: number
}

/** A backup, with the files that it lacks. */
export type MadeBackup = Backup & { missing: MissingFile[] }

/**
 * Makes a backup and reads it back before the file gets its name, so a file with that name is always complete. Documents and images that
 * are damaged on this disk are left out and named: a backup without them is better than none. It may run beside a server, but never on a
 * server's main thread, because copying the database blocks its thread. Throws AppError `conflict`, `out_of_space`, and then leaves nothing
 * behind.
 */
export async function createBackup(
  input: BackupInput,
  watchStep: WatchStep = unwatched,
): Promise<MadeBackup> {
  return await withBackupsLock(input.dir, () => makeBackup(input, watchStep))
}

/** Like `createBackup`, for a caller who holds the folder's lock. */
export async function makeBackup(input: BackupInput, watchStep: WatchStep): Promise<MadeBackup> {
  const { dir, madeBy, now } = input
  const work = workFolder(dir)
  try {
    await removeFile(work)
    mkdirSync(work, { mode: 0o700 })
    const archive = join(work, 'backup.tar')
    const missing = await writeBackup(input, archive, watchStep)
    await unpackBackup(archive, join(work, 'check'), 'book only', watchStep)
    const name = nextName(dir, { madeBy, isComplete: missing.length === 0 }, now)
    await renameFile(archive, join(dir.backups, name))
    await syncFolder(dir.backups)
    if (madeBy === 'nightly') await deleteOldNightlies(dir, nightliesKept, name)
    return { ...madeBackup(dir, name), missing }
  } catch (error) {
    throw asBackupRefusal(error, dir)
  } finally {
    await removeIfFree(work)
  }
}

/** Writes the archive. A damaged file stops the first attempt. Later attempts look for all damaged files first. */
async function writeBackup(
  input: BackupInput,
  archive: string,
  watchStep: WatchStep,
): Promise<MissingFile[]> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await writeOnce(input, archive, { looksFirst: attempt > 1 }, watchStep)
    } catch (error) {
      if (!(error instanceof FileBroken)) throw error
      if (attempt === attemptsMax) throw neverWhole(input.dir, error.message)
    }
  }
}

/** The database is copied first: the copy decides which files belong to the backup, whatever changes meanwhile. */
async function writeOnce(
  input: BackupInput,
  archive: string,
  { looksFirst }: { looksFirst: boolean },
  watchStep: WatchStep,
): Promise<MissingFile[]> {
  const { dir } = input
  const copy = join(workFolder(dir), databaseName)
  await removeFile(copy)
  await holdImages(dir)
  copyForBackup(dir.database, copy)
  // Again, for images that the copy knows and that arrived after the first time.
  await holdImages(dir)
  const { files: needed, ...facts } = readCopy(copy, ownFactsOf)
  const missing = looksFirst
    ? await findMissing(dir, copy, needed, watchStep('check', sumBytes(needed)))
    : []
  const lost = new Set(missing.map(({ path }) => path))
  const whole = needed.filter(({ path }) => !lost.has(path))
  const files = [await describeDatabase(copy), ...(await describeFiles(dir, whole))]
  const manifest: Manifest = {
    format: 'daybook-backup-1',
    daybook: version,
    made_at: new Date(input.now).toISOString(),
    organisation: input.organisation ?? null,
    ...facts,
    files,
    missing,
  }
  const watch = watchStep('write', sumBytes(files))
  // `w` truncates what an earlier attempt wrote.
  const handle = await open(archive, 'w', 0o600)
  try {
    await writeArchive(handle, entriesOf(dir, copy, manifest), input.now, watch)
    await handle.sync()
  } finally {
    await handle.close()
  }
  // Before the check, which needs room for a copy of its own.
  await removeFile(copy)
  return missing
}

/** Refuses a backup that a restore would refuse: it would be worth nothing. Throws AppError `conflict`. */
function ownFactsOf(database: Database): DatabaseFacts {
  const strange = strangeness(database, schemaNumber(database))
  if (strange === undefined) return factsOf(database)
  throw new AppError(
    'conflict',
    `The book ${strange}: no backup was made. Another program changed it: take that back, or restore the last good backup.`,
  )
}

/** Uses VACUUM INTO and never reads the file itself: closing a file of a live database drops the locks that SQLite holds on it. */
function copyForBackup(database: string, copy: string): void {
  const conn = openForReading(database)
  try {
    conn.$client.run(`PRAGMA busy_timeout = ${busyTimeoutMs}`)
    copyDatabase(conn, copy)
  } finally {
    closeConnection(conn)
  }
}

async function describeDatabase(copy: string): Promise<ManifestFile> {
  return { path: databaseName, ...(await hashFile(copy)) }
}

function sumBytes(files: readonly { bytes: number }[]): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0)
}

function* entriesOf(dir: DataDir, copy: string, manifest: Manifest): Generator<NewEntry> {
  const text = Buffer.from(JSON.stringify(manifest))
  yield { name: manifestName, bytes: text.byteLength, content: () => onePiece(text) }
  for (const file of manifest.files) {
    const { path: name, bytes } = file
    const content = name === databaseName ? () => readFile(copy) : () => readStoredFile(dir, file)
    yield { name, bytes, content }
  }
}

async function* onePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(bytes)
}

function neverWhole(dir: DataDir, path: string): AppError {
  return new AppError(
    'conflict',
    `${join(dir.root, path)} and others came and went while they were read: no backup was made. Try again in a minute.`,
  )
}

function madeBackup(dir: DataDir, name: string): Backup {
  const made = backupOf(dir, name)
  if (made === undefined) throw new Error(`There is no backup ${name}.`)
  return made
}

function asBackupRefusal(error: unknown, dir: DataDir): unknown {
  const refusal = asRefusal(error)
  if (!(refusal instanceof AppError) || refusal.code !== 'out_of_space') return refusal
  return new AppError(
    'out_of_space',
    `The disk that holds ${dir.backups} is full: no backup was made. It needs about twice the room that the data takes. Free some, for example by moving old backups elsewhere.`,
  )
}
