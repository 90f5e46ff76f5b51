import { Database } from 'bun:sqlite'

/** What opens the console, sessions and links that lead to a password, and the column that says that it is over. */
const waysIn = {
  sessions: 'revoked_at',
  setup_links: 'used_at',
  password_links: 'used_at',
} as const

/**
 * Ends every session, set-up link and password link of a book that nobody uses: what an older book has may have been
 * ended since. Another version may have made the book: a table that it has not is left out.
 */
export function endSignIns(file: string, now: number): void {
  using book = new Database(file, { readwrite: true })
  // No log is left beside the file, which is moved alone.
  book.run('PRAGMA journal_mode = DELETE')
  book.run('PRAGMA synchronous = FULL')
  book.run('BEGIN IMMEDIATE')
  const tables = tablesOf(book)
  for (const [table, column] of Object.entries(waysIn)) {
    if (!tables.includes(table)) continue
    book.run(`UPDATE ${table} SET ${column} = ? WHERE ${column} IS NULL`, [now])
  }
  book.run('COMMIT')
}

function tablesOf(book: Database): string[] {
  // A statement that lives would keep the file open.
  using tables = book.prepare<{ name: string }, []>(
    "SELECT name FROM sqlite_master WHERE type = 'table'",
  )
  return tables.all().map(({ name }) => name)
}
