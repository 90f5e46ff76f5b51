import type { Conn } from '../../../platform/db/connection.ts'
import type { countWaiting, Selection } from './waiting-queries.ts'

/** Selections whose count is kept: users × categories × ways to compare. */
const keptMax = 1000

type Kept = { databaseGeneration: string; from: number; waiting: number; oldest: number | null }

/**
 * Counts what waits, exactly, without counting again while nothing changed: a count stays right until the database
 * changes or the oldest row that it looked at leaves the window. `bookGeneration` must be of before the snapshot that
 * is counted in: a commit in between is then counted once more, never missed.
 */
export function waitingCounts(count: typeof countWaiting) {
  const kept = new Map<string, Kept>()
  return (conn: Conn, selection: Selection, databaseGeneration: string): number => {
    const { from, ...who } = selection
    const key = JSON.stringify(who)
    const known = kept.get(key)
    // A clock that is set back brings older rows into the window.
    if (known?.databaseGeneration === databaseGeneration && from >= known.from) {
      if (known.oldest === null || known.oldest >= from) return known.waiting
    }
    const counted = count(conn, selection)
    if (kept.size >= keptMax) kept.clear()
    kept.set(key, { databaseGeneration, from, ...counted })
    return counted.waiting
  }
}
