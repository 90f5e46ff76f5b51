import { Database } from 'bun:sqlite'
import { type OutwardName, outwardNames, pausedName } from '../settings.ts'

/** Values that switch nothing on, as JSON. */
const switchedOff = ['null', '[]', 'false', '"this computer"']

/**
 * Pauses what a book from elsewhere would switch on by itself: it may be another shop's, or older than what was decided since,
 * and the folders and places that it names may be others on this computer. Goes by plain SQL, as the book may be of an older
 * schema, and may be done twice. Returns what is paused by it.
 */
export function pauseSettings(file: string, spared: readonly OutwardName[] = []): OutwardName[] {
  using database = new Database(file, { readwrite: true })
  // No log is left beside the file, which is moved alone.
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
