import { AppError, type ErrorCode } from '../../../platform/errors.ts'
import { rowErrorOf } from '../../../platform/http/error-schemas.ts'
import { isJsonObject } from '../../../platform/json/json.ts'
import { inApiWords, type Sentence } from '../../../platform/record/sentence.ts'

/**
 * A transaction takes no further row after this time, in milliseconds: a long list never keeps others waiting. Shorter
 * ones write the pages of the same indexes over and over: at 20 ms 1,000 new rows took a fifth longer.
 */
export const bulkSliceMs = 40

/** A longer list is not written together with the commands of others: it fills transactions of its own. */
export const sharedRowsMax = 100

/** What can stop a long list when rows before are in the database already. */
const stops = new Map<ErrorCode, string>([
  ['out_of_space', 'The disk that holds the data is full'],
  ['unavailable', 'The data cannot be written at the moment'],
])

/**
 * The error of each row that was still to come when something stopped a list, of which `rowsWritten` rows are there for
 * good. Throws the error on when there are none, or it is another: then the answer is a refusal of the whole request.
 */
export function stoppedError(error: unknown, rowsWritten: number): AppError {
  const why =
    error instanceof AppError ? (error.details['stopped'] ?? stops.get(error.code)) : undefined
  if (typeof why !== 'string' || !(error instanceof AppError) || rowsWritten === 0) throw error
  const message = `${why}: this row and those behind it were not written. Send them again.`
  return new AppError(error.code, message)
}

/** What reading or storing a row came to: its value, or the refusal. Anything else that is thrown goes on. */
export type Outcome<T> = { value: T } | { error: AppError }

export function attempt<T>(work: () => T): Outcome<T> {
  try {
    return { value: work() }
  } catch (error) {
    // What SQLite throws must reach the write queue.
    if (!(error instanceof AppError)) throw error
    return { error }
  }
}

/** What became of a row as data: whoever shows it chooses the words. */
export type Told = { error?: AppError; warnings?: Sentence[] }

/** The same in the words of the API; `field` is null where no single one is to blame. */
export function inApiForm<Row extends Told>({ error, warnings, ...row }: Row) {
  return {
    ...row,
    ...(error && { error: rowErrorOf(error) }),
    ...(warnings && { warnings: warnings.map(inApiWords) }),
  }
}

/** The SKU of a row as it was sent, as text, for the answer; '' when there is none to show. */
export function sentSku(record: unknown): string {
  const sku = isJsonObject(record) ? record['sku'] : undefined
  if (typeof sku === 'number') return String(sku)
  return typeof sku === 'string' ? sku.toWellFormed() : ''
}
