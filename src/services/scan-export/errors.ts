import { Type } from '@sinclair/typebox'
import type { AppError } from '../../platform/errors.ts'

/** The service's error shape (source: the contract, "Errors"). */
export const errorSchema = Type.Object(
  { error: Type.String({ description: 'What was wrong and what is allowed, as a sentence.' }) },
  {
    $id: 'scanExport.Error',
    description: 'Why a request was refused.',
    examples: [{ error: 'limit must be a whole number from 1 to 1000, got "abc".' }],
  },
)

export function errorBody(error: AppError): { error: string } {
  return { error: error.message }
}
