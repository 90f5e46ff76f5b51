import { eq, inArray } from 'drizzle-orm'
import type { TSchema, Static } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { query, type Conn, type Params } from './db/connection.ts'
import { readForm } from './forms.ts'
import { settings } from './tables.ts'

/**
 * Every setting of the book, and its reach. A setting that reaches `out` opens a port, takes files from a folder, or writes to a folder or
 * place. In a book from elsewhere it is paused until an owner of this computer confirms it (see backup/foreign-database.ts). A setting that
 * reaches `in` changes what Daybook does with its own data.
 */
const reaches = {
  archive: 'out',
  'archive.state': 'in',
  clock: 'in',
  'customers.remember': 'in',
  'disk.share': 'in',
  'files.scrub': 'in',
  'home.first-steps': 'in',
  'images.published': 'out',
  'images.published.problem': 'in',
  'images.published.sent': 'in',
  'imports.books': 'in',
  'invoices.seller': 'in',
  'network.access': 'out',
  'network.claimed_name': 'in',
  // It encrypts connections that `network.access` opens, and opens nothing itself.
  'network.https': 'in',
  offsite: 'out',
  'offsite.state': 'in',
  'scan-export.duplicates': 'in',
  'scan-export.folders': 'out',
  'scan-export.kept-bills': 'in',
  'scan-export.reading': 'in',
} as const satisfies Record<string, 'in' | 'out'>

type Reaches = typeof reaches

/** The hour of the nightly work, and the results of its jobs, are `daily.…`. */
export type SettingName = keyof Reaches | `daily.${string}`

/** The settings that reach out of Daybook. */
export type OutwardName = {
  [Name in keyof Reaches]: Reaches[Name] extends 'out' ? Name : never
}[keyof Reaches]

export const outwardNames: readonly OutwardName[] = Object.keys(reaches).filter(isOutward)

function isOutward(name: string): name is OutwardName {
  return new Map<string, string>(Object.entries(reaches)).get(name) === 'out'
}

/** A setting that an owner changes while Daybook runs: its name in the table, its schema, its default. */
export type Setting<T extends TSchema, Name extends SettingName = SettingName> = {
  name: Name
  /** Texts in it that lead somewhere have a form (see forms.ts). */
  schema: T
  default: Static<T>
}

type Declared<Name, T, Default> = { name: Name; schema: T; default: Default }

export function declareSetting<
  T extends TSchema,
  Name extends SettingName,
  Default extends Static<T>,
>(declared: Declared<Name, T, Default>): Declared<Name, T, Default> {
  return declared
}

/** Reads a setting. A value that does not fit its schema, or is paused, counts as not set. */
export function readSetting<T extends TSchema>(conn: Conn, setting: Setting<T>): Static<T> {
  const value = readAs(conn, setting.name, setting)
  return value === undefined ? setting.default : value
}

/** What a book from elsewhere would switch on. Undefined when this setting is not paused. */
export function readPaused<T extends TSchema>(
  conn: Conn,
  setting: Setting<T, OutwardName>,
): Static<T> | undefined {
  return readAs(conn, pausedName(setting.name), setting)
}

/** Writes a setting, and deletes its paused value. */
export function writeSetting<T extends TSchema>(
  conn: Conn,
  setting: Setting<T>,
  value: Static<T>,
): void {
  write(conn, setting.name, setting, value)
  if (isOutward(setting.name)) forget(conn, pausedName(setting.name))
}

/** Changes a paused value, without switching it on. */
export function writePaused<T extends TSchema>(
  conn: Conn,
  setting: Setting<T, OutwardName>,
  value: Static<T>,
): void {
  write(conn, pausedName(setting.name), setting, value)
}

/** Switches a paused setting on. Only for an owner who has seen it and confirmed it with the password. */
export function resumeSetting<T extends TSchema>(
  conn: Conn,
  setting: Setting<T, OutwardName>,
): void {
  const paused = readPaused(conn, setting)
  if (paused !== undefined) writeSetting(conn, setting, paused)
}

/** Resets a setting to its default. */
export function clearSetting(conn: Conn, { name }: { name: SettingName }): void {
  forget(conn, name, pausedName(name))
}

/** The settings that are paused since this book came from elsewhere. */
export function listPaused(conn: Conn): OutwardName[] {
  const rows = conn
    .select({ name: settings.name })
    .from(settings)
    .where(inArray(settings.name, outwardNames.map(pausedName)))
    .all()
  const paused = new Set(rows.map(({ name }) => name))
  return outwardNames.filter((name) => paused.has(pausedName(name)))
}

/** The name that stores a paused setting: readers of the setting find it not set, and need not know about pausing. */
export function pausedName(name: string): string {
  return `paused:${name}`
}

function readAs<T extends TSchema>(
  conn: Conn,
  name: string,
  { schema }: { schema: T },
): Static<T> | undefined {
  const row = findSetting(conn).get({ name })
  return row && readForm(schema, row.value)
}

function write<T extends TSchema>(
  conn: Conn,
  name: string,
  { schema }: { schema: T },
  value: Static<T>,
): void {
  // An invalid value would silently count as not set.
  if (!Value.Check(schema, value)) throw new Error(`The value of ${name} does not fit its schema.`)
  const text = JSON.stringify(value)
  conn
    .insert(settings)
    .values({ name, value: text })
    .onConflictDoUpdate({ target: settings.name, set: { value: text } })
    .run()
}

function forget(conn: Conn, ...names: string[]): void {
  conn.delete(settings).where(inArray(settings.name, names)).run()
}

const findSetting = query((conn, { name }: Params<{ name: string }>) =>
  conn.select().from(settings).where(eq(settings.name, name)),
)
