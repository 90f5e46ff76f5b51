import { AppError } from '../../../platform/errors.ts'
import { findFile } from '../../../platform/files/file-rows.ts'
import { judgeImage, readImageName, storedImageKind } from '../../../platform/files/images.ts'
import type { StoredFile } from '../../../platform/files/store.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../../platform/json/json.ts'
import { refusedAs, sentenceOf } from '../../../platform/record/read.ts'
import { fieldAt, say, type Sentence } from '../../../platform/record/sentence.ts'
import type { StorefrontDeps } from '../deps.ts'
import { toNfc } from '../../../platform/text.ts'
import {
  fileOfUrl,
  findProductWithImage,
  hashOfCopy,
  type ImagesInput,
  imagesMax,
  inOrder,
  placeholderFile,
  type PreparedImage,
  urlCharactersMax,
  withFirst,
} from './store-images.ts'

export type Preparation = { input: ImagesInput; warnings: Sentence[] }

type PrepareOptions = { dryRun: boolean }

/** `image` is null for the placeholder, which means no image, and undefined for a bad image. `warnings` say why. */
type Prepared = { image: PreparedImage | null | undefined; warnings: Sentence[] }

/** Reads one image of a record. Smaller faults go to `warnings`. Throws AppError `invalid_request`. */
type Read = (warnings: Sentence[]) => SentImage

/**
 * Prepares the images of a record before the command: checks their bytes, and stores them except in a dry run. A bad
 * image only causes a warning that names it. Throws AppError `out_of_space`.
 */
export async function prepareImages(
  deps: StorefrontDeps,
  record: JsonObject,
  options: PrepareOptions,
): Promise<Preparation> {
  const warnings: Sentence[] = []
  const list = await prepareList(deps, record['images'], options, warnings)
  const single = await prepareSingle(deps, record, options, warnings)
  const isListed = Array.isArray(record['images']) && record['images'].length > 0
  if (single === null && isListed) {
    if (list === undefined || list.length > 0) {
      warnings.push(
        'image_url says that there is no image, but images came too: image_url was ignored.',
      )
    }
    return { input: inputOf(list, undefined, warnings), warnings }
  }
  return { input: inputOf(list, single, warnings), warnings }
}

function inputOf(
  list: readonly PreparedImage[] | undefined,
  single: PreparedImage | null | undefined,
  warnings: Sentence[],
): ImagesInput {
  if (list === undefined) {
    return single === undefined ? { kind: 'keep' } : { kind: 'first', image: single }
  }
  const images = single ? ledBy(single, list) : list
  if (images.length > imagesMax) warnings.push(tooMany('images', images.length - imagesMax))
  return { kind: 'list', images: images.slice(0, imagesMax) }
}

/** The list with an image added in front, or moved to the front if the list has it. */
function ledBy(single: PreparedImage, list: readonly PreparedImage[]): PreparedImage[] {
  if (list.some(({ image }) => image === single.image)) {
    const ordered = inOrder(list)
    const listed = ordered.find(({ image }) => image === single.image)
    return listed === undefined ? ordered : withFirst(ordered, listed)
  }
  const ordered = inOrder(list, 1)
  return [{ ...single, sortOrder: Math.min(0, ordered[0]?.sortOrder ?? 0) }, ...ordered]
}

/** Undefined if the record has no list or no usable image in it. Then the product keeps its images. */
async function prepareList(
  deps: StorefrontDeps,
  value: JsonValue | undefined,
  options: PrepareOptions,
  warnings: Sentence[],
): Promise<PreparedImage[] | undefined> {
  if (value === undefined) return undefined
  if (!Array.isArray(value)) {
    warnings.push(say`${fieldAt('images')} must be a list: it counts as not given.`)
    return undefined
  }
  const prepared = await Promise.all(
    value
      .slice(0, imagesMax)
      .map((entry, index) =>
        prepareOne(
          deps,
          `images[${index}]`,
          (faults) => readEntry(`images[${index}]`, entry, faults),
          options,
        ),
      ),
  )
  const images: PreparedImage[] = []
  for (const [index, { image, warnings: own }] of prepared.entries()) {
    warnings.push(...own)
    if (!image) continue
    if (images.some((other) => other.image === image.image)) {
      warnings.push(
        say`${fieldAt(`images[${index}]`)}: the same image came before; it counts once.`,
      )
    } else images.push(image)
  }
  if (value.length > imagesMax) warnings.push(tooMany('images', value.length - imagesMax))
  const allBad = prepared.length > 0 && prepared.every(({ image }) => image === undefined)
  if (!allBad) return images
  warnings.push(
    say`${fieldAt('images')}: none of them can be used, so the product keeps the images that it has.`,
  )
  return undefined
}

function tooMany(field: string, leftOut: number): string {
  const were = leftOut === 1 ? '1 image was' : `${leftOut} images were`
  return `${field}: ${were} left out: a product has at most ${imagesMax}.`
}

/** `image_base64`, else `image_url`. Undefined if the record has neither, or neither is usable. */
async function prepareSingle(
  deps: StorefrontDeps,
  record: JsonObject,
  options: PrepareOptions,
  warnings: Sentence[],
): Promise<PreparedImage | null | undefined> {
  const { image_base64: base64, image_content_type: contentType, image_url: url } = record
  if (base64 === null) warnings.push('image_base64 is null: it counts as not given.')
  if (base64 !== undefined && base64 !== null) {
    const read = () => readBase64(base64, contentType)
    const { image, warnings: own } = await prepareOne(deps, 'image_base64', read, options)
    warnings.push(...own)
    if (image !== undefined) {
      if (url !== undefined && url !== null)
        warnings.push('image_url: ignored, since image_base64 came too.')
      return image
    }
  }
  if (url === undefined || url === null) return url
  const { image, warnings: own } = await prepareOne(deps, 'image_url', () => readUrl(url), options)
  warnings.push(...own)
  return image
}

async function prepareOne(
  deps: StorefrontDeps,
  field: string,
  read: Read,
  options: PrepareOptions,
): Promise<Prepared> {
  const warnings: Sentence[] = []
  try {
    const { source, alt, sortOrder } = read(warnings)
    if ('bytes' in source) {
      const inline = await prepareInline(deps, field, source.bytes, options)
      return { image: { ...inline, alt, sortOrder }, warnings }
    }
    const image = await resolveUrl(deps, field, source.url)
    return { image: image === null ? null : { image, inline: undefined, alt, sortOrder }, warnings }
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'invalid_request') throw error
    return { image: undefined, warnings: [...warnings, sentenceOf(error)] }
  }
}

async function prepareInline(
  deps: StorefrontDeps,
  field: string,
  bytes: Uint8Array,
  { dryRun }: PrepareOptions,
): Promise<{ image: string; inline: StoredFile }> {
  const judged = judgeImage(bytes)
  if ('reason' in judged) throw badImage(field, `the image ${judged.reason}.`)
  const inline = { hash: Bun.SHA256.hash(bytes, 'hex'), bytes: bytes.length }
  const image = `${inline.hash}.${judged.extension}`
  if (!dryRun && !(await isAtHand(deps, image, inline.hash))) {
    await deps.store.put('images', bytes, inline.hash)
  }
  return { image, inline }
}

/** The image of a stored product is already on disk, so an image that is sent again every night costs no writing. */
async function isAtHand(
  { database, store }: StorefrontDeps,
  image: string,
  hash: string,
): Promise<boolean> {
  if (findProductWithImage(database.read).get({ image }) === undefined) return false
  return await store.isWhole('images', hash)
}

/**
 * The reference of an image given by URL: a stored image, or one elsewhere, which is linked and never fetched. Null
 * for the placeholder. Throws AppError `invalid_request`.
 */
async function resolveUrl(
  deps: StorefrontDeps,
  field: string,
  url: string,
): Promise<string | null> {
  if (url.length > urlCharactersMax) throw tooLong(field)
  const file = fileOfUrl(url) ?? (await fileOfCopy(deps, url))
  if (file === placeholderFile) return null
  if (file !== undefined && (await isStoredHere(deps, file))) return file
  if (url.startsWith('/')) throw badImage(field, `there is no image ${url.slice(0, 100)} here.`)
  return linkElsewhere(deps, field, url)
}

/** The image whose smaller copy a URL names. */
async function fileOfCopy({ store }: StorefrontDeps, url: string): Promise<string | undefined> {
  const hash = hashOfCopy(url)
  const kind = hash === undefined ? undefined : await storedImageKind(store, hash)
  return kind === undefined ? undefined : `${hash}.${kind}`
}

/** The image of a stored product is here. Otherwise the bytes must be here, and of the kind in the name. */
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
  // An earlier `image_url` appears in answers and may come back unchanged.
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

/** The longest alternative text of an image, in characters. */
const altCharactersMax = 1_000

/** The most characters of an unknown field's name in a warning, and of all such names. */
const ignoredShownMax = 100

/** An image in a record. */
type SentImage = {
  source: { bytes: Uint8Array } | { url: string }
  /** Undefined if not given. */
  alt: string | undefined
  sortOrder: number | undefined
}

/** A bad image as a warning. `field` is its name. */
function badImage(field: string, sentence: string): AppError {
  return refusedAs('invalid_request', field, say`${fieldAt(field)}: ${sentence}`)
}

/**
 * Reads an entry of `images`. `field` is its name in warnings. Smaller faults go to `warnings`. Throws AppError
 * `invalid_request` (see badImage).
 */
function readEntry(field: string, value: JsonValue, warnings: Sentence[]): SentImage {
  if (typeof value === 'string') return sent(readAddress(field, value))
  if (isJsonObject(value)) return readObject(field, value, warnings)
  throw badImage(
    field,
    'an image must be a data URL, an https URL, or an object with base64, data or url.',
  )
}

/** Reads `image_base64` with its `image_content_type`. Throws AppError `invalid_request`. */
function readBase64(value: JsonValue, contentType: JsonValue | undefined): SentImage {
  const field = 'image_base64'
  if (typeof value !== 'string') throw badImage(field, 'it must be a string.')
  return sent(readInline(field, value, contentType, 'image_content_type'))
}

/** Reads `image_url`. Throws AppError `invalid_request`. */
function readUrl(value: JsonValue): SentImage {
  const field = 'image_url'
  if (typeof value === 'string' && isAddress(value)) return sent({ url: value.trim() })
  throw badImage(
    field,
    'it must be an http or https URL, or null for none; an image itself is sent as image_base64.',
  )
}

function readObject(field: string, entry: JsonObject, warnings: Sentence[]): SentImage {
  const from = ['base64', 'data', 'url'].find((name) => (entry[name] ?? null) !== null)
  if (from === undefined) throw badImage(field, 'one of base64, data and url is needed.')
  const value = entry[from]
  if (typeof value !== 'string') throw badImage(field, `${from} must be a string.`)
  const source =
    from === 'url'
      ? readAddress(field, value)
      : readInline(field, value, entry['content_type'], 'content_type')
  const ignored = Object.keys(entry).filter(
    (name) =>
      ![from, 'content_type', 'alt', 'sort_order', 'srcset'].includes(name) && entry[name] !== null,
  )
  if (ignored.length > 0) {
    warnings.push(say`${fieldAt(field)}: ignored: ${ignored.join(', ').slice(0, ignoredShownMax)}.`)
  }
  return {
    source,
    alt: readAlt(field, entry['alt'], warnings),
    sortOrder: readSortOrder(field, entry['sort_order'], warnings),
  }
}

function sent(source: SentImage['source']): SentImage {
  return { source, alt: undefined, sortOrder: undefined }
}

function readAddress(field: string, text: string): SentImage['source'] {
  if (isDataUrl(text)) return readInline(field, text, undefined, '')
  if (isAddress(text)) return { url: text.trim() }
  throw badImage(
    field,
    'it must be a data URL or an https URL. Raw base64 needs an object: { "base64": "…", "content_type": "image/png" }.',
  )
}

/** Whether a text is an address: it begins with a scheme or with an image path of this server. */
function isAddress(text: string): boolean {
  return !isDataUrl(text) && /^\s*([a-z][a-z0-9+.-]*:|\/images\/)/i.test(text)
}

function isDataUrl(text: string): boolean {
  return /^\s*data:/i.test(text)
}

/** Raw base64 needs a type beside it. Daybook does not read the type: the bytes decide. */
function readInline(
  field: string,
  text: string,
  contentType: JsonValue | undefined,
  typeField: string,
): SentImage['source'] {
  if (!isDataUrl(text)) {
    if (typeof contentType === 'string' && contentType.trim() !== '') return decode(field, text)
    throw badImage(field, `raw base64 needs ${typeField}, such as "image/png".`)
  }
  const comma = text.indexOf(',')
  if (comma < 0) throw badImage(field, 'the data URL has no comma, so there is no image in it.')
  if (!/;\s*base64\s*$/i.test(text.slice(0, comma))) {
    throw badImage(field, 'the data URL must be base64: "data:image/png;base64,…".')
  }
  return decode(field, text.slice(comma + 1))
}

/** The standard alphabet, with or without padding. White space is allowed anywhere. */
function decode(field: string, base64: string): SentImage['source'] {
  try {
    return { bytes: Uint8Array.fromBase64(base64) }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw badImage(field, 'it is not valid base64.')
  }
}

function readAlt(
  field: string,
  value: JsonValue | undefined,
  warnings: Sentence[],
): string | undefined {
  if (value === undefined || value === null) return undefined
  const alt = typeof value === 'string' ? toNfc(value) : undefined
  if (alt !== undefined && alt.length <= altCharactersMax) return alt
  warnings.push(
    say`${fieldAt(field)}: alt must be a string of at most ${altCharactersMax} characters.`,
  )
  return undefined
}

function readSortOrder(
  field: string,
  value: JsonValue | undefined,
  warnings: Sentence[],
): number | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value
  warnings.push(say`${fieldAt(field)}: sort_order must be a whole number.`)
  return undefined
}
