import {
  Column,
  type SQL,
  type SQLWrapper,
  and,
  asc,
  desc,
  getTableColumns,
  is,
  sql,
} from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import { type Conn, type Params, query } from './connection.ts'

/** A statement with named, typed parameters. */
type Statement<P> = (conn: Conn) => { run(params: P): void }

/** The parameters of a statement for any table. */
type Loose = Record<string, unknown>

/** The name of a column. */
type NameIn<T extends SQLiteTable> = keyof T['$inferSelect'] & string

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
export function insertInto(table: SQLiteTable): Statement<Loose> {
  return query((conn, params: Params<Loose>) => insert(conn, table, params))
}

/** INSERT a row, and return some of its columns. */
export function insertReturning<
  T extends SQLiteTable,
  Name extends keyof T['$inferSelect'] & string,
>(
  table: T,
  names: readonly Name[],
): (conn: Conn) => { get(params: GivenRow<T>): Pick<T['$inferSelect'], Name> | undefined }
export function insertReturning(table: SQLiteTable, names: readonly string[]) {
  const columns = getTableColumns(table)
  const returned = Object.fromEntries(
    names.flatMap((name) => {
      const column = columns[name]
      return column === undefined ? [] : [[name, column]]
    }),
  )
  return query((conn, params: Params<Record<string, unknown>>) =>
    insert(conn, table, params).returning(returned),
  )
}

/** INSERT a row, or replace the row with the same values in the columns `by`. */
export function storeIn<T extends SQLiteTable>(
  table: T,
  by: readonly NameIn<T>[],
): Statement<GivenRow<T>>
export function storeIn(table: SQLiteTable, by: readonly string[]): Statement<Loose> {
  const given = givenColumns(table)
  return query((conn, params: Params<Loose>) =>
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

function insert(conn: Conn, table: SQLiteTable, params: Params<Loose>) {
  const values = givenColumns(table).map(([name]) => [name, params[name]] as const)
  return conn.insert(table).values(Object.fromEntries(values))
}

function givenColumns(table: SQLiteTable) {
  return Object.entries(getTableColumns(table)).filter(
    ([, { generated, hasDefault }]) => generated === undefined && !hasDefault,
  )
}

/** Reads rows by named, typed parameters. */
type Reader<P, Row> = (conn: Conn) => { get(params: P): Row | undefined; all(params: P): Row[] }

/** SELECT the rows with given values in the columns `by`. */
export function findIn<T extends SQLiteTable, By extends NameIn<T>>(
  table: T,
  ...by: readonly By[]
): Reader<Pick<T['$inferSelect'], By>, T['$inferSelect']>
export function findIn(table: SQLiteTable, ...by: readonly string[]): Reader<Loose, Loose> {
  return pickIn(table, by, Object.keys(getTableColumns(table)))
}

/** SELECT the columns `names` of the rows with given values in the columns `by`. */
export function pickIn<T extends SQLiteTable, By extends NameIn<T>, Name extends NameIn<T>>(
  table: T,
  by: readonly By[],
  names: readonly Name[],
): Reader<Pick<T['$inferSelect'], By>, Pick<T['$inferSelect'], Name>>
export function pickIn(
  table: SQLiteTable,
  by: readonly string[],
  names: readonly string[],
): Reader<Loose, Loose> {
  const columns = Object.entries(getTableColumns(table)).filter(([name]) => names.includes(name))
  return query((conn, params: Params<Loose>) =>
    conn
      .select(Object.fromEntries(columns))
      .from(table)
      .where(hasValues(table, by, params)),
  )
}

/** DELETE the rows with given values in the columns `by`. */
export function deleteIn<T extends SQLiteTable, By extends NameIn<T>>(
  table: T,
  ...by: readonly By[]
): Statement<Pick<T['$inferSelect'], By>>
export function deleteIn(table: SQLiteTable, ...by: readonly string[]): Statement<Loose> {
  return query((conn, params: Params<Loose>) =>
    conn.delete(table).where(hasValues(table, by, params)),
  )
}

function hasValues(table: SQLiteTable, by: readonly string[], params: Params<Loose>) {
  return and(...by.map((name) => sql`${getTableColumns(table)[name]} = ${params[name]}`))
}

/** UPDATE some columns of the row that one of its columns identifies. */
export function updateIn<T extends SQLiteTable, Name extends NameIn<T>, By extends NameIn<T>>(
  table: T,
  by: By,
  names: readonly Name[],
): Statement<Pick<T['$inferSelect'], Name | By>>
export function updateIn(
  table: SQLiteTable,
  by: string,
  names: readonly string[],
): Statement<Loose> {
  return query((conn, params: Params<Loose>) =>
    conn
      .update(table)
      .set(Object.fromEntries(names.map((name) => [name, sql`${params[name]}`])))
      .where(sql`${getTableColumns(table)[by]} = ${params[by]}`),
  )
}

/** The column that a list is sorted by, and the direction. */
export type Sort<By extends string> = { by: By; isDescending: boolean }

/** ORDER BY one of several columns. NULL comes last in both directions. `ties` follow the direction of the sort. */
export function orderBy<By extends string>(
  columns: Readonly<Record<By, SQLWrapper>>,
  ties: readonly SQLWrapper[],
  { by, isDescending }: Sort<By>,
): SQL[] {
  const column = columns[by]
  const direction = isDescending ? desc : asc
  const order = [column, ...ties].map((each) => direction(each))
  // For a column that is never NULL, the extra term would make SQLite sort again what an index already has in order.
  const isNeverNull = is(column, Column) && column.notNull
  return isNeverNull ? order : [sql`${column} IS NULL`, ...order]
}

/** One query for each way to sort a list, built on first use. */
export function sortedQuery<By extends string, Built>(
  build: (sort: Sort<By>) => Built,
): (sort: Sort<By>) => Built {
  const built = new Map<string, Built>()
  return (sort) => built.getOrInsertComputed(`${sort.by} ${sort.isDescending}`, () => build(sort))
}

/** A page of a sorted list: which rows, and the direction of the sort. */
type SortedPage = { isDescending: boolean; limit: number; offset: number }

/**
 * Reads a page from the nearer end of its list: SQLite sorts only the rows before the page. `isDescending` is the direction to read in. If
 * it differs from the direction asked for, the rows are reversed afterwards.
 */
export function nearerEnd({ isDescending, limit, offset }: SortedPage, total: number) {
  const rows = Math.max(0, Math.min(limit, total - offset))
  const behind = total - offset - rows
  const isTurned = behind < offset
  return {
    isDescending: isDescending !== isTurned,
    limit: rows,
    offset: isTurned ? Math.max(0, behind) : offset,
    inOrder: <Row>(found: Row[]): Row[] => (isTurned ? found.toReversed() : found),
  }
}
