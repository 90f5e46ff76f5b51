import { Type } from '@sinclair/typebox'
import { type AppError, type ErrorCode, errorCodes } from '../errors.ts'

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
