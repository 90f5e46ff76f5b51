import type { Conn } from '../../../platform/db/connection.ts'
import { type AppError, type Outcome, attempt } from '../../../platform/errors.ts'
import { isJsonObject } from '../../../platform/json/json.ts'
import {
  mustBeObject,
  readFields,
  Reading,
  refuseBadJson,
  refused,
  refusedAs,
  type Values,
} from '../../../platform/record/read.ts'
import { fieldAt, say, type Sentence } from '../../../platform/record/sentence.ts'
import { eachInTurns } from '../../../platform/turns.ts'
import type { StorefrontDeps } from '../deps.ts'
import { recordHistory, type Doer } from '../history.ts'
import {
  findStockOfProduct,
  touchProduct,
  updateProductStock,
  updateProductStockAndPrices,
} from '../products/queries.ts'
import { productFields } from '../products/record.ts'
import { isMrpGiven, isPriceGiven, priceWarnings, withoutPrice } from '../products/rules.ts'
import { sliceOf, type Slice } from '../products/slice.ts'
import { findStockOfVariant, updateVariantStockAndPrices } from '../products/variants.ts'
import {
  type Told,
  asOfIgnored,
  bulkSliceMs,
  lessPending,
  readAsOf,
  sentSku,
  sharedRowsMax,
  stoppedError,
} from './rows.ts'

/** The fields of an entry of `updates`, without its SKU and `as_of`. */
export const stockFields = {
  stock_quantity: productFields.stock_quantity,
  sale_price: productFields.sale_price,
  mrp: productFields.mrp,
}

/** `target` and `id` are null if no product or variant matched, or if the row is wrong. */
export type StockResult = {
  index: number
  sku: string
  status: 'updated' | 'not_found' | 'error'
  target: 'product' | 'variant' | null
  id: string | null
  changed?: boolean
  pending_deducted?: number
} & Told

/** A checked row of `products/stock`. Money in paise, `asOf` in milliseconds since the epoch. */
type StockInput = Partial<Values<typeof stockFields>> & {
  sku: string
  asOf: number | undefined
  warnings: Sentence[]
}

type PreparedRow = { index: number; sku: string; read: Outcome<StockInput> }

/** The stored product or variant of a SKU. `productSeq` is undefined for a product. */
type Stocked = {
  seq: number
  id: string
  productId: string
  productSeq: number | undefined
  mrp: number
  mrpGiven: boolean
  salePrice: number
  priceGiven: boolean
  minSalePrice: number | null
  stockQuantity: number
}

/**
 * Sets stock and prices by SKU. Products match before variants. Rows (unchecked JSON) are independent, keep the order
 * of `records`, and are written in transactions of about `sliceMs`. If the disk becomes full, the remaining rows are
 * errors. Throws AppError `out_of_space` or `unavailable` if not even the first rows could be written.
 */
export async function updateStock(
  deps: StorefrontDeps,
  records: readonly unknown[],
  { sliceMs = bulkSliceMs, by }: { sliceMs?: number; by?: Doer } = {},
): Promise<StockResult[]> {
  const now = deps.clock.now()
  const rows: PreparedRow[] = []
  await eachInTurns(records.entries(), ([index, record]) => {
    rows.push({ index, sku: sentSku(record), read: attempt(() => readStockRow(record, now)) })
  })
  const results: StockResult[] = []
  const options = { ms: sliceMs, alone: rows.length > sharedRowsMax }
  const slices = deps.database.writeEach(rows, options, (conn, some) => {
    const shared = sliceOf(conn, deps)
    const rowsNow = Array.from(some, (row) => writeRow(shared, row))
    const isLast = rowsNow.at(-1)?.index === rows.length - 1
    if (isLast && by !== undefined) recordStock(shared, [...results, ...rowsNow], by)
    return rowsNow
  })
  try {
    // Collected after every commit, so that a stopped list reports exactly the committed rows.
    for await (const slice of slices) results.push(...slice)
  } catch (error) {
    const stopped = stoppedError(error, results.length)
    for (const row of rows.slice(results.length)) results.push(refusedRow(row, stopped))
  }
  return results
}

/** One entry for the whole list, written with its last rows. No entry if nothing changed: programs send the same values every minute. */
function recordStock({ conn, now }: Slice, results: readonly StockResult[], by: Doer): void {
  const changed = results.filter((result) => result.changed === true).length
  if (changed > 0) recordHistory(conn, now, { action: 'stock sent', ...by, details: { changed } })
}

function refusedRow({ index, sku }: PreparedRow, error: AppError): StockResult {
  return { index, sku, status: 'error', target: null, id: null, error }
}

function writeRow(slice: Slice, row: PreparedRow): StockResult {
  const { index, sku, read } = row
  if ('error' in read) return refusedRow(row, read.error)
  const input = read.value
  const { warnings } = input
  const before = findStocked(slice.conn, input.sku)
  const noted = warnings.length > 0 ? { warnings } : {}
  if (before === undefined) {
    return { index, sku, status: 'not_found', target: null, id: null, ...noted }
  }
  const { after, deducted } = asked(slice.conn, before, input)
  const warned = [...warnings, ...ownPriceWarnings(input, after)]
  return {
    index,
    sku,
    status: 'updated',
    target: before.productSeq === undefined ? 'product' : 'variant',
    id: before.id,
    changed: storeStock(slice, before, after),
    ...(deducted === undefined ? {} : { pending_deducted: deducted }),
    ...(warned.length > 0 ? { warnings: warned } : {}),
  }
}

/** Products come before variants (source: the contract). */
function findStocked(conn: Conn, sku: string): Stocked | undefined {
  const product = findStockOfProduct(conn).get({ sku })
  if (product !== undefined) return { ...product, productId: product.id, productSeq: undefined }
  return findStockOfVariant(conn).get({ sku })
}

function asked(conn: Conn, before: Stocked, input: StockInput) {
  const { units, deducted } = unitsOf(conn, before, input)
  const after: Stocked = {
    ...before,
    mrp: input.mrp ?? before.mrp,
    mrpGiven: isMrpGiven('program', before, input),
    salePrice: input.salePrice ?? before.salePrice,
    priceGiven: isPriceGiven(before, input),
    stockQuantity: units,
  }
  return { after, deducted }
}

/** The stock after this row. */
function unitsOf(
  conn: Conn,
  { stockQuantity, productId, productSeq, id }: Stocked,
  input: StockInput,
): { units: number; deducted: number | undefined } {
  const units = input.stockQuantity ?? stockQuantity
  if (input.asOf === undefined) return { units, deducted: undefined }
  const variantId = productSeq === undefined ? null : id
  return lessPending(conn, { productId, variantId }, units, input.asOf)
}

function ownPriceWarnings({ mrp, salePrice }: StockInput, after: Stocked): Sentence[] {
  if (!after.priceGiven) return withoutPrice('', after)
  return mrp === undefined && salePrice === undefined ? [] : priceWarnings('', after)
}

/** Writes the differences. Returns whether there were any. */
function storeStock(slice: Slice, before: Stocked, after: Stocked): boolean {
  const { conn, now } = slice
  const { seq, productSeq, stockQuantity, mrp, mrpGiven, salePrice, priceGiven } = after
  const samePrices =
    before.mrp === mrp && before.salePrice === salePrice && before.priceGiven === priceGiven
  if (samePrices && before.stockQuantity === stockQuantity) return false
  const version = slice.version()
  const prices = { mrp, mrpGiven, salePrice, priceGiven }
  const row = { seq, stockQuantity, ...prices, version, updatedAt: now }
  if (productSeq !== undefined) {
    updateVariantStockAndPrices(conn).run(row)
    touchProduct(conn).run({ seq: productSeq, version, updatedAt: now })
  } else if (samePrices) updateProductStock(conn).run(row)
  else updateProductStockAndPrices(conn).run(row)
  return true
}

/** Reads one record of `updates`. Throws AppError `invalid_request` that names the field. */
function readStockRow(record: unknown, now: number): StockInput {
  if (!isJsonObject(record)) throw refused(mustBeObject('update', record))
  const reading = new Reading()
  refuseBadJson(record, reading)
  reading.requireNoFault()
  const sku = productFields.sku.read(record['sku'], 'sku', reading) ?? ''
  let asOf: number | undefined
  const values = readFields(stockFields, record, reading, '', (name, value) => {
    if (name === 'as_of') asOf = readAsOf(value, now, reading)
    return name === 'sku' || name === 'as_of'
  })
  reading.requireNoFault()
  if (Object.keys(values).length === 0) throw nothingGiven()
  const { warnings } = reading
  if (asOf === undefined || values.stockQuantity !== undefined) {
    return { sku, ...values, asOf, warnings }
  }
  reading.warn(asOfIgnored)
  return { sku, ...values, asOf: undefined, warnings }
}

function nothingGiven(): AppError {
  const sentence = say`${fieldAt('stock_quantity')}, ${fieldAt('sale_price')} and ${fieldAt('mrp')} are all missing: at least one must be given.`
  return refusedAs('invalid_request', 'stock_quantity', sentence)
}
