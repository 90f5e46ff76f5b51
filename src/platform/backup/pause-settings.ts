import { Database } from 'bun:sqlite'
import { type OutwardName, outwardNames, pausedName } from '../settings.ts'

/** Values that switch nothing on, as JSON. */
const switchedOff = ['null', '[]', 'false', '"this computer"']

/**
 * Pauses everything that a book from elsewhere would switch on by itself. The book may be another shop's, or older than later decisions,
 * and its folders and places may be different ones on this computer. Uses plain SQL, because the book may have an older schema. Running it
 * twice is harmless. Returns what it paused.
 */
export function pauseSettings(file: string, spared: readonly OutwardName[] = []): OutwardName[] {
  using database = new Database(file, { readwrite: true })
  // No log is left beside the file, because only the file is moved.
  database.run('PRAGMA journal_mode = DELETE')
  database.run('PRAGMA synchronous = FULL')
  using pause = database.prepare<unknown, [string, string, string]>(
    `UPDATE OR REPLACE settings SET name = ?
     WHERE name = ? AND value NOT IN (SELECT value FROM json_each(?))`,
  )
  const off = JSON.stringify(switchedOff)
  return outwardNames.filter(
    (name) => !spared.includes(name) && pause.run(pausedName(name), name, off).changes > 0,
  )
}
