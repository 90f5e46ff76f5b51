import type { Fault } from './record/sentence.ts'

/** The error codes for programs: the list is closed (source: decisions, "Errors"; docs, `errors.md`). */
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

/** What a refusal says about one thing, for programs: a SKU, or an Idempotency-Key. Money in rupees. */
export type ErrorItem =
  | { sku: string; wanted: number; available: number }
  | { sku: string; given: number | null; expected: number | null }
  | { first_used_at: string }

/**
 * `field` is the field at fault. `fault` is the message as data, for readers with other words. `others` are further problems of the same
 * request, so that a form shows all at once. `items` are the answer's `details`. `logged` replaces the message in the log, because the
 * message may quote what was sent.
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

/** Throws the first refusal, with the others attached. Does nothing without refusals. */
export function throwAll(refusals: readonly AppError[]): void {
  const [first, ...others] = refusals
  if (first === undefined) return
  throw new AppError(first.code, first.message, { ...first.details, others })
}

/** Runs every check, even after one refuses. Returns their results by name. Throws like `throwAll`. */
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

/** The result of some work, or its refusal. */
export type Outcome<T> = { value: T } | { error: AppError }

/** Runs some work. Errors that are no refusals are thrown: the write queue needs SQLite's. */
export function attempt<T>(work: () => T): Outcome<T> {
  try {
    return { value: work() }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { error }
  }
}

/** Whether an error of the system or SQLite has one of these codes, such as `ENOENT`. */
export function hasCode(error: unknown, codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code))
}

/** Why unattended work failed, as a sentence for people. */
export function problemOf(error: unknown): string {
  return error instanceof AppError
    ? error.message
    : 'Something went wrong inside Daybook; its log says what.'
}
