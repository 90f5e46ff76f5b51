import { closeSync, openSync, readSync, statSync } from 'node:fs'
import type { Conn } from '../../../platform/db/connection.ts'
import { AppError } from '../../../platform/errors.ts'
import { linkFile } from '../../../platform/files/file-rows.ts'
import { imageHeadBytes, imageKind } from '../../../platform/files/image-bytes.ts'
import type { FileStore } from '../../../platform/files/store.ts'
import type { JsonObject } from '../../../platform/json.ts'
import { notAllowed } from '../../../platform/refusal-sentence.ts'
import { fileOfUrl, hashOf, isStoredFile, placeholderFile } from '../images/image-refs.ts'
import { releaseImage } from '../images/store-images.ts'

/** Length of an image's address, in characters. */
const urlCharactersMax = 2_048

/**
 * The image that `image_url` names, as a reference (see image-refs.ts): a picture elsewhere, which is linked and never
 * fetched, or one that is stored here. Null is none, undefined leaves it as it is.
 * Throws AppError `invalid_request`, also for a stored picture that is not here.
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

/** Lets go of the image before, and holds the one after; the row has been written. */
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

/** The name must also say what kind the file is: it would not be served under another. */
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
