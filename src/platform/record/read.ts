import { AppError, type ErrorCode, type ErrorItem, throwAll } from '../errors.ts'
import { type JsonObject, type JsonValue, checkJsonField } from '../json/json.ts'
import type { Field } from './field.ts'
import { type Fault, type Sentence, faultInApiWords, fieldAt, say } from './sentence.ts'
import { type ObjectOptions, type TSchema, Type } from '@sinclair/typebox'

/** The fields of a record, by their names in JSON. */
export type Fields = Readonly<Record<string, Field>>

/** A record's values, by the keys of its fields. */
export type Values<F extends Fields> = {
  [Name in keyof F as F[Name]['key']]: F[Name] extends Field<string, infer Value> ? Value : never
}

/** The same as JSON for answers and forms, by the names of its fields. */
type JsonOf<F extends Fields> = {
  -readonly [Name in keyof F]: ReturnType<F[Name]['toJson']>
}

/** How many unknown fields a warning names, and how many characters of each. */
const namedMax = 10
const nameCharactersShown = 60

/** The result of reading a record so far: every fault, not only the first, and warnings about values that were changed. */
export class Reading {
  readonly faults: Fault[] = []
  readonly warnings: Sentence[] = []

  refuse(fault: Fault): undefined {
    this.faults.push(fault)
  }

  warn(sentence: Sentence): void {
    this.warnings.push(sentence)
  }

  /** Throws AppError `invalid_request` with the first fault, and the others attached. */
  requireNoFault(): void {
    throwAll(this.faults.map((fault) => refused(fault)))
  }
}

/** Reads a field that needs its own reader. False for a field that is read as declared. */
type TakeApart = (name: string, value: JsonValue) => boolean

/** Reads a record's fields, each at `place` and its name. Unknown fields cause a warning. */
export function readFields<F extends Fields>(
  fields: F,
  record: JsonObject,
  reading: Reading,
  place: string,
  takeApart: TakeApart,
): Partial<Values<F>>
export function readFields(
  fields: Fields,
  record: JsonObject,
  reading: Reading,
  place: string,
  takeApart: TakeApart,
): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  const unknown: string[] = []
  for (const name of Object.keys(record)) {
    const given = record[name] ?? null
    if (takeApart(name, given)) continue
    const declared = Object.hasOwn(fields, name) ? fields[name] : undefined
    const value = declared && readField(declared, given, `${place}${name}`, reading)
    if (declared === undefined) unknown.push(`${place}${name}`)
    else if (value !== undefined) values[declared.key] = value
  }
  if (unknown.length > 0) reading.warn(unknownFieldsWarning(unknown))
  return values
}

/** The values of a new record. */
export function initialValues<F extends Fields>(fields: F): Values<F>
export function initialValues(fields: Fields): Record<string, unknown> {
  return Object.fromEntries(Object.values(fields).map(({ key, initial }) => [key, initial]))
}

/** A stored row, or a part of one, as JSON by the names of its fields. */
export function toJson<F extends Fields>(fields: F, row: Values<F>): JsonOf<F>
export function toJson<F extends Fields>(fields: F, row: Partial<Values<F>>): Partial<JsonOf<F>>
export function toJson(fields: Fields, row: Record<string, unknown>): Record<string, unknown> {
  const json: Record<string, unknown> = {}
  for (const [name, declared] of Object.entries(fields)) {
    const value = row[declared.key]
    if (value !== undefined) json[name] = declared.toJson(value)
  }
  return json
}

/** Refuses anything that JSON cannot carry (see `parseJsonText`). Numbers are judged by their field's reader. */
export function refuseBadJson(record: JsonObject, reading: Reading): void {
  for (const name of Object.keys(record)) {
    const value = record[name]
    if (value === undefined || typeof value === 'number') continue
    const sentence = jsonFault(name, value)
    if (sentence !== undefined) reading.refuse({ rule: 'said', field: name, sentence })
  }
}

/** A refusal of one field. `items` are the answer's `details`. */
export function refused(
  fault: Fault,
  code: ErrorCode = 'invalid_request',
  items?: readonly ErrorItem[],
): AppError {
  return new AppError(code, faultInApiWords(fault), {
    field: fault.field,
    fault,
    ...(items && { items }),
  })
}

/** A refusal with a sentence of its own. */
export function refusedAs(
  code: 'invalid_request' | 'conflict',
  place: string,
  sentence: Sentence,
): AppError {
  return refused({ field: place, rule: 'said', sentence }, code)
}

/** The sentence of a refusal, for use as a warning. */
export function sentenceOf({ message, details: { fault } }: AppError): Sentence {
  return fault?.rule === 'said' ? fault.sentence : message
}

/** The refusal of anything but an object. */
export function mustBeObject(place: string, got: unknown): Fault {
  return { rule: 'other', allowed: 'an object', field: place, got: got ?? null }
}

/** The warning for a null that clears nothing. */
export function nullWarning(place: string): Sentence {
  return say`${fieldAt(place)} cannot be cleared: null counts as not given.`
}

function readField(declared: Field, value: JsonValue, at: string, reading: Reading): unknown {
  if (value !== null) return declared.read(value, at, reading)
  if (declared.cleared !== undefined) return declared.cleared.value
  reading.warn(nullWarning(at))
  return undefined
}

function jsonFault(name: string, value: JsonValue): string | undefined {
  try {
    checkJsonField(name, value)
    return undefined
  } catch (error) {
    if (error instanceof AppError) return error.message
    throw error
  }
}

/** One warning that names all unknown fields. */
function unknownFieldsWarning(names: readonly string[]): string {
  const named = names
    .slice(0, namedMax)
    .map((name) => name.slice(0, nameCharactersShown).toWellFormed())
  const more = names.length > namedMax ? ` and ${names.length - namedMax} more` : ''
  const what = names.length === 1 ? 'Unknown field was' : 'Unknown fields were'
  return `${what} ignored: ${named.join(', ')}${more}.`
}

/** A refusal in one sentence: the field, what is allowed, and the value sent. Undefined means that the field is missing. */
export function notAllowed(
  field: string,
  allowed: Sentence,
  got: unknown,
  more: { name?: string; unit?: 'rupees' } = {},
): AppError {
  return refused({ rule: 'other', allowed, field, got, ...more })
}

/** The schema of a record as clients send it, for the API document. `more` are fields that its declaration leaves out. */
export function recordSchema(
  fields: Fields,
  options: ObjectOptions & { required: readonly string[]; more?: Record<string, TSchema> },
): TSchema {
  const { required, more = {}, ...rest } = options
  const declared = Object.entries(fields).map(([name, { schema }]) => {
    const given = typeOf(schema)
    return [name, required.includes(name) ? given : Type.Optional(given)] as const
  })
  return Type.Object({ ...Object.fromEntries(declared), ...more }, rest)
}

function typeOf({ type, choices, orNull = false, ...rest }: Field['schema']): TSchema {
  if (orNull)
    return Type.Union([typeOf({ type, ...(choices && { choices }), ...rest }), Type.Null()])
  switch (type) {
    case 'string':
      return choices === undefined
        ? Type.String(rest)
        : Type.Union(
            choices.map((choice) => Type.Literal(choice)),
            rest,
          )
    case 'number':
      return Type.Number(rest)
    case 'integer':
      return Type.Integer(rest)
    case 'boolean':
      return Type.Boolean(rest)
    case 'anything':
      return Type.Unknown(rest)
  }
}
