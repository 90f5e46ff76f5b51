import { asc, eq } from 'drizzle-orm'
import { type Conn, type Params, query } from '../../../platform/db/connection.ts'
import { insertInto, deleteIn, findIn } from '../../../platform/db/statements.ts'
import { AppError } from '../../../platform/errors.ts'
import {
  FileGone,
  deleteAllMarked,
  findFile,
  linkFile,
  markDeleting,
} from '../../../platform/files/file-rows.ts'
import type { FileStore, StoredFile } from '../../../platform/files/store.ts'
import type { StorefrontDeps } from '../deps.ts'
import { categories, offers, productImages } from '../tables.ts'
import { readThumbnailName, srcsetOf } from '../../../platform/files/thumbnail-names.ts'
import { imagesPath, placeholderFile, readImageName } from '../../../platform/files/images.ts'

/** The most images of a product. */
export const imagesMax = 20

/** The images in a record of a product. */
export type ImagesInput =
  /** None given: the product keeps its images. */
  | { kind: 'keep' }
  /** The list replaces the product's images. */
  | { kind: 'list'; images: readonly PreparedImage[] }
  /** The first image. Null: the product has none. */
  | { kind: 'first'; image: PreparedImage | null }

/** An image that a command can link. */
export type PreparedImage = {
  /** A reference to an image. */
  image: string
  /** The file of an image that was sent in the record. */
  inline: StoredFile | undefined
  /** Undefined keeps the text. An image new to the product gets ''. */
  alt: string | undefined
  /** Undefined means its place in the list. */
  sortOrder: number | undefined
}

/** `uploaded` counts images that were sent in the record and are new to the product. `first` is a reference. */
export type StoredImages = { uploaded: number; changed: boolean; first: string | null }

type ImageRow = { image: string; alt: string; sortOrder: number }

/**
 * Stores the images of a product. A dry run, which the caller undoes, links no files. Throws FileGone if a file was
 * deleted meanwhile (see `withStoredFiles`), and then has written nothing.
 */
export function storeImages(
  conn: Conn,
  store: FileStore,
  productSeq: number,
  input: ImagesInput,
  { dryRun }: { dryRun: boolean },
): StoredImages {
  const before = listImages(conn).all({ productSeq })
  const after = asked(before, input)
  const first = after[0]?.image ?? null
  if (isSame(before, after)) return { uploaded: 0, changed: false, first }
  const held = new Set(before.map(({ image }) => image))
  const added = prepared(input).filter(({ image }) => !held.has(image))
  if (!dryRun) for (const image of added) linkImage(conn, store, image)
  // All rows are written again, so that images with the same sort order keep the order of their rows.
  deleteImages(conn).run({ productSeq })
  for (const row of after) insertImage(conn).run({ ...row, productSeq })
  const left = new Set(after.map(({ image }) => image))
  for (const image of held) if (!left.has(image)) releaseImage(conn, image)
  return {
    uploaded: added.filter(({ inline }) => inline !== undefined).length,
    changed: true,
    first,
  }
}

/** Marks a stored file for deletion if nothing refers to it any more. The caller has already removed its own reference. */
export function releaseImage(conn: Conn, image: string): void {
  if (isStoredFile(image) && !isReferenced(conn, image)) markDeleting(conn, 'images', hashOf(image))
}

function asked(before: readonly ImageRow[], input: ImagesInput): ImageRow[] {
  switch (input.kind) {
    case 'keep':
      return [...before]
    case 'list':
      return inOrder(input.images).map(({ image, alt, sortOrder }) => ({
        image,
        alt: alt ?? before.find((row) => row.image === image)?.alt ?? '',
        sortOrder,
      }))
    case 'first':
      return input.image === null ? [] : firstReplaced(before, input.image)
  }
}

/** An image that the product already has moves to the front. Another image replaces the first. */
function firstReplaced(
  before: readonly ImageRow[],
  { image, alt = '', sortOrder = 0 }: PreparedImage,
): ImageRow[] {
  const known = before.find((row) => row.image === image)
  if (known !== undefined) return withFirst(before, known)
  const [first, ...others] = before
  return [{ image, alt, sortOrder: first?.sortOrder ?? sortOrder }, ...others]
}

function prepared(input: ImagesInput): readonly PreparedImage[] {
  if (input.kind === 'list') return input.images
  return input.kind === 'first' && input.image !== null ? [input.image] : []
}

function isSame(before: readonly ImageRow[], after: readonly ImageRow[]): boolean {
  return (
    before.length === after.length &&
    before.every((row, place) => {
      const other = after[place]
      return (
        row.image === other?.image && row.alt === other.alt && row.sortOrder === other.sortOrder
      )
    })
  )
}

function linkImage(conn: Conn, store: FileStore, { image, inline }: PreparedImage): void {
  if (!isStoredFile(image)) return
  const hash = hashOf(image)
  const file = inline ?? findFile(conn).get({ kind: 'images', hash })
  if (file === undefined) throw new FileGone(`images ${hash}`)
  linkFile(conn, store, 'images', { hash, bytes: file.bytes })
}

function isReferenced(conn: Conn, image: string): boolean {
  return (
    findProductWithImage(conn).get({ image }) !== undefined ||
    findCategoryWithImage(conn).get({ image }) !== undefined ||
    findOfferWithImage(conn).get({ image }) !== undefined
  )
}

/**
 * Deletes the marked files, after the command that marked them. An image that was linked again is no longer marked.
 * Files that cannot be deleted now are deleted at night, and the command stays successful.
 */
export async function deleteUnusedImages(
  deps: Pick<StorefrontDeps, 'database' | 'store'>,
): Promise<void> {
  try {
    await deleteAllMarked(deps)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
  }
}

/** Sorts images by sort order. An image without one uses its place in the list, counted from `start`. */
export function inOrder<T extends { sortOrder: number | undefined }>(
  images: readonly T[],
  start = 0,
): (T & { sortOrder: number })[] {
  return images
    .map((image, place) => ({ ...image, sortOrder: image.sortOrder ?? start + place }))
    .toSorted((a, b) => a.sortOrder - b.sortOrder)
}

/** Moves an image to the front of an ordered list. The sort orders stay with the places. */
export function withFirst<T extends { sortOrder: number }>(images: readonly T[], first: T): T[] {
  const moved = [first, ...images.filter((image) => image !== first)]
  return moved.map((image, place) => ({
    ...image,
    sortOrder: images[place]?.sortOrder ?? image.sortOrder,
  }))
}

const insertImage = insertInto(productImages)

const deleteImages = deleteIn(productImages, 'productSeq')

export const findProductWithImage = query((conn, { image }: Params<{ image: string }>) =>
  conn
    .select({ seq: productImages.seq })
    .from(productImages)
    .where(eq(productImages.image, image))
    .limit(1),
)

const findCategoryWithImage = findIn(categories, 'image')

const findOfferWithImage = findIn(offers, 'image')

/** The images of a product (`productSeq`) in order. */
export const listImages = query((conn, { productSeq }: Params<{ productSeq: number }>) =>
  conn
    .select({
      image: productImages.image,
      alt: productImages.alt,
      sortOrder: productImages.sortOrder,
    })
    .from(productImages)
    .where(eq(productImages.productSeq, productSeq))
    .orderBy(asc(productImages.sortOrder), asc(productImages.seq)),
)

export { placeholderFile }

/** The longest URL of an image, in characters. */
export const urlCharactersMax = 2_048

/** Whether a reference is the name of a stored file, `HASH.EXT`. Otherwise it is a URL elsewhere. */
export function isStoredFile(image: string): boolean {
  return readImageName(image) !== undefined
}

/** The SHA-256 of a stored file, from its name. */
export function hashOf(file: string): string {
  return file.slice(0, 64)
}

/** The absolute URL of a reference. `origin` is the beginning of links in answers. Null gives the placeholder. */
export function imageUrl(image: string | null, origin: string): string {
  if (image === null) return `${origin}${imagesPath}${placeholderFile}`
  return isStoredFile(image) ? `${origin}${imagesPath}${image}` : image
}

/** The absolute URL of a reference, and its smaller copies as a `srcset` of an `img`. '' if there are none. */
export function imageAddresses(image: string | null, origin: string) {
  const url = imageUrl(image, origin)
  return { url, srcset: image === null || url === image ? '' : srcsetOf(url) }
}

/** A URL, or only its path. */
const imageAddress = /^(?:https?:\/\/[^/?#]+)?(?:\/[^?#]*)?\/images\/([^/?#]+)$/i

/**
 * The file named by a URL that came back to us: a stored file's name or the placeholder. Undefined for a URL
 * elsewhere. The host is ignored and may be missing: a server has many names on a network, and a file's name
 * identifies its content. The caller checks that the file is stored here.
 */
export function fileOfUrl(url: string): string | undefined {
  const file = nameInUrl(url)
  if (file === undefined) return undefined
  return file === placeholderFile || isStoredFile(file) ? file : undefined
}

/** The SHA-256 of the image whose smaller copy a URL names. */
export function hashOfCopy(url: string): string | undefined {
  return readThumbnailName(nameInUrl(url) ?? '')?.hash
}

function nameInUrl(url: string): string | undefined {
  return imageAddress.exec(url)?.[1]
}
