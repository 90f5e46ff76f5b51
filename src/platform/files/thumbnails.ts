import { existsSync, rmSync, statSync } from 'node:fs'
import { mkdir, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { writeDurably } from '../disk/durable.ts'
import type { Database } from '../db/database.ts'
import { hasCode } from '../errors.ts'
import type { Log } from '../log.ts'
import { shrinkProcess, type ShrinkProcess } from './shrink-process.ts'
import { findFile, listStoredOf } from './file-rows.ts'
import type { FileStore } from './store.ts'
import {
  readThumbnailName,
  thumbnailNameOf,
  thumbnailWidths,
  type ThumbnailFile,
} from './thumbnail-names.ts'

/** An image of at most this many bytes gets no copy. */
const smallBytes = 6 * 1024

/** The most images that wait for copies. For the rest of a large bulk, copies are made on first use. */
const waitingMax = 1_000

/** Deletes the copies of an image, together with the image or later. */
export function removeThumbnails(folder: string, hash: string): void {
  for (const width of thumbnailWidths) rmSync(pathIn(folder, { hash, width }), { force: true })
}

/**
 * Smaller copies of stored images, as WebP, in a folder of their own. No backup contains them, because all can be made again. One copy is
 * made at a time, in a separate process. Where no smaller copy exists (the image is small already, or unreadable), an empty file records
 * that.
 */
export type Thumbnails = {
  /** The file of a copy, made when missing. Undefined where the image itself serves. */
  find(file: ThumbnailFile): Promise<string | undefined>
  /** Makes the copies of a new image, when there is time. */
  later(hash: string): void
  /** Makes missing copies, and deletes copies of deleted images. */
  bringUp(database: Database, signal: AbortSignal): Promise<void>
  /** Makes no more copies, and ends the current one. */
  stop(): Promise<void>
}

export function thumbnailsOf(
  store: Pick<FileStore, 'path'>,
  folder: string,
  log: Log,
  process: ShrinkProcess = shrinkProcess(),
): Thumbnails {
  const waiting: string[] = []
  const stopping = new AbortController()
  let last: Promise<void> = Promise.resolve()
  let isWorking = false
  const inTurn = (work: () => Promise<void>) => (last = last.then(work))
  const isSmall = (hash: string) => sizeOf(store.path('images', hash)) <= smallBytes
  const makeOne = (file: ThumbnailFile) =>
    inTurn(async () => {
      if (stopping.signal.aborted || existsSync(pathIn(folder, file))) return
      await makeAndLog({ store, folder, log, process, signal: stopping.signal }, file)
    })
  const makeAll = async (hash: string) => {
    if (isSmall(hash)) return
    for (const width of thumbnailWidths) await makeOne({ hash, width })
  }
  const work = async () => {
    isWorking = true
    for (let hash = waiting.shift(); hash !== undefined; hash = waiting.shift()) await makeAll(hash)
    isWorking = false
  }
  return {
    async find(file) {
      if (isSmall(file.hash)) return undefined
      const path = pathIn(folder, file)
      if (!existsSync(path)) await makeOne(file)
      return sizeOf(path) > 0 ? path : undefined
    },
    later(hash) {
      if (stopping.signal.aborted || waiting.length >= waitingMax) return
      waiting.push(hash)
      if (!isWorking) void work()
    },
    async bringUp({ read }, signal) {
      for (const name of await namesIn(folder)) {
        const hash = readThumbnailName(name)?.hash
        const isKnown = hash !== undefined && findFile(read).get({ kind: 'images', hash })
        if (!isKnown) rmSync(join(folder, name.slice(0, 2), name), { force: true })
      }
      for (const { hash } of listStoredOf(read).all({ kind: 'images' })) {
        if (signal.aborted) return
        await makeAll(hash)
      }
    },
    async stop() {
      stopping.abort()
      waiting.length = 0
      process.stop()
      await last
    },
  }
}

/** Images that arrive while the server runs get smaller copies at once. Images that a command brings get them on first use. */
export function withThumbnails(store: FileStore, thumbnails: Pick<Thumbnails, 'later'>): FileStore {
  return {
    ...store,
    async put(kind, bytes, hash) {
      const file = await store.put(kind, bytes, hash)
      if (kind === 'images') thumbnails.later(file.hash)
      return file
    },
  }
}

type Making = {
  store: Pick<FileStore, 'path'>
  folder: string
  log: Log
  process: ShrinkProcess
  signal: AbortSignal
}

/** An error here blocks nothing: the image itself is shown. */
async function makeAndLog(making: Making, file: ThumbnailFile): Promise<void> {
  const { store, folder, log } = making
  try {
    const made = await smallerOf(making, file)
    if (made === undefined) return
    const path = pathIn(folder, file)
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await writeDurably(path, made)
    // The image may have been deleted meanwhile, with the copies that existed then.
    if (!existsSync(store.path('images', file.hash))) rmSync(path, { force: true })
  } catch (error) {
    if (hasCode(error, ['ENOENT'])) return
    log.warn(`No smaller copy of the image ${file.hash} could be kept.`, { error })
  }
}

/**
 * Empty for an image that makes the process fail, because it would fail again. Undefined when the image is not to blame: it is missing, the
 * computer is too busy, or Daybook stops.
 */
async function smallerOf(
  { store, process, log, signal }: Making,
  { hash, width }: ThumbnailFile,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const path = store.path('images', hash)
  if (!existsSync(path)) return undefined
  const shrunk = await process.shrink(path, width)
  if ('bytes' in shrunk) return shrunk.bytes
  const { ended } = shrunk
  if (signal.aborted) return undefined
  log.warn(`No smaller copy of the image ${hash} was made.`, ended)
  return ended.tookTooMuch === 'clock' ? undefined : new Uint8Array()
}

/** 0 for a missing file. */
function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}

function pathIn(folder: string, file: ThumbnailFile): string {
  return join(folder, file.hash.slice(0, 2), thumbnailNameOf(file))
}

async function namesIn(folder: string): Promise<string[]> {
  if (!existsSync(folder)) return []
  const folders = await readdir(folder, { withFileTypes: true })
  const names = await Promise.all(
    folders.filter((entry) => entry.isDirectory()).map(({ name }) => readdir(join(folder, name))),
  )
  return names.flat()
}
