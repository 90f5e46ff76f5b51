import type { JsonObject, JsonValue } from '../../../platform/json.ts'
import type { ColumnLookup } from './columns.ts'
import { readSide } from './numbers.ts'

/**
 * A statement that prints one column of amounts says the side beside each: "500.00 Dr", or a column "Dr/Cr". As a
 * number the amount loses it, and money in would look like money out: the row gets `debit` or `credit` as well.
 */
export function withSide(
  fields: Map<string, JsonValue>,
  raw: JsonObject,
  columnOf: ColumnLookup,
): Map<string, JsonValue> {
  const amount = fields.get('amount')
  if (typeof amount !== 'number' || fields.has('debit') || fields.has('credit')) return fields
  const side = sideOf(raw, columnOf, 'amount') ?? sideOf(raw, columnOf, 'dr_cr')
  if (side !== undefined) fields.set(side, Math.abs(amount))
  return fields
}

function sideOf(raw: JsonObject, columnOf: ColumnLookup, key: string) {
  for (const label of Object.keys(raw)) {
    const value = raw[label]
    if (columnOf(label).key !== key || typeof value !== 'string') continue
    const side = readSide(value)
    if (side !== undefined) return side
  }
  return undefined
}
