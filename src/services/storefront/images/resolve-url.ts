import type { AppError } from '../../../platform/errors.ts'
import { findFile } from '../../../platform/files/file-rows.ts'
import { readImageName } from '../../../platform/files/image-names.ts'
import { storedImageKind } from '../../../platform/files/stored-image.ts'
import type { StorefrontDeps } from '../parts.ts'
import { fileOfUrl, placeholderFile } from './image-refs.ts'
import { findProductWithImage } from './queries.ts'
import { badImage } from './read-images.ts'

/** Length of an image's URL, in characters. */
const urlCharactersMax = 2_048

/**
 * The reference of an image that a record names by its URL: a stored one, or one elsewhere, which is linked and never
 * fetched; null for the placeholder. Throws AppError `invalid_request`.
 */
export async function resolveUrl(
  deps: StorefrontDeps,
  field: string,
  url: string,
): Promise<string | null> {
  if (url.length > urlCharactersMax) throw tooLong(field)
  const file = fileOfUrl(url)
  if (file === placeholderFile) return null
  if (file !== undefined && (await isStoredHere(deps, file))) return file
  if (url.startsWith('/')) throw badImage(field, `there is no image ${url.slice(0, 100)} here.`)
  return linkElsewhere(deps, field, url)
}

/** What a product shows already is here; else the bytes must be, and of the kind that the name says. */
async function isStoredHere({ database, store }: StorefrontDeps, file: string): Promise<boolean> {
  if (findProductWithImage(database.read).get({ image: file }) !== undefined) return true
  const name = readImageName(file)
  if (name === undefined) return false
  const row = findFile(database.read).get({ kind: 'images', hash: name.hash })
  return row !== undefined && (await storedImageKind(store, name.hash)) === name.extension
}

function linkElsewhere({ database }: StorefrontDeps, field: string, text: string): string {
  const url = URL.parse(text)
  const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:'
  if (url === null || !isWeb) throw badImage(field, `${schemes(field)}.`)
  if (url.username !== '' || url.password !== '') {
    throw badImage(field, 'the URL must not hold a user name or a password.')
  }
  if (url.href.length > urlCharactersMax) throw tooLong(field)
  // An answer shows what `image_url` once set, and may come back as it is.
  const isTaken =
    url.protocol === 'https:' ||
    field === 'image_url' ||
    findProductWithImage(database.read).get({ image: url.href }) !== undefined
  if (!isTaken) throw badImage(field, `${schemes(field)}.`)
  return url.href
}

function tooLong(field: string): AppError {
  return badImage(field, `the URL must have at most ${urlCharactersMax} characters.`)
}

function schemes(field: string): string {
  return field === 'image_url'
    ? 'the URL must begin with https:// or http://'
    : 'the URL must begin with https://'
}
