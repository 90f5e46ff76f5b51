import { describe, expect, test } from 'bun:test'
import { Database } from 'bun:sqlite'
import { readdirSync, writeFileSync } from 'node:fs'
import { openDatabaseForCommand, openServedDatabase } from '../../../src/platform/db/database.ts'
import { applicationId, openForReading } from '../../../src/platform/db/connection.ts'
import { takeLock } from '../../../src/platform/db/instance-lock.ts'
import { settings } from '../../../src/platform/tables.ts'
import { codeForReader } from '../../support/read-only.ts'
import {
  codeOf,
  errorOf,
  noon,
  openFilesIn,
  temporaryDatabase,
  temporaryDir,
  until,
} from '../../support/temporary-database.ts'

describe('the settings that durability rests on', () => {
  test('stand on the write connection as SQLite reads them back', async () => {
    await using open = temporaryDatabase()
    const pragmas = await open.database.write((conn) =>
      ['journal_mode', 'synchronous', 'foreign_keys', 'trusted_schema', 'busy_timeout'].map(
        (name) => [name, pragma(conn.$client, name)],
      ),
    )
    expect(Object.fromEntries(pragmas)).toEqual({
      journal_mode: 'wal',
      // FULL: fsync at each commit.
      synchronous: 2,
      foreign_keys: 1,
      trusted_schema: 0,
      // The queue waits without holding the event loop.
      busy_timeout: 0,
    })
  })

  test('mark the file as Daybook’s', async () => {
    await using open = temporaryDatabase()
    expect(pragma(open.database.read.$client, 'application_id')).toBe(applicationId)
  })

  test('let the connection for reading write nothing', async () => {
    await using open = temporaryDatabase()
    const write = () => open.database.read.insert(settings).values({ name: 'a', value: '1' }).run()
    expect(write).toThrow(/readonly/)
  })

  test('are refused to a file that can only be read, which SQLite opens all the same', async () => {
    using temporary = temporaryDir()
    const { database } = temporary.dir
    await openServedDatabase(temporary.dir, noon).close()
    const open = `imported.openForWriting(${JSON.stringify(database)}, { synchronous: 'FULL', busyTimeoutMs: 0 })`
    expect(await codeForReader(database, 'platform/db/connection.ts', open)).toStartWith(
      'SQLITE_READONLY',
    )
  })

  test('a command waits for a server’s transaction instead of failing', async () => {
    await using open = temporaryDatabase()
    const command = openDatabaseForCommand(open.dir, noon)
    expect(await command.write((conn) => pragma(conn.$client, 'busy_timeout'))).toBe(5_000)
    await command.close()
  })
})

describe('what is in the book', () => {
  test('is there again when it is opened again', async () => {
    using temporary = temporaryDir()
    const first = openServedDatabase(temporary.dir, noon)
    await first.write((conn) => conn.insert(settings).values({ name: 'a', value: '1' }).run())
    await first.close()
    const second = openServedDatabase(temporary.dir, noon)
    expect(second.read.select().from(settings).all()).toEqual([{ name: 'a', value: '1' }])
    await second.close()
  })

  test('moves its change token with every commit, of this process and of others', async () => {
    await using open = temporaryDatabase()
    const command = openDatabaseForCommand(open.dir, noon)
    const seen = [open.database.changeToken()]
    await open.database.write((conn) =>
      conn.insert(settings).values({ name: 'a', value: '1' }).run(),
    )
    seen.push(open.database.changeToken())
    await command.write((conn) => conn.insert(settings).values({ name: 'b', value: '1' }).run())
    seen.push(open.database.changeToken())
    expect(new Set(seen).size).toBe(3)
    expect(open.database.changeToken()).toBe(seen.at(-1) ?? '')
    await command.close()
  })

  test('moves its change token for the next request, also when the event loop did not turn', async () => {
    await using open = temporaryDatabase()
    const command = openDatabaseForCommand(open.dir, noon)
    const before = open.database.changeToken()
    await command.write((conn) => conn.insert(settings).values({ name: 'a', value: '1' }).run())
    expect(open.database.changeToken()).not.toBe(before)
    await command.close()
  })

  test('moves its change token soon when a program writes that does not count its transactions', async () => {
    await using open = temporaryDatabase()
    using other = new Database(open.dir.database)
    const before = open.database.changeToken()
    other.run("INSERT INTO settings (name, value) VALUES ('a', '1')")
    await until(() => open.database.changeToken() !== before)
  })
})

test('upkeep leaves an act alone that is under way in steps', async () => {
  await using open = temporaryDatabase()
  const step = { isUnderWay: false, isTidied: false }
  const written = open.database.writeInSteps(function* (conn) {
    conn.insert(settings).values({ name: 'a', value: '1' }).run()
    step.isUnderWay = true
    while (!step.isTidied) yield
    conn.insert(settings).values({ name: 'b', value: '1' }).run()
  })
  await until(() => step.isUnderWay)
  open.database.tidy()
  step.isTidied = true
  await written
  expect(open.database.read.select().from(settings).all()).toHaveLength(2)
})

describe('no file stays open', () => {
  test('of a book that was used and closed', async () => {
    using temporary = temporaryDir()
    const database = openServedDatabase(temporary.dir, noon)
    await database.write((conn) => conn.insert(settings).values({ name: 'a', value: '1' }).run())
    expect(database.read.select().from(settings).all()).toHaveLength(1)
    await database.close()
    expect(openFilesIn(temporary.dir.root)).toEqual([])
    expect(readdirSync(temporary.dir.root)).not.toContain('daybook.db-wal')
  })

  test('of a book that cannot be opened', async () => {
    using temporary = temporaryDir()
    writeFileSync(temporary.dir.database, 'no database'.repeat(500))
    for (const open of [openServedDatabase, openDatabaseForCommand]) {
      expect(await errorOf(() => open(temporary.dir, noon))).toBeInstanceOf(Error)
      expect(() => openForReading(temporary.dir.database)).toThrow()
      expect(openFilesIn(temporary.dir.root)).toEqual([])
    }
  })
})

describe('the data', () => {
  test('is served once, and commands work beside the server', async () => {
    await using open = temporaryDatabase()
    expect(await codeOf(() => openServedDatabase(open.dir, noon))).toBe('conflict')
    const commands = [
      openDatabaseForCommand(open.dir, noon),
      openDatabaseForCommand(open.dir, noon),
    ]
    for (const command of commands) await command.close()
  })

  test('is free again when its book could not be opened', async () => {
    using temporary = temporaryDir()
    await Bun.write(temporary.dir.database, 'no database '.repeat(1000))
    expect(() => openServedDatabase(temporary.dir, noon)).toThrow()
    const lock = takeLock(temporary.dir.lock, 'exclusive', 'restore')
    expect(lock).toBeDefined()
    lock?.release()
  })
})

function pragma(client: Database, name: string): unknown {
  return client.query<unknown[], []>(`PRAGMA ${name}`).values()[0]?.[0]
}
