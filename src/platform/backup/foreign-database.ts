import { Database } from 'bun:sqlite'
import { emptyDatabase } from '../db/migrate.ts'
import { readImageName } from '../files/images.ts'
import { fileKinds } from '../files/store.ts'
import { staysBelow } from '../forms.ts'
import { type OutwardName, outwardNames, pausedName } from '../settings.ts'

/** How many differences of a schema are named: the first ones are enough. */
const namedMax = 3

/** How much of a strange value is shown, in characters. */
const shownMax = 80

/** The allowed values of a column: in words, and as a check. */
type Form = { what: string; fits(text: string): boolean }

const sha256: Form = {
  what: 'a SHA-256',
  fits: (text) => /^[0-9a-f]{64}$/.test(text),
}
const image: Form = {
  what: 'a stored image or a web address',
  fits: (text) => readImageName(text) !== undefined || isWebAddress(text),
}
const pathBelow: Form = { what: 'a path below a folder', fits: staysBelow }
const webAddress: Form = { what: 'a web address', fits: isWebAddress }
const contentType: Form = {
  what: 'a content type',
  fits: (text) => /^[a-z]+\/[a-z0-9.+-]+(; ?charset=[a-z0-9-]+)?$/.test(text),
}
const json: Form = { what: 'JSON', fits: isJson }

/**
 * Every text of a database that becomes a path, an address or a header, or that the server needs to start. Names are those of plain SQL,
 * because the database may have an older schema. All other texts are only ever shown.
 */
export const columnForms: Readonly<Record<string, Form>> = {
  'files.kind': oneOf(fileKinds),
  'files.hash': sha256,
  'files.state': oneOf(['stored', 'deleting']),
  'documents.hash': sha256,
  'documents.content_type': contentType,
  'waiting_scans.document_hash': sha256,
  'archived_scans.path': pathBelow,
  'categories.image': image,
  'offers.image': image,
  'products.image': image,
  'products.video_url': webAddress,
  'product_images.image': image,
  'settings.value': json,
}

/** Objects that other programs make: SQLite where it counts rows for its planner, Litestream where it copies the book. */
const othersOwn: Readonly<Record<string, string>> = {
  'table "sqlite_stat1"': 'sqlite_stat1: CREATE TABLE sqlite_stat1(tbl,idx,stat)',
  'table "sqlite_stat4"': 'sqlite_stat4: CREATE TABLE sqlite_stat4(tbl,idx,neq,nlt,ndlt,sample)',
  'table "_litestream_seq"':
    '_litestream_seq: CREATE TABLE _litestream_seq (id INTEGER PRIMARY KEY, seq INTEGER)',
  'table "_litestream_lock"': '_litestream_lock: CREATE TABLE _litestream_lock (id INTEGER)',
}

/**
 * What a database contains that no Daybook makes, as the end of a sentence about the database. Undefined when there is nothing. `schema` is
 * the number of its newest migration.
 */
export function strangeness(database: Database, schema: number): string | undefined {
  return schemaDifference(database, schema) ?? strangeValue(database)
}

/** What is strange about its schema: opening a database runs its triggers and views, so they must match Daybook's own to the letter. */
export function schemaDifference(database: Database, schema: number): string | undefined {
  using own = emptyDatabase(schema)
  if (own === undefined) return 'has a schema that no Daybook makes'
  const wanted = new Map(schemaOf(own))
  const left = new Map(wanted)
  const differences: string[] = []
  for (const [name, sql] of schemaOf(database)) {
    if (left.get(name) === sql) left.delete(name)
    else if (othersOwn[name] !== sql) {
      differences.push(
        wanted.has(name)
          ? `has another ${name} than Daybook makes`
          : `has the ${name}, which Daybook does not make`,
      )
    }
  }
  const found = new Set(schemaOf(database).map(([name]) => name))
  for (const name of left.keys()) if (!found.has(name)) differences.push(`lacks the ${name}`)
  return differences.length === 0 ? undefined : differences.slice(0, namedMax).join(', ')
}

/** Each object, such as `table "files"`, and the SQL that made it. Line ends depend on the system where it was made. */
function schemaOf(database: Database): [name: string, sql: string][] {
  using statement = database.prepare<
    { type: string; name: string; tbl_name: string; sql: string | null },
    []
  >('SELECT type, name, tbl_name, sql FROM sqlite_schema')
  return statement
    .all()
    .map(({ type, name, tbl_name: table, sql }) => [
      `${type} ${JSON.stringify(name)}`,
      `${table}: ${(sql ?? '').replaceAll(/\s+/g, ' ').trim()}`,
    ])
}

/** What is strange about its texts. */
export function strangeValue(database: Database): string | undefined {
  for (const [column, { what, fits }] of Object.entries(columnForms)) {
    for (const value of valuesOf(database, column)) {
      if (typeof value === 'string' && fits(value)) continue
      return `has ${JSON.stringify(String(value).slice(0, shownMax))} as ${column}, which is not ${what}`
    }
  }
  return undefined
}

/** The distinct values of a column (`table.column`). An older database may lack the column. */
function* valuesOf(database: Database, column: string): Generator {
  const [table = '', name = ''] = column.split('.')
  using columns = database.prepare<{ name: string }, [string]>(
    'SELECT name FROM pragma_table_info(?)',
  )
  if (!columns.all(table).some((found) => found.name === name)) return
  using values = database.prepare<{ value: unknown }, []>(
    `SELECT DISTINCT ${name} AS value FROM ${table} WHERE ${name} IS NOT NULL`,
  )
  for (const { value } of values.iterate()) yield value
}

function oneOf(names: readonly string[]): Form {
  return { what: names.join(' or '), fits: (text) => names.includes(text) }
}

function isWebAddress(text: string): boolean {
  const protocol = URL.parse(text)?.protocol
  return protocol === 'https:' || protocol === 'http:'
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Values that switch nothing on, as JSON. */
const switchedOff = ['null', '[]', 'false', '"this computer"']

/**
 * Pauses everything that a book from elsewhere would switch on by itself. The book may be another shop's, or older than later decisions,
 * and its folders and places may be different ones on this computer. Uses plain SQL, because the book may have an older schema. Running it
 * twice is harmless. Returns what it paused.
 */
export function pauseSettings(file: string, spared: readonly OutwardName[] = []): OutwardName[] {
  using database = new Database(file, { readwrite: true })
  // No log is left beside the file, because only the file is moved.
  database.run('PRAGMA journal_mode = DELETE')
  database.run('PRAGMA synchronous = FULL')
  using pause = database.prepare<unknown, [string, string, string]>(
    `UPDATE OR REPLACE settings SET name = ?
     WHERE name = ? AND value NOT IN (SELECT value FROM json_each(?))`,
  )
  const off = JSON.stringify(switchedOff)
  return outwardNames.filter(
    (name) => !spared.includes(name) && pause.run(pausedName(name), name, off).changes > 0,
  )
}
