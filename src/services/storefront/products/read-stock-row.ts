import { readIsoTime } from '../../../platform/dates.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../../platform/json.ts'
import {
  checkJsonRow,
  nullWarning,
  readMoney,
  readSku,
  readStock,
  refusal,
  rowRefusal,
} from './rules.ts'
import { unknownFieldsWarning } from './unknown-fields.ts'

/** How far the sender's clock may be ahead, in milliseconds. */
const clockAheadMaxMs = 5 * 60 * 1000

/** A row of `products/stock`, checked. Money in paise; `asOf` in milliseconds since the epoch. */
export type StockWish = {
  sku: string
  stockQuantity: number | undefined
  salePrice: number | undefined
  mrp: number | undefined
  asOf: number | undefined
  warnings: string[]
}

const known = new Set(['sku', 'stock_quantity', 'sale_price', 'mrp', 'as_of'])

/** Reads one record of `updates`. Throws AppError `invalid_request` that names the field. */
export function readStockRow(record: unknown, now: number): StockWish {
  if (!isJsonObject(record)) throw refusal('update', 'an object', record ?? null)
  checkJsonRow(record)
  const warnings: string[] = []
  const sku = readSku('sku', record['sku'])
  const money = (value: JsonValue, field: string) => readMoney(field, value, warnings)
  const stockQuantity = given(record, 'stock_quantity', warnings, (value, field) =>
    readStock(field, value, warnings),
  )
  const salePrice = given(record, 'sale_price', warnings, money)
  const mrp = given(record, 'mrp', warnings, money)
  let asOf = given(record, 'as_of', warnings, (value, field) => readAsOf(field, value, now))
  if (stockQuantity === undefined && salePrice === undefined && mrp === undefined) {
    const message =
      'stock_quantity, sale_price and mrp are all missing: at least one must be given.'
    throw rowRefusal('invalid_request', 'stock_quantity', message)
  }
  if (asOf !== undefined && stockQuantity === undefined) {
    warnings.push('as_of was ignored: it belongs to stock_quantity, which is missing.')
    asOf = undefined
  }
  const unknown = Object.keys(record).filter((field) => !known.has(field))
  warnings.push(...unknownFieldsWarning(unknown))
  return { sku, stockQuantity, salePrice, mrp, asOf, warnings }
}

function given<T>(
  record: JsonObject,
  field: string,
  warnings: string[],
  read: (value: JsonValue, field: string) => T,
): T | undefined {
  const value = record[field]
  if (value === null) warnings.push(nullWarning(field))
  return value === undefined || value === null ? undefined : read(value, field)
}

/** A time of day needs its zone: a server elsewhere would take another. */
function readAsOf(field: string, value: JsonValue, now: number): number {
  const isZoned = typeof value === 'string' && /T.*(Z|[+-]\d{2}:\d{2})$/.test(value)
  const time = isZoned ? readIsoTime(value, '00:00:00') : undefined
  if (time !== undefined && time <= now + clockAheadMaxMs) return time
  const allowed = 'a time that is past, in ISO 8601 with its zone, such as 2026-11-05T09:30:00Z'
  throw refusal(field, allowed, value)
}
