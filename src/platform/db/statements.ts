import { getTableColumns, sql } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { query, type Conn } from './connection.ts'

/** A prepared statement that asks for its parameters by name, with their types. */
export type Statement<Params> = (conn: Conn) => { run(params: Params): void }

/** A whole row, but for what its table makes itself. */
type GivenRow<T extends SQLiteTable> = {
  [
    Name in keyof T['$inferInsert'] as T['_']['columns'][Name &
      string]['_']['hasDefault'] extends true
      ? never
      : Name
  ]-?: T['$inferInsert'][Name]
}

/** INSERT of a row. */
export function insertInto<T extends SQLiteTable>(table: T): Statement<GivenRow<T>>
export function insertInto(table: SQLiteTable): Statement<Record<string, unknown>> {
  const columns = Object.entries(getTableColumns(table)).filter(
    ([, { generated, hasDefault }]) => generated === undefined && !hasDefault,
  )
  const row = Object.fromEntries(columns.map(([name]) => [name, sql.placeholder(name)]))
  return query((conn) => conn.insert(table).values(row).prepare())
}

/** UPDATE of some columns of the row that one of its columns names. */
export function updateIn<
  T extends SQLiteTable,
  Name extends keyof T['$inferSelect'],
  By extends keyof T['$inferSelect'],
>(table: T, by: By, names: readonly Name[]): Statement<Pick<T['$inferSelect'], Name | By>>
export function updateIn(
  table: SQLiteTable,
  by: string,
  names: readonly string[],
): Statement<Record<string, unknown>> {
  const row = Object.fromEntries(names.map((name) => [name, sql`${sql.placeholder(name)}`]))
  const where = sql`${getTableColumns(table)[by]} = ${sql.placeholder(by)}`
  return query((conn) => conn.update(table).set(row).where(where).prepare())
}
