import type { Conn } from '../db/connection.ts'
import type { DataDir } from '../disk/data-dir.ts'
import { problemOf } from '../errors.ts'
import type { Log } from '../log.ts'
import { limitedPlace } from '../offsite/limited-place.ts'
import type { Place } from '../offsite/place.ts'
import { sleep } from '../sleep.ts'
import type { Clock } from '../time.ts'
import { fileCopies } from './file-copies.ts'
import { bookFolder } from './claims.ts'
import { removeGone } from './gone.ts'

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
