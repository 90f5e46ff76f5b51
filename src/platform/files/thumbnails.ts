import { existsSync, rmSync, statSync } from 'node:fs'
import { mkdir, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { writeDurably } from '../disk/durable.ts'
import type { Database } from '../db/database.ts'
import { hasCode } from '../errors.ts'
import type { Log } from '../log.ts'
import { findFile, listStoredOf } from './file-rows.ts'
import type { FileStore } from './store.ts'
import {
  readThumbnailName,
  thumbnailNameOf,
  thumbnailWidths,
  type ThumbnailFile,
} from './thumbnail-names.ts'

/** WebP's, of 100. Measured on photos of 12 megapixels: at 240 pixels 5 to 12 kB. */
const quality = 72

/** A copy is at most so many times as high as it is wide: a strip of a receipt would be no small picture. */
const heightOfWidth = 2

/** A file of at most so many bytes is as good as any copy of it. */
const smallBytes = 6 * 1024

/** Images that wait for their copies: those of a large bulk that are left out are made when they are asked for. */
const waitingMax = 1_000

/** Takes the copies of an image away, with the image or after it. */
export function removeThumbnails(folder: string, hash: string): void {
  for (const width of thumbnailWidths) rmSync(pathIn(folder, { hash, width }), { force: true })
}

/**
 * Smaller copies of stored images, as WebP, in a folder of their own: all of it can be made again, so no backup holds it.
 * One is made at a time, beside the event loop. Where there is no smaller copy to be had (the file is small already, or
 * cannot be read), an empty file says so.
 */
export type Thumbnails = {
  /** The file of a copy, which is made when it is missing; undefined where the image itself serves. */
  find(file: ThumbnailFile): Promise<string | undefined>
  /** Makes the copies of an image that came in, when there is time. */
  later(hash: string): void
  /** Makes those that are missing, and takes away what is left of images that went. */
  bringUp(database: Database, signal: AbortSignal): Promise<void>
  /** Makes no more; comes back when the one under way is done. */
  stop(): Promise<void>
}

export function thumbnailsOf(store: Pick<FileStore, 'path'>, folder: string, log: Log): Thumbnails {
  const waiting: string[] = []
  const stopping = new AbortController()
  let last: Promise<void> = Promise.resolve()
  let isWorking = false
  const inTurn = (work: () => Promise<void>) => (last = last.then(work))
  const isSmall = (hash: string) => sizeOf(store.path('images', hash)) <= smallBytes
  const makeOne = (file: ThumbnailFile) =>
    inTurn(async () => {
      if (stopping.signal.aborted || existsSync(pathIn(folder, file))) return
      await makeAndLog(store, folder, file, log)
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
      await last
    },
  }
}

/** What comes in while the server runs gets its smaller copies at once; what a command brings, when they are asked for. */
export function withThumbnails(store: FileStore, thumbnails: Pick<Thumbnails, 'later'>): FileStore {
  return {
    ...store,
    async put(kind, bytes) {
      const file = await store.put(kind, bytes)
      if (kind === 'images') thumbnails.later(file.hash)
      return file
    },
  }
}

/** What goes wrong here keeps nobody from anything: the image itself is shown. */
async function makeAndLog(
  store: Pick<FileStore, 'path'>,
  folder: string,
  file: ThumbnailFile,
  log: Log,
): Promise<void> {
  try {
    const image = await Bun.file(store.path('images', file.hash)).bytes()
    const path = pathIn(folder, file)
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await writeDurably(path, await smallerOf(image, file.width))
    // It may have gone meanwhile, with the copies that were there then.
    if (!existsSync(store.path('images', file.hash))) rmSync(path, { force: true })
  } catch (error) {
    if (hasCode(error, ['ENOENT'])) return
    log.warn(`No smaller copy of the image ${file.hash} could be kept.`, { error })
  }
}

/** Nothing where a copy would not be smaller, or the image cannot be read. */
async function smallerOf(
  image: Uint8Array<ArrayBuffer>,
  width: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const nothing = new Uint8Array()
  try {
    const made = await new Bun.Image(image)
      .resize(width, width * heightOfWidth, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality })
      .bytes()
    return made.length < image.length ? new Uint8Array(made) : nothing
  } catch (error) {
    if (hasCode(error, unreadableImage)) return nothing
    throw error
  }
}

/** What Bun.Image says of an image that it cannot read or write on this system. */
const unreadableImage = [
  'ERR_IMAGE_FORMAT_UNSUPPORTED',
  'ERR_IMAGE_TOO_MANY_PIXELS',
  'ERR_IMAGE_DECODE_FAILED',
  'ERR_IMAGE_ENCODE_FAILED',
  'ERR_IMAGE_UNKNOWN_FORMAT',
]

/** 0 for a file that is not there. */
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
