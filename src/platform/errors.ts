import type { Fault } from './record/sentence.ts'

/** What went wrong, as a word for programs: the list is closed (source: decisions, "Errors"; docs, `errors.md`). */
export const errorCodes = [
  'unauthorized',
  'forbidden',
  'not_found',
  'gone',
  'method_not_allowed',
  'invalid_request',
  'unsupported_media_type',
  'payload_too_large',
  'headers_too_large',
  'rate_limited',
  'insufficient_stock',
  'price_missing',
  'price_changed',
  'idempotency_conflict',
  'invalid_transition',
  'conflict',
  'out_of_space',
  'unavailable',
  'internal',
] as const

export type ErrorCode = (typeof errorCodes)[number]

/** What a refusal says of one thing, for programs: of a SKU, or of an Idempotency-Key. Money in rupees. */
export type ErrorItem =
  | { sku: string; wanted: number; available: number }
  | { sku: string; given: number | null; expected: number | null }
  | { first_used_at: string }

/**
 * `field` is the one that is at fault. `fault` is what the message says of it, as data, for whoever says it in other
 * words. `others` are what else is wrong with the same request, so that a form is told all of it at once. `items` are
 * the answer's `details`. `logged` is what the log says instead of the message, which may quote what was sent.
 */
type ErrorDetails = Record<string, unknown> & {
  fault?: Fault
  others?: readonly AppError[]
  items?: readonly ErrorItem[]
  logged?: string
}

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
