import type { JsonObject, JsonValue } from '../../platform/json/json.ts'

/** How a table says what a record says. */
type TypedTable = {
  columns: readonly string[]
  required: readonly string[]
  /** The record of a row; an absent or empty cell is ''. */
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
 * A table whose cells have types. An empty cell says nothing. A cell that is not of its column's type stays text, so
 * that it is refused by its field's name.
 */
export function typedTable(form: {
  required: readonly string[]
  texts: readonly string[]
  numbers: readonly string[]
  booleans?: readonly string[]
}): TypedTable {
  const { required, texts, numbers, booleans = [] } = form
  return {
    columns: [...texts, ...numbers, ...booleans],
    required,
    objectOf(cell) {
      const object: JsonObject = {}
      const read = (columns: readonly string[], valueOf: (text: string) => JsonValue) => {
        for (const column of columns) {
          const text = cell(column).trim()
          if (text !== '') object[column] = valueOf(text)
        }
      }
      read(texts, (text) => text)
      read(numbers, numberOf)
      read(booleans, (text) => truths.get(text.toLowerCase()) ?? text)
      return object
    },
  }
}

function numberOf(text: string): number | string {
  return number.test(text) ? Number(text.replaceAll(',', '')) : text
}
