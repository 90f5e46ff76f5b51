import { describe, expect, test } from 'bun:test'
import { Database } from 'bun:sqlite'
import { readdirSync, writeFileSync } from 'node:fs'
import { openBookForCommand, openServedBook } from '../../../src/platform/db/book.ts'
import { applicationId, openForReading } from '../../../src/platform/db/connection.ts'
import { takeLock } from '../../../src/platform/db/instance-lock.ts'
import { settings } from '../../../src/platform/tables.ts'
import { codeForReader } from '../../support/read-only.ts'
import {
  codeOf,
  errorOf,
  noon,
  openFilesIn,
  temporaryBook,
  temporaryDir,
  until,
} from '../../support/temporary-book.ts'

describe('the settings that durability rests on', () => {
  test('stand on the write connection as SQLite reads them back', async () => {
    await using open = temporaryBook()
    const pragmas = await open.book.write((conn) =>
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
    await using open = temporaryBook()
    expect(pragma(open.book.read.$client, 'application_id')).toBe(applicationId)
  })

  test('let the connection for reading write nothing', async () => {
    await using open = temporaryBook()
    const write = () => open.book.read.insert(settings).values({ name: 'a', value: '1' }).run()
    expect(write).toThrow(/readonly/)
  })

  test('are refused to a file that can only be read, which SQLite opens all the same', async () => {
    using temporary = temporaryDir()
    const { book } = temporary.dir
    await openServedBook(temporary.dir, noon).close()
    const open = `imported.openForWriting(${JSON.stringify(book)}, { synchronous: 'FULL', busyTimeoutMs: 0 })`
    expect(await codeForReader(book, 'platform/db/connection.ts', open)).toStartWith(
      'SQLITE_READONLY',
    )
  })

  test('a command waits for a server’s transaction instead of failing', async () => {
    await using open = temporaryBook()
    const command = openBookForCommand(open.dir, noon)
    expect(await command.write((conn) => pragma(conn.$client, 'busy_timeout'))).toBe(5_000)
    await command.close()
  })
})

describe('what is in the book', () => {
  test('is there again when it is opened again', async () => {
    using temporary = temporaryDir()
    const first = openServedBook(temporary.dir, noon)
    await first.write((conn) => conn.insert(settings).values({ name: 'a', value: '1' }).run())
    await first.close()
    const second = openServedBook(temporary.dir, noon)
    expect(second.read.select().from(settings).all()).toEqual([{ name: 'a', value: '1' }])
    await second.close()
  })

  test('moves its generation with every commit, of this process and of others', async () => {
    await using open = temporaryBook()
    const command = openBookForCommand(open.dir, noon)
    const seen = [open.book.generation()]
    await open.book.write((conn) => conn.insert(settings).values({ name: 'a', value: '1' }).run())
    seen.push(open.book.generation())
    await command.write((conn) => conn.insert(settings).values({ name: 'b', value: '1' }).run())
    seen.push(open.book.generation())
    expect(new Set(seen).size).toBe(3)
    expect(open.book.generation()).toBe(seen.at(-1) ?? '')
    await command.close()
  })

  test('moves its generation for the next request, also when the event loop did not turn', async () => {
    await using open = temporaryBook()
    using other = new Database(open.dir.book)
    const before = open.book.generation()
    other.run("INSERT INTO settings (name, value) VALUES ('a', '1')")
    // What runs between two microtasks asks once.
    await Promise.resolve()
    expect(open.book.generation()).not.toBe(before)
  })
})

test('upkeep leaves an act alone that is under way in steps', async () => {
  await using open = temporaryBook()
  const step = { isUnderWay: false, isTidied: false }
  const written = open.book.writeInSteps(function* (conn) {
    conn.insert(settings).values({ name: 'a', value: '1' }).run()
    step.isUnderWay = true
    while (!step.isTidied) yield
    conn.insert(settings).values({ name: 'b', value: '1' }).run()
  })
  await until(() => step.isUnderWay)
  open.book.tidy()
  step.isTidied = true
  await written
  expect(open.book.read.select().from(settings).all()).toHaveLength(2)
})

describe('no file stays open', () => {
  test('of a book that was used and closed', async () => {
    using temporary = temporaryDir()
    const book = openServedBook(temporary.dir, noon)
    await book.write((conn) => conn.insert(settings).values({ name: 'a', value: '1' }).run())
    expect(book.read.select().from(settings).all()).toHaveLength(1)
    await book.close()
    expect(openFilesIn(temporary.dir.root)).toEqual([])
    expect(readdirSync(temporary.dir.root)).not.toContain('daybook.db-wal')
  })

  test('of a book that cannot be opened', async () => {
    using temporary = temporaryDir()
    writeFileSync(temporary.dir.book, 'no database'.repeat(500))
    for (const open of [openServedBook, openBookForCommand]) {
      expect(await errorOf(() => open(temporary.dir, noon))).toBeInstanceOf(Error)
      expect(() => openForReading(temporary.dir.book)).toThrow()
      expect(openFilesIn(temporary.dir.root)).toEqual([])
    }
  })
})

describe('the data', () => {
  test('is served once, and commands work beside the server', async () => {
    await using open = temporaryBook()
    expect(await codeOf(() => openServedBook(open.dir, noon))).toBe('conflict')
    const commands = [openBookForCommand(open.dir, noon), openBookForCommand(open.dir, noon)]
    for (const command of commands) await command.close()
  })

  test('is free again when its book could not be opened', async () => {
    using temporary = temporaryDir()
    await Bun.write(temporary.dir.book, 'no database '.repeat(1000))
    expect(() => openServedBook(temporary.dir, noon)).toThrow()
    const lock = takeLock(temporary.dir.lock, 'exclusive', 'restore')
    expect(lock).toBeDefined()
    lock?.release()
  })
})

function pragma(client: Database, name: string): unknown {
  return client.query<unknown[], []>(`PRAGMA ${name}`).values()[0]?.[0]
}
