import { closeSync, openSync, readSync, statSync } from 'node:fs'
import type { Conn } from '../../../platform/db/connection.ts'
import { AppError } from '../../../platform/errors.ts'
import { FileGone, linkFile, withStoredFiles } from '../../../platform/files/file-rows.ts'
import { imageHeadBytes, imageKind, judgeImage } from '../../../platform/files/images.ts'
import type { FileStore } from '../../../platform/files/store.ts'
import type { JsonObject } from '../../../platform/json/json.ts'
import { notAllowed } from '../../../platform/record/read.ts'
import type { StorefrontDeps } from '../deps.ts'
import {
  fileOfUrl,
  hashOf,
  imageUrl,
  isStoredFile,
  placeholderFile,
  urlCharactersMax,
} from '../images/image-refs.ts'
import { releaseImage } from '../images/store-images.ts'

/** The change to the image of a category or offer: base64 of a new image, null to remove it, undefined to keep it. */
export type PictureInput = string | null | undefined

/**
 * Stores an image on disk, then runs a command with its `image_url`. Throws AppError `invalid_request` with the field
 * `image` if the bytes are not an image.
 */
export async function writePictured<T>(
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
 * The reference of the image in `image_url` (see image-refs.ts): a URL elsewhere, which is linked and never fetched,
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
