import { AppError } from '../errors.ts'
import { walkInTurns } from '../turns.ts'
import type { Conn } from './connection.ts'

/**
 * A decision and its writes. It is synchronous, does no I/O and has no side effects outside the connection, because the queue may run it
 * again after a failed commit. It must not catch SQLite's errors: a full disk ends the transaction, and SQLite would commit any later write
 * on its own. Returning a thenable is a programming error.
 */
export type Command<T> = (conn: Conn) => T

/** A command that is too long for one turn of the event loop, written as steps. The rules of `Command` apply. */
export type SteppedCommand<T> = (conn: Conn) => Generator<undefined, T>

/** An entry of the queue: the queue runs it, then settles it or fails it. */
export type Entry = {
  alone: boolean
  run(): void
  /** Replaces `run` for a command in steps. */
  walk?: () => Promise<void>
  settle(): void
  fail(error: unknown): void
}

/** A waiting command, with the promise of its caller. */
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

/** A query that was built but never run is thenable too. */
function isThenable(value: unknown): boolean {
  return (
    value !== null &&
    typeof value === 'object' &&
    'then' in value &&
    typeof value.then === 'function'
  )
}
