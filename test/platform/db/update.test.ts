import { describe, expect, test } from 'bun:test'
import { Database } from 'bun:sqlite'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabaseForCommand, openServedDatabase } from '../../../src/platform/db/database.ts'
import {
  applicationId,
  closeConnection,
  openForWriting,
  type Conn,
} from '../../../src/platform/db/connection.ts'
import { takeLock } from '../../../src/platform/db/instance-lock.ts'
import { settings } from '../../../src/platform/tables.ts'
import { firstLine } from '../../../src/platform/own-program.ts'
import { noon, refusalOf, temporaryDir } from '../../support/temporary-database.ts'

const lockSource = '../../../src/platform/db/instance-lock.ts'

describe('a file that is not this program’s', () => {
  test('is refused when another program made it', async () => {
    using temporary = temporaryDir()
    const other = new Database(temporary.dir.database)
    other.run('PRAGMA application_id = 77')
    other.run('CREATE TABLE theirs (a)')
    other.close(true)
    const refusal = await refusalOf(() => openServedDatabase(temporary.dir, noon))
    expect(refusal.code).toBe('unavailable')
    expect(refusal.message).toEndWith('daybook.db is not a Daybook database.')
  })

  test('is refused with a sentence and left alone when a newer Daybook wrote it', async () => {
    using temporary = temporaryDir()
    await makeDatabase(temporary)
    const newest = changeDatabase(temporary, (conn) => {
      conn.$client.run("INSERT INTO __drizzle_migrations (hash, created_at) VALUES ('next', 9e15)")
      return conn.$client.query('SELECT max(created_at) AS at FROM __drizzle_migrations').get()
    })
    const refusal = await refusalOf(() => openServedDatabase(temporary.dir, noon))
    expect(refusal.code).toBe('unavailable')
    expect(refusal.message).toMatch(/newer Daybook/)
    const left = changeDatabase(temporary, (conn) =>
      conn.$client.query('SELECT max(created_at) AS at FROM __drizzle_migrations').get(),
    )
    expect(left).toEqual(newest)
    expect(readdirSync(temporary.dir.backups)).toEqual([])
  })
})

describe('an update', () => {
  test('of an older book copies it first, then brings it up to date', async () => {
    using temporary = temporaryDir()
    makeOlderDatabase(temporary)
    const database = openServedDatabase(temporary.dir, noon)
    await database.write((conn) => conn.insert(settings).values({ name: 'a', value: '1' }).run())
    await database.close()

    const copies = readdirSync(temporary.dir.backups)
    expect(copies).toEqual(['before-update-2026-11-25T12-00-00-000Z.db'])
    const copy = new Database(join(temporary.dir.backups, copies[0] ?? ''))
    expect(copy.query('SELECT note FROM old_notes').all()).toEqual([{ note: 'kept' }])
    expect(tablesOf(copy)).not.toContain('settings')
    copy.close(true)
  })

  test('never writes over a copy that was made in the same millisecond', async () => {
    using temporary = temporaryDir()
    makeOlderDatabase(temporary)
    const stamp = 'before-update-2026-11-25T12-00-00-000Z'
    await Bun.write(join(temporary.dir.backups, `${stamp}.db`), 'an earlier one')
    await openServedDatabase(temporary.dir, noon).close()
    expect(readdirSync(temporary.dir.backups).toSorted()).toEqual([`${stamp}-2.db`, `${stamp}.db`])
    expect(await Bun.file(join(temporary.dir.backups, `${stamp}.db`)).text()).toBe('an earlier one')
  })

  test('of a book that is current copies nothing', async () => {
    using temporary = temporaryDir()
    await makeDatabase(temporary)
    await makeDatabase(temporary)
    expect(readdirSync(temporary.dir.backups)).toEqual([])
  })

  test('that would break references changes nothing, at every start', async () => {
    using temporary = temporaryDir()
    makeOlderDatabase(temporary, (conn) => {
      conn.$client.run('CREATE TABLE child (parent INTEGER REFERENCES old_notes (id))')
      conn.$client.run('INSERT INTO child VALUES (99)')
    })
    const schema = changeDatabase(temporary, ({ $client }) => tablesOf($client))
    for (const start of [noon, noon + 1]) {
      const refusal = await refusalOf(() => openServedDatabase(temporary.dir, start))
      expect(refusal.message).toStartWith(
        'The data cannot be brought up to date: 1 of its references would be broken.',
      )
      expect(changeDatabase(temporary, ({ $client }) => tablesOf($client))).toEqual(schema)
    }
    expect(readdirSync(temporary.dir.backups)).toEqual([])
  })

  test.each([
    ['by a command while a server runs', 'server', 'serve', openDatabaseForCommand],
    ['by a command while another works', 'shared', 'import', openDatabaseForCommand],
    ['by a server while a command works', 'shared', 'import', openServedDatabase],
  ] as const)('is not made %s', async (_, kind, doing, open) => {
    using temporary = temporaryDir()
    makeOlderDatabase(temporary)
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
    await makeDatabase(restored)
    makeOlderDatabase(temporary)
    const restore = replaceWhileOthersWait(temporary, restored.dir.database)
    expect(await firstLine(restore.stdout)).toBe('held')
    const database = openServedDatabase(temporary.dir, noon)
    await database.write((conn) => conn.insert(settings).values({ name: 'a', value: '1' }).run())
    expect(database.read.select().from(settings).all()).toEqual([{ name: 'a', value: '1' }])
    await database.close()
    expect(await restore.exited).toBe(0)
    expect(readdirSync(temporary.dir.backups)).toEqual([])
  })
})

type Temporary = ReturnType<typeof temporaryDir>

async function makeDatabase({ dir }: Temporary): Promise<void> {
  await openServedDatabase(dir, noon).close()
}

/** A Daybook file from before the first migration of today: another table, and an older entry in the history. */
function makeOlderDatabase(
  temporary: Temporary,
  more: (conn: Conn) => void = () => undefined,
): void {
  changeDatabase(temporary, (conn) => {
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

/** A process that holds the data until somebody has opened the database, and puts another one in its place then. */
function replaceWhileOthersWait({ dir }: Temporary, replacement: string) {
  const source = JSON.stringify(Bun.fileURLToPath(import.meta.resolve(lockSource)))
  const script = `
    import { renameSync, watch } from 'node:fs'
    import { takeLock } from ${source}
    const lock = takeLock(${JSON.stringify(dir.lock)}, 'shared', 'restore')
    const watcher = watch(${JSON.stringify(dir.root)}, (_, name) => {
      if (name !== 'daybook.db-shm') return
      watcher.close()
      renameSync(${JSON.stringify(replacement)}, ${JSON.stringify(dir.database)})
      lock.release()
    })
    console.log('held')`
  return Bun.spawn([process.execPath, '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
}

function changeDatabase<T>({ dir }: Temporary, change: (conn: Conn) => T): T {
  const conn = openForWriting(dir.database, { synchronous: 'FULL', busyTimeoutMs: 0 })
  try {
    return change(conn)
  } finally {
    closeConnection(conn)
  }
}

function tablesOf(client: Database): unknown[] {
  return client.query("SELECT name FROM sqlite_master WHERE type = 'table'").values().flat()
}
