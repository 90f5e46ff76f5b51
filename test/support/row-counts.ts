import type { Shop } from './shop.ts'

/** Where a server notes by itself when its daily work ran, while tests go on. */
const ownNotes = 'settings'

/** How many rows each table of the database has: what was refused must not change it. */
export function rowCounts({ database }: Shop): Record<string, number> {
  const conn = database.read.$client
  const tables = conn
    .query<{ name: string }, []>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name",
    )
    .all()
    .filter(({ name }) => name !== ownNotes)
  return Object.fromEntries(
    tables.map(({ name }) => {
      const row = conn.query<{ n: number }, []>(`SELECT count(*) AS n FROM "${name}"`).get()
      return [name, row?.n ?? 0]
    }),
  )
}
