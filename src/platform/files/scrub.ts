import { statSync } from 'node:fs'
import { Type } from '@sinclair/typebox'
import { and, eq, gte, lt } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { type Conn, type Params, query } from '../db/connection.ts'
import { declareSetting, readSetting, writeSetting } from '../settings.ts'
import { files } from '../tables.ts'
import { sha256Text } from '../forms.ts'
import { isHeldUp } from '../disk/durable.ts'
import { deleteAllMarked, findFile } from './file-rows.ts'
import { type FileKind, type FileStore, fileKinds } from './store.ts'
import { stat } from 'node:fs/promises'
import { hasCode } from '../errors.ts'
import type { Log } from '../log.ts'

/** Files are checked by the first two digits of their SHA-256: one folder of each kind at a time. */
const folders = 256

/** Folders a day: all of them in 26 days of running. */
const foldersPerDay = 10

/** The most broken files that are remembered: more means a broken disk, and the first ones show that. */
const brokenMax = 200

export const scrubSetting = declareSetting({
  name: 'files.scrub',
  schema: Type.Object({
    /** The next folder to check. */
    next: Type.Integer({ minimum: 0, maximum: folders - 1 }),
    broken: Type.Array(
      Type.Object({
        kind: Type.Union(fileKinds.map((kind) => Type.Literal(kind))),
        hash: sha256Text,
        /** When the file was last written, in milliseconds since the epoch. Null when it is missing. */
        writtenAt: Type.Union([Type.Number(), Type.Null()]),
      }),
    ),
  }),
  default: { next: 0, broken: [] },
})

export type StoredName = { kind: FileKind; hash: string }

/** A stored file that is missing, or whose bytes do not match its name. */
type BrokenFile = StoredName & { writtenAt: number | null }

export type Scrubbed = { database: Database; store: FileStore }

/**
 * Reads a day's share of all stored files and records the broken ones, so that damage is found while an older backup still has the bytes.
 * Stops between two folders on the signal, and continues there next time.
 */
export async function scrubFiles(
  { database, store }: Scrubbed,
  signal: AbortSignal,
): Promise<void> {
  for (let looked = 0; looked < foldersPerDay && !signal.aborted; looked++) {
    const { next } = readSetting(database.read, scrubSetting)
    const found = await findBroken({ database, store }, next)
    await database.write((conn) => note(conn, store, found, (next + 1) % folders))
  }
}

/** Records broken files that another check found. */
export async function noteBroken(
  { database, store }: Scrubbed,
  found: readonly StoredName[],
): Promise<void> {
  if (found.length > 0) await database.write((conn) => noteBrokenNow(conn, store, found))
}

/** Like `noteBroken`, inside a running write. */
export function noteBrokenNow(conn: Conn, store: FileStore, found: readonly StoredName[]): void {
  const broken = found.map((file) => seen(store, file))
  note(conn, store, broken)
}

/** Stored files that were found broken, are still needed, and have not been written again since. */
export function listBroken(conn: Conn, store: FileStore): BrokenFile[] {
  return readSetting(conn, scrubSetting).broken.filter(
    ({ kind, hash, writtenAt }) =>
      findFile(conn).get({ kind, hash })?.state === 'stored' &&
      seen(store, { kind, hash }).writtenAt === writtenAt,
  )
}

async function findBroken({ database, store }: Scrubbed, folder: number): Promise<BrokenFile[]> {
  const broken: BrokenFile[] = []
  // After the last folder comes a letter that no SHA-256 has.
  const below = folder + 1 === folders ? 'g' : nameOf(folder + 1)
  for (const file of listStored(database.read).all({ from: nameOf(folder), below })) {
    if (await isBroken(store, file)) broken.push(seen(store, file))
  }
  return broken
}

function nameOf(folder: number): string {
  return folder.toString(16).padStart(2, '0')
}

async function isBroken(store: FileStore, { kind, hash }: { kind: FileKind; hash: string }) {
  try {
    return !(await store.isWhole(kind, hash))
  } catch (error) {
    // Another program has the file open: the next round reads it.
    if (isHeldUp(error)) return false
    throw error
  }
}

function note(
  conn: Conn,
  store: FileStore,
  found: readonly BrokenFile[],
  next = readSetting(conn, scrubSetting).next,
): void {
  const known = listBroken(conn, store).filter(
    ({ kind, hash }) => !found.some((file) => file.kind === kind && file.hash === hash),
  )
  writeSetting(conn, scrubSetting, { next, broken: [...found, ...known].slice(0, brokenMax) })
}

function seen(store: FileStore, { kind, hash }: { kind: FileKind; hash: string }): BrokenFile {
  if (!store.has(kind, hash)) return { kind, hash, writtenAt: null }
  const found = statSync(store.path(kind, hash), { throwIfNoEntry: false })
  return { kind, hash, writtenAt: found?.mtimeMs ?? null }
}

const listStored = query((conn, { from, below }: Params<{ from: string; below: string }>) =>
  conn
    .select({ kind: files.kind, hash: files.hash })
    .from(files)
    .where(and(eq(files.state, 'stored'), gte(files.hash, from), lt(files.hash, below))),
)

/** Files checked in one step. */
const filesPerSlice = 20

type Cleaning = {
  database: Database
  store: FileStore
  /** Files written since this time (ms since the epoch) may belong to commands that are still to come. */
  before: number
}

/**
 * Deletes what a crash left: files without a row, unfinished files, and rows whose deletion stopped halfway. Only for the holder of the
 * instance lock. Returns how many files were deleted.
 */
export async function removeLeftovers(cleaning: Cleaning, signal: AbortSignal): Promise<number> {
  let removed = await deleteAllMarked(cleaning, signal)
  for (const kind of fileKinds) {
    for await (const names of cleaning.store.list(kind)) {
      for (let start = 0; start < names.length; start += filesPerSlice) {
        if (signal.aborted) return removed
        removed += await removeUnknown(cleaning, kind, names.slice(start, start + filesPerSlice))
      }
    }
  }
  return removed
}

/** Removes leftovers in the background of a running server. `stop` waits for the current slice. */
export function startCleaning(cleaning: Cleaning, log: Log): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const cleaned = cleanAndLog(cleaning, stopping.signal, log)
  return {
    async stop() {
      stopping.abort()
      await cleaned
    },
  }
}

/** Nobody awaits it, and an error must not end the process. */
async function cleanAndLog(cleaning: Cleaning, signal: AbortSignal, log: Log): Promise<void> {
  try {
    const removed = await removeLeftovers(cleaning, signal)
    if (removed > 0) log.info(`Files that a crash had left behind were removed: ${removed}.`)
  } catch (error) {
    log.error('The files that a crash left could not be removed.', { error })
  }
}

/** Under the write lock nobody can link a file while it is deleted. A later command puts the file again (see linkFile). */
async function removeUnknown(
  { database, store, before }: Cleaning,
  kind: FileKind,
  names: readonly string[],
): Promise<number> {
  const unknown = names.filter((hash) => findFile(database.read).get({ kind, hash }) === undefined)
  const ages = await Promise.all(unknown.map((name) => modifiedAt(store.path(kind, name))))
  const old = unknown.filter((_, index) => (ages[index] ?? before) < before)
  if (old.length === 0) return 0
  return await database.write(
    (conn) => {
      const left = old.filter(
        (hash) =>
          findFile(conn).get({ kind, hash }) === undefined &&
          isOlder(store.path(kind, hash), before),
      )
      return left.filter((name) => store.remove(kind, name)).length
    },
    { alone: true },
  )
}

/** The file may have been put again since it was listed. */
function isOlder(file: string, before: number): boolean {
  const found = statSync(file, { throwIfNoEntry: false })
  return found !== undefined && found.mtimeMs < before
}

/** Undefined when the file was deleted meanwhile. */
async function modifiedAt(file: string): Promise<number | undefined> {
  try {
    return (await stat(file)).mtimeMs
  } catch (error) {
    if (hasCode(error, ['ENOENT'])) return undefined
    throw error
  }
}
