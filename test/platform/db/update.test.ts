import { describe, expect, test } from 'bun:test'
import { Database } from 'bun:sqlite'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { openBookForCommand, openServedBook } from '../../../src/platform/db/book.ts'
import {
  applicationId,
  closeConnection,
  openForWriting,
  type Conn,
} from '../../../src/platform/db/connection.ts'
import { takeLock } from '../../../src/platform/db/instance-lock.ts'
import { settings } from '../../../src/platform/tables.ts'
import { firstLine } from '../../../scripts/first-line.ts'
import { noon, refusalOf, temporaryDir } from '../../support/temporary-book.ts'

const lockSource = '../../../src/platform/db/instance-lock.ts'

describe('a file that is not this program’s', () => {
  test('is refused when another program made it', async () => {
    using temporary = temporaryDir()
    const other = new Database(temporary.dir.book)
    other.run('PRAGMA application_id = 77')
    other.run('CREATE TABLE theirs (a)')
    other.close(true)
    const refusal = await refusalOf(() => openServedBook(temporary.dir, noon))
    expect(refusal.code).toBe('unavailable')
    expect(refusal.message).toEndWith('daybook.db is not a Daybook database.')
  })

  test('is refused with a sentence and left alone when a newer Daybook wrote it', async () => {
    using temporary = temporaryDir()
    await makeBook(temporary)
    const newest = changeBook(temporary, (conn) => {
      conn.$client.run("INSERT INTO __drizzle_migrations (hash, created_at) VALUES ('next', 9e15)")
      return conn.$client.query('SELECT max(created_at) AS at FROM __drizzle_migrations').get()
    })
    const refusal = await refusalOf(() => openServedBook(temporary.dir, noon))
    expect(refusal.code).toBe('unavailable')
    expect(refusal.message).toMatch(/newer Daybook/)
    const left = changeBook(temporary, (conn) =>
      conn.$client.query('SELECT max(created_at) AS at FROM __drizzle_migrations').get(),
    )
    expect(left).toEqual(newest)
    expect(readdirSync(temporary.dir.backups)).toEqual([])
  })
})

describe('an update', () => {
  test('of an older book copies it first, then brings it up to date', async () => {
    using temporary = temporaryDir()
    makeOlderBook(temporary)
    const book = openServedBook(temporary.dir, noon)
    await book.write((conn) => conn.insert(settings).values({ name: 'a', value: '1' }).run())
    await book.close()

    const copies = readdirSync(temporary.dir.backups)
    expect(copies).toEqual(['before-update-2026-11-25T12-00-00-000Z.db'])
    const copy = new Database(join(temporary.dir.backups, copies[0] ?? ''))
    expect(copy.query('SELECT note FROM old_notes').all()).toEqual([{ note: 'kept' }])
    expect(tablesOf(copy)).not.toContain('settings')
    copy.close(true)
  })

  test('never writes over a copy that was made in the same millisecond', async () => {
    using temporary = temporaryDir()
    makeOlderBook(temporary)
    const stamp = 'before-update-2026-11-25T12-00-00-000Z'
    await Bun.write(join(temporary.dir.backups, `${stamp}.db`), 'an earlier one')
    await openServedBook(temporary.dir, noon).close()
    expect(readdirSync(temporary.dir.backups).toSorted()).toEqual([`${stamp}-2.db`, `${stamp}.db`])
    expect(await Bun.file(join(temporary.dir.backups, `${stamp}.db`)).text()).toBe('an earlier one')
  })

  test('of a book that is current copies nothing', async () => {
    using temporary = temporaryDir()
    await makeBook(temporary)
    await makeBook(temporary)
    expect(readdirSync(temporary.dir.backups)).toEqual([])
  })

  test('that would break references changes nothing, at every start', async () => {
    using temporary = temporaryDir()
    makeOlderBook(temporary, (conn) => {
      conn.$client.run('CREATE TABLE child (parent INTEGER REFERENCES old_notes (id))')
      conn.$client.run('INSERT INTO child VALUES (99)')
    })
    const schema = changeBook(temporary, ({ $client }) => tablesOf($client))
    for (const start of [noon, noon + 1]) {
      const refusal = await refusalOf(() => openServedBook(temporary.dir, start))
      expect(refusal.message).toStartWith(
        'The data cannot be brought up to date: 1 of its references would be broken.',
      )
      expect(changeBook(temporary, ({ $client }) => tablesOf($client))).toEqual(schema)
    }
    expect(readdirSync(temporary.dir.backups)).toEqual([])
  })

  test.each([
    ['by a command while a server runs', 'server', 'serve', openBookForCommand],
    ['by a command while another works', 'shared', 'import', openBookForCommand],
    ['by a server while a command works', 'shared', 'import', openServedBook],
  ] as const)('is not made %s', async (_, kind, doing, open) => {
    using temporary = temporaryDir()
    makeOlderBook(temporary)
    const other = takeLock(temporary.dir.lock, kind, doing)
    const refusal = await refusalOf(() => open(temporary.dir, noon))
    expect(refusal.code).toBe('unavailable')
    expect(refusal.message).toContain(`in use by "daybook ${doing}" (process ${process.pid}).`)
    expect(readdirSync(temporary.dir.backups)).toEqual([])
    other?.release()
    await open(temporary.dir, noon).close()
    expect(readdirSync(temporary.dir.backups)).toHaveLength(1)
  })

  test('goes on with the book that a restore put in the place while it waited', async () => {
    using temporary = temporaryDir()
    using restored = temporaryDir()
    await makeBook(restored)
    makeOlderBook(temporary)
    const restore = replaceWhileOthersWait(temporary, restored.dir.book)
    expect(await firstLine(restore.stdout)).toBe('held')
    const book = openServedBook(temporary.dir, noon)
    await book.write((conn) => conn.insert(settings).values({ name: 'a', value: '1' }).run())
    expect(book.read.select().from(settings).all()).toEqual([{ name: 'a', value: '1' }])
    await book.close()
    expect(await restore.exited).toBe(0)
    expect(readdirSync(temporary.dir.backups)).toEqual([])
  })
})

type Temporary = ReturnType<typeof temporaryDir>

async function makeBook({ dir }: Temporary): Promise<void> {
  await openServedBook(dir, noon).close()
}

/** A Daybook file from before the first migration of today: another table, and an older entry in the history. */
function makeOlderBook(temporary: Temporary, more: (conn: Conn) => void = () => undefined): void {
  changeBook(temporary, (conn) => {
    conn.$client.run(`PRAGMA application_id = ${applicationId}`)
    conn.$client.run('CREATE TABLE old_notes (id INTEGER PRIMARY KEY, note TEXT)')
    conn.$client.run("INSERT INTO old_notes (note) VALUES ('kept')")
    conn.$client.run(
      'CREATE TABLE __drizzle_migrations (id SERIAL PRIMARY KEY, hash TEXT NOT NULL, created_at NUMERIC)',
    )
    conn.$client.run("INSERT INTO __drizzle_migrations (hash, created_at) VALUES ('first', 1)")
    more(conn)
  })
}

/** A process that holds the data until somebody has opened the book, and puts another one in its place then. */
function replaceWhileOthersWait({ dir }: Temporary, replacement: string) {
  const source = JSON.stringify(Bun.fileURLToPath(import.meta.resolve(lockSource)))
  const script = `
    import { renameSync, watch } from 'node:fs'
    import { takeLock } from ${source}
    const lock = takeLock(${JSON.stringify(dir.lock)}, 'shared', 'restore')
    const watcher = watch(${JSON.stringify(dir.root)}, (_, name) => {
      if (name !== 'daybook.db-shm') return
      watcher.close()
      renameSync(${JSON.stringify(replacement)}, ${JSON.stringify(dir.book)})
      lock.release()
    })
    console.log('held')`
  return Bun.spawn([process.execPath, '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
}

function changeBook<T>({ dir }: Temporary, change: (conn: Conn) => T): T {
  const conn = openForWriting(dir.book, { synchronous: 'FULL', busyTimeoutMs: 0 })
  try {
    return change(conn)
  } finally {
    closeConnection(conn)
  }
}

function tablesOf(client: Database): unknown[] {
  return client.query("SELECT name FROM sqlite_master WHERE type = 'table'").values().flat()
}
