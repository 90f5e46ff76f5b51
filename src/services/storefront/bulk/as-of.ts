import { Type } from '@sinclair/typebox'
import type { Conn } from '../../../platform/db/connection.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../../platform/json/json.ts'
import { nullWarning, Reading } from '../../../platform/record/read.ts'
import type { Sentence } from '../../../platform/record/sentence.ts'
import { readIsoTime } from '../../../platform/time.ts'
import { pendingUnits } from '../orders/placing/stock.ts'
import { findStockOfProduct } from '../products/queries.ts'
import type { ProductInput, VariantInput } from '../products/read-product.ts'
import { findStockOfVariant } from '../products/variants.ts'

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
