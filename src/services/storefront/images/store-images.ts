import type { Conn } from '../../../platform/db/connection.ts'
import { FileGone, findFile, linkFile, markDeleting } from '../../../platform/files/file-rows.ts'
import type { FileStore, StoredFile } from '../../../platform/files/store.ts'
import { hashOf, isStoredFile } from './image-refs.ts'
import { listImages } from './list-images.ts'
import {
  deleteImages,
  findCategoryWithImage,
  findOfferWithImage,
  findProductWithImage,
  insertImage,
} from './queries.ts'
import { inOrder, withFirst } from './rules.ts'

/** What a record says of a product's images. */
export type ImagesInput =
  /** Nothing. */
  | { kind: 'keep' }
  /** The list that replaces the product's. */
  | { kind: 'list'; images: readonly PreparedImage[] }
  /** The image in the first place; null: the product has none. */
  | { kind: 'first'; image: PreparedImage | null }

/** An image that an act can link. */
export type PreparedImage = {
  /** A reference (see image-refs.ts). */
  image: string
  /** The file of an image that came in the record itself. */
  inline: StoredFile | undefined
  /** Undefined: as it is; '' for an image that is new to the product. */
  alt: string | undefined
  /** Undefined: its place in the list. */
  sortOrder: number | undefined
}

/** `uploaded` counts images that came in the record and are new to the product; `first` is a reference. */
export type StoredImages = { uploaded: number; changed: boolean; first: string | null }

type ImageRow = { image: string; alt: string; sortOrder: number }

/**
 * Makes the images of a product what was wished. A dry run, which the caller takes back, links no files.
 * Throws FileGone when a file went meanwhile (see `withStoredFiles`), and then has written nothing.
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
  // All of them, so that those with one sort order are in the order of their rows.
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

/** Marks a stored file for deletion when nothing refers to it any more; what referred to it has let go of it. */
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

/** An image that the product has already moves to the front; another takes the place of the first. */
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
