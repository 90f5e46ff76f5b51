import type { Conn } from '../../../platform/db/connection.ts'
import { withStoredFiles } from '../../../platform/files/file-rows.ts'
import type { AppError } from '../../../platform/errors.ts'
import { isJsonObject } from '../../../platform/json/json.ts'
import { within } from '../../../platform/turns.ts'
import { Reading } from '../../../platform/record/read.ts'
import { deleteUnusedImages } from '../images/store-images.ts'
import type { StorefrontDeps } from '../deps.ts'
import { findSkuHolder } from '../products/queries.ts'
import { productFields } from '../products/record.ts'
import { prepareAgain, prepareRows, type PreparedRow } from './prepare-rows.ts'
import { attempt, stoppedError, type Told, sentSku } from './row-result.ts'
import { defaultSliceMs, sharedRowsMax, sliceOf, type Slice } from '../products/slice.ts'
import { storeProduct } from '../products/store-product.ts'

/** Rows that are read before some of them are written: a request of more keeps nobody waiting for long. */
const preparedRowsMax = 1_000

/** `id` is null for an errored row, unless the product is there already. `changed` is false when nothing differed. */
export type ProductResult = {
  index: number
  sku: string
  status: 'created' | 'updated' | 'error'
  id: string | null
  images_uploaded: number
  changed?: boolean
} & Told

type UpsertOptions = { dryRun: boolean; sliceMs?: number }

type Written = { results: ProductResult[]; imagesChanged: boolean }

/**
 * Creates and updates products by SKU, in the order of `records` (unchecked JSON): each row all or nothing, whatever
 * becomes of the others, in transactions of about `sliceMs`. A dry run does the same and takes it back; the ids that it
 * answers for new products are not kept. When the disk becomes full in the middle, the rows that are left are errors.
 * Throws AppError `insufficient_storage` or `unavailable` when not even the first rows could be written.
 */
export async function upsertProducts(
  deps: StorefrontDeps,
  records: readonly unknown[],
  options: UpsertOptions,
): Promise<ProductResult[]> {
  if (options.dryRun) return await tryProducts(deps, records)
  const written: Written = { results: [], imagesChanged: false }
  try {
    await writeAll(deps, records, options, written)
  } catch (error) {
    refuseRest(deps.database.read, records, written.results, error)
  }
  if (written.imagesChanged) await deleteUnusedImages(deps)
  return written.results
}

/** Adds to `written` with every commit, so that it is known what is in the database when something stops the list. */
async function writeAll(
  deps: StorefrontDeps,
  records: readonly unknown[],
  { sliceMs = defaultSliceMs }: UpsertOptions,
  written: Written,
): Promise<void> {
  const alone = records.length > sharedRowsMax
  for (let start = 0; start < records.length; start += preparedRowsMax) {
    const some = records.slice(start, start + preparedRowsMax)
    const rows = await prepareRows(deps, some, start, false)
    await writeRows(deps, rows, { alone, sliceMs }, written)
  }
}

async function writeRows(
  deps: StorefrontDeps,
  prepared: readonly PreparedRow[],
  { alone, sliceMs }: { alone: boolean; sliceMs: number },
  written: Written,
): Promise<void> {
  for (let next = 0; next < prepared.length;) {
    let rows = prepared.slice(next)
    let isFirstTry = true
    const slice = await withStoredFiles(
      async () => {
        // The files were put when the rows were prepared; a deletion may have taken one since.
        if (!isFirstTry) rows = await prepareAgain(deps, rows)
        isFirstTry = false
      },
      () => deps.database.write((conn) => writeSlice(conn, deps, rows, sliceMs), { alone }),
    )
    next += slice.results.length
    for (const result of slice.results) written.results.push(result)
    written.imagesChanged ||= slice.imagesChanged
  }
}

/** Throws `error` when nothing was written before it, and what is no refusal. */
function refuseRest(
  conn: Conn,
  records: readonly unknown[],
  results: ProductResult[],
  error: unknown,
): void {
  const stopped = stoppedError(error, results.length)
  for (let index = results.length; index < records.length; index++) {
    const record = records[index]
    results.push(refusedRow(conn, { index, sku: sentSku(record), record }, stopped))
  }
}

/** Writes as many rows as it has time for, one at least. */
function writeSlice(
  conn: Conn,
  { store, clock }: StorefrontDeps,
  rows: readonly PreparedRow[],
  sliceMs: number,
): Written {
  const slice = sliceOf(conn, { store, now: clock.now(), dryRun: false })
  const written: Written = { results: [], imagesChanged: false }
  for (const row of within(rows, sliceMs)) writeRow(slice, row, written)
  return written
}

function writeRow(slice: Slice, row: PreparedRow, written: Written): void {
  const { index, sku, read, images } = row
  const outcome = 'error' in read ? read : attempt(() => storeProduct(slice, read.value, images))
  if ('error' in outcome) {
    written.results.push(refusedRow(slice.conn, row, outcome.error))
    return
  }
  const { status, id, imagesUploaded, changed, imagesChanged, warnings } = outcome.value
  const result: ProductResult = { index, sku, status, id, images_uploaded: imagesUploaded }
  if (status === 'updated') result.changed = changed
  const own = 'error' in read ? [] : read.value.warnings
  const all = [...own, ...warnings, ...row.imageWarnings]
  if (all.length > 0) result.warnings = all
  written.results.push(result)
  written.imagesChanged ||= imagesChanged
}

function refusedRow(
  conn: Conn,
  { index, sku, record }: Pick<PreparedRow, 'index' | 'sku' | 'record'>,
  error: AppError,
): ProductResult {
  return { index, sku, status: 'error', id: existingId(conn, record), images_uploaded: 0, error }
}

/** The product that a refused row meant. */
function existingId(conn: Conn, record: unknown): string | null {
  const sent = isJsonObject(record) ? record['sku'] : undefined
  const sku = productFields.sku.read(sent, 'sku', new Reading())
  return sku === undefined ? null : (findSkuHolder(conn).get({ sku })?.id ?? null)
}

/** The whole list in one transaction, because a row may build on one before it. */
async function tryProducts(
  deps: StorefrontDeps,
  records: readonly unknown[],
): Promise<ProductResult[]> {
  const rows = await prepareRows(deps, records, 0, true)
  return await deps.database.tryOut((conn) => tryRows(conn, deps, rows))
}

function* tryRows(
  conn: Conn,
  { store, clock }: StorefrontDeps,
  rows: readonly PreparedRow[],
): Generator<undefined, ProductResult[]> {
  const slice = sliceOf(conn, { store, now: clock.now(), dryRun: true })
  const written: Written = { results: [], imagesChanged: false }
  for (const row of rows) {
    writeRow(slice, row, written)
    yield
  }
  return written.results
}
