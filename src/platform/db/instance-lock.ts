import { Database, SQLiteError } from 'bun:sqlite'
import { hasCode } from '../errors.ts'
import { isBusy } from './sqlite-errors.ts'

export type InstanceLock = { release(): void }

/** How long taking a lock waits for somebody who reads who holds it, in milliseconds: that takes one at most. */
const readerMs = 20

/** A connection that nobody refers to is closed by the garbage collector, and its lock would be gone without a word. */
const held = new Set<Database>()

/**
 * Takes a lock: a SQLite file with a transaction that never ends. The system frees it when the process ends, however it
 * ends, also on Windows. The file names the process. Returns undefined when another holds it (see `holderOf`).
 */
export function takeInstanceLock(file: string): InstanceLock | undefined {
  const db = new Database(file, { create: true, readwrite: true })
  try {
    db.run(`PRAGMA busy_timeout = ${readerMs}`)
    db.run('BEGIN IMMEDIATE')
    db.run('CREATE TABLE IF NOT EXISTS holder (pid INTEGER)')
    db.run('DELETE FROM holder')
    db.run('INSERT INTO holder (pid) VALUES (?)', [process.pid])
    db.run('COMMIT')
    // One that writes nothing: it keeps others from the same, and lets them read.
    db.run('BEGIN IMMEDIATE')
  } catch (error) {
    db.close(true)
    if (isBusy(error)) return undefined
    throw error
  }
  held.add(db)
  return {
    release() {
      held.delete(db)
      db.close(true)
    },
  }
}

/** The process that holds a lock that was refused; undefined when it ended this moment, or is of an older Daybook. */
export function holderOf(file: string): number | undefined {
  const db = new Database(file, { readonly: true })
  try {
    const pid = db.query<{ pid: number }, []>('SELECT pid FROM holder').get()?.pid
    return pid !== undefined && isAlive(pid) ? pid : undefined
  } catch (error) {
    if (error instanceof SQLiteError) return undefined
    throw error
  } finally {
    db.close(true)
  }
}

/** True when a server runs on the data directory of this lock file. */
export function isInstanceLocked(file: string): boolean {
  const lock = takeInstanceLock(file)
  lock?.release()
  return lock === undefined
}

/** Signal 0 reaches nobody, and fails for a process that is not there. */
function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // It is there, and belongs to somebody else.
    return hasCode(error, ['EPERM'])
  }
}
