import { AppError } from '../../../platform/errors.ts'
import type { JsonObject } from '../../../platform/json.ts'
import { readProductRow } from '../../../services/storefront/service.ts'
import type { Faults } from './read-rows.ts'

/** A record that nothing is wrong with, to read a field beside. */
const harmless = { sku: 'x', name: 'x' }

/** Adds to `faults` what the API would refuse of a record: of every field, where the API stops at the first. */
export function refuseFields(record: JsonObject, faults: Faults): void {
  const whole = { ...harmless, ...record }
  if (record['sku'] === undefined) addFault(faults, 'sku', { ...harmless, sku: null })
  if (refusalOf(whole) === undefined) return
  for (const field of Object.keys(record)) {
    addFault(faults, field, { ...harmless, [field]: record[field] ?? null })
  }
}

function addFault(faults: Faults, field: string, record: JsonObject): void {
  const refusal = faults.has(field) ? undefined : refusalOf(record)
  if (refusal !== undefined) faults.set(field, refusal)
}

function refusalOf(record: JsonObject): string | undefined {
  try {
    readProductRow(record)
    return undefined
  } catch (error) {
    if (error instanceof AppError) return error.message
    throw error
  }
}
