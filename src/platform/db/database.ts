import { existsSync } from 'node:fs'
import type { DataDir } from '../disk/data-dir.ts'
import { AppError } from '../errors.ts'
import type { Command, SteppedCommand } from './commands.ts'
import {
  closeConnection,
  enforceForeignKeys,
  openForReading,
  openForWriting,
  pairConnections,
  type Conn,
} from './connection.ts'
import { holdersOf, takeLock, type InstanceLock, type LockKind } from './instance-lock.ts'
import { runMigrations, schemaState, updateDatabase } from './migrate.ts'
import { asRefusal } from './sqlite-errors.ts'
import { requireNoStandby } from './standby-book.ts'
import { tryOut, writeEach, type Items, type SliceOptions } from './write-each.ts'
import { WriteQueue, type WriteOptions, type WriteQueueOptions } from './write-queue.ts'

/** Commands wait this long for a server's transaction to end. The server never waits: its queue tries again. */
const commandBusyTimeoutMs = 5_000

/** Commands pause so long between bulk slices, many times the pause between a server's tries (source: design). */
const commandPauseMs = 10

/** The database: one connection to read, one to write, and the only way to write. */
export type Database = {
  file: string
  read: Conn
  write<T>(command: Command<T>, options?: WriteOptions): Promise<T>
  /** Writes one transaction that is too long for one turn: see WriteQueue. */
  writeInSteps<T>(command: SteppedCommand<T>): Promise<T>
  /** Writes many items in short transactions: see write-each.ts. */
  writeEach<T, R>(
    items: Items<T>,
    options: SliceOptions,
    work: (conn: Conn, some: Iterable<T>) => R,
  ): AsyncGenerator<R, void>
  /** Does it, takes it back, and gives what it said. */
  tryOut<T>(command: SteppedCommand<T>): Promise<T>
  /** Moves whenever the database may have changed, by this process or another. */
  changeToken(): string
  /** Why nothing may be written at the moment, as on a standby; undefined: it may. */
  writeRefusal(): Error | undefined
  /**
   * The server's upkeep: statistics for the query planner, and the log back into the file. Commands leave it alone: it
   * holds the write lock for as long as somebody reads. Waits for nobody, and may do nothing.
   */
  tidy(): void
  /** Gives back the memory of the pages that are kept: the next who read them fetch them from the system again. */
  forgetPages(): void
  /** Waits for what is queued, then closes. */
  close(): Promise<void>
}

/** What a server does, for those who cannot have its data. */
export const servingWord = 'serve'

/** Opens the database for the process that serves it, the only one. Throws AppError `conflict` when another does. */
export function openServedDatabase(dir: DataDir, now: number): Database {
  return openDatabase(dir, now, {
    kind: 'server',
    doing: servingWord,
    busyTimeoutMs: 0,
    isReplicated: isReplicated(dir),
  })
}

/**
 * Opens the database for a command, beside a running server or without one. `doing`: the command's word, for those who
 * cannot have the data meanwhile. Throws AppError `conflict` while the data is being restored.
 */
export function openDatabaseForCommand(dir: DataDir, now: number, doing = 'command'): Database {
  const use = {
    kind: 'shared',
    doing,
    busyTimeoutMs: commandBusyTimeoutMs,
    isReplicated: isReplicated(dir),
  } as const
  return openDatabase(dir, now, use, { alonePauseMs: commandPauseMs })
}

export function databaseExists(dir: DataDir): boolean {
  return existsSync(dir.database)
}

type Use = { kind: LockKind; doing: string; busyTimeoutMs: number; isReplicated: boolean }

/** Whether Litestream copies the book: then it alone brings the log into the file. Throws AppError `conflict` for a standby's. */
function isReplicated(dir: DataDir): boolean {
  requireNoStandby(dir)
  return existsSync(dir.litestream)
}

/** The lock comes first and goes last: under a database that is open nobody puts another in its place. */
function openDatabase(
  dir: DataDir,
  now: number,
  use: Use,
  queueOptions?: WriteQueueOptions,
): Database {
  using opened = new DisposableStack()
  const lock = takeLock(dir.lock, use.kind, use.doing)
  if (lock === undefined) {
    throw new AppError(
      'conflict',
      `The data in ${dir.root} is in use by ${holdersOf(dir.lock)}. Try again when that is done.`,
    )
  }
  opened.defer(() => lock.release())
  const conn = openCurrent(dir, lock, use, now)
  opened.defer(() => closeConnection(conn))
  enforceForeignKeys(conn)
  const read = openForReading(dir.database)
  opened.defer(() => closeConnection(read))
  pairConnections(conn, read)
  const { isReplicated: isCopied } = use
  const parts = { file: dir.database, conn, read, opened: opened.move() }
  return databaseOf(parts, { ...queueOptions, isReplicated: isCopied })
}

/**
 * Opens the database once it has this program's schema. An update lets the lock go for a moment to change its kind, and a
 * restore may put another database in the place then: nothing that was open before is used after it.
 */
function openCurrent(dir: DataDir, lock: InstanceLock, use: Use, now: number): Conn {
  while (withConnection(dir, use, (conn) => schemaState(conn, 'book')) !== 'current') {
    requireLock(dir, lock, 'exclusive')
    withConnection(dir, use, (conn) => bringUpToDate(dir, conn, now))
    requireLock(dir, lock, use.kind)
  }
  return openToWrite(dir, use)
}

function withConnection<T>(dir: DataDir, use: Use, work: (conn: Conn) => T): T {
  const conn = openToWrite(dir, use)
  try {
    return work(conn)
  } finally {
    closeConnection(conn)
  }
}

function openToWrite({ database }: DataDir, { busyTimeoutMs, isReplicated: isCopied }: Use): Conn {
  return openForWriting(database, { synchronous: 'FULL', busyTimeoutMs, checkpoints: !isCopied })
}

/** Nobody may use the database while it changes its schema. */
function requireLock(dir: DataDir, lock: InstanceLock, kind: LockKind): void {
  if (lock.retake(kind)) return
  throw new AppError(
    'unavailable',
    `The data in ${dir.root} has to be brought up to date first, and is in use by ${holdersOf(dir.lock)}. Stop that first, or use the same version of Daybook.`,
  )
}

/** Once more a look: another process may have done it before this one got the lock. */
function bringUpToDate(dir: DataDir, conn: Conn, now: number): void {
  const state = schemaState(conn, 'book')
  if (state === 'older') updateDatabase(conn, dir.backups, now)
  if (state === 'empty') runMigrations(conn, 'book')
}

type Opened = { file: string; conn: Conn; read: Conn; opened: DisposableStack }

function databaseOf(
  { file, conn, read, opened }: Opened,
  queueOptions: WriteQueueOptions = {},
): Database {
  const queue = new WriteQueue(conn, queueOptions)
  const foreignCommits = commitsOfOthers(conn)
  return {
    file,
    read,
    write: (command, options) => queue.write(command, options),
    writeInSteps: (command) => queue.writeInSteps(command),
    writeEach: (items, options, work) => writeEach(queue, items, options, work),
    tryOut: (command) => tryOut(queue, command),
    changeToken: () => `${queue.commits}.${foreignCommits()}`,
    writeRefusal: () => undefined,
    tidy: () => tidy(conn, queueOptions.isReplicated !== true),
    forgetPages() {
      for (const { $client } of [conn, read]) $client.run('PRAGMA shrink_memory')
    },
    async close() {
      await queue.idle()
      opened.dispose()
    },
  }
}

/**
 * A number that moves with each commit of another process: on the write connection `data_version` moves for those alone.
 * A look takes 3 to 6 microseconds, so one serves all that runs before the next microtask: a request is never answered
 * by a look from before it was sent. Until the next immediate would be too long: on Windows requests may arrive before it.
 */
export function commitsOfOthers(conn: Conn): () => number {
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

function tidy(conn: Conn, checkpoints: boolean): void {
  // A command in steps is under way: its transaction keeps the log, and the next upkeep takes it.
  if (conn.$client.inTransaction) return
  try {
    conn.$client.run('PRAGMA optimize')
    if (checkpoints) conn.$client.run('PRAGMA wal_checkpoint(TRUNCATE)')
  } catch (error) {
    // Another process writes, or the disk is full: the log stays beside the file and loses nothing by it.
    if (!(asRefusal(error) instanceof AppError)) throw error
  }
}
