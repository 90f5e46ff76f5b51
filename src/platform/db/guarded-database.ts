import { type Database, commitsOfOthers } from './database.ts'
import { AppError } from '../errors.ts'
import { closeConnection, openForReading } from './connection.ts'
import { newestSchema, schemaState } from './migrate.ts'

/** Decides whether writes may start, and confirms them. */
export type WriteGate = {
  /** Why writing is refused. Undefined: writing is allowed. */
  refusal(): Error | undefined
  /** Called before a write when permission depends on an answer from elsewhere. Rejects with an AppError. */
  ask?: () => Promise<void>
  /** Resolves when committed data counts. Otherwise rejects with an AppError, for everybody who waits for the write. */
  confirm(): Promise<void>
}

/** A database whose writes a gate must allow and confirm. */
export function gatedDatabase(database: Database, gate: WriteGate): Database {
  const through = async <T>(write: () => Promise<T>): Promise<T> => {
    const refusal = gate.refusal()
    if (refusal !== undefined) throw refusal
    if (gate.ask !== undefined) await gate.ask()
    const result = await write()
    await gate.confirm()
    return result
  }
  return {
    ...database,
    writeRefusal: () => gate.refusal() ?? database.writeRefusal(),
    write: (command, options) => through(() => database.write(command, options)),
    writeInSteps: (command) => through(() => database.writeInSteps(command)),
    tryOut: (command) => database.tryOut(command),
    async *writeEach(items, options, work) {
      const refusal = gate.refusal()
      if (refusal !== undefined) throw refusal
      if (gate.ask !== undefined) await gate.ask()
      for await (const result of database.writeEach(items, options, work)) {
        await gate.confirm()
        yield result
      }
    },
  }
}

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
