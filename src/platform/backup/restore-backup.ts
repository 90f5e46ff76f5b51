import { Database, SQLiteError } from 'bun:sqlite'
import { existsSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { makeDataDir, type DataDir } from '../disk/data-dir.ts'
import { holdersOf, takeLock } from '../db/instance-lock.ts'
import { isBusy } from '../db/sqlite-errors.ts'
import { AppError } from '../errors.ts'
import { stampOf } from './backups-folder.ts'
import { keepFile, removeFile, removeIfFree, replaceFile, syncFolder } from '../disk/durable.ts'
import { fileKinds } from '../files/store.ts'
import { networkSetting, type NetworkAccess } from '../http/listening/addresses.ts'
import { databaseName, type Manifest, type MissingFile } from './manifest.ts'
import { hashIfThere } from './needed-files.ts'
import { asUnpackRefusal, unpackBackup } from './unpack-backup.ts'
import { unwatched, type WatchStep } from './archive.ts'

/** What SQLite keeps beside a database. A new database beside the old one's would be read as if they were its own. */
const sidecars = ['-wal', '-shm', '-journal']

/**
 * `keptIn` is the folder with the data as it was before; undefined when there was none. `wasOpen` says that other
 * computers reached the Daybook of the backup: now they do not.
 */
export type Restored = {
  manifest: Manifest
  keptIn: string | undefined
  wasOpen: boolean
  /** Files that are neither in the backup nor whole in the data before: the database knows them, and they are not there. */
  missing: readonly MissingFile[]
}

/**
 * Puts the data of a backup in the place of what a data directory holds.
 *
 * There is no moment without a whole database. The backup is unpacked and checked beside the data; the data gets second
 * names in a folder of its own; the backup's files come in, which disturbs nobody, as they are named by their content;
 * then one rename puts the new database in the old one's place. Killed before it, the old data is in force, after it the new.
 *
 * Throws AppError: `conflict` when somebody uses the data, `invalid_request` for a backup that is not whole, `unavailable`
 * for one of a newer Daybook. Then the data is what it was.
 *
 * `prepareBook` gets the new database before it is in force.
 */
export async function restoreBackup(
  input: { dir: DataDir; file: string; now: number; prepareDatabase?: (file: string) => void },
  watchStep: WatchStep = unwatched,
): Promise<Restored> {
  const { dir, file, now, prepareDatabase } = input
  makeDataDir(dir)
  const lock = takeLock(dir.lock, 'exclusive', 'restore')
  if (lock === undefined) {
    throw new AppError(
      'conflict',
      `The data in ${dir.root} is in use by ${holdersOf(dir.lock)}: nothing was changed. Stop that or wait for its end, and restore the backup then.`,
    )
  }
  const unpacked = unpackFolder(dir)
  try {
    await removeFile(unpacked)
    const manifest = await unpackBackup(file, unpacked, 'everything', watchStep)
    const wasOpen = closeToNetwork(join(unpacked, databaseName))
    prepareDatabase?.(join(unpacked, databaseName))
    settleOldDatabase(dir)
    const keptIn = await keepOldData(dir, now)
    const missing = await findLost(dir, manifest)
    await moveIn(dir, unpacked, manifest, missing)
    return { manifest, keptIn, wasOpen, missing }
  } catch (error) {
    throw asUnpackRefusal(error, unpacked)
  } finally {
    await removeUnpacked(dir).finally(() => lock.release())
  }
}

/** What a killed restore unpacked. Only for the holder of the instance lock: nobody restores meanwhile. */
export async function removeUnpacked(dir: DataDir): Promise<void> {
  await removeIfFree(unpackFolder(dir))
}

/** In the data directory, so that its files are moved, not copied. */
function unpackFolder(dir: DataDir): string {
  return join(dir.root, 'restore.part')
}

/**
 * A backup may be another shop's, or older than what was decided since: whether other computers reach Daybook is decided
 * anew. Returns whether they could.
 */
function closeToNetwork(file: string): boolean {
  using database = new Database(file, { readwrite: true })
  // No log is left beside the file, which is moved alone.
  database.run('PRAGMA journal_mode = DELETE')
  database.run('PRAGMA synchronous = FULL')
  const closed = JSON.stringify('this computer' satisfies NetworkAccess)
  const { changes } = database.run(
    "UPDATE settings SET value = ? WHERE name = ? AND value NOT IN ('null', ?)",
    [closed, networkSetting.name, closed],
  )
  return changes > 0
}

/**
 * Brings the old database's log into its file, and makes sure that no command uses it: leaving WAL mode needs the database for
 * itself. A damaged database, a reason to restore, is left as it is.
 */
function settleOldDatabase(dir: DataDir): void {
  if (!existsSync(dir.database)) return
  try {
    using database = new Database(dir.database, { readwrite: true })
    database.run('PRAGMA journal_mode = DELETE')
  } catch (error) {
    if (isBusy(error)) {
      throw new AppError(
        'conflict',
        `A Daybook command uses ${dir.database}: nothing was changed. Wait until it is done, and try again.`,
      )
    }
    if (!(error instanceof SQLiteError)) throw error
  }
}

/** Gives everything that is about to go a second name. Returns the folder, or undefined when there is nothing. */
async function keepOldData(dir: DataDir, now: number): Promise<string | undefined> {
  const old = [databaseName, ...sidecars.map((suffix) => databaseName + suffix)]
    .filter((name) => existsSync(join(dir.root, name)))
    .concat(storedFiles(dir))
  if (old.length === 0) return undefined
  const keptIn = freeFolder(dir, now)
  for (const path of old) await keepFile(join(dir.root, path), join(keptIn, path))
  await syncTree(keptIn)
  await syncFolder(dir.root)
  return keptIn
}

/** The paths of documents and images in the data directory. */
function storedFiles(dir: DataDir): string[] {
  return fileKinds.flatMap((kind) =>
    existsSync(dir[kind])
      ? [...new Bun.Glob('**/*').scanSync({ cwd: dir[kind], dot: true })].map((path) =>
          [kind, path.replaceAll('\\', '/')].join('/'),
        )
      : [],
  )
}

function freeFolder(dir: DataDir, now: number): string {
  const start = join(dir.root, `before-restore-${stampOf(now)}`)
  let folder = start
  for (let n = 2; existsSync(folder); n++) folder = `${start}-${n}`
  return folder
}

/** What an incomplete backup has not may be whole in the data that it replaces: then it stays. */
async function findLost(dir: DataDir, { missing }: Manifest): Promise<MissingFile[]> {
  const lost: MissingFile[] = []
  for (const file of missing) {
    if ((await hashIfThere(join(dir.root, file.path))) !== basename(file.path)) lost.push(file)
  }
  return lost
}

async function moveIn(
  dir: DataDir,
  unpacked: string,
  manifest: Manifest,
  lost: readonly MissingFile[],
): Promise<void> {
  for (const { path } of manifest.files) {
    if (path !== databaseName) await replaceFile(join(unpacked, path), join(dir.root, path))
  }
  for (const folder of [dir.documents, dir.images]) await syncTree(folder)
  for (const suffix of sidecars) await removeFile(dir.database + suffix)
  await replaceFile(join(unpacked, databaseName), dir.database)
  await syncFolder(dir.root)
  // Nothing needs these any more, and they have their second names. The server takes what stays.
  const needed = new Set([...manifest.files, ...manifest.missing].map(({ path }) => path))
  for (const { path } of lost) needed.delete(path)
  for (const path of storedFiles(dir)) {
    if (!needed.has(path)) await removeIfFree(join(dir.root, path))
  }
}

async function syncTree(folder: string): Promise<void> {
  for (const { isDirectory, path } of foldersIn(folder)) if (isDirectory) await syncTree(path)
  await syncFolder(folder)
}

function foldersIn(folder: string): { isDirectory: boolean; path: string }[] {
  return readdirSync(folder, { withFileTypes: true }).map((entry) => ({
    isDirectory: entry.isDirectory(),
    path: join(folder, entry.name),
  }))
}
