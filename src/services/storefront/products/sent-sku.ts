import { isJsonObject } from '../../../platform/json.ts'

/** The SKU of a row as it was sent, as text, for the answer; '' when there is none to show. */
export function sentSku(record: unknown): string {
  const sku = isJsonObject(record) ? record['sku'] : undefined
  if (typeof sku === 'number') return String(sku)
  return typeof sku === 'string' ? sku.toWellFormed() : ''
}
