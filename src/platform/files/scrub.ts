import { statSync } from 'node:fs'
import { Type } from '@sinclair/typebox'
import { and, eq, gte, lt } from 'drizzle-orm'
import type { Database } from '../db/database.ts'
import { query, type Conn, type Params } from '../db/connection.ts'
import { declareSetting, readSetting, writeSetting } from '../settings.ts'
import { files } from '../tables.ts'
import { sha256Text } from '../forms.ts'
import { isHeldUp } from '../disk/durable.ts'
import { findFile } from './file-rows.ts'
import { fileKinds, type FileKind, type FileStore } from './store.ts'

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

/** The same inside a running write. */
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
