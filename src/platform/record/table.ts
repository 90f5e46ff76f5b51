import type { JsonObject, JsonValue } from '../json/json.ts'
import type { Cell } from './field.ts'

/** How a table represents a record. */
export type RecordTable = {
  columns: readonly string[]
  required: readonly string[]
  /** The record of a row. `cell` returns '' for an absent or empty cell. */
  objectOf(cell: (column: string) => string): JsonObject
}

/** A number as spreadsheets write it: with commas between groups, as 1,23,456.50 or 123,456.50, or without. */
const number = /^-?(?:\d{1,3}(?:,\d{2,3})*,\d{3}|\d+)(?:\.\d+)?$/

const truths: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['yes', true],
  ['1', true],
  ['false', false],
  ['no', false],
  ['0', false],
])

/**
 * The table of a record. Its columns are named like its fields. `texts` are columns that the caller reads itself. An empty cell sets
 * nothing. A cell of the wrong kind stays text, so that its field refuses it by name.
 */
export function recordTable(
  fields: Readonly<Record<string, { cell: Cell }>>,
  { required, texts = [] }: { required: readonly string[]; texts?: readonly string[] },
): RecordTable {
  const columns = new Map<string, Cell>()
  for (const [name, { cell }] of Object.entries(fields))
    if (cell !== 'none') columns.set(name, cell)
  for (const name of texts) columns.set(name, 'text')
  return {
    columns: [...columns.keys()],
    required,
    objectOf(cell) {
      const object: JsonObject = {}
      for (const [name, kind] of columns) {
        const text = cell(name).trim()
        if (text !== '') object[name] = valueOf(kind, text)
      }
      return object
    },
  }
}

function valueOf(kind: Cell, text: string): JsonValue {
  switch (kind) {
    case 'amount':
    case 'quantity':
    case 'rate':
      return number.test(text) ? Number(text.replaceAll(',', '')) : text
    case 'flag':
      return truths.get(text.toLowerCase()) ?? text
    default:
      return text
  }
}
