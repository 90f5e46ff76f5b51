import { Type } from '@sinclair/typebox'
import { type AppError, type ErrorCode, errorCodes } from '../errors.ts'

/** The word for programs, as every answer with an error has it; `more` are words that one kind of row adds. */
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

/** What is said of a refused row, for one that says more beside it. */
export function rowErrorFields(more: readonly string[] = []) {
  return { message: messageSchema, code: codeSchema(more), field: fieldSchema }
}

/** What is wrong with one row of a list. `id` is the schema's name in the document. */
export function rowErrorSchema(id: string, description: string, more: readonly string[] = []) {
  return Type.Object(rowErrorFields(more), { $id: id, description })
}

export type RowError<Code extends string = ErrorCode> = {
  message: string
  code: Code
  /** Null where no single field is at fault. */
  field: string | null
}

export function rowErrorOf({ message, code, details: { field } }: AppError): RowError {
  return { message, code, field: typeof field === 'string' ? field : null }
}
