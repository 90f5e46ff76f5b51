import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type NeededFile, listNeededFiles } from '../backup/database-facts.ts'
import type { Conn } from '../db/connection.ts'
import type { DataDir } from '../disk/data-dir.ts'
import { hashFile, syncFolder, writeDurably } from '../disk/durable.ts'
import { AppError, problemOf } from '../errors.ts'
import { type Place, limitedPlace } from '../offsite/place.ts'
import type { Log } from '../log.ts'
import { type Clock, sleep } from '../time.ts'
import { bookFolder } from './claims.ts'
import { keptDays } from './litestream.ts'

// Documents and images beside a book that Litestream copies. They are named by their SHA-256, so each is copied once, and every moment of
// the book finds its files.

const filesFolder = 'files'
const goneName = 'files-gone.json'

/** The largest document or image that is fetched from a place, in bytes. No accepted file is larger. */
const fileBytesMax = 512 * 1024 * 1024

const nameOf = (path: string) => `${filesFolder}/${path}`

/** Copies files that the place does not have yet. */
type FileCopies = {
  /** Returns how many files were not copied because they are damaged on this disk. Throws AppError when the place accepts nothing. */
  bringUp(signal: AbortSignal): Promise<number>
  /** Deletes files that no restorable moment needs. */
  removeGone(now: number): Promise<void>
}

export function fileCopies(dir: DataDir, place: Place, read: Conn): FileCopies {
  let there: Set<string> | undefined
  const known = async () => (there ??= new Set(await place.list(filesFolder)))
  return {
    async bringUp(signal) {
      const present = await known()
      let left = 0
      for (const { path, sha256 } of listNeededFiles(read.$client)) {
        if (signal.aborted || present.has(nameOf(path))) continue
        const bytes = await wholeFile(join(dir.root, path), sha256)
        if (bytes === undefined) left++
        else {
          await place.write(nameOf(path), bytes)
          present.add(nameOf(path))
        }
      }
      return left
    },
    async removeGone(now) {
      const present = await known()
      const needed = new Set(listNeededFiles(read.$client).map(({ path }) => nameOf(path)))
      const names = [...present].filter((name) => !needed.has(name))
      await removeGone(place, { note: goneName, names, now }, async (name) => {
        await place.remove(name)
        present.delete(name)
      })
    },
  }
}

/** Undefined when the file is missing, or its bytes do not match its name. */
async function wholeFile(file: string, sha256: string) {
  if (!existsSync(file)) return undefined
  const bytes = new Uint8Array(await readFile(file))
  return Bun.SHA256.hash(bytes, 'hex') === sha256 ? bytes : undefined
}

/**
 * Fetches a file from the place into a folder, unless it is there already. False when the place has no complete copy. Throws AppError when
 * the place does not answer.
 */
export async function fetchFile(
  place: Place,
  root: string,
  { path, sha256, bytes: bytesMax }: NeededFile,
): Promise<boolean> {
  const file = join(root, path)
  if (existsSync(file) && (await hashFile(file)).sha256 === sha256) return true
  const bytes = await readWhole(place, nameOf(path), Math.min(bytesMax, fileBytesMax))
  if (bytes === undefined || Bun.SHA256.hash(bytes, 'hex') !== sha256) return false
  await writeDurably(file, bytes)
  await syncFolder(dirname(file))
  return true
}

/** A file larger than its row says is the wrong file. */
async function readWhole(place: Place, name: string, bytesMax: number) {
  try {
    return await place.read(name, bytesMax)
  } catch (error) {
    if (error instanceof AppError && error.code === 'invalid_request') return undefined
    throw error
  }
}

/** How often to look for new files, in milliseconds. */
const lookEveryMs = 5_000

/** How long one document or image may take over a slow line, in milliseconds. */
const fileLimitMs = 10 * 60_000

/** How often to look for unneeded copies in the place, in milliseconds. */
const cleanEveryMs = 24 * 60 * 60 * 1000

type Copying = {
  dir: DataDir
  clock: Clock
  log: Log
  place: Place
  /** The number of its own claim. */
  epoch: number
  read: Conn
  /** Whether the place answered a moment ago. */
  isThere(): boolean
  isOver(): boolean
  signal: AbortSignal
  /** `waiting`: how many files could not be copied. Undefined: unknown. */
  tell(how: { problem: string | null; waiting?: number }): void
}

/** Copies documents and images to the place, apart from the beats: a large file over a slow line must not delay those. */
export async function copyFilesAgainAndAgain(copying: Copying): Promise<void> {
  const { dir, clock, log, read, signal, tell } = copying
  const place = limitedPlace(copying.place, { limitMs: fileLimitMs, signal })
  let copies = fileCopies(dir, place, read)
  let cleanedAt = 0
  while (!copying.isOver()) {
    try {
      // The place's content may have changed when the drive comes back.
      if (!copying.isThere()) copies = fileCopies(dir, place, read)
      else {
        tell({ problem: null, waiting: await copies.bringUp(signal) })
        const now = clock.now()
        if (Math.abs(now - cleanedAt) > cleanEveryMs) {
          await copies.removeGone(now)
          await removeOldBooks(place, copying.epoch, now)
          cleanedAt = now
        }
      }
    } catch (error) {
      tell({ problem: problemOf(error) })
      if (!signal.aborted) log.warn(`Files could not be copied: ${problemOf(error)}`, { error })
      copies = fileCopies(dir, place, read)
    }
    await sleep(lookEveryMs, signal)
  }
}

const noteName = 'books-gone.json'

/**
 * Deletes the books of replaced claims once none of their moments is kept any more. Only for the holder of claim `epoch`, and only once its
 * own book is in the place: until then an earlier book is the only copy.
 */
export async function removeOldBooks(place: Place, epoch: number, now: number): Promise<void> {
  const own = bookFolder(epoch)
  const books = Map.groupBy(await place.list('book'), folderOf)
  if (!books.has(own)) return
  // All claim numbers have the same number of digits.
  const old = [...books.keys()].filter((folder) => folder < own)
  await removeGone(place, { note: noteName, names: old, now }, async (folder) => {
    for (const name of books.get(folder) ?? []) await place.remove(name)
    // On a disk this deletes the folder. S3 has no object of that name.
    await place.remove(folder)
  })
}

/** "book/00000001" for a file in it. */
function folderOf(name: string): string {
  return name.split('/', 2).join('/')
}

/** A file or book that no restorable moment needs is deleted this long after that was first seen, in milliseconds. */
const goneKeptMs = (keptDays + 1) * 24 * 60 * 60 * 1000

/** The largest note of files, in bytes: some hundred for each of a million. */
const noteBytesMax = 128 * 1024 * 1024

/** `note`: a file of the place that records since when each file is unneeded, by the observer's clock. */
type Gone = { note: string; names: readonly string[]; now: number }

/** Deletes files that were unneeded for long enough, and records the rest. */
async function removeGone(
  place: Place,
  { note, names, now }: Gone,
  remove: (name: string) => Promise<void>,
): Promise<void> {
  const before = sinceIn(await place.read(note, noteBytesMax))
  const left: Record<string, number> = {}
  for (const name of names) {
    const since = Math.min(before[name] ?? now, now)
    if (now - since < goneKeptMs) left[name] = since
    else await remove(name)
  }
  await place.write(note, new TextEncoder().encode(JSON.stringify(left)))
}

function sinceIn(bytes: Uint8Array | undefined): Record<string, number> {
  if (bytes === undefined) return {}
  const found: unknown = JSON.parse(new TextDecoder().decode(bytes))
  if (!(found instanceof Object)) return {}
  return Object.fromEntries(
    Object.entries(found).filter((entry): entry is [string, number] => Number.isFinite(entry[1])),
  )
}
