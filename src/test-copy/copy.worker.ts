import { strip } from './contents.ts'
import { Database } from 'bun:sqlite'
import { asRefusal, closeConnection, openForReading } from '../platform/db/connection.ts'
import { copyDatabase } from '../platform/db/migrate.ts'
import { AppError } from '../platform/errors.ts'
import type { CopyOrder, CopyOutcome } from './ask-copy.ts'

declare const self: Worker

/** How long to wait for another process that recovers the book or truncates its log, in milliseconds. */
const busyTimeoutMs = 10_000

self.addEventListener('message', ({ data }: MessageEvent<CopyOrder>) => {
  self.postMessage(outcomeOf(data), [])
})

function outcomeOf(order: CopyOrder): CopyOutcome {
  try {
    copyBook(order)
    return { done: true }
  } catch (error) {
    const refusal = asRefusal(error)
    if (refusal instanceof AppError) return { refusal: refusal.message, code: refusal.code }
    return { bug: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  }
}

function copyBook({ book, copy }: CopyOrder): void {
  const conn = openForReading(book)
  try {
    conn.$client.run(`PRAGMA busy_timeout = ${busyTimeoutMs}`)
    copyDatabase(conn, copy)
  } finally {
    closeConnection(conn)
  }
  const made = new Database(copy, { readwrite: true, strict: true })
  try {
    // Overwrites what is deleted, and keeps no journal that could contain it.
    for (const pragma of ['secure_delete = ON', 'journal_mode = MEMORY', 'foreign_keys = OFF']) {
      made.run(`PRAGMA ${pragma}`)
    }
    strip(made)
  } finally {
    made.close(true)
  }
}
