import type { Fault } from './record/sentence.ts'

/** What went wrong, in the words that both services map to a status (source: each service's error file). */
export type ErrorCode =
  | 'invalid_request'
  | 'unauthorized'
  | 'forbidden'
  | 'not_found'
  | 'method_not_allowed'
  | 'payload_too_large'
  | 'unsupported_media_type'
  | 'conflict'
  | 'rate_limited'
  | 'unavailable'
  | 'insufficient_storage'
  | 'internal'

/** `fault` is what the message says of a field, as data, for whoever says it in other words. */
type ErrorDetails = Record<string, unknown> & { fault?: Fault }

/**
 * A refusal that the caller can understand and act on. `message` is a full sentence for the caller.
 * Anything else that is thrown is a bug: it is logged with the request id and answered 500 without detail.
 */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly details: ErrorDetails

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message)
    this.name = 'AppError'
    this.code = code
    this.details = details
  }
}

/** Whether the system, or SQLite, gave an error one of these codes, such as `ENOENT`. */
export function hasCode(error: unknown, codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code))
}
