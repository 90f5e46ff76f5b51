import { standbySentence } from '../db/followed-database.ts'
import { AppError } from '../errors.ts'

/** What a standby says of each answer. */
export type StandbyAnswers = {
  /** How old the book is at most, in seconds; undefined while nobody knows. */
  lagSeconds(): number | undefined
  /** Why it may not be read from now; undefined: it may. */
  refusal(): AppError | undefined
  /** What keeps it from following, as a sentence; undefined: nothing. */
  problem(): string | undefined
}

/** Methods that change nothing. */
const readingMethods = ['GET', 'HEAD', 'OPTIONS']

/**
 * Throws AppError `unavailable` for what a standby does not answer: before a byte of a body is read, since what it stored
 * would be in nobody's book.
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
