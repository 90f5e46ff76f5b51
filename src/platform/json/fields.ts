import { isJsonObject, type JsonObject } from './json.ts'

// Reads fields of objects from other programs. A field of another type counts as missing.

export function textOf(of: JsonObject | undefined, field: string): string {
  const value = of?.[field]
  return typeof value === 'string' ? value : ''
}

/** 0 for anything but a number. A number in a text counts. */
export function numberOf(of: JsonObject | undefined, field: string): number {
  const value = of?.[field]
  const number = typeof value === 'string' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : 0
}

/** The objects of a list. */
export function rowsOf(of: JsonObject | undefined, field: string): JsonObject[] {
  const rows = of?.[field]
  return Array.isArray(rows) ? rows.filter(isJsonObject) : []
}
