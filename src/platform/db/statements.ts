import { getTableColumns, sql } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { query, type Conn, type Params } from './connection.ts'

/** A statement that asks for its parameters by name, with their types. */
type Statement<P> = (conn: Conn) => { run(params: P): void }

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
  return query((conn, params: Params<Record<string, unknown>>) =>
    conn.insert(table).values(Object.fromEntries(columns.map(([name]) => [name, params[name]]))),
  )
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
  return query((conn, params: Params<Record<string, unknown>>) =>
    conn
      .update(table)
      .set(Object.fromEntries(names.map((name) => [name, sql`${params[name]}`])))
      .where(sql`${getTableColumns(table)[by]} = ${params[by]}`),
  )
}
