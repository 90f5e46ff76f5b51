import { Database, SQLiteError } from 'bun:sqlite'
import { existsSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { makeDataDir, type DataDir } from '../disk/data-dir.ts'
import { holdersOf, takeLock } from '../db/instance-lock.ts'
import { requireNoStandby } from '../db/standby-book.ts'
import { isBusy } from '../db/connection.ts'
import { AppError } from '../errors.ts'
import { stampOf } from './backups-folder.ts'
import {
  filesBelow,
  keepFile,
  removeFile,
  removeIfFree,
  replaceFile,
  syncFolder,
} from '../disk/durable.ts'
import { fileKinds } from '../files/store.ts'
import { httpsSetting, networkSetting } from '../http/listening/addresses.ts'
import {
  type Manifest,
  type MissingFile,
  type WatchStep,
  databaseName,
  unwatched,
} from './archive.ts'
import { hashIfThere } from './needed-files.ts'
import {
  finishRestore,
  keptFolder,
  removeUnpacked,
  sidecars,
  takeBack,
  takeBackHalfDone,
  unpackFolder,
  writeRestore,
} from './restore-journal.ts'
import { type OutwardName, pausedName } from '../settings.ts'
import { pauseSettings } from './foreign-database.ts'
import { asUnpackRefusal, unpackBackup } from './unpack-backup.ts'

/**
 * `keptIn` is the folder with the previous data. Undefined without any. `paused` names what the Daybook of the backup did beyond its own
 * data: this one does not do it until an owner confirms.
 */
export type Restored = {
  manifest: Manifest
  keptIn: string | undefined
  paused: readonly OutwardName[]
  /** Files that the restored database needs and that are missing: neither the backup nor the previous data has them complete. */
  missing: readonly MissingFile[]
}

export type RestoreInput = {
  dir: DataDir
  /** Puts the data to restore into a new folder, checked. */
  unpack: (folder: string, watchStep: WatchStep) => Promise<Manifest>
  now: number
  /** Receives the new database before it replaces the old one. */
  prepareDatabase?: PrepareDatabase
  /** For a backup that this Daybook made a moment ago: nothing is paused. */
  isOwn?: boolean
}

type PrepareDatabase = (file: string, manifest: Manifest) => void

/** A backup that lies unpacked and checked beside the data. */
type UnpackedInput = Pick<RestoreInput, 'dir' | 'now' | 'prepareDatabase'> & { manifest: Manifest }

/**
 * Replaces the data of a data directory by those of a backup.
 *
 * A complete database exists at every moment. First the backup is unpacked and checked beside the data. Then the old data gets second names
 * in a folder of its own. Then the backup's files come in, which disturbs nobody, because their names depend on their content. Last, one
 * rename puts the new database in the old one's place. After a kill before that rename the old data is in force, after it the new.
 *
 * Throws AppError: `conflict` when somebody uses the data, `invalid_request` for a damaged backup, `unavailable` for the backup of a newer
 * Daybook. Then the data is unchanged.
 */
export async function restoreBackup(
  { file, ...input }: Omit<RestoreInput, 'unpack'> & { file: string },
  watchStep: WatchStep = unwatched,
): Promise<Restored> {
  const unpack: RestoreInput['unpack'] = (folder, watch) =>
    unpackBackup(file, folder, 'everything', watch)
  return await restoreData({ ...input, unpack }, watchStep)
}

/** Like `restoreBackup`, for data from another source. */
export async function restoreData(
  input: RestoreInput,
  watchStep: WatchStep = unwatched,
): Promise<Restored> {
  const { dir, unpack, isOwn = false } = input
  return await withDataAlone(dir, async () => {
    const unpacked = unpackFolder(dir)
    await takeBackHalfDone(dir)
    await removeFile(unpacked)
    const manifest = await unpack(unpacked, watchStep)
    const paused = isOwn ? [] : pauseSettings(join(unpacked, databaseName))
    const put = await putInPlace({ ...input, manifest })
    await finishRestore(dir)
    return { ...put, paused }
  })
}

/**
 * The same for a backup that was unpacked and checked while a server ran. That server has stopped. Network access stays as it is, because
 * the owner asked over it. Until `finishRestore`, `undoRestore` takes the restore back.
 */
export async function restoreUnpacked(input: UnpackedInput): Promise<Restored> {
  const { dir } = input
  return await withDataAlone(dir, async () => {
    settleOldDatabase(dir)
    const database = join(unpackFolder(dir), databaseName)
    const paused = pauseSettings(database)
    keepNetworkOf(dir.database, database)
    return { ...(await putInPlace(input)), paused }
  })
}

async function withDataAlone<T>(dir: DataDir, work: () => Promise<T>): Promise<T> {
  makeDataDir(dir)
  requireNoStandby(dir)
  using lock = takeLock(dir.lock, 'exclusive', 'restore')
  if (lock === undefined) {
    throw new AppError(
      'conflict',
      `The data in ${dir.root} is in use by ${holdersOf(dir.lock)}: nothing was changed. Stop that or wait for its end, and restore the backup then.`,
    )
  }
  try {
    return await work()
  } catch (error) {
    throw asUnpackRefusal(error, unpackFolder(dir))
  } finally {
    await removeUnpacked(dir)
  }
}

async function putInPlace({
  dir,
  now,
  manifest,
  prepareDatabase,
}: UnpackedInput): Promise<Omit<Restored, 'paused'>> {
  const unpacked = unpackFolder(dir)
  prepareDatabase?.(join(unpacked, databaseName), manifest)
  settleOldDatabase(dir)
  const folder = (await listOldData(dir)).length === 0 ? null : beforeRestoreFolder(dir, now)
  const keptIn = folder === null ? null : basename(folder)
  const journal = { keptIn, hadBook: existsSync(dir.database) }
  try {
    await writeRestore(dir, { ...journal, step: 'keeping' })
    if (folder !== null) await keepOldData(dir, folder)
    await writeRestore(dir, { ...journal, step: 'replacing' })
    const missing = await findLost(dir, manifest)
    await moveIn(dir, unpacked, manifest, missing)
    // The copy was made from the previous data.
    await removeIfFree(dir.testCopy)
    return { manifest, keptIn: folder ?? undefined, missing }
  } catch (error) {
    // Whoever is told that the restore failed is also told that the data are unchanged.
    await takeBack(dir)
    throw error
  }
}

/** Keeps the network settings of the previous database. Where they cannot be read, only this computer has access. */
function keepNetworkOf(before: string, file: string): void {
  if (!existsSync(before)) return
  try {
    using database = new Database(file, { readwrite: true })
    database.run('ATTACH ? AS data', [before])
    const { name } = networkSetting
    database.run(
      `INSERT OR REPLACE INTO settings (name, value)
       SELECT name, value FROM data.settings WHERE name IN (?, ?)`,
      [name, httpsSetting.name],
    )
    // This computer decided these settings itself, so nobody is asked to confirm them again.
    database.run(
      'DELETE FROM settings WHERE name = ? AND EXISTS (SELECT 1 FROM data.settings WHERE name = ?)',
      [pausedName(name), name],
    )
  } catch (error) {
    if (!(error instanceof SQLiteError)) throw error
  }
}

/**
 * Brings the old database's log into its file, and makes sure that no command uses it: leaving WAL mode needs exclusive access. A damaged
 * database, a reason to restore, is left alone.
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

/** All files that the restore replaces. */
async function listOldData(dir: DataDir): Promise<string[]> {
  return [databaseName, ...sidecars.map((suffix) => databaseName + suffix)]
    .filter((name) => existsSync(join(dir.root, name)))
    .concat(await storedFiles(dir))
}

/** Gives these files second names, in a folder that it creates. */
export async function keepOldData(dir: DataDir, folder: string): Promise<void> {
  for (const path of await listOldData(dir))
    await keepFile(join(dir.root, path), join(folder, path))
  await syncTree(folder)
  await syncFolder(dir.root)
}

/** The paths of documents and images in the data directory. */
async function storedFiles(dir: DataDir): Promise<string[]> {
  const files: string[] = []
  for (const kind of fileKinds.filter((some) => existsSync(dir[some]))) {
    for (const path of await filesBelow(dir[kind])) files.push(`${kind}/${path}`)
  }
  return files
}

/** The folder for the previous data: a name that is still free. */
export function beforeRestoreFolder(dir: DataDir, now: number): string {
  const start = keptFolder(dir, stampOf(now))
  let folder = start
  for (let n = 2; existsSync(folder); n++) folder = `${start}-${n}`
  return folder
}

/** A file that an incomplete backup lacks may be complete in the previous data: then it stays. */
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
  // Nothing needs these files any more, and they have their second names. The server deletes what remains.
  const needed = new Set([...manifest.files, ...manifest.missing].map(({ path }) => path))
  for (const { path } of lost) needed.delete(path)
  for (const path of await storedFiles(dir)) {
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
