import { standbySentence } from '../db/followed-database.ts'
import { AppError } from '../errors.ts'

/** What a standby adds to each answer. */
export type StandbyAnswers = {
  /** The greatest possible age of the book, in seconds. Undefined while unknown. */
  lagSeconds(): number | undefined
  /** Why the book may not be read now. Undefined: reading is allowed. */
  refusal(): AppError | undefined
  /** Why the standby cannot follow, as a sentence. Undefined: it follows. */
  problem(): string | undefined
}

/** Methods that change nothing. */
const readingMethods = ['GET', 'HEAD', 'OPTIONS']

/**
 * Throws AppError `unavailable` for requests that a standby does not answer, before any byte of a body is read: whatever it stored would be
 * in nobody's book.
 */
export function requireAnswerable(standby: StandbyAnswers | undefined, { method }: Request): void {
  if (standby === undefined) return
  if (!readingMethods.includes(method)) throw new AppError('unavailable', standbySentence)
  const refusal = standby.refusal()
  if (refusal !== undefined) throw refusal
}

/** `Daybook-Lag: 3.2`, in seconds. */
export function setLag(headers: Headers, standby: StandbyAnswers | undefined): void {
  const lag = standby?.lagSeconds()
  if (lag !== undefined) headers.set('daybook-lag', lag.toFixed(1))
}
