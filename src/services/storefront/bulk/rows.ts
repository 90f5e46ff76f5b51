import { AppError, type ErrorCode } from '../../../platform/errors.ts'
import { rowErrorOf } from '../../../platform/http/fields.ts'
import { type JsonObject, type JsonValue, isJsonObject } from '../../../platform/json/json.ts'
import { type Sentence, inApiWords } from '../../../platform/record/sentence.ts'
import { Type } from '@sinclair/typebox'
import type { Conn } from '../../../platform/db/connection.ts'
import { Reading, nullWarning } from '../../../platform/record/read.ts'
import { readIsoTime } from '../../../platform/time.ts'
import { pendingUnits } from '../orders/placing/stock.ts'
import { findStockOfProduct } from '../products/queries.ts'
import type { ProductInput, VariantInput } from '../products/read-product.ts'
import { findStockOfVariant } from '../products/variants.ts'

/**
 * A transaction takes no further row after this time, in milliseconds, so that a long list does not keep others
 * waiting: at 40 ms a read waited a third longer beside bulks. Shorter transactions write the same index pages again
 * and again.
 */
export const bulkSliceMs = 20

/** A longer list gets transactions of its own and does not share them with other commands. */
export const sharedRowsMax = 100

/** Errors that can stop a long list after some of its rows were committed. */
const stops = new Map<ErrorCode, string>([
  ['out_of_space', 'The disk that holds the data is full'],
  ['unavailable', 'The data cannot be written at the moment'],
])

/**
 * The error for the remaining rows of a list that was stopped after `rowsWritten` committed rows. Throws the original
 * error if no rows were committed or if it is another error: then the whole request is refused.
 */
export function stoppedError(error: unknown, rowsWritten: number): AppError {
  const why =
    error instanceof AppError ? (error.details['stopped'] ?? stops.get(error.code)) : undefined
  if (typeof why !== 'string' || !(error instanceof AppError) || rowsWritten === 0) throw error
  const message = `${why}: this row and those behind it were not written. Send them again.`
  return new AppError(error.code, message)
}

/** Errors and warnings of a row as data. The caller chooses the words. */
export type Told = { error?: AppError; warnings?: Sentence[] }

/** The row in the API's words. `field` is null if no single field is wrong. */
export function inApiForm<Row extends Told>({ error, warnings, ...row }: Row) {
  return {
    ...row,
    ...(error && { error: rowErrorOf(error) }),
    ...(warnings && { warnings: warnings.map(inApiWords) }),
  }
}

/** The SKU of a row as sent, as text for the answer. '' if there is none to show. */
export function sentSku(record: unknown): string {
  const sku = isJsonObject(record) ? record['sku'] : undefined
  if (typeof sku === 'number') return String(sku)
  return typeof sku === 'string' ? sku.toWellFormed() : ''
}

/*
 * Stock counts with the time of counting, `as_of`. Units sold since then are deducted if the sender cannot know of
 * them yet. Otherwise sold units would return to the stock.
 */

/** The sender's clock may be this far ahead, in milliseconds. */
const clockAheadMaxMs = 5 * 60 * 1000

export const asOfSchema = Type.String({
  format: 'date-time',
  description:
    'When stock_quantity was counted: units sold since in orders that are not synced are taken off, not below 0. An extension of Daybook.',
  examples: ['2026-11-05T09:30:00Z'],
})

export const pendingDeductedSchema = Type.Integer({
  description: 'Units that were taken off because of `as_of`.',
})

/** In milliseconds since the epoch. A time without a zone is refused, because a server elsewhere would read another time. */
export function readAsOf(value: JsonValue, now: number, reading: Reading): number | undefined {
  if (value === null) {
    reading.warn(nullWarning('as_of'))
    return undefined
  }
  const isZoned = typeof value === 'string' && /T.*(Z|[+-]\d{2}:\d{2})$/.test(value)
  const time = isZoned ? readIsoTime(value, '00:00:00') : undefined
  if (time !== undefined && time <= now + clockAheadMaxMs) return time
  const allowed = 'a time that is past, in ISO 8601 with its zone, such as 2026-11-05T09:30:00Z'
  return reading.refuse({ rule: 'other', allowed, field: 'as_of', got: value })
}

export const asOfIgnored: Sentence =
  'as_of was ignored: it belongs to stock_quantity, which is missing.'

/** Adds the time of counting to a record that gives stock for itself or a variant, unless the record has its own `as_of`. */
export function withAsOf(record: JsonObject, asOf: string): JsonObject {
  const { variants, as_of: own = null } = record
  const rows = [record, ...(Array.isArray(variants) ? variants : [])]
  const saysStock = rows.some((row) => isJsonObject(row) && row['stock_quantity'] !== undefined)
  return saysStock && own === null ? { ...record, as_of: asOf } : record
}

/**
 * A count of `units` minus the units ordered since `asOf` that the ERP cannot know of yet. The deduction does not go
 * below 0, and a count below 0 stays. `variantId` is null for the product itself.
 */
export function lessPending(
  conn: Conn,
  { productId, variantId }: { productId: string; variantId: string | null },
  units: number,
  asOf: number,
): { units: number; deducted: number } {
  const pending = pendingUnits(conn, productId, variantId, asOf)
  const deducted = Math.min(pending, Math.max(units, 0))
  return { units: units - deducted, deducted }
}

/**
 * The `as_of` of a record of `products/bulk`, for its own stock and that of its variants. Undefined without one. A
 * record without stock gets a warning. Throws AppError `invalid_request`.
 */
export function asOfOf(record: unknown, input: ProductInput, now: number): number | undefined {
  const sent = isJsonObject(record) ? record['as_of'] : undefined
  if (sent === undefined) return undefined
  const reading = new Reading()
  const asOf = readAsOf(sent, now, reading)
  reading.requireNoFault()
  input.warnings.push(...reading.warnings)
  const saysStock = [input, ...input.variants].some(
    ({ values }) => values.stockQuantity !== undefined,
  )
  if (asOf === undefined || saysStock) return asOf
  input.warnings.push(asOfIgnored)
  return undefined
}

/** Deducts units sold since `asOf` from the stock of a record of `products/bulk` and of its variants. */
export function withoutPending(
  conn: Conn,
  input: ProductInput,
  asOf: number,
): { input: ProductInput; deducted: number } {
  const product = findStockOfProduct(conn).get({ sku: input.sku })
  let deducted = 0
  const lessSold = <Values extends ProductInput['values'] | VariantInput['values']>(
    values: Values,
    sold: { productId: string; variantId: string | null } | undefined,
  ): Values => {
    if (values.stockQuantity === undefined || sold === undefined) return values
    const less = lessPending(conn, sold, values.stockQuantity, asOf)
    deducted += less.deducted
    return { ...values, stockQuantity: less.units }
  }
  const variants = input.variants.map((variant) => {
    const found = variant.sku ? findStockOfVariant(conn).get({ sku: variant.sku }) : undefined
    const variantId = found?.id ?? variant.id
    const sold =
      product === undefined || variantId === undefined
        ? undefined
        : { productId: product.id, variantId }
    return { ...variant, values: lessSold(variant.values, sold) }
  })
  const values = lessSold(input.values, product && { productId: product.id, variantId: null })
  return { input: { ...input, values, variants }, deducted }
}
