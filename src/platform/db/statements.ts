import { getTableColumns, sql } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { query, type Conn, type Params } from './connection.ts'

/** A statement with named, typed parameters. */
type Statement<P> = (conn: Conn) => { run(params: P): void }

/** A whole row, without the columns that the table fills itself. */
type GivenRow<T extends SQLiteTable> = {
  [
    Name in keyof T['$inferInsert'] as T['_']['columns'][Name &
      string]['_']['hasDefault'] extends true
      ? never
      : Name
  ]-?: T['$inferInsert'][Name]
}

/** INSERT a row. */
export function insertInto<T extends SQLiteTable>(table: T): Statement<GivenRow<T>>
export function insertInto(table: SQLiteTable): Statement<Record<string, unknown>> {
  return query((conn, params: Params<Record<string, unknown>>) => insert(conn, table, params))
}

/** INSERT a row, or replace the row with the same values in the columns `by`. */
export function storeIn<T extends SQLiteTable>(
  table: T,
  by: readonly (keyof T['$inferSelect'] & string)[],
): Statement<GivenRow<T>>
export function storeIn(
  table: SQLiteTable,
  by: readonly string[],
): Statement<Record<string, unknown>> {
  const given = givenColumns(table)
  return query((conn, params: Params<Record<string, unknown>>) =>
    insert(conn, table, params).onConflictDoUpdate({
      target: given.flatMap(([name, column]) => (by.includes(name) ? column : [])),
      set: Object.fromEntries(
        given
          .filter(([name]) => !by.includes(name))
          .map(([name, column]) => [name, sql`excluded.${sql.identifier(column.name)}`]),
      ),
    }),
  )
}

function insert(conn: Conn, table: SQLiteTable, params: Params<Record<string, unknown>>) {
  const values = givenColumns(table).map(([name]) => [name, params[name]] as const)
  return conn.insert(table).values(Object.fromEntries(values))
}

function givenColumns(table: SQLiteTable) {
  return Object.entries(getTableColumns(table)).filter(
    ([, { generated, hasDefault }]) => generated === undefined && !hasDefault,
  )
}

/** UPDATE some columns of the row that one of its columns identifies. */
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
