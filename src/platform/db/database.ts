import { existsSync } from 'node:fs'
import type { DataDir } from '../disk/data-dir.ts'
import { AppError } from '../errors.ts'
import {
  type Command,
  type SteppedCommand,
  type WriteOptions,
  WriteQueue,
  type WriteQueueOptions,
} from './write-queue.ts'
import {
  type Conn,
  asRefusal,
  closeConnection,
  enforceForeignKeys,
  openForReading,
  openForWriting,
  pairConnections,
} from './connection.ts'
import { type InstanceLock, type LockKind, holdersOf, takeLock } from './instance-lock.ts'
import { logKeeper } from './log-keeper.ts'
import { runMigrations, schemaState, updateDatabase } from './migrate.ts'
import { countedTurns, otherWriters, type OtherWriters } from './other-writers.ts'
import { requireNoStandby } from './standby-book.ts'
import { patientPauseMs, patientSliceMs, sliceMs, within } from '../turns.ts'

/** A command waits this long for the server's transaction to end. The server never waits: its queue tries again. */
const commandBusyTimeoutMs = 5_000

/** The pause of a command between bulk slices. It is many times the pause between a server's tries (source: design). */
const commandPauseMs = 10

/** The database: one connection for reading, one for writing, and the only way to write. */
export type Database = {
  file: string
  read: Conn
  write<T>(command: Command<T>, options?: WriteOptions): Promise<T>
  /** Runs one transaction that is too long for one turn: see WriteQueue. */
  writeInSteps<T>(command: SteppedCommand<T>): Promise<T>
  /** Writes many items in short transactions, which end by time: see `writeEach` below. */
  writeEach<T, R>(
    items: Items<T>,
    options: SliceOptions,
    work: (conn: Conn, some: Iterable<T>) => R,
  ): AsyncGenerator<R, void>
  /** Runs the command, undoes it, and returns its result. */
  tryOut<T>(command: SteppedCommand<T>): Promise<T>
  /** Changes whenever this process or another may have changed the database. */
  changeToken(): string
  /** Why writing is refused now, for example on a standby. Undefined: writing is allowed. */
  writeRefusal(): Error | undefined
  /**
   * The server's upkeep: refreshes the statistics of the query planner and brings the log into the file. Commands do not call it: it holds
   * the write lock for as long as somebody reads. It does not wait, and may do nothing.
   */
  tidy(): void
  /** Frees the memory of cached pages. Later reads fetch the pages from the system again. */
  forgetPages(): void
  /** Waits for queued writes, then closes. */
  close(): Promise<void>
}

/** The word for a running server in the lock: refused processes see it. */
export const servingWord = 'serve'

/** Opens the database for the one process that serves it. Throws AppError `conflict` when another server has it. */
export function openServedDatabase(dir: DataDir, now: number): Database {
  return openDatabase(dir, now, {
    kind: 'server',
    doing: servingWord,
    busyTimeoutMs: 0,
    isReplicated: isReplicated(dir),
  })
}

/**
 * Opens the database for a command, with or without a running server. `doing` is the command's word: refused processes see it. Throws
 * AppError `conflict` while the data is being restored.
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

/**
 * Whether Litestream copies the book. Then only Litestream brings the log into the file. Throws AppError `conflict` for a standby's book.
 */
function isReplicated(dir: DataDir): boolean {
  requireNoStandby(dir)
  return existsSync(dir.litestream)
}

/** Takes the lock first and releases it last: nobody can replace a database that is open. */
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
  const others = use.kind === 'server' ? otherWriters(dir.writers) : undefined
  const turns = use.kind === 'server' ? others : countedTurns(dir.writers)
  opened.defer(() => turns?.close())
  const keeper = use.kind === 'server' ? logKeeper(dir.database) : undefined
  const { isReplicated: isCopied } = use
  const parts = { file: dir.database, conn, read, others, opened: opened.move() }
  return databaseOf(parts, { ...queueOptions, isReplicated: isCopied, turns, logKeeper: keeper })
}

/**
 * Opens the database once it has this program's schema. An update releases the lock for a moment to change its kind, and a restore may then
 * replace the database. So nothing that was opened earlier is used afterwards.
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

/** Nobody may use the database while its schema changes. */
function requireLock(dir: DataDir, lock: InstanceLock, kind: LockKind): void {
  if (lock.retake(kind)) return
  throw new AppError(
    'unavailable',
    `The data in ${dir.root} has to be brought up to date first, and is in use by ${holdersOf(dir.lock)}. Stop that first, or use the same version of Daybook.`,
  )
}

/** Checks again: another process may have updated the database before this one got the lock. */
function bringUpToDate(dir: DataDir, conn: Conn, now: number): void {
  const state = schemaState(conn, 'book')
  if (state === 'older') updateDatabase(conn, dir.backups, now)
  if (state === 'empty') runMigrations(conn, 'book')
}

type Opened = {
  file: string
  conn: Conn
  read: Conn
  others: OtherWriters | undefined
  opened: DisposableStack
}

function databaseOf(
  { file, conn, read, others, opened }: Opened,
  queueOptions: WriteQueueOptions = {},
): Database {
  const queue = new WriteQueue(conn, queueOptions)
  const foreignCommits = commitsOfOthers(conn, others)
  return {
    file,
    read,
    write: (command, options) => queue.write(command, options),
    writeInSteps: (command) => queue.writeInSteps(command),
    writeEach: (items, options, work) => writeEach(queue, items, options, work),
    tryOut: (command) => tryOut(queue, command),
    changeToken: tokenOf(() => queue.commits, foreignCommits),
    writeRefusal: () => undefined,
    tidy: () => tidy(conn, queueOptions.isReplicated !== true),
    forgetPages() {
      for (const { $client } of [conn, read]) $client.run('PRAGMA shrink_memory')
    },
    async close() {
      await queue.idle()
      await queueOptions.logKeeper?.close()
      opened.dispose()
    },
  }
}

/** The token of two counts, made anew only when one of them changes. */
function tokenOf(ownCommits: () => number, foreignCommits: () => number): () => string {
  let [own, foreign, token] = [-1, -1, '']
  return () => {
    const [ownNow, foreignNow] = [ownCommits(), foreignCommits()]
    if (ownNow !== own || foreignNow !== foreign) token = `${ownNow}.${foreignNow}`
    own = ownNow
    foreign = foreignNow
    return token
  }
}

/** How long a commit of a program that does not count its transactions, such as `sqlite3`, may go unnoticed, in milliseconds. */
const uncountedMs = 10

/**
 * A number that changes with each commit of another process: `data_version` on the write connection counts only those. A look with a query
 * serves everything that runs before the next microtask, so no request is answered by a look from before the request was sent. Keeping a
 * look until the next immediate would be too long: on Windows requests may arrive before it. While no other process wrote, as
 * `others` tells, no query is needed.
 */
export function commitsOfOthers(conn: Conn, others?: OtherWriters): () => number {
  const dataVersion = conn.$client.query<{ data_version: number }, []>('PRAGMA data_version')
  let commits = 0
  let isFresh = false
  let over: number | undefined
  let lookAgainAt = 0
  const forget = () => {
    isFresh = false
  }
  return () => {
    if (isFresh) return commits
    const overNow = others?.lastOver()
    if (overNow !== undefined && overNow === over && performance.now() < lookAgainAt) return commits
    over = overNow
    commits = dataVersion.get()?.data_version ?? 0
    lookAgainAt = performance.now() + uncountedMs
    isFresh = true
    queueMicrotask(forget)
    return commits
  }
}

function tidy(conn: Conn, checkpoints: boolean): void {
  // A command in steps is running. Its transaction keeps the log, and the next upkeep shortens it.
  if (conn.$client.inTransaction) return
  try {
    conn.$client.run('PRAGMA optimize')
    if (checkpoints) conn.$client.run('PRAGMA wal_checkpoint(TRUNCATE)')
  } catch (error) {
    // Another process writes, or the disk is full. The log stays beside the file, and nothing is lost.
    if (!(asRefusal(error) instanceof AppError)) throw error
  }
}

/** All items, in order. When only the database knows them: a function that returns the next ones, and an empty list at the end. */
type Items<T> = readonly T[] | ((conn: Conn) => readonly T[])

type SliceOptions = {
  /** A transaction takes no further item after this many milliseconds. Default: see turns.ts. */
  ms?: number
  /** True when nobody waits for the result: other writes go first. */
  isPatient?: boolean
  /** False for a list so short that other commands may share its transaction. */
  alone?: boolean
}

/**
 * Writes many items in transactions that keep nobody waiting for long. `work` receives a list of items, writes at least one of them, and
 * returns the result of its transaction. The result is yielded after the commit. A caller who stops listening stops the writing. Like each
 * command, `work` may run again after a failed commit.
 */
export async function* writeEach<T, R>(
  queue: Pick<WriteQueue, 'write'>,
  items: Items<T>,
  { isPatient = false, ms = isPatient ? patientSliceMs : sliceMs, alone = true }: SliceOptions,
  work: (conn: Conn, some: Iterable<T>) => R,
): AsyncGenerator<R, void> {
  const count = typeof items === 'function' ? Number.POSITIVE_INFINITY : items.length
  for (let start = 0; start < count;) {
    const slice = await queue.write(
      (conn) => {
        const left = typeof items === 'function' ? items(conn) : items.slice(start)
        if (left.length === 0) return undefined
        let taken = 0
        const counted = (function* () {
          for (const item of within(left, ms)) {
            taken++
            yield item
          }
        })()
        const result = work(conn, counted)
        return { result, taken }
      },
      { alone },
    )
    if (slice === undefined) return
    yield slice.result
    start += slice.taken
    if (isPatient) await Bun.sleep(patientPauseMs)
  }
}

/** Writes all items as `writeEach` does, for callers without results. Ends between two transactions when the signal aborts. */
export async function writeAll<T>(
  database: Pick<Database, 'writeEach'>,
  items: Items<T>,
  { signal, ...options }: SliceOptions & { signal?: AbortSignal | undefined },
  work: (conn: Conn, some: Iterable<T>) => void,
): Promise<void> {
  for await (const _ of database.writeEach(items, options, work)) {
    if (signal?.aborted === true) return
  }
}

/** Runs a command in steps, undoes it, and returns its result. Nothing is written. */
export async function tryOut<T>(queue: WriteQueue, command: SteppedCommand<T>): Promise<T> {
  let tried: { result: T } | undefined
  const takenBack = new Error('It was only tried.')
  try {
    return await queue.writeInSteps(function* (conn): Generator<undefined, never> {
      tried = { result: yield* command(conn) }
      throw takenBack
    })
  } catch (error) {
    if (error === takenBack && tried !== undefined) return tried.result
    throw error
  }
}
