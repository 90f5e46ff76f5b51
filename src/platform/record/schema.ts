import { Type, type ObjectOptions, type TSchema } from '@sinclair/typebox'
import type { Field } from './field.ts'
import type { Fields } from './read.ts'

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
