import { eq } from 'drizzle-orm'
import type { TSchema, Static } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { query, type Conn, type Params } from './db/connection.ts'
import { settings } from './tables.ts'

/** A setting that an owner changes while Daybook runs: its name in the table, its schema, what it is until then. */
export type Setting<T extends TSchema> = { name: string; schema: T; default: Static<T> }

/** Reads a setting; a value that no longer fits its schema counts as not set. */
export function readSetting<T extends TSchema>(conn: Conn, setting: Setting<T>): Static<T> {
  const row = findSetting(conn).get({ name: setting.name })
  if (row === undefined) return setting.default
  const value: unknown = JSON.parse(row.value)
  return Value.Check(setting.schema, value) ? value : setting.default
}

export function writeSetting<T extends TSchema>(
  conn: Conn,
  setting: Setting<T>,
  value: Static<T>,
): void {
  const text = JSON.stringify(value)
  conn
    .insert(settings)
    .values({ name: setting.name, value: text })
    .onConflictDoUpdate({ target: settings.name, set: { value: text } })
    .run()
}

const findSetting = query((conn, { name }: Params<{ name: string }>) =>
  conn.select().from(settings).where(eq(settings.name, name)),
)
