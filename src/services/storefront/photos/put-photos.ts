import type { Conn } from '../../../platform/db/connection.ts'
import { AppError } from '../../../platform/errors.ts'
import { withStoredFiles } from '../../../platform/files/file-rows.ts'
import type { JsonValue } from '../../../platform/json/json.ts'
import { refusedAs } from '../../../platform/record/read.ts'
import type { Sentence } from '../../../platform/record/sentence.ts'
import type { StorefrontDeps } from '../deps.ts'
import { recordHistory } from '../history.ts'
import { prepareImages, type Preparation } from '../images/prepare-images.ts'
import {
  deleteUnusedImages,
  imagesMax,
  listImages,
  storeImages,
  type ImagesInput,
  type StoredImages,
} from '../images/store-images.ts'
import { requireProduct, touchProduct, updateProductImage } from '../products/queries.ts'
import { sliceOf } from '../products/slice.ts'

/** `photos` have the form of entries of `images`. */
type PhotosInput = {
  productId: string
  photos: readonly JsonValue[]
  /** Whether the photos replace the product's images. Otherwise they are added after them. */
  replaces: boolean
  /** The user. */
  by: string
}

/**
 * Gives photos to a product, in their order. An image that the product already has stays in its place. Returns
 * warnings for photos left out. Throws AppError `not_found`; `invalid_request` if no photo is usable or the product
 * would have too many.
 */
export async function putPhotos(
  deps: StorefrontDeps,
  given: PhotosInput,
): Promise<{ changed: boolean; warnings: Sentence[] }> {
  requireProduct(deps.database.read, given.productId)
  let prepared: Preparation = { input: { kind: 'keep' }, warnings: [] }
  const stored = await withStoredFiles(
    async () => {
      prepared = await prepareImages(deps, { images: [...given.photos] }, { dryRun: false })
      requireAny(prepared)
    },
    () => deps.database.write((conn) => store(conn, deps, given, prepared.input)),
  )
  if (stored.changed) await deleteUnusedImages(deps)
  return { changed: stored.changed, warnings: prepared.warnings }
}

function requireAny({ input, warnings: [reason] }: Preparation): void {
  if (input.kind === 'list') return
  throw refusedAs('invalid_request', 'photos', reason ?? 'None of the photos can be used.')
}

function store(
  conn: Conn,
  deps: StorefrontDeps,
  { productId: id, replaces, by }: PhotosInput,
  given: ImagesInput,
): StoredImages {
  const { seq, sku, name } = requireProduct(conn, id)
  const slice = sliceOf(conn, deps)
  const input = replaces ? given : behind(listImages(conn).all({ productSeq: seq }), given)
  const stored = storeImages(conn, deps.store, seq, input, { dryRun: false })
  if (!stored.changed) return stored
  updateProductImage(conn).run({ seq, image: stored.first })
  touchProduct(conn).run({ seq, version: slice.version(), updatedAt: slice.now })
  const details = { id, sku, name }
  recordHistory(conn, slice.now, { action: 'product changed', userId: by, details })
  return stored
}

type Held = ReturnType<ReturnType<typeof listImages>['all']>

function behind(held: Held, given: ImagesInput): ImagesInput {
  if (given.kind !== 'list') return given
  const before = held.map((image) => ({ ...image, inline: undefined }))
  const known = new Set(held.map(({ image }) => image))
  const last = held.at(-1)?.sortOrder ?? -1
  const added = given.images
    .filter(({ image }) => !known.has(image))
    .map((image, place) => ({ ...image, sortOrder: last + 1 + place }))
  const images = [...before, ...added]
  if (images.length <= imagesMax) return { kind: 'list', images }
  const message = `The product has ${held.length} images, and at most ${imagesMax} go on one: take some away first.`
  throw new AppError('invalid_request', message, { field: 'photos' })
}
