import type { Conn } from '../../../platform/db/connection.ts'
import { withStoredFiles } from '../../../platform/files/file-rows.ts'
import { isJsonObject } from '../../../platform/json.ts'
import { deleteUnusedImages } from '../images/delete-unused.ts'
import type { StorefrontParts } from '../parts.ts'
import { findSkuHolder } from './queries.ts'
import { prepareAgain, prepareRows, type PreparedRow } from './prepare-rows.ts'
import { attempt, type RowError } from './row-error.ts'
import { readSku } from './rules.ts'
import { defaultSliceMs, sharedRowsMax, sliceOf, type Slice } from './slice.ts'
import { storeProduct } from './store-product.ts'

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
  error?: RowError
  warnings?: string[]
}

export type UpsertOptions = { dryRun: boolean; sliceMs?: number }

type Written = { results: ProductResult[]; imagesChanged: boolean }

/**
 * Creates and updates products by SKU, in the order of `records` (unchecked JSON): each row all or nothing, whatever
 * becomes of the others, in transactions of about `sliceMs`. A dry run does the same and takes it back; the ids that it
 * answers for new products are not kept.
 */
export async function upsertProducts(
  parts: StorefrontParts,
  records: readonly unknown[],
  options: UpsertOptions,
): Promise<ProductResult[]> {
  if (options.dryRun) return await tryProducts(parts, records)
  const results: ProductResult[] = []
  let imagesChanged = false
  for (let start = 0; start < records.length; start += preparedRowsMax) {
    const rows = await prepareRows(
      parts,
      records.slice(start, start + preparedRowsMax),
      start,
      false,
    )
    const written = await writeRows(parts, rows, {
      alone: records.length > sharedRowsMax,
      sliceMs: options.sliceMs ?? defaultSliceMs,
    })
    for (const result of written.results) results.push(result)
    imagesChanged ||= written.imagesChanged
  }
  if (imagesChanged) await deleteUnusedImages(parts)
  return results
}

async function writeRows(
  parts: StorefrontParts,
  prepared: readonly PreparedRow[],
  { alone, sliceMs }: { alone: boolean; sliceMs: number },
): Promise<Written> {
  const all: Written = { results: [], imagesChanged: false }
  while (all.results.length < prepared.length) {
    let rows = prepared.slice(all.results.length)
    let isFirstTry = true
    const written = await withStoredFiles(
      async () => {
        // The files were put when the rows were prepared; a deletion may have taken one since.
        if (!isFirstTry) rows = await prepareAgain(parts, rows)
        isFirstTry = false
      },
      () => parts.book.write((conn) => writeSlice(conn, parts, rows, sliceMs), { alone }),
    )
    for (const result of written.results) all.results.push(result)
    all.imagesChanged ||= written.imagesChanged
  }
  return all
}

/** Writes as many rows as it has time for, one at least. */
function writeSlice(
  conn: Conn,
  { store, clock }: StorefrontParts,
  rows: readonly PreparedRow[],
  sliceMs: number,
): Written {
  const deadline = performance.now() + sliceMs
  const slice = sliceOf(conn, { store, now: clock.now(), dryRun: false })
  const written: Written = { results: [], imagesChanged: false }
  for (const row of rows) {
    writeRow(slice, row, written)
    if (performance.now() >= deadline) break
  }
  return written
}

function writeRow(slice: Slice, row: PreparedRow, written: Written): void {
  const { index, sku, read, images } = row
  const outcome = 'error' in read ? read : attempt(() => storeProduct(slice, read.value, images))
  if ('error' in outcome) {
    const id = existingId(slice.conn, row)
    const { error } = outcome
    written.results.push({ index, sku, status: 'error', id, images_uploaded: 0, error })
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

/** The product that a refused row meant. */
function existingId(conn: Conn, { record }: PreparedRow): string | null {
  const value = isJsonObject(record) ? record['sku'] : undefined
  const sku = attempt(() => readSku('sku', value))
  if ('error' in sku) return null
  return findSkuHolder(conn).get({ sku: sku.value })?.id ?? null
}

/** Carries the results out of an act that is to leave nothing behind. */
class TriedOut extends Error {
  readonly results: ProductResult[]

  constructor(results: ProductResult[]) {
    super('A dry run was taken back.')
    this.results = results
  }
}

/** The whole list in one transaction, because a row may build on one before it; its exception takes it back. */
async function tryProducts(
  parts: StorefrontParts,
  records: readonly unknown[],
): Promise<ProductResult[]> {
  const rows = await prepareRows(parts, records, 0, true)
  try {
    return await parts.book.write((conn) => tryRows(conn, parts, rows), { alone: true })
  } catch (error) {
    if (error instanceof TriedOut) return error.results
    throw error
  }
}

function tryRows(
  conn: Conn,
  { store, clock }: StorefrontParts,
  rows: readonly PreparedRow[],
): never {
  const slice = sliceOf(conn, { store, now: clock.now(), dryRun: true })
  const written: Written = { results: [], imagesChanged: false }
  for (const row of rows) writeRow(slice, row, written)
  throw new TriedOut(written.results)
}
