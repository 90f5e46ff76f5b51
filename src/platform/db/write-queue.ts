import { AppError } from '../errors.ts'
import { busyRefusal, asRefusal, isBusy } from './sqlite-errors.ts'
import type { Conn } from './connection.ts'

/** A group ends at this many acts, or after this many milliseconds, whichever comes first. */
const groupActs = 64
const groupMs = 10

/** How long the queue tries to begin while another process holds the write lock, and the pause between tries. */
const busyLimitMs = 10_000
const busyPauseMs = 5

/** Acts that may wait at once; beyond, the caller is asked to come back. */
const waitingActsMax = 20_000

/**
 * A decision and its writes: synchronous, without I/O, free of side effects outside the connection, because it may be
 * run again after a failed commit. A thenable result is a programming error.
 */
export type Act<T> = (conn: Conn) => T

export type WriteOptions = {
  /** Bulk slices, imports, rule changes and sweeps run in a transaction of their own. */
  alone?: boolean
}

type Entry = { alone: boolean; run(): void; settle(): void; fail(error: unknown): void }

/** How the acts of one transaction came out. `intact` is false when SQLite took the whole transaction back. */
type Group = { done: Entry[]; refused: [Entry, unknown][]; intact: boolean }

/**
 * The one place that writes to a connection. What waits when a transaction starts is committed together, a savepoint
 * for each act, so that one refusal undoes only itself and one fsync serves them all.
 */
export class WriteQueue {
  readonly #conn: Conn
  readonly #waiting: Entry[] = []
  #draining: Promise<void> | undefined
  #commits = 0

  constructor(conn: Conn) {
    this.#conn = conn
  }

  /** Resolves after the commit is on disk; rejects with what the act threw, and then the act wrote nothing. */
  write<T>(act: Act<T>, options: WriteOptions = {}): Promise<T> {
    if (this.#waiting.length >= waitingActsMax) return Promise.reject(busyRefusal())
    return new Promise<T>((resolve, reject) => {
      this.#waiting.push(entryOf(this.#conn, act, options.alone ?? false, resolve, reject))
      this.#draining ??= this.#drain()
    })
  }

  /** Commits made by this queue so far: moves whenever this process changed the book. */
  get commits(): number {
    return this.#commits
  }

  /** Resolves when everything that waits is written. */
  async idle(): Promise<void> {
    await this.#draining
  }

  async #drain(): Promise<void> {
    while (this.#waiting.length > 0) {
      await new Promise((resolve) => setImmediate(resolve))
      if (await this.#begin()) this.#writeGroup()
    }
    this.#draining = undefined
  }

  /** False when another process kept the lock for too long: everything that waited was refused. */
  async #begin(): Promise<boolean> {
    const deadline = performance.now() + busyLimitMs
    for (;;) {
      try {
        this.#run('BEGIN IMMEDIATE')
        return true
      } catch (error) {
        if (isBusy(error) && performance.now() < deadline) {
          await Bun.sleep(busyPauseMs)
          continue
        }
        for (const entry of this.#waiting.splice(0)) entry.fail(asRefusal(error))
        return false
      }
    }
  }

  #writeGroup(): void {
    const { done, refused, intact } = this.#runActs()
    if (intact && this.#commit()) {
      for (const entry of done) entry.settle()
      for (const [entry, error] of refused) entry.fail(asRefusal(error))
      return
    }
    // The transaction is gone as a whole (a full disk rolls everything back): each act again, by itself.
    for (const entry of done) this.#runAlone(entry)
    for (const [entry] of refused) this.#runAlone(entry)
  }

  #runActs(): Group {
    const group: Group = { done: [], refused: [], intact: true }
    const deadline = performance.now() + groupMs
    for (let acts = 0; acts < groupActs; acts++) {
      const entry = this.#waiting[0]
      if (entry === undefined) break
      if (acts > 0 && (entry.alone || performance.now() >= deadline)) break
      this.#waiting.shift()
      const refusal = this.#runInSavepoint(entry)
      if (refusal === undefined) group.done.push(entry)
      else group.refused.push([entry, refusal.cause])
      if (!this.#conn.$client.inTransaction) return { ...group, intact: false }
      if (entry.alone) break
    }
    return group
  }

  #runInSavepoint(entry: Entry): { cause: unknown } | undefined {
    this.#run('SAVEPOINT act')
    try {
      entry.run()
      this.#run('RELEASE act')
      return undefined
    } catch (error) {
      if (this.#conn.$client.inTransaction) {
        this.#run('ROLLBACK TO act')
        this.#run('RELEASE act')
      }
      return { cause: error }
    }
  }

  #commit(): boolean {
    try {
      this.#run('COMMIT')
      this.#commits++
      return true
    } catch {
      // The cause shows again, act by act, in #runAlone.
      this.#rollBack()
      return false
    }
  }

  #runAlone(entry: Entry): void {
    try {
      this.#run('BEGIN IMMEDIATE')
      entry.run()
      this.#run('COMMIT')
      this.#commits++
    } catch (error) {
      this.#rollBack()
      entry.fail(asRefusal(error))
      return
    }
    entry.settle()
  }

  #rollBack(): void {
    if (this.#conn.$client.inTransaction) this.#run('ROLLBACK')
  }

  #run(statement: string): void {
    this.#conn.$client.run(statement)
  }
}

function entryOf<T>(
  conn: Conn,
  act: Act<T>,
  alone: boolean,
  resolve: (value: T) => void,
  reject: (error: unknown) => void,
): Entry {
  let result: { value: T } | undefined
  return {
    alone,
    run() {
      const value = act(conn)
      if (value instanceof Promise) {
        throw new TypeError('An act must be synchronous: a promise would commit before its work.')
      }
      result = { value }
    },
    settle() {
      if (result === undefined) reject(new AppError('internal', 'The act did not run.'))
      else resolve(result.value)
    },
    fail: reject,
  }
}
