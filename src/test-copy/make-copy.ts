import { existsSync, mkdirSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { CopyFacts } from '../accounts/test-keys/with-test-keys.ts'
import { takeLock } from '../platform/db/instance-lock.ts'
import { newestSchema } from '../platform/db/migrate.ts'
import { dataDir, findFreeBytes } from '../platform/disk/data-dir.ts'
import { filesBelow, removeFile, syncFileNow, writeDurably } from '../platform/disk/durable.ts'
import { AppError } from '../platform/errors.ts'
import { isJsonObject, parseOrNothing } from '../platform/json/json.ts'
import { askCopy } from './ask-copy.ts'

/** Bytes that tests leave free on the disk for the book: 256 MiB. */
const roomLeftBytes = 256 * 1024 * 1024

const bytesPerMb = 1_000_000

export type CopyPlace = {
  /** The folder of the copy. */
  folder: string
  /** The book's file. */
  book: string
  /** The free bytes on the disk. Default: ask the system. */
  freeBytes?: (() => Promise<number>) | undefined
}

/**
 * Makes a new copy. The copy is valid once its note exists. Any process that removes the note discards the copy. Throws AppError
 * `out_of_space` before the disk is full.
 */
export async function makeCopy(place: CopyPlace, now: number, signal: AbortSignal): Promise<void> {
  const { folder, book } = place
  await throwAway(folder)
  await requireRoom(place, (await stat(book)).size)
  mkdirSync(folder, { mode: 0o700 })
  const { database } = dataDir(folder)
  await askCopy({ book, copy: database }, signal)
  syncFileNow(database)
  const note = JSON.stringify({ schema: newestSchema('book'), madeAt: now })
  await writeDurably(noteOf(folder), new TextEncoder().encode(note))
}

/** Removes the note first: a copy without all its parts must not be valid. */
export async function throwAway(folder: string): Promise<void> {
  await removeFile(noteOf(folder))
  await removeFile(folder)
}

/** Like `throwAway`, beside a server. The server keeps the copy open while it uses it, and then removes what is left. */
export async function throwAwayBeside(folder: string): Promise<void> {
  if (!existsSync(folder)) return
  await removeFile(noteOf(folder))
  const lock = takeLock(dataDir(folder).lock, 'exclusive', 'key')
  if (lock === undefined) return
  lock.release()
  await removeFile(folder)
}

/** Throws AppError `out_of_space` when the disk would have too little space left. */
export async function requireRoom(place: CopyPlace, bytes: number): Promise<void> {
  const { book, freeBytes = () => findFreeBytes(book) } = place
  const free = await freeBytes()
  if (free - bytes >= roomLeftBytes) return
  const [needed, left, kept] = [bytes, free, roomLeftBytes].map((n) => Math.ceil(n / bytesPerMb))
  throw new AppError(
    'out_of_space',
    `The copy for tests would fill the disk: it needs ${needed} MB beside the ${kept} MB that are left to the book, and ${left} MB are free. Free some, and send the request again.`,
  )
}

/** The note's file. Its time is the copy's last use. */
export function noteOf(folder: string): string {
  return join(folder, 'copy.json')
}

export function isThrownAway(folder: string): boolean {
  return !existsSync(noteOf(folder))
}

/** Undefined without a copy, and for one of another Daybook version. */
export async function findCopy(folder: string): Promise<CopyFacts | undefined> {
  const file = Bun.file(noteOf(folder))
  if (!(await file.exists())) return undefined
  const note = parseOrNothing(await file.text())
  if (!isJsonObject(note) || note['schema'] !== newestSchema('book')) return undefined
  return { madeAt: Number(note['madeAt']), usedAt: file.lastModified, bytes: await bytesIn(folder) }
}

async function bytesIn(folder: string): Promise<number> {
  const names = await filesBelow(folder)
  return names.reduce((sum, name) => sum + Bun.file(join(folder, name)).size, 0)
}
