import type { JsonObject, JsonValue } from '../json/json.ts'
import type { Reading } from './read.ts'

/** The content of a table's cell, as spreadsheets and people write it. */
export type Cell =
  'line' | 'code' | 'text' | 'amount' | 'quantity' | 'rate' | 'hsn' | 'flag' | 'choice' | 'none'

/**
 * One field of a record, declared once: `Key` is its name in code and that of its column, if any, `Value` is the stored type, `Json` is the
 * type in answers and forms.
 */
export type Field<Key extends string = string, Value = unknown, Json = unknown> = {
  readonly key: Key
  /** The name in a form. */
  readonly label: string
  /** The name in the middle of a sentence. */
  readonly phrase: string
  /** What people and programs call this column of a table, in lower case without spaces and signs. */
  readonly csv: readonly string[]
  readonly cell: Cell
  /** The schema for the API document. */
  readonly schema: FieldSchema
  /** The value of a new record. */
  readonly initial: Value
  /** The value that null sets. Without it, null counts as not given. */
  readonly cleared?: { readonly value: Value }
  /**
   * Reads a JSON value. Returns undefined when nothing was given, or the value was refused (see Reading). Undefined as input means that a
   * required value is missing. `at` is the value's place.
   */
  read(value: JsonValue | undefined, at: string, reading: Reading): Value | undefined
  toJson(value: Value): Json
}

/** Keywords of JSON Schema, by the type that they belong to. Lengths of texts are in characters. */
type FieldSchema = {
  type: 'string' | 'number' | 'integer' | 'boolean' | 'anything'
  orNull?: boolean
  choices?: readonly string[]
  format?: 'uuid'
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  description?: string
  examples?: readonly JsonValue[]
}

/** What every declaration states, apart from the meaning of its value. */
export type About<Key extends string> = {
  key: Key
  label: string
  /** Default: "the" and the label. */
  phrase?: string
  /** Names of a table's column, separated by spaces. */
  csv?: string
  description?: string
  examples?: readonly JsonValue[]
}

/** The same field, for a record that may have no value: null clears it. */
export function orNone<const Key extends string, Value, Json>(
  declared: Field<Key, Value, Json>,
): Field<Key, Value | null, Json | null> {
  return {
    ...declared,
    schema: { ...declared.schema, orNull: true },
    initial: null,
    cleared: { value: null },
    toJson: (value) => (value === null ? null : declared.toJson(value)),
  }
}

/** The part that all declarations share. Fields of special kinds start with it too. */
export function named<const Key extends string>(about: About<Key>) {
  const { key, label: title, csv } = about
  return { key, label: title, phrase: about.phrase ?? phraseOf(title), csv: csv?.split(' ') ?? [] }
}

/** The part of a field's schema that people read. */
export function documented({
  description,
  examples,
}: Pick<About<string>, 'description' | 'examples'>) {
  return { ...(description !== undefined && { description }), ...(examples && { examples }) }
}

/** SKU and MRP keep their capitals. "Lowest selling price" becomes "the lowest selling price". */
function phraseOf(title: string): string {
  const isAcronym = /^[A-Z]{2}/.test(title)
  return `the ${isAcronym ? title : title.charAt(0).toLowerCase() + title.slice(1)}`
}

export function isBlank(value: JsonValue | undefined): boolean {
  return typeof value === 'string' && value.trim() === ''
}

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
