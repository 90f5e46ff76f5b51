import { type Conn, query } from '../../../platform/db/connection.ts'
import { AppError } from '../../../platform/errors.ts'
import { withStoredFiles } from '../../../platform/files/file-rows.ts'
import type { JsonValue } from '../../../platform/json/json.ts'
import { refusedAs } from '../../../platform/record/read.ts'
import type { Sentence } from '../../../platform/record/sentence.ts'
import type { StorefrontDeps } from '../deps.ts'
import { recordHistory } from '../history.ts'
import { type Preparation, prepareImages } from '../images/prepare-images.ts'
import {
  type ImagesInput,
  type StoredImages,
  deleteUnusedImages,
  imageUrl,
  imagesMax,
  listImages,
  storeImages,
} from '../images/store-images.ts'
import { requireProduct, touchProduct, updateProductImage } from './queries.ts'
import { sliceOf } from './slice.ts'
import { walkInTurns } from '../../../platform/turns.ts'
import { fold } from '../texts.ts'

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

/** A shorter key is too likely to be the beginning of something else: "tea" of "tea-strainer.jpg". */
const beginningMin = 4

/** After the name: the photo's number, its letter, or the side that it shows. */
const ending =
  /^(.*[\p{L}\p{M}\p{N}])[\s_.()-]+(\d{1,2}|[a-z]|main|front|side|left|right|back|top|bottom|detail)\)?$/iu

const sides = ['main', 'front', 'side', 'left', 'right', 'back', 'top', 'bottom', 'detail']

const betweenWords = /[^\p{L}\p{M}\p{N}]+/u
const notInKeys = /[^\p{L}\p{M}\p{N}]/gu

/** The number of products and variants that one step checks. */
const rowsPerStep = 1_000

/** A product for photos, with its present images in order. */
type PhotoTarget = {
  id: string
  name: string
  sku: string | null
  images: { url: string; alt: string }[]
}

/** The product of a photo by the file's name. `productId` is null if no product or several match. `rivals` counts them. */
type PhotoMatch = { productId: string | null; order: number; rivals: number }

/** The products (`seq`) with a key. */
type Found = { byCode: Map<string, Set<number>>; byName: Map<string, Set<number>> }

/**
 * Finds the products of photos by their file names: a product's SKU or barcode, a variant's SKU, else the product's
 * name. Letter case and signs do not count. It checks every product, so it works in steps.
 */
export async function matchPhotos(
  { database: { read } }: Pick<StorefrontDeps, 'database'>,
  names: readonly string[],
): Promise<{ photos: PhotoMatch[]; products: PhotoTarget[] }> {
  const readings = names.map(readPhotoName)
  const wanted = new Set(readings.flatMap((ways) => ways.map(({ key }) => key)))
  const found = await walkInTurns(findKeys(read, wanted))
  const products = new Map<number, PhotoTarget>()
  const photos = readings.map((ways): PhotoMatch => {
    let rivals = 0
    for (const { key, order, by } of ways) {
      const seqs = found.byCode.get(key) ?? (by === 'code' ? undefined : found.byName.get(key))
      const [seq, ...others] = seqs ?? []
      if (seq !== undefined && others.length === 0) {
        const product = products.get(seq) ?? targetOf(read, seq)
        products.set(seq, product)
        return { productId: product.id, order, rivals: 0 }
      }
      rivals = Math.max(rivals, seqs?.size ?? 0)
    }
    return { productId: null, order: 0, rivals }
  })
  return { photos, products: [...products.values()] }
}

function* findKeys(conn: Conn, wanted: ReadonlySet<string>): Generator<undefined, Found> {
  const found: Found = { byCode: new Map(), byName: new Map() }
  const note = (keys: Map<string, Set<number>>, text: string | null, seq: number) => {
    const key = text === null ? '' : photoKey(text)
    if (!wanted.has(key)) return
    keys.set(key, (keys.get(key) ?? new Set()).add(seq))
  }
  for (let seq = 0; ;) {
    const rows = productsBehind(conn).all(seq, rowsPerStep)
    for (const product of rows) {
      note(found.byCode, product.sku, product.seq)
      note(found.byCode, product.barcode, product.seq)
      note(found.byName, product.name, product.seq)
    }
    const last = rows.at(-1)
    if (last === undefined) break
    seq = last.seq
    yield
  }
  for (let seq = 0; ;) {
    const rows = variantsBehind(conn).all(seq, rowsPerStep)
    for (const variant of rows) note(found.byCode, variant.sku, variant.product_seq)
    const last = rows.at(-1)
    if (last === undefined) return found
    seq = last.seq
    yield
  }
}

function targetOf(conn: Conn, seq: number): PhotoTarget {
  const product = findTarget(conn).get(seq)
  if (product === null) throw new Error(`There is no product with the seq ${seq}.`)
  const images = listImages(conn).all({ productSeq: seq })
  return { ...product, images: images.map(({ image, alt }) => ({ url: imageUrl(image, ''), alt })) }
}

type CodedProduct = { seq: number; sku: string | null; barcode: string; name: string }

const productsBehind = query((conn) =>
  conn.$client.query<CodedProduct, [seq: number, limit: number]>(
    'SELECT seq, sku, barcode, name FROM products WHERE seq > ? ORDER BY seq LIMIT ? + 0',
  ),
)

const variantsBehind = query((conn) =>
  conn.$client.query<
    { seq: number; product_seq: number; sku: string | null },
    [seq: number, limit: number]
  >('SELECT seq, product_seq, sku FROM variants WHERE seq > ? ORDER BY seq LIMIT ? + 0'),
)

const findTarget = query((conn) =>
  conn.$client.query<Omit<PhotoTarget, 'images'>, [seq: number]>(
    'SELECT id, name, sku FROM products WHERE seq = ?',
  ),
)

/** A meaning of a file's name. `order` sorts the photos of a product, the smallest first. */
type Reading = { key: string; order: number; by: 'code or name' | 'code' }

/** A code or name without letter case and without signs between letters and digits. */
function photoKey(text: string): string {
  return fold(text).replaceAll(notInKeys, '')
}

/** The ways to read a file's name, the likeliest first: all of it, without its ending, and the codes at its beginning. */
export function readPhotoName(fileName: string): Reading[] {
  const stem = fileName.replace(/\.[a-z0-9]{1,5}$/i, '').trim()
  const readings: Reading[] = [{ key: photoKey(stem), order: 0, by: 'code or name' }]
  const [, start, mark] = ending.exec(stem) ?? []
  if (start !== undefined && mark !== undefined) {
    readings.push({ key: photoKey(start), order: orderOf(mark), by: 'code or name' })
  }
  const words = stem.split(betweenWords).filter((word) => word !== '')
  const order = mark === undefined ? sides.length : orderOf(mark)
  for (let count = words.length - 1; count > 0; count--) {
    const key = photoKey(words.slice(0, count).join(''))
    if (key.length >= beginningMin) readings.push({ key, order, by: 'code' })
  }
  return readings.filter(({ key }) => key !== '')
}

function orderOf(mark: string): number {
  const word = mark.toLowerCase()
  if (/^\d+$/.test(word)) return Number(word)
  const side = sides.indexOf(word)
  return side >= 0 ? side : word.charCodeAt(0) - 'a'.charCodeAt(0) + 1
}
