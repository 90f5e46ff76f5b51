import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Static, Type } from '@sinclair/typebox'
import type { DataDir } from '../disk/data-dir.ts'
import {
  filesBelow,
  removeFile,
  removeIfFree,
  renameFile,
  replaceFile,
  syncFolder,
  writeJson,
} from '../disk/durable.ts'
import { takeLock } from '../db/instance-lock.ts'
import { databaseName } from './archive.ts'
import { readForm } from '../forms.ts'

/** Files that SQLite keeps beside a database. SQLite would take those of the old database as belonging to a new one. */
export const sidecars = ['-wal', '-shm', '-journal']

const keptStart = 'before-restore-'

/**
 * The stage of a restore, so that the next start can finish one that was cut off. `keeping`: the old data get second names. `replacing`:
 * the backup's files come in. They are in force once its book is in place, but nobody has opened that book yet.
 */
const schema = Type.Object({
  /** The name of the folder with the previous data. Null: there were none. */
  keptIn: Type.Union([Type.Null(), Type.String({ pattern: `^${keptStart}[0-9A-Za-z-]+$` })]),
  hadBook: Type.Boolean(),
  step: Type.Union([Type.Literal('keeping'), Type.Literal('replacing')]),
})

type RestoreJournal = Static<typeof schema>

/** Whether a restore is running, or its data have not been opened yet. */
export function isRestoreOpen(dir: DataDir): boolean {
  return Object.values(filesOf(dir)).some((file) => existsSync(file))
}

export async function writeRestore(dir: DataDir, journal: RestoreJournal): Promise<void> {
  await writeJson(filesOf(dir).forth, journal)
}

/** Ends a restore whose data work. Nothing takes it back from now on. */
export async function finishRestore(dir: DataDir): Promise<void> {
  if (!isRestoreOpen(dir)) return
  for (const file of Object.values(filesOf(dir))) await removeFile(file)
  await syncFolder(dir.root)
}

/**
 * Takes back a restore that was cut off before its book was in force. Does nothing while somebody else uses the data: that process did it
 * first.
 */
export async function settleRestore(dir: DataDir): Promise<void> {
  if (isRestoreOpen(dir)) await ifFree(dir, () => takeBackHalfDone(dir))
}

/** Like `settleRestore`, for the holder of the instance lock. */
export async function takeBackHalfDone(dir: DataDir): Promise<void> {
  if (!isInForce(dir)) await takeBack(dir)
}

/** Takes back a restore whose data could not be opened. False if that is too late, or if somebody uses the data. */
export async function undoRestore(dir: DataDir): Promise<boolean> {
  return isRestoreOpen(dir) && (await ifFree(dir, () => takeBack(dir))) === true
}

/** For the holder of the instance lock. After an interruption, running it again continues. False where no restore is open. */
export async function takeBack(dir: DataDir): Promise<boolean> {
  const journal = readRestore(dir)
  if (journal === undefined) return false
  const { keptIn, hadBook, step } = journal
  const folder = keptIn === null ? undefined : join(dir.root, keptIn)
  if (step === 'replacing') await moveBack(dir, folder, hadBook)
  if (folder !== undefined) await removeIfFree(folder)
  await finishRestore(dir)
  return true
}

/**
 * Moves the previous files back first, then the book in one step: if this is cut off, a complete book exists, and the rest is still in the
 * folder.
 */
async function moveBack(dir: DataDir, folder = '', hadBook: boolean): Promise<void> {
  await turnBack(dir)
  const kept = existsSync(folder) ? await filesBelow(folder) : []
  const move = async (path: string) => await replaceFile(join(folder, path), join(dir.root, path))
  for (const path of kept.filter((some) => !isBook(some))) await move(path)
  // Once the old book is in place, the files beside it there belong to it.
  if (!hadBook || kept.includes(databaseName)) {
    for (const suffix of sidecars) await removeFile(dir.database + suffix)
  }
  if (!hadBook) await removeFile(dir.database)
  // Sorted by name, the book comes before the files beside it.
  for (const path of kept.filter(isBook).toSorted()) await move(path)
  await syncFolder(dir.root)
}

/** Needs only a rename: so it also works when a full disk cut the restore short. */
async function turnBack(dir: DataDir): Promise<void> {
  const { forth, back } = filesOf(dir)
  if (existsSync(forth)) await renameFile(forth, back)
  await syncFolder(dir.root)
}

/** Inside the data directory, so that its files are moved, not copied. */
export function unpackFolder(dir: DataDir): string {
  return join(dir.root, 'restore.part')
}

/** Deletes what a killed restore unpacked. Only for the holder of the instance lock: nobody else restores then. */
export async function removeUnpacked(dir: DataDir): Promise<void> {
  await removeIfFree(unpackFolder(dir))
}

/** The start of the names of folders with previous data. A time follows. */
export function keptFolder(dir: DataDir, stamp: string): string {
  return join(dir.root, keptStart + stamp)
}

/** The book is the last of its files to come in, by one rename. */
function isInForce(dir: DataDir): boolean {
  const isForth = !existsSync(filesOf(dir).back)
  const { step } = readRestore(dir) ?? {}
  return isForth && step === 'replacing' && !existsSync(join(unpackFolder(dir), databaseName))
}

/** The book, or a file that SQLite keeps beside it. */
function isBook(path: string): boolean {
  return path.startsWith(databaseName)
}

async function ifFree<T>(dir: DataDir, work: () => Promise<T>): Promise<T | undefined> {
  using lock = takeLock(dir.lock, 'exclusive', 'restore')
  return lock === undefined ? undefined : await work()
}

/** Undefined when no restore is open, and for a file that Daybook did not write. */
function readRestore(dir: DataDir): RestoreJournal | undefined {
  const file = Object.values(filesOf(dir)).find((one) => existsSync(one))
  return file === undefined ? undefined : readForm(schema, readFileSync(file, 'utf8'))
}

/** The journal is renamed once its restore is taken back. */
function filesOf({ root }: DataDir) {
  return { forth: join(root, 'restore.json'), back: join(root, 'restore-back.json') }
}
