import { existsSync } from 'node:fs'
import type { DataDir } from '../data-dir.ts'
import { AppError } from '../errors.ts'
import {
  closeConnection,
  enforceForeignKeys,
  openForReading,
  openForWriting,
  orClose,
  pairConnections,
  type Conn,
} from './connection.ts'
import { takeInstanceLock } from './instance-lock.ts'
import { runMigrations, schemaState, updateBook } from './migrate.ts'
import { asRefusal } from './sqlite-errors.ts'
import { WriteQueue, type Act, type WriteOptions, type WriteQueueOptions } from './write-queue.ts'

/** Commands wait this long for a server's transaction to end. The server never waits: its queue tries again. */
const commandBusyTimeoutMs = 5_000

/** Commands pause so long between bulk slices, many times the pause between a server's tries (source: design). */
const commandPauseMs = 10

/** The book: one connection to read, one to write, and the only way to write. */
export type Book = {
  file: string
  read: Conn
  write<T>(act: Act<T>, options?: WriteOptions): Promise<T>
  /** Moves whenever the book may have changed, by this process or another. */
  generation(): string
  /**
   * The server's upkeep: statistics for the query planner, and the log back into the file. Commands leave it alone: it
   * holds the write lock for as long as somebody reads. Waits for nobody, and may do nothing.
   */
  tidy(): void
  /** Waits for what is queued, then closes. */
  close(): Promise<void>
}

/** Opens the book for the process that serves it. The caller holds the instance lock, so it may migrate. */
export function openServedBook(dir: DataDir, now: number): Book {
  const conn = openForWriting(dir.book, { synchronous: 'FULL', busyTimeoutMs: 0 })
  orClose(conn, () => migrateIfNeeded(dir, conn, now))
  return bookOf(dir, conn)
}

/**
 * Opens the book for a command, beside a running server or without one. A missing or older database is brought up to
 * date when no server runs; with one running it stops with a sentence.
 */
export function openBookForCommand(dir: DataDir, now: number): Book {
  const conn = openForWriting(dir.book, {
    synchronous: 'FULL',
    busyTimeoutMs: commandBusyTimeoutMs,
  })
  orClose(conn, () => {
    if (schemaState(conn, 'book') !== 'current') migrateUnderLock(dir, conn, now)
  })
  return bookOf(dir, conn, { alonePauseMs: commandPauseMs })
}

export function bookExists(dir: DataDir): boolean {
  return existsSync(dir.book)
}

function migrateUnderLock(dir: DataDir, conn: Conn, now: number): void {
  const lock = takeInstanceLock(dir.lock)
  if (lock === undefined) {
    throw new AppError(
      'unavailable',
      'A Daybook of another version is running on this data. Use the same version for this command, or stop the server first.',
    )
  }
  try {
    migrateIfNeeded(dir, conn, now)
  } finally {
    lock.release()
  }
}

function migrateIfNeeded(dir: DataDir, conn: Conn, now: number): void {
  const state = schemaState(conn, 'book')
  if (state === 'older') updateBook(conn, dir.backups, now)
  if (state === 'empty') runMigrations(conn, 'book')
}

function bookOf(dir: DataDir, conn: Conn, queueOptions: WriteQueueOptions = {}): Book {
  enforceForeignKeys(conn)
  const read = openForReading(dir.book)
  pairConnections(conn, read)
  const queue = new WriteQueue(conn, queueOptions)
  const foreignCommits = commitsOfOthers(conn)
  return {
    file: dir.book,
    read,
    write: (act, options) => queue.write(act, options),
    generation: () => `${queue.commits}.${foreignCommits()}`,
    tidy: () => tidy(conn),
    async close() {
      await queue.idle()
      closeConnection(read)
      closeConnection(conn)
    },
  }
}

/**
 * A number that moves with each commit of another process: on the write connection `data_version` moves for those alone.
 * A look takes 2.5 microseconds, so one serves all that runs before the next microtask: a request is never answered
 * by a look from before it came.
 */
function commitsOfOthers(conn: Conn): () => number {
  const dataVersion = conn.$client.query<{ data_version: number }, []>('PRAGMA data_version')
  let seen: number | undefined
  const forget = () => {
    seen = undefined
  }
  return () => {
    if (seen === undefined) {
      seen = dataVersion.get()?.data_version ?? 0
      queueMicrotask(forget)
    }
    return seen
  }
}

function tidy(conn: Conn): void {
  try {
    conn.$client.run('PRAGMA optimize')
    conn.$client.run('PRAGMA wal_checkpoint(TRUNCATE)')
  } catch (error) {
    // Another process writes, or the disk is full: the log stays beside the file and loses nothing by it.
    if (!(asRefusal(error) instanceof AppError)) throw error
  }
}
