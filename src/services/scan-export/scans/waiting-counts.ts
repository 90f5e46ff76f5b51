import type { Conn } from '../../../platform/db/connection.ts'
import type { countWaiting, Selection } from './waiting-queries.ts'

/** Selections whose count is kept: users × categories × ways to compare. */
const keptMax = 1000

type Kept = { bookGeneration: string; waiting: number; oldest: number | null }

/**
 * Counts what waits, exactly, without counting again while nothing changed: a count stays right until the book
 * changes or the oldest row that it looked at leaves the window.
 */
export function waitingCounts(bookGeneration: () => string, count: typeof countWaiting) {
  const kept = new Map<string, Kept>()
  return (conn: Conn, selection: Selection): number => {
    const { from, ...who } = selection
    const key = JSON.stringify(who)
    const now = bookGeneration()
    const known = kept.get(key)
    if (known?.bookGeneration === now && (known.oldest === null || known.oldest >= from)) {
      return known.waiting
    }
    const counted = count(conn, selection)
    if (kept.size >= keptMax) kept.clear()
    kept.set(key, { bookGeneration: now, ...counted })
    return counted.waiting
  }
}
