import type { Shop } from './shop.ts'

/** How many rows each table of the book has: what was refused must not change it. */
export function rowCounts({ book }: Shop): Record<string, number> {
  const conn = book.read.$client
  const tables = conn
    .query<{ name: string }, []>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name",
    )
    .all()
  return Object.fromEntries(
    tables.map(({ name }) => {
      const row = conn.query<{ n: number }, []>(`SELECT count(*) AS n FROM "${name}"`).get()
      return [name, row?.n ?? 0]
    }),
  )
}
