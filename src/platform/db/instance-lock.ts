import { Database } from 'bun:sqlite'
import { isBusy } from './sqlite-errors.ts'

export type InstanceLock = { release(): void }

/** A connection that nobody refers to is closed by the garbage collector, and its lock would be gone without a word. */
const held = new Set<Database>()

/**
 * Takes the lock of a data directory: a SQLite file held with locking_mode=EXCLUSIVE. The system frees it when the
 * process ends, however it ends, also on Windows. Returns undefined when another process holds it.
 */
export function takeInstanceLock(file: string): InstanceLock | undefined {
  const db = new Database(file, { create: true, readwrite: true })
  try {
    db.run('PRAGMA locking_mode = EXCLUSIVE')
    db.run('BEGIN EXCLUSIVE')
    db.run('CREATE TABLE IF NOT EXISTS holder (pid INTEGER)')
    db.run('COMMIT')
  } catch (error) {
    db.close()
    if (isBusy(error)) return undefined
    throw error
  }
  held.add(db)
  return {
    release() {
      held.delete(db)
      db.close()
    },
  }
}

/** True when a server runs on the data directory of this lock file. */
export function isInstanceLocked(file: string): boolean {
  const lock = takeInstanceLock(file)
  lock?.release()
  return lock === undefined
}
