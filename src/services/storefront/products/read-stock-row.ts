import { readIsoTime } from '../../../platform/dates.ts'
import type { AppError } from '../../../platform/errors.ts'
import { isJsonObject, type JsonValue } from '../../../platform/json.ts'
import {
  mustBeObject,
  nullWarning,
  readFields,
  Reading,
  refuseBadJson,
  refused,
  refusedAs,
  type Values,
} from '../../../platform/record/read.ts'
import { fieldAt, say, type Sentence } from '../../../platform/record/sentence.ts'
import { productFields } from './record.ts'

/** How far the sender's clock may be ahead, in milliseconds. */
const clockAheadMaxMs = 5 * 60 * 1000

const { mrp, sale_price, stock_quantity } = productFields

/** The fields of an entry of `updates`, but for its SKU and `as_of`. */
export const stockFields = { stock_quantity, sale_price, mrp }

/** A row of `products/stock`, checked. Money in paise; `asOf` in milliseconds since the epoch. */
export type StockInput = Partial<Values<typeof stockFields>> & {
  sku: string
  asOf: number | undefined
  warnings: Sentence[]
}

/** Reads one record of `updates`. Throws AppError `invalid_request` that names the field. */
export function readStockRow(record: unknown, now: number): StockInput {
  if (!isJsonObject(record)) throw refused(mustBeObject('update', record))
  const reading = new Reading()
  refuseBadJson(record, reading)
  requireNoFault(reading)
  const sku = productFields.sku.read(record['sku'], 'sku', reading) ?? ''
  let asOf: number | undefined
  const values = readFields(stockFields, record, reading, '', (name, value) => {
    if (name === 'as_of') asOf = readAsOf(value, now, reading)
    return name === 'sku' || name === 'as_of'
  })
  requireNoFault(reading)
  if (Object.keys(values).length === 0) throw nothingGiven()
  const { warnings } = reading
  if (asOf === undefined || values.stockQuantity !== undefined) {
    return { sku, ...values, asOf, warnings }
  }
  reading.warn('as_of was ignored: it belongs to stock_quantity, which is missing.')
  return { sku, ...values, asOf: undefined, warnings }
}

/** A time of day needs its zone: a server elsewhere would take another. */
function readAsOf(value: JsonValue, now: number, reading: Reading): number | undefined {
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

function requireNoFault({ faults: [fault] }: Reading): void {
  if (fault !== undefined) throw refused(fault)
}

function nothingGiven(): AppError {
  const sentence = say`${fieldAt('stock_quantity')}, ${fieldAt('sale_price')} and ${fieldAt('mrp')} are all missing: at least one must be given.`
  return refusedAs('invalid_request', 'stock_quantity', sentence)
}
