import type { JsonValue } from '../json/json.ts'
import type { Reading } from './read.ts'

/** What a cell of a table holds, for whoever reads what spreadsheets and people write into one. */
export type Cell =
  'line' | 'code' | 'text' | 'amount' | 'quantity' | 'rate' | 'hsn' | 'flag' | 'choice' | 'none'

/**
 * One field of a record, declared once: `Key` is the value's name in code, and the column's where there is one, `Value`
 * what is stored, `Json` what answers and forms say of it.
 */
export type Field<Key extends string = string, Value = unknown, Json = unknown> = {
  readonly key: Key
  /** What a form calls it. */
  readonly label: string
  /** The same in the middle of a sentence. */
  readonly phrase: string
  /** What people and programs call such a column of a table, in lower case without spaces and signs. */
  readonly csv: readonly string[]
  readonly cell: Cell
  /** What the API document says of it. */
  readonly schema: FieldSchema
  /** What a new record has. */
  readonly initial: Value
  /** What null makes of it; left out, null counts as not given. */
  readonly cleared?: { readonly value: Value }
  /**
   * What a value of JSON says; undefined for nothing, or when it is refused (see Reading). Undefined is a value that is
   * missing although it must be there. `at` is its place.
   */
  read(value: JsonValue | undefined, at: string, reading: Reading): Value | undefined
  toJson(value: Value): Json
}

/** Keywords of JSON Schema, by the type they go with: texts in characters. */
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

/** What every declaration says of itself, the meaning of its value aside. */
export type About<Key extends string> = {
  key: Key
  label: string
  /** Left out: "the" and the label. */
  phrase?: string
  /** Names of a table's column, with spaces between. */
  csv?: string
  description?: string
  examples?: readonly JsonValue[]
}

/** The same field where a record may have none: null clears it. */
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

/** What all declarations share; fields of a kind of their own begin with it too. */
export function named<const Key extends string>(about: About<Key>) {
  const { key, label: title, csv } = about
  return { key, label: title, phrase: about.phrase ?? phraseOf(title), csv: csv?.split(' ') ?? [] }
}

/** The part of a field's schema that is for people. */
export function documented({
  description,
  examples,
}: Pick<About<string>, 'description' | 'examples'>) {
  return { ...(description !== undefined && { description }), ...(examples && { examples }) }
}

/** SKU and MRP stay as they are; "Lowest selling price" is "the lowest selling price". */
function phraseOf(title: string): string {
  const isAcronym = /^[A-Z]{2}/.test(title)
  return `the ${isAcronym ? title : title.charAt(0).toLowerCase() + title.slice(1)}`
}

export function isBlank(value: JsonValue | undefined): boolean {
  return typeof value === 'string' && value.trim() === ''
}
