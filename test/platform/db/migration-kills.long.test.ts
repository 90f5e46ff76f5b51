import { Database } from 'bun:sqlite'
import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import { cpSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { openServedDatabase } from '../../../src/platform/db/database.ts'
import { applicationId } from '../../../src/platform/db/connection.ts'
import { noon, refusalOf, temporaryDir } from '../../support/temporary-database.ts'

// More than a hundred processes, one after the other, on a machine that may be slow.
setDefaultTimeout(300_000)

const migrations = readMigrationFiles({
  migrationsFolder: join(import.meta.dir, '../../../drizzle/book'),
})
const killed = join(import.meta.dir, 'killed-at-statement.child.ts')

describe('a start that is killed at any statement of an update', () => {
  // A new database, and the oldest that holds anything: each comes to every statement of every migration after it.
  test.each([0, 1])(
    'leaves a book with the first %i migrations or with all of them, whole, and the next start finishes',
    async (applied) => {
      using before = temporaryDir()
      makeDatabase(before.dir.database, applied)
      using after = temporaryDir()
      cpSync(before.dir.root, after.dir.root, { recursive: true })
      await openServedDatabase(after.dir, noon).close()
      const [old, updated] = [stateOf(before.dir.database), stateOf(after.dir.database)]

      let kills = 0
      for (; ; kills++) {
        using one = temporaryDir()
        cpSync(before.dir.root, one.dir.root, { recursive: true })
        const ended = await startKilledAt(one.dir.root, kills)
        expect([old, updated]).toContain(stateOf(one.dir.database))
        await openServedDatabase(one.dir, noon).close()
        expect(stateOf(one.dir.database)).toBe(updated)
        for (const copy of copiesIn(one.dir.backups)) expect(stateOf(copy)).toBe(old)
        if (ended) break
      }
      const statements = migrations.slice(applied).flatMap(({ sql }) => sql)
      expect(kills).toBeGreaterThan(statements.length)
    },
  )
})

describe('a book without the mark of Daybook', () => {
  // An earlier version set the mark after its migrations, and a kill could come between.
  test.each([1, migrations.length])(
    'is taken for Daybook’s when its history is that of the first %i migrations, and is marked',
    async (applied) => {
      using temporary = temporaryDir()
      makeDatabase(temporary.dir.database, applied)
      run(temporary.dir.database, 'PRAGMA application_id = 0')
      await openServedDatabase(temporary.dir, noon).close()
      using database = new Database(temporary.dir.database, { readonly: true })
      expect(database.query('PRAGMA application_id').values()).toEqual([[applicationId]])
    },
  )

  test('is refused when its history is another program’s, which uses Drizzle too', async () => {
    using temporary = temporaryDir()
    makeDatabase(temporary.dir.database, migrations.length)
    run(temporary.dir.database, "UPDATE __drizzle_migrations SET hash = 'theirs' WHERE rowid = 1")
    run(temporary.dir.database, 'PRAGMA application_id = 0')
    const refusal = await refusalOf(() => openServedDatabase(temporary.dir, noon))
    expect(refusal.message).toEndWith('daybook.db is not a Daybook database.')
  })
})

function run(file: string, statement: string): void {
  using database = new Database(file)
  database.run(statement)
}

/** False when it was killed before it came to statement `n`, counted from 0. */
async function startKilledAt(root: string, n: number): Promise<boolean> {
  const start = Bun.spawn([process.execPath, killed, root, String(n)], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  await start.exited
  if (start.signalCode === 'SIGKILL') return false
  expect(start.exitCode).toBe(0)
  return true
}

/** A database as the Daybook of the first `applied` migrations left it, with a row in it when it has tables. */
function makeDatabase(file: string, applied: number): void {
  if (applied === 0) return
  using database = new Database(file, { create: true, readwrite: true })
  database.run(
    'CREATE TABLE __drizzle_migrations (id SERIAL PRIMARY KEY, hash text, created_at numeric)',
  )
  for (const { sql, hash, folderMillis } of migrations.slice(0, applied)) {
    for (const statement of sql) database.run(statement)
    database.run('INSERT INTO __drizzle_migrations (hash, created_at) VALUES (?, ?)', [
      hash,
      folderMillis,
    ])
  }
  database.run(`PRAGMA application_id = ${applicationId}`)
  database.run("INSERT INTO settings (name, value) VALUES ('kept', '1')")
}

/** A digest of what the next start finds: whose file it is, its schema, its history, its rows, and that it is whole. */
function stateOf(file: string): string {
  using database = new Database(file, { create: true, readwrite: true })
  const values = (sql: string) => database.query(sql).values()
  const schema = values('SELECT type, name, sql FROM sqlite_schema ORDER BY type, name')
  const has = (table: string) => schema.some(([, name]) => name === table)
  const state = {
    id: values('PRAGMA application_id'),
    schema,
    history: has('__drizzle_migrations') ? values('SELECT * FROM __drizzle_migrations') : [],
    settings: has('settings') ? values('SELECT * FROM settings') : [],
    damage: [values('PRAGMA integrity_check'), values('PRAGMA foreign_key_check')],
  }
  return Bun.SHA256.hash(JSON.stringify(state), 'hex')
}

function copiesIn(backups: string): string[] {
  return readdirSync(backups)
    .filter((name) => name.endsWith('.db'))
    .map((name) => join(backups, name))
}
