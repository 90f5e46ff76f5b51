import { AppError } from '../../../platform/errors.ts'

/** Why a row was refused; `field` is null where no single one is to blame. */
export type RowError = { message: string; code: string; field: string | null }

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
