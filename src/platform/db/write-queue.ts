import { nextTurn, walkInTurns } from '../turns.ts'
import type { LogKeeper } from './log-keeper.ts'
import type { WriterTurns } from './other-writers.ts'
import {
  type Conn,
  asRefusal,
  isBusy,
  isLogLong,
  overloadedRefusal,
  query,
  shortenLog,
} from './connection.ts'
import { AppError } from '../errors.ts'

/** A group ends at this many commands, or after this many milliseconds, whichever comes first. */
const groupCommands = 64
const defaultGroupMs = 10

/** How long a group waits for more commands, in milliseconds, while each turn of the event loop brings some. */
const gatherMs = 5

/** How long the queue tries to begin while another process holds the write lock, and the pause between tries. */
const defaultBusyLimitMs = 10_000
const busyPauseMs = 1

/** Commands that may wait at once. Beyond that, the queue asks the caller to come back. */
const waitingCommandsMax = 20_000

export type WriteOptions = {
  /** Bulk slices, imports, rule changes and sweeps run in a transaction of their own. */
  alone?: boolean
}

export type WriteQueueOptions = {
  groupMs?: number
  busyLimitMs?: number
  /** How long the queue leaves the lock to other processes before a command that runs alone. */
  alonePauseMs?: number
  /** Whether others follow this book file by file. Then another program brings the log into the book. */
  isReplicated?: boolean
  /** Counts the transactions, so that a server beside this process notices them. */
  turns?: WriterTurns | undefined
  /** Default: the log is shortened in this thread. */
  logKeeper?: LogKeeper | undefined
}

/** Prepared once each: preparing them for a small command would cost more than the command. */
const statements = {
  'BEGIN IMMEDIATE': prepared('BEGIN IMMEDIATE'),
  COMMIT: prepared('COMMIT'),
  'PRAGMA user_version = 1': prepared('PRAGMA user_version = 1'),
  ROLLBACK: prepared('ROLLBACK'),
  'SAVEPOINT command': prepared('SAVEPOINT command'),
  'RELEASE command': prepared('RELEASE command'),
  'ROLLBACK TO command': prepared('ROLLBACK TO command'),
}

/** Rows that the connection has written so far: a failed command that left the number as it was needs no undoing. */
const rowsWritten = query((conn) =>
  conn.$client.query<{ n: number }, []>('SELECT total_changes() AS n'),
)

/** The error that stopped a command or a commit. */
type Failure = { cause: unknown }

/** The result of a command in the transaction. Without a refusal the command succeeded. */
type Outcome = {
  entry: Entry
  refusal: Failure | undefined
  /** The command failed after it had written something, and only the whole group can be undone. */
  isTorn?: boolean
}

/**
 * The one place that writes to a connection. Commands that wait when a transaction starts are committed together, and one fsync serves them
 * all. A refusal undoes only its own command: when a command fails after it has written, all commands of the group run again, each with a
 * savepoint. A command that runs alone has the transaction to itself.
 */
export class WriteQueue {
  readonly #conn: Conn
  readonly #groupMs: number
  readonly #busyLimitMs: number
  readonly #alonePauseMs: number
  readonly #isReplicated: boolean
  readonly #turns: WriterTurns | undefined
  readonly #logKeeper: LogKeeper | undefined
  readonly #waiting: Entry[] = []
  #draining: Promise<void> | undefined
  #commits = 0
  #lastEnd = Number.NEGATIVE_INFINITY

  constructor(conn: Conn, options: WriteQueueOptions = {}) {
    this.#conn = conn
    this.#alonePauseMs = options.alonePauseMs ?? 0
    this.#isReplicated = options.isReplicated ?? false
    this.#turns = options.turns
    this.#logKeeper = options.logKeeper
    this.#groupMs = options.groupMs ?? defaultGroupMs
    this.#busyLimitMs = options.busyLimitMs ?? defaultBusyLimitMs
  }

  /** Resolves after the commit is on disk. Rejects with the command's error, and then the command wrote nothing. */
  write<T>(command: Command<T>, options: WriteOptions = {}): Promise<T> {
    const { alone = false } = options
    const written = this.#enqueue<T>((resolve, reject) =>
      entryOf(this.#conn, command, alone, resolve, reject),
    )
    return alone ? letOthersIn(written) : written
  }

  /**
   * Like `write`, for a long command that must be one transaction. Other requests are answered between its steps. Other writes come after
   * it.
   */
  writeInSteps<T>(command: SteppedCommand<T>): Promise<T> {
    return letOthersIn(
      this.#enqueue<T>((resolve, reject) => steppedEntryOf(this.#conn, command, resolve, reject)),
    )
  }

  /** Number of commits by this queue: changes whenever this process changed the database. */
  get commits(): number {
    return this.#commits
  }

  /** Resolves when all waiting commands are written. */
  async idle(): Promise<void> {
    await this.#draining
  }

  #enqueue<T>(
    entryFor: (resolve: (value: T) => void, reject: (error: unknown) => void) => Entry,
  ): Promise<T> {
    if (this.#waiting.length >= waitingCommandsMax) return Promise.reject(overloadedRefusal())
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push(entryFor(resolve, reject))
      this.#draining ??= this.#drain()
    })
  }

  async #drain(): Promise<void> {
    while (this.#waiting.length > 0) {
      await this.#gather()
      await this.#leaveToOthers()
      if (await this.#begin()) await this.#writeGroup()
      await this.#shortenLog()
      this.#lastEnd = performance.now()
    }
    this.#draining = undefined
  }

  /** Lets turns of the event loop pass while each brings more commands: commands that arrive together are committed together. */
  async #gather(): Promise<void> {
    const deadline = performance.now() + gatherMs
    let before: number
    do {
      before = this.#waiting.length
      await nextTurn()
    } while (
      this.#waiting.length > before &&
      this.#waiting.length < groupCommands &&
      performance.now() < deadline
    )
  }

  async #leaveToOthers(): Promise<void> {
    const left = this.#lastEnd + this.#alonePauseMs - performance.now()
    if (left > 0 && this.#waiting[0]?.alone === true) await Bun.sleep(left)
  }

  /** False when another process kept the lock for too long: then all waiting commands were refused. */
  async #begin(): Promise<boolean> {
    const deadline = performance.now() + this.#busyLimitMs
    for (;;) {
      try {
        this.#beginNow()
        return true
      } catch (error) {
        if (isBusy(error) && performance.now() < deadline) {
          await Bun.sleep(busyPauseMs)
          continue
        }
        this.#rollBack()
        for (const entry of this.#waiting.splice(0)) entry.fail(asRefusal(error))
        return false
      }
    }
  }

  #beginNow(): void {
    this.#run('BEGIN IMMEDIATE')
    this.#turns?.begin()
  }

  async #writeGroup(): Promise<void> {
    const walk = this.#waiting[0]?.walk
    const outcomes = walk === undefined ? this.#runCommands() : await this.#walkThrough(walk)
    const failure = this.#commit()
    this.#turns?.end()
    if (failure === undefined) settle(outcomes)
    else this.#takeApart(outcomes, failure)
  }

  #runCommands(): Outcome[] {
    let outcomes: Outcome[] = []
    const deadline = performance.now() + this.#groupMs
    for (let commands = 0; commands < groupCommands; commands++) {
      const entry = this.#waiting[0]
      if (entry === undefined) break
      if (commands > 0 && (entry.alone || performance.now() >= deadline)) break
      this.#waiting.shift()
      const outcome = this.#runCommand(entry)
      outcomes.push(outcome)
      if (outcome.isTorn === true) outcomes = this.#runAgain(outcomes)
      if (entry.alone || !this.#inTransaction) break
    }
    return outcomes
  }

  /** Undoes the group and runs its commands again, each with a savepoint: one of them failed halfway. */
  #runAgain(ran: readonly Outcome[]): Outcome[] {
    this.#rollBack()
    const again = ran.map(({ entry }) => ({ ...entry, hasSavepoint: true }))
    const outcomes: Outcome[] = []
    try {
      this.#beginNow()
      for (const entry of again) {
        outcomes.push(this.#runCommand(entry))
        if (!this.#inTransaction) break
      }
    } catch {
      // Another process or the disk is in the way: the commands wait for the next beginning, which tells them why when it fails.
      this.#rollBack()
    }
    this.#waiting.unshift(...again.slice(outcomes.length))
    return outcomes
  }

  async #walkThrough(walk: () => Promise<void>): Promise<Outcome[]> {
    const entry = this.#waiting.shift()
    if (entry === undefined) return []
    try {
      await walk()
      return [{ entry, refusal: undefined }]
    } catch (error) {
      this.#rollBack()
      return [{ entry, refusal: { cause: error } }]
    }
  }

  /**
   * Most commands run without a savepoint: it costs two statements and a copy of each changed page, and slows each further statement of a
   * long command (1,000 rows: five times in all).
   */
  #runCommand(entry: Entry): Outcome {
    const { alone, hasSavepoint } = entry
    const before = alone ? 0 : this.#rowsWritten()
    try {
      if (hasSavepoint) this.#run('SAVEPOINT command')
      entry.run()
      if (hasSavepoint) this.#run('RELEASE command')
      return { entry, refusal: undefined }
    } catch (error) {
      const refusal = { cause: error }
      if (alone) this.#rollBack()
      else if (hasSavepoint) this.#undoCommand()
      else return { entry, refusal, isTorn: this.#inTransaction && this.#rowsWritten() !== before }
      return { entry, refusal }
    }
  }

  #rowsWritten(): number {
    return rowsWritten(this.#conn).get()?.n ?? 0
  }

  #commit(): Failure | undefined {
    // SQLite rolls the whole transaction back when the disk is full.
    if (!this.#inTransaction) return { cause: undefined }
    try {
      // Touches the first page. Only this page tells a reader of a followed copy that its cached pages are old.
      if (this.#isReplicated) this.#run('PRAGMA user_version = 1')
      this.#run('COMMIT')
      this.#commits++
      return undefined
    } catch (error) {
      this.#rollBack()
      return { cause: error }
    }
  }

  /** Nothing of the group was written. Each command runs again, alone, and before later commands. */
  #takeApart(outcomes: readonly Outcome[], failure: Failure): void {
    const [only] = outcomes
    if (only !== undefined && outcomes.length === 1) {
      only.entry.fail(asRefusal(only.refusal?.cause ?? failure.cause))
      return
    }
    this.#waiting.unshift(...outcomes.map(({ entry }) => ({ ...entry, alone: true })))
  }

  #undoCommand(): void {
    if (!this.#inTransaction) return
    try {
      this.#run('ROLLBACK TO command')
      this.#run('RELEASE command')
    } catch {
      // A disk that fails here undoes the whole transaction: the other commands run again.
      this.#rollBack()
    }
  }

  #rollBack(): void {
    try {
      if (this.#inTransaction) this.#run('ROLLBACK')
    } catch {
      // Nothing was committed. The next transaction cannot begin, and its callers are told why.
    }
  }

  /** In a turn of its own: inside the commit, others would wait for the slice, the commit and this together. */
  async #shortenLog(): Promise<void> {
    try {
      if (this.#isReplicated || !isLogLong(this.#conn)) return
      if (this.#logKeeper !== undefined) return this.#logKeeper.shorten()
      await nextTurn()
      shortenLog(this.#conn)
    } catch {
      // The log stays beside the database and nothing is lost. The next commit tries again.
    }
  }

  get #inTransaction(): boolean {
    return this.#conn.$client.inTransaction
  }

  #run(statement: keyof typeof statements): void {
    statements[statement](this.#conn).run()
  }
}

function prepared(sql: string) {
  return query((conn) => conn.$client.prepare(sql))
}

function settle(outcomes: readonly Outcome[]): void {
  for (const { entry, refusal } of outcomes) {
    if (refusal === undefined) entry.settle()
    else entry.fail(asRefusal(refusal.cause))
  }
}

/** Commands that arrived during a bulk slice come before the next slice. */
async function letOthersIn<T>(written: Promise<T>): Promise<T> {
  try {
    return await written
  } finally {
    await nextTurn()
  }
}

/**
 * A decision and its writes. It is synchronous, does no I/O and has no side effects outside the connection, because the queue may run it
 * again after a failed commit. It must not catch SQLite's errors: a full disk ends the transaction, and SQLite would commit any later write
 * on its own. Returning a thenable is a programming error.
 */
export type Command<T> = (conn: Conn) => T

/** A command that is too long for one turn of the event loop, written as steps. The rules of `Command` apply. */
export type SteppedCommand<T> = (conn: Conn) => Generator<undefined, T>

/** An entry of the queue: the queue runs it, then settles it or fails it. */
type Entry = {
  alone: boolean
  /** Whether the command can be undone without the rest of its group. */
  hasSavepoint?: boolean
  run(): void
  /** Replaces `run` for a command in steps. */
  walk?: () => Promise<void>
  settle(): void
  fail(error: unknown): void
}

/** A waiting command, with the promise of its caller. */
function entryOf<T>(
  conn: Conn,
  command: Command<T>,
  alone: boolean,
  resolve: (value: T) => void,
  reject: (error: unknown) => void,
): Entry {
  let result: { value: T } | undefined
  return {
    alone,
    run() {
      const value = command(conn)
      if (isThenable(value)) {
        throw new TypeError(
          'A command must be synchronous: a promise would commit before its work.',
        )
      }
      result = { value }
    },
    settle() {
      if (result === undefined) reject(new AppError('internal', 'The command did not run.'))
      else resolve(result.value)
    },
    fail: reject,
  }
}

function steppedEntryOf<T>(
  conn: Conn,
  command: SteppedCommand<T>,
  resolve: (value: T) => void,
  reject: (error: unknown) => void,
): Entry {
  let value: T
  const entry = entryOf(conn, () => value, true, resolve, reject)
  return {
    ...entry,
    async walk() {
      value = await walkInTurns(command(conn))
      entry.run()
    },
  }
}

/** A query that was built but never run is thenable too. */
function isThenable(value: unknown): boolean {
  return (
    value !== null &&
    typeof value === 'object' &&
    'then' in value &&
    typeof value.then === 'function'
  )
}
