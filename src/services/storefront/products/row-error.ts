import { AppError, type ErrorCode } from '../../../platform/errors.ts'

/** Why a row was refused; `field` is null where no single one is to blame. */
export type RowError = { message: string; code: string; field: string | null }

/** What can stop a long list when rows before are in the book already. */
const stops = new Map<ErrorCode, string>([
  ['insufficient_storage', 'The disk that holds the data is full'],
  ['unavailable', 'The data cannot be written at the moment'],
])

/**
 * The error of each row that was still to come when something stopped a list, of which `rowsWritten` rows are there for
 * good. Throws the error on when there are none, or it is another: then the answer is a refusal of the whole request.
 */
export function stoppedError(error: unknown, rowsWritten: number): RowError {
  const why =
    error instanceof AppError ? (error.details['stopped'] ?? stops.get(error.code)) : undefined
  if (typeof why !== 'string' || !(error instanceof AppError) || rowsWritten === 0) throw error
  const message = `${why}: this row and those behind it were not written. Send them again.`
  return { message, code: error.code, field: null }
}

/** What reading or storing a row came to: its value, or the refusal. Anything else that is thrown goes on. */
export type Outcome<T> = { value: T } | { error: RowError }

export function attempt<T>(work: () => T): Outcome<T> {
  try {
    return { value: work() }
  } catch (error) {
    // What SQLite throws must reach the write queue.
    if (!(error instanceof AppError)) throw error
    const { message, code, details } = error
    const { field } = details
    return { error: { message, code, field: typeof field === 'string' ? field : null } }
  }
}
