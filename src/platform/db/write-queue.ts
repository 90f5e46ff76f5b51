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

export type WriteQueue = {
  /** Resolves after the commit is on disk; rejects with what the act threw, and then the act wrote nothing. */
  write<T>(act: Act<T>, options?: WriteOptions): Promise<T>
  /** Commits made by this queue so far: moves whenever this process changed the book. */
  commits(): number
  /** Resolves when everything that waits is written. */
  idle(): Promise<void>
}

type Entry = { alone: boolean; run(): void; settle(): void; fail(error: unknown): void }

/**
 * The one place that writes to a connection. What waits when a transaction starts is committed together, a savepoint
 * for each act, so that one refusal undoes only itself and one fsync serves them all.
 */
export function writeQueue(conn: Conn): WriteQueue {
  const waiting: Entry[] = []
  let draining: Promise<void> | undefined
  let commits = 0

  function write<T>(act: Act<T>, options: WriteOptions = {}): Promise<T> {
    if (waiting.length >= waitingActsMax) return Promise.reject(busyRefusal())
    return new Promise<T>((resolve, reject) => {
      waiting.push(entryOf(conn, act, options.alone ?? false, resolve, reject))
      draining ??= drain()
    })
  }

  async function drain(): Promise<void> {
    while (waiting.length > 0) {
      await new Promise((resolve) => setImmediate(resolve))
      if (await begin()) runGroup()
    }
    draining = undefined
  }

  /** False when another process kept the lock for too long: everything that waited was refused. */
  async function begin(): Promise<boolean> {
    const deadline = performance.now() + busyLimitMs
    for (;;) {
      try {
        conn.$client.run('BEGIN IMMEDIATE')
        return true
      } catch (error) {
        if (isBusy(error) && performance.now() < deadline) {
          await Bun.sleep(busyPauseMs)
          continue
        }
        for (const entry of waiting.splice(0)) entry.fail(asRefusal(error))
        return false
      }
    }
  }

  function runGroup(): void {
    const { done, refused, intact } = runActs()
    if (intact && commit()) {
      for (const entry of done) entry.settle()
      for (const [entry, error] of refused) entry.fail(error)
      return
    }
    // The transaction is gone as a whole (a full disk rolls everything back): each act again, by itself.
    for (const entry of done) runAlone(entry)
    for (const [entry] of refused) runAlone(entry)
  }

  function runActs(): { done: Entry[]; refused: [Entry, unknown][]; intact: boolean } {
    const done: Entry[] = []
    const refused: [Entry, unknown][] = []
    const deadline = performance.now() + groupMs
    while (done.length + refused.length < groupActs) {
      const entry = waiting[0]
      if (entry === undefined) break
      const first = done.length + refused.length === 0
      if (!first && (entry.alone || performance.now() >= deadline)) break
      waiting.shift()
      const error = runInSavepoint(entry)
      if (error === undefined) done.push(entry)
      else refused.push([entry, error.cause])
      if (!conn.$client.inTransaction) return { done, refused, intact: false }
      if (entry.alone) break
    }
    return { done, refused, intact: true }
  }

  function runInSavepoint(entry: Entry): { cause: unknown } | undefined {
    conn.$client.run('SAVEPOINT act')
    try {
      entry.run()
      conn.$client.run('RELEASE act')
      return undefined
    } catch (error) {
      if (conn.$client.inTransaction) conn.$client.run('ROLLBACK TO act; RELEASE act')
      return { cause: error }
    }
  }

  function commit(): boolean {
    try {
      conn.$client.run('COMMIT')
      commits++
      return true
    } catch {
      // The cause shows again, act by act, in runAlone.
      if (conn.$client.inTransaction) conn.$client.run('ROLLBACK')
      return false
    }
  }

  function runAlone(entry: Entry): void {
    try {
      conn.$client.run('BEGIN IMMEDIATE')
      entry.run()
      conn.$client.run('COMMIT')
      commits++
    } catch (error) {
      if (conn.$client.inTransaction) conn.$client.run('ROLLBACK')
      entry.fail(asRefusal(error))
      return
    }
    entry.settle()
  }

  return { write, commits: () => commits, idle: async () => void (await draining) }
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
