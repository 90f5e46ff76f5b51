import { AppError } from '../errors.ts'
import { closeConnection, openForReading } from './connection.ts'
import { commitsOfOthers, type Database } from './database.ts'
import { newestSchema, schemaState } from './migrate.ts'

/** How long a read waits while Litestream applies a transaction, in milliseconds. */
const applyLimitMs = 5_000

export const standbySentence =
  'This Daybook is a standby: it only reads. Send what changes something to the first one.'

const refusal = () => new AppError('unavailable', standbySentence)
const refuse = () => Promise.reject(refusal())

/** Throws AppError `unavailable` for a book of an older Daybook: a standby must not migrate it. */
export function requireCurrentSchema(schema: number): void {
  if (schema !== newestSchema('book')) throw isOlder()
}

function isOlder(): AppError {
  return new AppError(
    'unavailable',
    'The first Daybook is older than this standby: update the first one too.',
  )
}

/**
 * Opens a book that Litestream follows into, for reading only: a write here would be lost and would damage the book. Throws AppError
 * `unavailable` when another version of Daybook made the schema.
 */
export function openFollowedDatabase(file: string): Database {
  const conn = openForReading(file)
  conn.$client.run(`PRAGMA busy_timeout = ${applyLimitMs}`)
  if (schemaState(conn, 'book') !== 'current') {
    closeConnection(conn)
    throw isOlder()
  }
  const foreignCommits = commitsOfOthers(conn)
  return {
    file,
    read: conn,
    writeRefusal: refusal,
    write: refuse,
    writeInSteps: refuse,
    // oxlint-disable-next-line require-yield -- it refuses before the first slice.
    async *writeEach() {
      throw refusal()
    },
    tryOut: refuse,
    changeToken: () => `0.${foreignCommits()}`,
    tidy: () => undefined,
    forgetPages: () => void conn.$client.run('PRAGMA shrink_memory'),
    async close() {
      closeConnection(conn)
    },
  }
}
