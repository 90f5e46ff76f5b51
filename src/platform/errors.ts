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
  | 'gone'
  | 'rate_limited'
  | 'unavailable'
  | 'insufficient_storage'
  | 'internal'

/**
 * `fault` is what the message says of a field, as data, for whoever says it in other words. `others` are what else is
 * wrong with the same request, so that a form is told all of it at once.
 */
type ErrorDetails = Record<string, unknown> & { fault?: Fault; others?: readonly AppError[] }

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

/** Throws the first refusal, with the others beside it; nothing where there is none. */
export function throwAll(refusals: readonly AppError[]): void {
  const [first, ...others] = refusals
  if (first === undefined) return
  throw new AppError(first.code, first.message, { ...first.details, others })
}

/** Makes every check, also behind one that refuses. Answers what they answer, by their names; throws like `throwAll`. */
export function checkAll<Checks extends Record<string, () => unknown>>(
  checks: Checks,
): { [Name in keyof Checks]: ReturnType<Checks[Name]> }
export function checkAll(checks: Record<string, () => unknown>): Record<string, unknown> {
  const checked: Record<string, unknown> = {}
  const refusals: AppError[] = []
  for (const [name, check] of Object.entries(checks)) {
    try {
      checked[name] = check()
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      refusals.push(error, ...(error.details.others ?? []))
    }
  }
  throwAll(refusals)
  return checked
}

/** Whether the system, or SQLite, gave an error one of these codes, such as `ENOENT`. */
export function hasCode(error: unknown, codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code))
}

/** Why work failed that nobody waits for, as a sentence for people. */
export function problemOf(error: unknown): string {
  return error instanceof AppError
    ? error.message
    : 'Something went wrong inside Daybook; its log says what.'
}
