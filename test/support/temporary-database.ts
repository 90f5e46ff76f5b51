import { lstatSync, mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { dataDir, makeDataDir, type DataDir } from '../../src/platform/disk/data-dir.ts'
import { openServedDatabase, type Database } from '../../src/platform/db/database.ts'
import { AppError, type ErrorCode } from '../../src/platform/errors.ts'

export const dayMs = 24 * 60 * 60 * 1000

/** A quiet Wednesday, 2026-11-25 12:00 UTC: what the clock of a test says unless it matters. */
export const noon = Date.UTC(2026, 10, 25, 12)

/** A data directory that goes when its scope ends. */
export function temporaryDir(): { dir: DataDir } & Disposable {
  const dir = dataDir(mkdtempSync(join(tmpdir(), 'daybook-test-')))
  makeDataDir(dir)
  return {
    dir,
    [Symbol.dispose]: () => rmSync(dir.root, { recursive: true, force: true }),
  }
}

/**
 * The files of a folder that this process has open, as Linux tells. Elsewhere none: Windows says so itself, since such
 * a folder cannot be removed.
 */
export function openFilesIn(folder: string): string[] {
  if (process.platform !== 'linux') return []
  const own = '/proc/self/fd'
  return readdirSync(own)
    .map((fd) => linkOf(join(own, fd)))
    .filter((file) => file.startsWith(folder))
}

/** Empty for the file through which the list was read, which is closed again. */
function linkOf(file: string): string {
  return lstatSync(file, { throwIfNoEntry: false }) === undefined ? '' : readlinkSync(file)
}

export type TemporaryDatabase = { dir: DataDir; database: Database } & AsyncDisposable

/** A database as the server opens it, in a directory of its own; both go when the scope ends. */
export function temporaryDatabase(now = noon): TemporaryDatabase {
  const { dir, [Symbol.dispose]: remove } = temporaryDir()
  const database = openServedDatabase(dir, now)
  return {
    dir,
    database,
    async [Symbol.asyncDispose]() {
      await database.close()
      remove()
    },
  }
}

/** A clock that stands until the test moves it. */
export type SetClock = { now(): number; at(time: number): void; pass(ms: number): void }

export function setClock(start = noon): SetClock {
  let time = start
  return {
    now: () => time,
    at(to) {
      time = to
    },
    pass(ms) {
      time += ms
    },
  }
}

/** What some work throws; fails when it succeeds. */
export async function errorOf(work: Promise<unknown> | (() => unknown)): Promise<unknown> {
  try {
    await (typeof work === 'function' ? work() : work)
  } catch (error) {
    return error
  }
  throw new Error('Nothing was thrown.')
}

/** The refusal of some work; fails when it succeeds or throws anything else. */
export async function refusalOf(work: Promise<unknown> | (() => unknown)): Promise<AppError> {
  const error = await errorOf(work)
  if (error instanceof AppError) return error
  throw error
}

/** Its code alone. */
export async function codeOf(work: Promise<unknown> | (() => unknown)): Promise<ErrorCode> {
  return (await refusalOf(work)).code
}

/** Comes back when `seen` is true, trying at every turn of the event loop; the test's own time limit ends it. */
export async function until(seen: () => boolean): Promise<void> {
  while (!seen()) await new Promise((resolve) => setImmediate(resolve))
}

/** Lets everything that is ready run. */
export async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve))
}
