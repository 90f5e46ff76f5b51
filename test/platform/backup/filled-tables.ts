import type { Database } from 'bun:sqlite'
import { emptyDatabase, newestSchema } from '../../../src/platform/db/migrate.ts'

const digits = 'cd'.repeat(32)

/** What a column must hold that takes no text of any kind. */
const samples: Readonly<Record<string, string>> = {
  'documents.hash': digits,
  'documents.content_type': 'application/pdf',
  'waiting_scans.document_hash': digits,
  'categories.image': `${digits}.png`,
  'offers.image': 'https://example.com/a.png',
  'products.image': `${digits}.jpg`,
  'products.video_url': 'https://example.com/a.mp4',
  'product_images.image': `${digits}.jpg`,
  'settings.value': '"network"',
}

type ColumnRow = { name: string; type: string; hidden: number }

/** Every text column of today's schema. */
export function textColumns(): { table: string; column: string }[] {
  using database = emptyDatabase(newestSchema('book'))
  if (database === undefined) throw new Error('There are no migrations.')
  return tablesOf(database).flatMap((table) =>
    columnsOf(database, table)
      .filter(({ type }) => type.toLowerCase() === 'text')
      .map(({ name }) => ({ table, column: name })),
  )
}

/** Gives each table without rows one, and each text column something, so that all can be changed. */
export function fillTables(database: Database): void {
  database.run('PRAGMA foreign_keys = OFF')
  for (const table of tablesOf(database)) {
    if (database.query(`SELECT 1 FROM ${table}`).get() === null) insertRow(database, table)
    for (const { name, type } of columnsOf(database, table)) {
      if (type.toLowerCase() !== 'text') continue
      const value = parentOf(database, table, name) ?? samples[`${table}.${name}`] ?? 'text'
      const first = isWithoutRowid(database, table)
        ? ''
        : `rowid = (SELECT min(rowid) FROM ${table}) AND`
      database.run(`UPDATE ${table} SET "${name}" = ? WHERE ${first} "${name}" IS NULL`, [value])
    }
  }
}

function isWithoutRowid(database: Database, table: string): boolean {
  const row = database
    .query<{ wr: number }, [string]>('SELECT wr FROM pragma_table_list WHERE name = ?')
    .get(table)
  return row?.wr === 1
}

function insertRow(database: Database, table: string): void {
  const columns = columnsOf(database, table).filter(({ hidden }) => hidden === 0)
  const values = columns.map(
    ({ name, type }) =>
      parentOf(database, table, name) ??
      samples[`${table}.${name}`] ??
      (type.toLowerCase() === 'text' ? 'text' : 1),
  )
  const names = columns.map(({ name }) => `"${name}"`).join()
  database.run(`INSERT INTO ${table} (${names}) VALUES (${values.map(() => '?').join()})`, values)
}

/** What a reference refers to; undefined for a column that is none. The referred table gets a row when it has none. */
function parentOf(database: Database, table: string, column: string): string | number | undefined {
  const reference = database
    .query<{ table: string; from: string; to: string }, []>(`PRAGMA foreign_key_list(${table})`)
    .all()
    .find(({ from }) => from === column)
  if (reference === undefined) return undefined
  const find = database.query<{ value: string | number }, []>(
    `SELECT "${reference.to}" AS value FROM ${reference.table}`,
  )
  if (find.get() === null) insertRow(database, reference.table)
  return find.get()?.value
}

function tablesOf(database: Database): string[] {
  return database
    .query<{ name: string }, []>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '\\_\\_%' ESCAPE '\\' ORDER BY name",
    )
    .all()
    .map(({ name }) => name)
}

function columnsOf(database: Database, table: string): ColumnRow[] {
  return database.query<ColumnRow, []>(`PRAGMA table_xinfo(${table})`).all()
}
