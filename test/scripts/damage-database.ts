import { Database } from 'bun:sqlite'
import type { Shop } from '../support/shop.ts'

/** Damages tables of a database as no act could; the returned function takes it back. Statements end with a semicolon. */
export function damageDatabase(shop: Shop, tables: readonly string[], sql: string): () => void {
  const db = new Database(shop.dir.database)
  db.run('PRAGMA busy_timeout = 5000')
  db.run('PRAGMA foreign_keys = OFF')
  const names = new Map(tables.map((table) => [table, columnsOf(db, table)]))
  for (const [table, columns] of names) {
    db.run(`CREATE TEMP TABLE kept_${table} AS SELECT ${columns} FROM main.${table}`)
  }
  inTransaction(db, sql.split(';'))
  return () => {
    const undo = [...names].flatMap(([table, columns]) => [
      `DELETE FROM main.${table}`,
      `INSERT INTO main.${table} (${columns}) SELECT ${columns} FROM kept_${table}`,
    ])
    inTransaction(db, undo)
    db.close(true)
  }
}

/** Those that are stored: SQLite reckons the others. */
function columnsOf(db: Database, table: string): string {
  const columns = db.query<{ name: string }, []>(`PRAGMA table_info(${table})`).all()
  return columns.map(({ name }) => name).join()
}

function inTransaction(db: Database, statements: readonly string[]): void {
  db.run('BEGIN IMMEDIATE')
  for (const statement of statements) db.run(statement)
  db.run('COMMIT')
}
