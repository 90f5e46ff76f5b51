import { Database } from 'bun:sqlite'

/** What opens the console, sessions and links that lead to a password, and the column that says that it is over. */
const waysIn = {
  sessions: 'revoked_at',
  setup_links: 'used_at',
  password_links: 'used_at',
} as const

/**
 * Ends every session, set-up link and password link of a database that nobody uses: what an older database has may have been
 * ended since. Another version may have made the database: a table that it has not is left out.
 */
export function endSignIns(file: string, now: number): void {
  using database = new Database(file, { readwrite: true })
  // No log is left beside the file, which is moved alone.
  database.run('PRAGMA journal_mode = DELETE')
  database.run('PRAGMA synchronous = FULL')
  database.run('BEGIN IMMEDIATE')
  const tables = tablesOf(database)
  for (const [table, column] of Object.entries(waysIn)) {
    if (!tables.includes(table)) continue
    database.run(`UPDATE ${table} SET ${column} = ? WHERE ${column} IS NULL`, [now])
  }
  database.run('COMMIT')
}

function tablesOf(database: Database): string[] {
  // A statement that lives would keep the file open.
  using tables = database.prepare<{ name: string }, []>(
    "SELECT name FROM sqlite_master WHERE type = 'table'",
  )
  return tables.all().map(({ name }) => name)
}
