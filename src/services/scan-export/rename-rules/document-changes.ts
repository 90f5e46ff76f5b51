import { isDeepStrictEqual } from 'node:util'
import type { JsonObject, JsonValue } from '../../../platform/json.ts'
import type { ScanData } from './normalise.ts'

type ShownField = { key: string; value: string }

/** What is different in the head of a document, or in one of its lines (counted from 1). */
export type PartChange = { line: number | null; before: ShownField[]; after: ShownField[] }

/** Characters of a value that are shown. */
const valueCharactersMax = 200

/**
 * Where two normalisations of one document differ: the fields that go or change on one side, those that come or change
 * on the other. Empty texts that only the contract asks for are left out.
 */
export function documentChanges(before: ScanData, after: ScanData): PartChange[] {
  const lines = Math.max(before.line_items.length, after.line_items.length)
  const parts = [partChange(null, before.invoice_metadata, after.invoice_metadata)]
  for (let line = 0; line < lines; line++) {
    parts.push(partChange(line + 1, before.line_items[line] ?? {}, after.line_items[line] ?? {}))
  }
  return parts.filter((part) => part.before.length + part.after.length > 0)
}

function partChange(line: number | null, before: JsonObject, after: JsonObject): PartChange {
  return { line, before: fieldsNotIn(after, before), after: fieldsNotIn(before, after) }
}

/** The fields of `part` that the other one has not, or has with another value. */
function fieldsNotIn(other: JsonObject, part: JsonObject): ShownField[] {
  return Object.entries(part)
    .filter(([key, value]) => value !== '' && !sameIn(other, key, value))
    .map(([key, value]) => ({ key, value: shownValue(value) }))
}

function sameIn(other: JsonObject, key: string, value: JsonValue): boolean {
  return Object.hasOwn(other, key) && isDeepStrictEqual(other[key], value)
}

function shownValue(value: JsonValue): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  if (text.length <= valueCharactersMax) return text
  return `${text.slice(0, valueCharactersMax).toWellFormed()}…`
}
