import { AppError } from '../errors.ts'
import { walkInTurns } from '../turns.ts'
import type { Conn } from './connection.ts'

/**
 * A decision and its writes: synchronous, without I/O, free of side effects outside the connection, because it may be
 * run again after a failed commit. It lets what SQLite throws through: on a full disk the transaction is gone, and what
 * it wrote afterwards would be committed on its own. A thenable result is a programming error.
 */
export type Command<T> = (conn: Conn) => T

/** A command that is too long for one turn of the event loop, as steps. All that is said of a command goes for it. */
export type SteppedCommand<T> = (conn: Conn) => Generator<undefined, T>

/** What the queue holds: it runs, and then it is settled or fails. */
export type Entry = {
  alone: boolean
  run(): void
  /** Instead of `run` for a command in steps. */
  walk?: () => Promise<void>
  settle(): void
  fail(error: unknown): void
}

/** A command that waits, and whoever waits for it. */
export function entryOf<T>(
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

export function steppedEntryOf<T>(
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

/** A query that was built and never run is thenable too. */
function isThenable(value: unknown): boolean {
  return (
    value !== null &&
    typeof value === 'object' &&
    'then' in value &&
    typeof value.then === 'function'
  )
}
