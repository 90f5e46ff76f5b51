import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { Conn } from '../db/connection.ts'
import type { Database } from '../db/database.ts'
import { AppError, problemOf } from '../errors.ts'
import { sealedText, sha256Text, webAddressText } from '../forms.ts'
import type { Log } from '../log.ts'
import { endedBy, openPlace, placeSchema, type Place, type PlaceAddress } from './place.ts'
import type { Secrets } from '../secrets.ts'
import { clearSetting, declareSetting, readSetting, writeSetting } from '../settings.ts'
import { listStoredOf } from '../files/file-rows.ts'
import { imageTypes, readImageName, storedImageKind } from '../files/images.ts'
import type { FileStore } from '../files/store.ts'
import { readThumbnailName, thumbnailNameOf, thumbnailWidths } from '../files/thumbnail-names.ts'
import type { Thumbnails } from '../files/thumbnails.ts'

/** How often to look for images that are not in the place yet, in milliseconds. */
const lookEveryMs = 60_000

/** After this many looks (an hour) the place is asked for its list: somebody may have emptied it. */
const looksPerList = 60

/** The folder in the place, named like the path of images here. */
const folder = 'images'

/** An image, and each of its smaller copies. */
const filesOfImage = 1 + thumbnailWidths.length

/** Where images are published, and the public address of that place. Null: nowhere. */
export const publishingSetting = declareSetting({
  name: 'images.published',
  schema: Type.Union([
    Type.Null(),
    Type.Object({ place: placeSchema, secret: sealedText, url: webAddressText }),
  ]),
  default: null,
})

/** Hashes of images that may be in the place: images deleted here must be deleted there too, also after a restart. */
export const sentSetting = declareSetting({
  name: 'images.published.sent',
  schema: Type.Array(sha256Text),
  default: [],
})

/** Why images could not be published the last time. Null when they could. */
export const problemSetting = declareSetting({
  name: 'images.published.problem',
  schema: Type.Union([Type.Null(), Type.String()]),
  default: null,
})

type SettingDeps = { database: Database; secrets: Secrets }

export type Publishing = { place: PlaceAddress; secret: string; url: string }

/** Publishes images there from now on. `secret`: that of the S3 access key, empty for a folder. Throws AppError `invalid_request`. */
export async function publishImages(
  { database, secrets }: SettingDeps,
  { place, secret, url }: Publishing,
): Promise<void> {
  openPlace(place, secret)
  const address = url.replace(/\/+$/, '')
  if (!Value.Check(webAddressText, address)) {
    throw new AppError(
      'invalid_request',
      'The public address must be a plain one, such as https://images.example.com/shop.',
    )
  }
  const kept = { place, secret: await secrets.seal(secret), url: address }
  await database.write((conn) => {
    const before = readSetting(conn, publishingSetting)
    writeSetting(conn, publishingSetting, kept)
    if (!Bun.deepEquals(before?.place, place)) writeSetting(conn, sentSetting, [])
  })
}

/** Published images stay in the place. */
export async function publishNoImages({ database }: Pick<SettingDeps, 'database'>): Promise<void> {
  await database.write((conn) => {
    for (const setting of [publishingSetting, sentSetting]) clearSetting(conn, setting)
  })
}

/** Undefined while none are published. */
export function shownPublishing(conn: Conn): ShownPublishing | undefined {
  const setting = readSetting(conn, publishingSetting)
  if (setting === null) return undefined
  const problem = readSetting(conn, problemSetting)
  return { place: setting.place, url: setting.url, problem }
}

/** `problem`: why the last time failed. Null when it worked. */
type ShownPublishing = { place: PlaceAddress; url: string; problem: string | null }

/**
 * Copies of product images in a public place, under the same names. An image counts as published once it and all its smaller copies are
 * there. Until then, and while the place fails, this server serves the image.
 */
export type PublishedImages = {
  /** The published address of a file. Undefined when it is not published. */
  addressOf(name: string): string | undefined
  /** Checks the place, uploads missing images and deletes obsolete ones. Throws AppError `unavailable`, `conflict`. */
  bringUp(): Promise<void>
  /** Does so regularly. */
  start(): void
  stop(): Promise<void>
}

type PublishedDeps = SettingDeps & {
  store: FileStore
  thumbnails: Pick<Thumbnails, 'find'>
  log: Log
}

export function publishedImages(deps: PublishedDeps): PublishedImages {
  const { database, log } = deps
  const stopping = new AbortController()
  let opened: (Opened & { key: string; url: string }) | undefined
  let last: Promise<unknown> = Promise.resolve()
  let timer: ReturnType<typeof setInterval> | undefined
  let looks = 0
  const open = async (isListed: boolean) => {
    const setting = readSetting(database.read, publishingSetting)
    const key = JSON.stringify(setting)
    if (setting === null) return undefined
    if (!isListed && opened?.key === key) return opened
    const secret = await requireSecret(deps.secrets, setting)
    const place = endedBy(openPlace(setting.place, secret), stopping.signal)
    return { key, place, url: setting.url, hashes: await wholeImages(place) }
  }
  const note = async (problem: string | null) => {
    await database.write((conn) => writeSetting(conn, problemSetting, problem))
  }
  const bringUp = async (isListed: boolean) => {
    const before = readSetting(database.read, problemSetting)
    try {
      opened = await open(isListed)
      if (opened !== undefined) await level(deps, opened, stopping.signal)
      if (!stopping.signal.aborted && before !== null) await note(null)
    } catch (error) {
      // No browser is redirected to a place in an unknown state.
      opened = undefined
      const problem = problemOf(error)
      // Logged once, however long a place fails.
      if (!stopping.signal.aborted && problem !== before) {
        log.warn('Images could not be published.', { error })
        await note(problem)
      }
      throw error
    }
  }
  const inTurn = (isListed: boolean) => {
    const turn = last.then(() => bringUp(isListed))
    last = Promise.allSettled([turn])
    return turn
  }
  const look = () => void Promise.allSettled([inTurn(looks++ % looksPerList === 0)])
  return {
    addressOf(name) {
      const hash = readImageName(name)?.hash ?? readThumbnailName(name)?.hash
      if (opened === undefined || hash === undefined || !opened.hashes.has(hash)) return undefined
      return `${opened.url}/${folder}/${name}`
    },
    bringUp: () => inTurn(true),
    start() {
      timer = setInterval(look, lookEveryMs)
      look()
    },
    async stop() {
      clearInterval(timer)
      stopping.abort()
      await last
    },
  }
}

/** The hashes of images that have all their files in the place. */
async function wholeImages(place: Place): Promise<Set<string>> {
  const counts = new Map<string, number>()
  for (const path of await place.list(folder)) {
    const name = path.slice(path.lastIndexOf('/') + 1)
    const hash = readImageName(name)?.hash ?? readThumbnailName(name)?.hash
    if (hash !== undefined) counts.set(hash, (counts.get(hash) ?? 0) + 1)
  }
  return new Set([...counts].filter(([, count]) => count >= filesOfImage).map(([hash]) => hash))
}

/** `hashes`: of images that are published completely. */
type Opened = { place: Place; hashes: Set<string> }

async function level(
  deps: PublishedDeps,
  { place, hashes }: Opened,
  signal: AbortSignal,
): Promise<void> {
  const stored = new Set<string>()
  for (const { hash } of listStoredOf(deps.database.read).all({ kind: 'images' })) stored.add(hash)
  // Other files there may be another Daybook's: only files sent from here are deleted.
  const sent = new Set(readSetting(deps.database.read, sentSetting))
  const gone = sent.difference(stored)
  for (const hash of gone) hashes.delete(hash)
  await noteSent(deps.database, sent, sent.union(stored))
  for (const hash of gone) {
    if (signal.aborted) return
    for (const name of namesOf(hash)) await place.remove(`${folder}/${name}`)
  }
  await noteSent(deps.database, sent.union(stored), stored)
  for (const hash of stored) {
    if (signal.aborted) return
    if (!hashes.has(hash) && (await publish(deps, place, hash))) hashes.add(hash)
  }
}

/**
 * Recorded before an image is uploaded, and after obsolete ones were deleted: if something fails in between, the next look deletes the
 * rest.
 */
async function noteSent(
  database: Database,
  before: ReadonlySet<string>,
  sent: ReadonlySet<string>,
): Promise<void> {
  if (before.size === sent.size && before.isSubsetOf(sent)) return
  await database.write((conn) => writeSetting(conn, sentSetting, [...sent]))
}

/** Every name that an image and its copies may have. */
function namesOf(hash: string): string[] {
  const images = Object.keys(imageTypes).map((extension) => `${hash}.${extension}`)
  return [...images, ...thumbnailWidths.map((width) => thumbnailNameOf({ hash, width }))]
}

/** Returns false for an image that is missing on the disk. Without a smaller copy the image itself is uploaded in its place. */
async function publish(
  { store, thumbnails }: PublishedDeps,
  place: Place,
  hash: string,
): Promise<boolean> {
  const extension = await storedImageKind(store, hash)
  if (extension === undefined) return false
  const bytes = await Bun.file(store.path('images', hash)).bytes()
  for (const width of thumbnailWidths) {
    const copy = await thumbnails.find({ hash, width })
    const name = `${folder}/${thumbnailNameOf({ hash, width })}`
    if (copy === undefined) await place.write(name, bytes, imageTypes[extension])
    else await place.write(name, await Bun.file(copy).bytes(), imageTypes.webp)
  }
  await place.write(`${folder}/${hash}.${extension}`, bytes, imageTypes[extension])
  return true
}

/** Throws AppError `conflict` where it cannot be read, as in a book from elsewhere. */
export async function requireSecret(secrets: Secrets, sealed: { secret: string }): Promise<string> {
  const secret = await secrets.open(sealed.secret)
  if (secret !== undefined) return secret
  throw new AppError(
    'conflict',
    'The secret of the place for images is not on this computer: "daybook images set" names it again.',
  )
}
