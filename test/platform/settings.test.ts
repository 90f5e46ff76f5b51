import { expect, test } from 'bun:test'
import { Type } from '@sinclair/typebox'
import { declareSetting, readSetting, writeSetting } from '../../src/platform/settings.ts'
import { settings } from '../../src/platform/tables.ts'
import { temporaryDatabase } from '../support/temporary-database.ts'

const hour = declareSetting({
  name: 'daily.hour',
  schema: Type.Integer({ minimum: 0, maximum: 23 }),
  default: 3,
})

test('a setting is its default until it is set, and can be set again', async () => {
  await using open = temporaryDatabase()
  expect(readSetting(open.database.read, hour)).toBe(3)
  for (const value of [0, 23]) {
    await open.database.write((conn) => writeSetting(conn, hour, value))
    expect(readSetting(open.database.read, hour)).toBe(value)
  }
})

test('a value that does not fit, as an older Daybook may have left it, counts as not set', async () => {
  await using open = temporaryDatabase()
  for (const value of ['24', '"3"', 'null', '{}']) {
    await open.database.write((conn) => {
      conn.delete(settings).run()
      conn.insert(settings).values({ name: 'daily.hour', value }).run()
    })
    expect(readSetting(open.database.read, hour)).toBe(3)
  }
})

test('settings do not touch each other', async () => {
  await using open = temporaryDatabase()
  const other = { ...hour, name: 'daily.other' } as const
  await open.database.write((conn) => writeSetting(conn, hour, 7))
  expect(readSetting(open.database.read, other)).toBe(3)
})
