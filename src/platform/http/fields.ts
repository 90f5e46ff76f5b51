import { Kind, type TObject, type TSchema, Type, TypeRegistry } from '@sinclair/typebox'
import { AppError, type ErrorCode, errorCodes } from '../errors.ts'
import { notAllowed } from '../record/read.ts'

// Query parameters are text. Each field below documents itself (JSON Schema) and parses its own text. We parse it ourselves because HTTP
// frameworks coerce `0x10`, `1e1` and `" 5"` to integers and lose the field's name.

const queryKind = 'QueryText'
TypeRegistry.Set(queryKind, () => true)

/** A query parameter: its name, its schema for the document, and the parser of its text. */
export type QueryField<T> = {
  name: string
  schema: TSchema
  /** An empty value counts as absent. Throws AppError `invalid_request` that names the field. */
  read(query: URLSearchParams): T
}

/** A whole number in decimal digits. A value out of bounds is refused, never clamped: a client that pages would skip rows. */
export function wholeNumberField(
  name: string,
  options: { minimum: number; maximum: number; default: number; description: string },
): QueryField<number> {
  const { minimum, maximum } = options
  return queryField(name, { type: 'integer', ...options }, options.default, (text) => {
    const value = /^-?\d{1,16}$/.test(text) ? Number(text) : Number.NaN
    if (value >= minimum && value <= maximum) return value
    throw notAllowed(name, `a whole number from ${minimum} to ${maximum}`, text)
  })
}

/** One of a list of words. */
export function choiceField<const T extends string>(
  name: string,
  options: { choices: readonly T[]; description: string },
): QueryField<T | undefined> {
  const { choices, description } = options
  return queryField(
    name,
    { type: 'string', enum: [...choices], description },
    undefined,
    (text) => {
      const choice = choices.find((candidate) => candidate === text)
      if (choice !== undefined) return choice
      throw notAllowed(name, `one of ${choices.join(', ')}`, text)
    },
  )
}

/** Text that a query looks up, such as an id. */
export function textField(
  name: string,
  options: { maxLength: number; description: string },
): QueryField<string | undefined> {
  const { maxLength } = options
  return queryField(name, { type: 'string', ...options }, undefined, (text) => {
    if (text.length <= maxLength) return text
    throw notAllowed(name, `at most ${maxLength} characters`, text)
  })
}

/** The schema that a route declares for its query. */
export function querySchemaOf(fields: readonly QueryField<unknown>[]): TObject {
  return Type.Object(
    Object.fromEntries(fields.map(({ name, schema }) => [name, Type.Optional(schema)])),
  )
}

/** The query of a request, as sent. */
export function queryOf(request: Request): URLSearchParams {
  const start = request.url.indexOf('?')
  return new URLSearchParams(start < 0 ? '' : request.url.slice(start + 1))
}

/**
 * The value of a parameter, or '' when it is absent. Throws AppError `invalid_request` when it is given twice: nobody can tell which one
 * was meant.
 */
export function textOf(query: URLSearchParams, name: string): string {
  const [text = '', ...more] = query.getAll(name).filter((value) => value !== '')
  if (more.length === 0) return text
  throw new AppError('invalid_request', `${name} is given more than once: send it once.`, {
    field: name,
  })
}

function queryField<T>(
  name: string,
  schema: Record<string, unknown>,
  absent: T,
  read: (text: string) => T,
): QueryField<T> {
  return {
    name,
    schema: Type.Unsafe<string>({ ...schema, [Kind]: queryKind }),
    read(query) {
      const text = textOf(query, name)
      return text === '' ? absent : read(text)
    },
  }
}

/** A field of a body that may be absent or null. Null counts as absent. */
export function absentOr<T extends TSchema>(schema: T, expected: string) {
  return Type.Optional(Type.Union([schema, Type.Null()], { expected }))
}

const uncheckedKind = 'Unchecked'
TypeRegistry.Set(uncheckedKind, () => true)

/**
 * A schema for the document only. The reader of the body checks it, a row at a time. The framework must not see the schema, because it
 * would convert values to fit.
 */
export function unchecked(schema: TSchema) {
  return Type.Unsafe<unknown>({ documented: schema, [Kind]: uncheckedKind })
}

/** The error code for programs, the same in every answer with an error. `more` are codes that one kind of row adds. */
export function codeSchema(more: readonly string[] = []) {
  return Type.Union(
    [...errorCodes, ...more].map((code) => Type.Literal(code)),
    {
      description: 'A word for programs, of a closed list (docs: errors).',
      examples: ['invalid_request'],
    },
  )
}

const fieldSchema = Type.Union([Type.String(), Type.Null()], {
  description: 'The field that is at fault, where there is one.',
  examples: ['mrp'],
})

export const messageSchema = Type.String({
  description: 'What was wrong and what is allowed, as a sentence.',
})

/** The fields of a refused row's error, for row errors that add fields of their own. */
export function rowErrorFields(more: readonly string[] = []) {
  return { message: messageSchema, code: codeSchema(more), field: fieldSchema }
}

/** The error of one row of a list. `id` is the schema's name in the document. */
export function rowErrorSchema(id: string, description: string, more: readonly string[] = []) {
  return Type.Object(rowErrorFields(more), { $id: id, description })
}

export type RowError<Code extends string = ErrorCode> = {
  message: string
  code: Code
  /** Null when no single field is at fault. */
  field: string | null
}

export function rowErrorOf({ message, code, details: { field } }: AppError): RowError {
  return { message, code, field: typeof field === 'string' ? field : null }
}
