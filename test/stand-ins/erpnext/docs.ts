import { type JsonObject, type JsonValue, numberOf } from '../../../src/platform/json/json.ts'

/** A document of a site, as the framework keeps it: fields by name, child tables as lists. */
export type Doc = JsonObject

/** The framework's three states of a document. */
export const docstatus = { draft: 0, submitted: 1, cancelled: 2 } as const

export function isSet(doc: Doc | undefined, field: string): boolean {
  return numberOf(doc, field) === 1 || doc?.[field] === true
}

export function isEmpty(value: JsonValue | undefined): boolean {
  return value === undefined || value === null || value === ''
}

/** To two decimals, as the framework rounds amounts of money. */
export function round2(amount: number): number {
  return Math.sign(amount) * (Math.round(Math.abs(amount) * 100 + 1e-6) / 100)
}
