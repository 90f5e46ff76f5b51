import { AppError, type ErrorCode } from '../../../platform/errors.ts'
import { rowErrorOf } from '../../../platform/http/error-schemas.ts'
import { isJsonObject } from '../../../platform/json/json.ts'
import { inApiWords, type Sentence } from '../../../platform/record/sentence.ts'

/**
 * A transaction takes no further row after this time, in milliseconds, so that a long list does not keep others
 * waiting. Shorter transactions write the same index pages again and again: at 20 ms, 1,000 new rows took a fifth
 * longer.
 */
export const bulkSliceMs = 40

/** A longer list gets transactions of its own and does not share them with other commands. */
export const sharedRowsMax = 100

/** Errors that can stop a long list after some of its rows were committed. */
const stops = new Map<ErrorCode, string>([
  ['out_of_space', 'The disk that holds the data is full'],
  ['unavailable', 'The data cannot be written at the moment'],
])

/**
 * The error for the remaining rows of a list that was stopped after `rowsWritten` committed rows. Throws the original
 * error if no rows were committed or if it is another error: then the whole request is refused.
 */
export function stoppedError(error: unknown, rowsWritten: number): AppError {
  const why =
    error instanceof AppError ? (error.details['stopped'] ?? stops.get(error.code)) : undefined
  if (typeof why !== 'string' || !(error instanceof AppError) || rowsWritten === 0) throw error
  const message = `${why}: this row and those behind it were not written. Send them again.`
  return new AppError(error.code, message)
}

/** The result of reading or storing a row: its value or its refusal. All other errors are thrown. */
export type Outcome<T> = { value: T } | { error: AppError }

export function attempt<T>(work: () => T): Outcome<T> {
  try {
    return { value: work() }
  } catch (error) {
    // The write queue needs SQLite's errors.
    if (!(error instanceof AppError)) throw error
    return { error }
  }
}

/** Errors and warnings of a row as data. The caller chooses the words. */
export type Told = { error?: AppError; warnings?: Sentence[] }

/** The row in the API's words. `field` is null if no single field is wrong. */
export function inApiForm<Row extends Told>({ error, warnings, ...row }: Row) {
  return {
    ...row,
    ...(error && { error: rowErrorOf(error) }),
    ...(warnings && { warnings: warnings.map(inApiWords) }),
  }
}

/** The SKU of a row as sent, as text for the answer. '' if there is none to show. */
export function sentSku(record: unknown): string {
  const sku = isJsonObject(record) ? record['sku'] : undefined
  if (typeof sku === 'number') return String(sku)
  return typeof sku === 'string' ? sku.toWellFormed() : ''
}
