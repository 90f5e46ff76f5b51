import type { Conn } from '../../../platform/db/connection.ts'
import { type AppError, type Outcome, attempt } from '../../../platform/errors.ts'
import { withStoredFiles } from '../../../platform/files/file-rows.ts'
import { isJsonObject } from '../../../platform/json/json.ts'
import { Reading } from '../../../platform/record/read.ts'
import type { Sentence } from '../../../platform/record/sentence.ts'
import { eachInTurns } from '../../../platform/turns.ts'
import type { StorefrontDeps } from '../deps.ts'
import { recordHistory, type Doer } from '../history.ts'
import {
  type ImagesInput,
  deleteUnusedImages,
  hashOf,
  isStoredFile,
} from '../images/store-images.ts'
import { prepareImages } from '../images/prepare-images.ts'
import { findSkuHolder } from '../products/queries.ts'
import { readProductRow, type ProductInput } from '../products/read-product.ts'
import { productFields } from '../products/record.ts'
import type { Sender } from '../products/rules.ts'
import { sliceOf, type Slice } from '../products/slice.ts'
import { storeProduct } from '../products/store-product.ts'
import {
  type Told,
  asOfOf,
  bulkSliceMs,
  sentSku,
  sharedRowsMax,
  stoppedError,
  withoutPending,
} from './rows.ts'

/** At most this many rows are read before they are written, so that a longer request keeps nobody waiting. */
const preparedRowsMax = 1_000

/** The number of rows whose images are checked and stored at the same time. */
const imageRowsAtOnce = 4

/** `id` is null for a row with an error, unless the product already exists. `changed` is false if nothing differed. */
export type ProductResult = {
  index: number
  sku: string
  status: 'created' | 'updated' | 'error'
  id: string | null
  images_uploaded: number
  changed?: boolean
  pending_deducted?: number
} & Told

type UpsertOptions = { dryRun: boolean; sliceMs?: number; sender?: Sender; by?: Doer }

/** A row that is ready to be written or has an error. */
type PreparedRow = {
  index: number
  sku: string
  record: unknown
  read: Outcome<ReadRow>
  images: ImagesInput
  imageWarnings: Sentence[]
}

/** `asOf`: when the stock was counted, in milliseconds since the epoch. */
type ReadRow = { input: ProductInput; asOf: number | undefined }

type Written = { result: ProductResult; imagesChanged: boolean }

/**
 * Creates and updates products by SKU, in the order of `records` (unchecked JSON). Each row is written completely or
 * not at all, independent of the others, in transactions of about `sliceMs`. A dry run does the same and then undoes
 * it, so its ids of new products are not kept. If the disk becomes full, the remaining rows are errors. Throws
 * AppError `out_of_space` or `unavailable` if not even the first rows could be written.
 */
export async function upsertProducts(
  deps: StorefrontDeps,
  records: readonly unknown[],
  { dryRun, sliceMs = bulkSliceMs, sender = 'program', by }: UpsertOptions,
): Promise<ProductResult[]> {
  if (dryRun) return await tryProducts(deps, records, sender)
  const written: Written[] = []
  let stopped: AppError | undefined
  try {
    await writeAll(deps, records, { sliceMs, sender, by }, written)
  } catch (error) {
    stopped = stoppedError(error, written.length)
  }
  if (written.some(({ imagesChanged }) => imagesChanged)) await deleteUnusedImages(deps)
  const results = written.map(({ result }) => result)
  if (stopped === undefined) return results
  for (const [index, record] of records.entries()) {
    if (index < written.length) continue
    const row = { index, sku: sentSku(record), record }
    results.push(refusedRow(deps.database.read, row, stopped))
  }
  return results
}

/** Adds to `written` after every commit, so that a stopped list reports exactly the committed rows. */
async function writeAll(
  deps: StorefrontDeps,
  records: readonly unknown[],
  { sliceMs, sender, by }: { sliceMs: number; sender: Sender; by: Doer | undefined },
  written: Written[],
): Promise<void> {
  const options = { ms: sliceMs, alone: records.length > sharedRowsMax }
  for (let start = 0; start < records.length; start += preparedRowsMax) {
    let rows: PreparedRow[] | undefined
    await withStoredFiles(
      async () => {
        // The files were stored when the rows were prepared. A deletion may have removed one since.
        rows =
          rows === undefined
            ? await prepareRows(deps, records.slice(start, start + preparedRowsMax), start, false)
            : await prepareAgain(deps, rows.slice(written.length - (rows[0]?.index ?? 0)))
      },
      async () => {
        const slices = deps.database.writeEach(rows ?? [], options, (conn, some) => {
          const shared = sliceOf(conn, deps, { sender })
          const rowsNow = Array.from(some, (row) => writeRow(shared, row))
          const isLast = rowsNow.at(-1)?.result.index === records.length - 1
          if (isLast && by !== undefined) recordUpserted(shared, [...written, ...rowsNow], by)
          return rowsNow
        })
        for await (const slice of slices) written.push(...slice)
      },
    )
  }
}

/** One entry for the whole list, written with its last rows. No entry if nothing changed. */
function recordUpserted({ conn, now }: Slice, written: readonly Written[], by: Doer): void {
  const added = written.filter(({ result }) => result.status === 'created').length
  const changed = written.filter(({ result }) => result.changed === true).length
  if (added + changed === 0) return
  const action = by.keyId === undefined ? 'products imported' : 'products sent'
  recordHistory(conn, now, { action, ...by, details: { added, changed } })
}

/** Tries the whole list in one transaction, because a row may depend on an earlier row. */
async function tryProducts(
  deps: StorefrontDeps,
  records: readonly unknown[],
  sender: Sender,
): Promise<ProductResult[]> {
  const rows = await prepareRows(deps, records, 0, true)
  return await deps.database.tryOut(function* (conn) {
    const slice = sliceOf(conn, deps, { dryRun: true, sender })
    const results: ProductResult[] = []
    for (const row of rows) yield void results.push(writeRow(slice, row).result)
    return results
  })
}

function writeRow(slice: Slice, row: PreparedRow): Written {
  const { index, sku, read, images } = row
  const outcome = 'error' in read ? read : attempt(() => storeRow(slice, read.value, images))
  if ('error' in outcome) {
    return { result: refusedRow(slice.conn, row, outcome.error), imagesChanged: false }
  }
  const { status, id, imagesUploaded, changed, imagesChanged, warnings, deducted } = outcome.value
  const result: ProductResult = { index, sku, status, id, images_uploaded: imagesUploaded }
  if (status === 'updated') result.changed = changed
  if (deducted !== undefined) result.pending_deducted = deducted
  const own = 'error' in read ? [] : read.value.input.warnings
  const all = [...own, ...warnings, ...row.imageWarnings]
  if (all.length > 0) result.warnings = all
  return { result, imagesChanged }
}

function storeRow(slice: Slice, { input, asOf }: ReadRow, images: ImagesInput) {
  if (asOf === undefined) return { ...storeProduct(slice, input, images), deducted: undefined }
  const counted = withoutPending(slice.conn, input, asOf)
  return { ...storeProduct(slice, counted.input, images), deducted: counted.deducted }
}

function refusedRow(
  conn: Conn,
  { index, sku, record }: Pick<PreparedRow, 'index' | 'sku' | 'record'>,
  error: AppError,
): ProductResult {
  return { index, sku, status: 'error', id: existingId(conn, record), images_uploaded: 0, error }
}

/** The id of the product that a refused row names. */
function existingId(conn: Conn, record: unknown): string | null {
  const sent = isJsonObject(record) ? record['sku'] : undefined
  const sku = productFields.sku.read(sent, 'sku', new Reading())
  return sku === undefined ? null : (findSkuHolder(conn).get({ sku })?.id ?? null)
}

/** Reads records and prepares their images, yielding to other requests in between. `start` is the index of the first record. */
async function prepareRows(
  deps: StorefrontDeps,
  records: readonly unknown[],
  start: number,
  dryRun: boolean,
): Promise<PreparedRow[]> {
  const rows: PreparedRow[] = []
  const now = deps.clock.now()
  await eachInTurns(records, (record) => rows.push(readOne(record, start + rows.length, now)))
  return await withImages(deps, rows, dryRun)
}

/** Stores images again that were deleted meanwhile. Rows with all their images are left alone, because checking images takes time. */
async function prepareAgain(
  deps: StorefrontDeps,
  rows: readonly PreparedRow[],
): Promise<PreparedRow[]> {
  const lacking = rows.filter(({ images }) => lacksFile(deps, images))
  const again = new Map(
    (await withImages(deps, lacking, false)).map((row) => [row.index, row] as const),
  )
  return rows.map((row) => again.get(row.index) ?? row)
}

function lacksFile({ store }: StorefrontDeps, input: ImagesInput): boolean {
  if (input.kind === 'keep') return false
  const images = input.kind === 'list' ? input.images : [input.image]
  return images
    .flatMap((prepared) => (prepared === null ? [] : prepared.image))
    .some((image) => isStoredFile(image) && !store.has('images', hashOf(image)))
}

function readOne(record: unknown, index: number, now: number): PreparedRow {
  const read = attempt(() => {
    const input = readProductRow(record)
    return { input, asOf: asOfOf(record, input, now) }
  })
  const images: ImagesInput = { kind: 'keep' }
  return { index, sku: sentSku(record), record, read, images, imageWarnings: [] }
}

/** Checks the images of the rows and stores them, except in a dry run. Rows with errors bring no images. */
async function withImages(
  deps: StorefrontDeps,
  rows: readonly PreparedRow[],
  dryRun: boolean,
): Promise<PreparedRow[]> {
  const prepared = [...rows]
  const waiting = prepared.entries()
  const work = async () => {
    for (const [place, row] of waiting) {
      if (!isJsonObject(row.record) || 'error' in row.read || !speaksOfImages(row.record)) continue
      const { input, warnings } = await prepareImages(deps, row.record, { dryRun })
      prepared[place] = { ...row, images: input, imageWarnings: warnings }
    }
  }
  await Promise.all(Array.from({ length: imageRowsAtOnce }, work))
  return prepared
}

function speaksOfImages(record: object): boolean {
  return 'images' in record || 'image_base64' in record || 'image_url' in record
}
