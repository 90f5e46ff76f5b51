import type { Conn } from '../../../platform/db/connection.ts'
import { AppError } from '../../../platform/errors.ts'
import type { JsonObject } from '../../../platform/json/json.ts'
import {
  type Fields,
  Reading,
  type Values,
  notAllowed,
  readFields,
  refused,
  toJson,
} from '../../../platform/record/read.ts'
import { raiseCatalogueVersion } from '../catalogue-version.ts'
import type { StorefrontDeps } from '../deps.ts'
import { recordHistory, type storefrontActions } from '../history.ts'
import {
  deleteUnusedImages,
  fileOfUrl,
  hashOf,
  imageUrl,
  isStoredFile,
  placeholderFile,
  releaseImage,
  urlCharactersMax,
} from '../images/store-images.ts'
import { slugCharactersMax, slugOf } from '../texts.ts'
import { titleCharactersMax } from './record.ts'
import { closeSync, openSync, readSync, statSync } from 'node:fs'
import { FileGone, linkFile, withStoredFiles } from '../../../platform/files/file-rows.ts'
import { imageHeadBytes, imageKind, judgeImage } from '../../../platform/files/images.ts'
import type { FileStore } from '../../../platform/files/store.ts'

/* The common parts of categories and offers: a display order, a slug and an image. */

export type DisplayKind = {
  noun: 'a category' | 'an offer'
  /** The field with the title. The slug is made from it. */
  titleField: 'name' | 'title'
  /** The actions in account history. */
  actions: Readonly<Record<Exclude<Stored, 'unchanged'> | 'moved', keyof typeof storefrontActions>>
  /** All of them in display order: a shop has tens. */
  list(conn: Conn): Displayed[]
  /** Creates the category or offer of a line, or changes the one with its slug. Throws AppError `invalid_request`. */
  store(conn: Conn, deps: Pick<StorefrontDeps, 'store'>, line: JsonObject, now: number): Stored
  place(conn: Conn, placed: { id: string; sortOrder: number; updatedAt: number }): void
}

/** A category or offer with its title. */
type Displayed = { id: string; slug: string; sortOrder: number; title: string }

/** The result of storing a line. */
export type Stored = 'created' | 'updated' | 'unchanged'

/** The input of a form. */
type DisplayInput = {
  /** Undefined for a new one, which is placed last. */
  id: string | undefined
  title: string
  /** The other fields of a line, without slug and image. */
  line?: JsonObject
  image: PictureInput
  /** The user, for account history. */
  by?: string | undefined
}

/**
 * Creates a category or offer with a slug from its title, or changes the one with an id and keeps its slug. Throws
 * AppError `not_found`, `conflict` and `invalid_request`, the last two with the field.
 */
export async function saveDisplayed(
  deps: StorefrontDeps,
  kind: DisplayKind,
  { id, title, line, image, by }: DisplayInput,
): Promise<{ id: string }> {
  const saved = await writePictured(deps, image, (conn, pictured) => {
    const place =
      id === undefined
        ? newPlace(conn, kind, title)
        : { slug: requireDisplayed(kind.list(conn), kind, id).slug }
    const whole = { ...line, [kind.titleField]: title, ...place, ...pictured }
    const now = deps.clock.now()
    const stored = kind.store(conn, deps, whole, now)
    if (stored !== 'unchanged') {
      const details = { [kind.titleField]: title }
      recordHistory(conn, now, { action: kind.actions[stored], userId: by, details })
    }
    return { id: id ?? kind.list(conn).find(({ slug }) => slug === place.slug)?.id ?? '' }
  })
  if (image !== undefined) await deleteUnusedImages(deps)
  return saved
}

/** Before or after another one. */
type Place = { before: string } | { after: string }

/** Moves a category or offer beside another one. `by` is the user. Throws AppError `not_found`. */
export async function moveDisplayed(
  { database, clock }: StorefrontDeps,
  kind: DisplayKind,
  id: string,
  to: Place,
  by: string,
): Promise<void> {
  await database.write((conn) => {
    const rows = kind.list(conn)
    const moved = replaced(rows, id, to)
    if (moved.length === 0) return
    raiseCatalogueVersion(conn)
    const now = clock.now()
    for (const row of moved) kind.place(conn, { ...row, updatedAt: now })
    const details = { [kind.titleField]: requireDisplayed(rows, kind, id).title }
    recordHistory(conn, now, { action: kind.actions.moved, userId: by, details })
  })
}

/** Throws AppError `not_found`. */
export function requireDisplayed<Row extends { id: string }>(
  rows: readonly Row[],
  { noun }: DisplayKind,
  id: string,
): Row {
  const row = rows.find((one) => one.id === id)
  if (row !== undefined) return row
  throw new AppError('not_found', `There is no such ${noun.split(' ')[1]} any more.`)
}

/** The fields of a line, without the image. Throws AppError `invalid_request` that names the field. */
export function readLine<F extends Fields>(fields: F, line: JsonObject): Partial<Values<F>> {
  const reading = new Reading()
  const values = readFields(fields, line, reading, '', (name) => name === 'image_url')
  reading.requireNoFault()
  return values
}

/** A category or offer as a line that can be imported, with a stored image by its path on this server. */
export function lineOf<F extends Fields>(fields: F, row: Values<F> & { image: string | null }) {
  const { image } = row
  return { ...toJson(fields, row), image_url: image === null ? null : imageUrl(image, '') }
}

/** The refusal of a line without a title. */
export function missingTitle({ titleField }: DisplayKind): AppError {
  return refused({ rule: 'line', max: titleCharactersMax, field: titleField, got: undefined })
}

/** The slug for a line without one. Throws AppError `invalid_request`. */
export function slugOfTitle(title = ''): string {
  const slug = slugOf(title)
  if (slug !== '') return slug
  const allowed = `text of 1 to ${slugCharactersMax} characters with a letter or digit when no name makes one`
  throw notAllowed('slug', allowed, undefined)
}

function newPlace(conn: Conn, { noun, titleField, list }: DisplayKind, title: string) {
  const slug = slugOf(title)
  if (slug === '') {
    const message = `The ${titleField} needs a letter or a digit.`
    throw new AppError('invalid_request', message, { field: titleField })
  }
  const rows = list(conn)
  const holder = rows.find((row) => row.slug === slug)
  if (holder !== undefined) {
    const message = `There is ${noun} “${holder.title}” already.`
    throw new AppError('conflict', message, { field: titleField })
  }
  const last = rows.reduce((behind, { sortOrder }) => Math.max(behind, sortOrder + 1), 0)
  return { slug, sort_order: last }
}

/**
 * The rows whose sort order changes when `id` moves. The sort orders then count from 0. `rows` are all rows in order.
 * Throws AppError `not_found` if either row is missing.
 */
function replaced(rows: readonly Displayed[], id: string, to: Place): Displayed[] {
  const moved = rows.find((row) => row.id === id)
  const others = rows.filter((row) => row.id !== id)
  const beside = others.findIndex((row) => row.id === ('before' in to ? to.before : to.after))
  if (moved === undefined || beside < 0) {
    throw new AppError('not_found', 'The list was changed meanwhile: look at it again.')
  }
  const orders = new Map(rows.map((row) => [row.id, row.sortOrder]))
  return others
    .toSpliced('before' in to ? beside : beside + 1, 0, moved)
    .map((row, sortOrder) => ({ ...row, sortOrder }))
    .filter((row) => orders.get(row.id) !== row.sortOrder)
}

/** The change to the image of a category or offer: base64 of a new image, null to remove it, undefined to keep it. */
type PictureInput = string | null | undefined

/**
 * Stores an image on disk, then runs a command with its `image_url`. Throws AppError `invalid_request` with the field
 * `image` if the bytes are not an image.
 */
async function writePictured<T>(
  { database, store }: StorefrontDeps,
  input: PictureInput,
  command: (conn: Conn, image: JsonObject) => T,
): Promise<T> {
  if (input === undefined) return await database.write((conn) => command(conn, {}))
  if (input === null) return await database.write((conn) => command(conn, { image_url: null }))
  const { bytes, hash, file } = readPicture(input)
  return await withStoredFiles(
    async () => void (await store.put('images', bytes)),
    () =>
      database.write((conn) => {
        if (!store.has('images', hash)) throw new FileGone(file)
        return command(conn, { image_url: imageUrl(file, '') })
      }),
  )
}

function readPicture(base64: string) {
  const bytes = bytesOf(base64)
  const judged = judgeImage(bytes)
  if ('reason' in judged) throw badPicture(`The image ${judged.reason}.`)
  const hash = Bun.SHA256.hash(bytes, 'hex')
  return { bytes, hash, file: `${hash}.${judged.extension}` }
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.fromBase64(base64)
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw badPicture('The image must come in base64.')
  }
}

function badPicture(message: string): AppError {
  return new AppError('invalid_request', message, { field: 'image' })
}

/**
 * The reference of the image in `image_url` (see images/store-images.ts): a URL elsewhere, which is linked and never fetched,
 * or an image stored here. Null means none, undefined keeps the present one. Throws AppError `invalid_request`, also
 * if a stored image is missing.
 */
export function readImage(line: JsonObject, store: FileStore): string | null | undefined {
  const value = line['image_url']
  if (value === undefined || value === null) return value
  const url = typeof value === 'string' ? value.trim() : ''
  const file = fileOfUrl(url)
  if (file === placeholderFile) return null
  if (file !== undefined) return requireStored(store, file)
  if (url.length <= urlCharactersMax && isPublicUrl(url)) return url
  throw notAllowed(
    'image_url',
    `an http or https address of at most ${urlCharactersMax} characters, or null`,
    value,
  )
}

/** Releases the old image and links the new one. The row must already be written. */
export function exchangeImage(
  conn: Conn,
  store: FileStore,
  before: string | null,
  after: string | null,
): void {
  if (before === after) return
  if (after !== null && isStoredFile(after)) {
    const hash = hashOf(after)
    linkFile(conn, store, 'images', { hash, bytes: statSync(store.path('images', hash)).size })
  }
  if (before !== null) releaseImage(conn, before)
}

/** The name's extension must match the file's kind: the file is not served under another. */
function requireStored(store: FileStore, file: string): string {
  const hash = hashOf(file)
  if (store.has('images', hash)) {
    const kind = imageKind(headOf(store.path('images', hash)))
    if (file === `${hash}.${kind}`) return file
  }
  throw new AppError('invalid_request', `image_url: the image ${file} is not stored here.`)
}

function headOf(path: string): Uint8Array {
  const head = new Uint8Array(imageHeadBytes)
  const handle = openSync(path, 'r')
  try {
    return head.subarray(0, readSync(handle, head))
  } finally {
    closeSync(handle)
  }
}

function isPublicUrl(text: string): boolean {
  const url = URL.parse(text)
  return (
    url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
  )
}
