import type { AppError } from './errors.ts'
import { refused } from './record/read.ts'
import type { Sentence } from './record/sentence.ts'

/** A refusal in one sentence: the field, what is allowed, what came; undefined is a missing field. */
export function notAllowed(
  field: string,
  allowed: Sentence,
  got: unknown,
  more: { name?: string; unit?: 'rupees' } = {},
): AppError {
  return refused({ rule: 'other', allowed, field, got, ...more })
}
