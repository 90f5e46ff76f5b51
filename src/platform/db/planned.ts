import { type Database, Statement } from 'bun:sqlite'
import { Column, is, Param, Placeholder, SQL } from 'drizzle-orm'
import { PreparedQuery } from 'drizzle-orm/bun-sqlite/session'

/*
 * Runs statements that Drizzle built. Drizzle works out at each call which parameter goes where and how each column is read, which takes
 * longer than most statements of an order (measured: 8 % of a server that places orders). Here both are worked out once.
 */

type Values = Readonly<Record<string, unknown>>

/** A prepared statement: `run` writes, `get` returns the first row, `values` returns rows without names. */
export type Runnable = {
  [Way in 'run' | 'get' | 'all' | 'values']: (params?: Record<string, unknown>) => unknown
}

/** The statement with its plan. A statement with columns in groups, as joins without `select` have, stays Drizzle's. */
export function planned(prepared: Runnable, client: Database): Runnable & { sql?: string } {
  if (!(prepared instanceof PreparedQuery)) return prepared
  const { sql: built, params: parameters } = prepared.getQuery()
  const sql = withSteadyLimits(built)
  // Drizzle keeps these to itself. Its version is pinned, and a test compares the answers of both.
  const statement: unknown = sql === built ? Reflect.get(prepared, 'stmt') : client.prepare(sql)
  const cells = cellsOf(Reflect.get(prepared, 'fields'))
  if (!(statement instanceof Statement) || cells === undefined) return prepared
  const binders = parameters.map(binderOf)
  const bind = (params: Values = {}) => binders.map((bindOne) => bindOne(params))
  const rows = (params?: Values): unknown[][] => statement.values(...bind(params))
  const run = (params?: Values) => statement.run(...bind(params))
  if (cells.length === 0) {
    const { get, all } = prepared
    return { sql, run, values: rows, get: get.bind(prepared), all: all.bind(prepared) }
  }
  const read = (row: readonly unknown[]) => readRow(cells, row)
  return {
    sql,
    run,
    values: rows,
    get(params) {
      const [row] = rows(params)
      return row === undefined ? undefined : read(row)
    },
    all: (params) => rows(params).map(read),
  }
}

/**
 * SQLite prepares a statement again whenever the parameter of a plain `LIMIT ?` is bound, in case the number changes the plan: 10 microseconds
 * for a short statement, 100 for a list. It does not for a sum.
 */
function withSteadyLimits(sql: string): string {
  return sql.replaceAll(/\b(limit|offset) \?/gi, '$1 ? + 0')
}

type Binder = (params: Values) => unknown

/** Where a parameter of a statement gets its value: from a named parameter of the call, or from the statement itself. */
function binderOf(parameter: unknown): Binder {
  if (is(parameter, Placeholder)) return (params) => valueOf(params, parameter.name)
  if (is(parameter, Param) && is(parameter.value, Placeholder)) {
    const { encoder } = parameter
    const { name } = parameter.value
    return (params) => encoder.mapToDriverValue(valueOf(params, name))
  }
  return () => parameter
}

function valueOf(params: Values, name: string): unknown {
  const value = params[name]
  if (value === undefined && !(name in params)) throw new Error(`The parameter ${name} is missing.`)
  return value
}

/** A column of the answer. `decode`: undefined where the value stays as SQLite has it. */
type Cell = { name: string; decode: ((value: unknown) => unknown) | undefined }

/** Undefined for columns in groups. Empty for a statement without columns of its own: Drizzle returns its rows as SQLite has them. */
function cellsOf(fields: unknown): readonly Cell[] | undefined {
  if (fields === undefined) return []
  if (!Array.isArray(fields)) return undefined
  const cells = fields.flatMap((each: unknown) => cellOf(each) ?? [])
  return cells.length === fields.length ? cells : undefined
}

function cellOf(selected: unknown): Cell | undefined {
  if (!(selected instanceof Object && 'path' in selected && 'field' in selected)) return undefined
  const { path, field } = selected
  const decode = decoderOf(field)
  if (!Array.isArray(path) || path.length !== 1 || decode === undefined) return undefined
  return { name: String(path[0]), decode: decode === same ? undefined : decode }
}

const same = (value: unknown): unknown => value

function decoderOf(field: unknown): ((value: unknown) => unknown) | undefined {
  if (is(field, Column)) {
    const isPlain = field.mapFromDriverValue === Column.prototype.mapFromDriverValue
    return isPlain ? same : (value) => field.mapFromDriverValue(value)
  }
  const source = is(field, SQL.Aliased) ? field.sql : field
  if (!is(source, SQL)) return undefined
  const decoder: unknown = Reflect.get(source, 'decoder')
  const map: unknown =
    decoder instanceof Object ? Reflect.get(decoder, 'mapFromDriverValue') : undefined
  return typeof map === 'function' ? (value) => map.call(decoder, value) : undefined
}

function readRow(cells: readonly Cell[], values: readonly unknown[]): Values {
  const row: Record<string, unknown> = {}
  let at = 0
  for (const { name, decode } of cells) {
    const value = values[at++] ?? null
    row[name] = decode === undefined || value === null ? value : decode(value)
  }
  return row
}
