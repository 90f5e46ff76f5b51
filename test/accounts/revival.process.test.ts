import { Database } from 'bun:sqlite'
import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { keepEnded, listRevivals, requireOwnerLeft } from '../../src/accounts/revival.ts'
import { refusalOf, temporaryDir } from '../support/temporary-database.ts'
import { filledShop, withDatabaseOf } from '../platform/backup/filled-shop.ts'
import { runDaybook } from '../cli/run-daybook.ts'

/* A restored book brings nothing back to life that was ended since, but for what an owner names. */

let shop: Awaited<ReturnType<typeof filledShop>>
let work: ReturnType<typeof temporaryDir>

beforeEach(async () => {
  shop = await filledShop()
  work = temporaryDir()
  const rows = `
    INSERT INTO users (id, email, name, role, is_clerk, is_counter, created_at) VALUES
      ('ravi', 'ravi@example.com', 'Ravi', 'member', 1, 0, 1),
      ('om', 'om@example.com', 'Om', 'owner', 1, 0, 1);
    INSERT INTO api_keys (id, user_id, service, scopes, all_users, name, prefix, hash, created_at) VALUES
      ('lost', 'ravi', 'scan-export', '[]', 0, 'Tally', 'dbk_1', 'h1', 1),
      ('kept', 'om', 'scan-export', '[]', 0, 'Zoho', 'dbk_2', 'h2', 1);
    INSERT INTO passkeys (id, user_id, host, name, public_key, counter, transports, created_at) VALUES
      ('phone', 'om', 'localhost', 'Old phone', 'p', 0, '[]', 1);
    INSERT INTO recovery_codes (hash, user_id, created_at) VALUES ('used', 'om', 1), ('new', 'om', 1);`
  change(rows)
  using live = new Database(shop.dir.database)
  live.run('VACUUM INTO ?', [restored()])
})

afterEach(() => {
  shop[Symbol.dispose]()
  work[Symbol.dispose]()
})

const restored = () => join(work.dir.root, 'restored.db')
const books = () => ({ before: shop.dir.database, restored: restored() })

function change(sql: string): void {
  using live = new Database(shop.dir.database)
  for (const statement of sql.split(';').filter((text) => text.trim() !== '')) live.run(statement)
}

/** As a broken disk leaves it: the first page of a table holds something else. */
async function damage(file: string, table: string): Promise<void> {
  const bytes = Buffer.from(await Bun.file(file).arrayBuffer())
  using database = new Database(file)
  const root = database
    .query<{ page: number }, [string]>('SELECT rootpage AS page FROM sqlite_schema WHERE name = ?')
    .get(table)
  const pageBytes = bytes.readUInt16BE(16)
  const at = ((root?.page ?? 0) - 1) * pageBytes
  await Bun.write(file, bytes.fill(0xee, at, at + pageBytes))
}

const event = (action: string) =>
  `INSERT INTO history (id, at, action, details) VALUES ('${crypto.randomUUID()}', 5, '${action}', '{}');`

/** What an owner did since the backup. */
const endAll = () =>
  change(`
    UPDATE api_keys SET revoked_at = 7 WHERE id = 'lost';
    UPDATE users SET deactivated_at = 8 WHERE id = 'ravi'; ${event('user deactivated')}
    UPDATE users SET role = 'member', is_clerk = 0, is_counter = 1 WHERE id = 'om'; ${event('role changed')}
    DELETE FROM passkeys; ${event('passkey removed')}
    UPDATE recovery_codes SET used_at = 9 WHERE hash = 'used'`)

const ids = (some: readonly { id: string }[] | undefined) => some?.map(({ id }) => id)

function inRestored(sql: string): unknown[][] {
  using database = new Database(restored())
  return database.query(sql).values()
}

const states = () => ({
  keys: inRestored('SELECT id, revoked_at FROM api_keys ORDER BY id'),
  ravi: inRestored("SELECT deactivated_at FROM users WHERE id = 'ravi'")[0]?.[0],
  om: inRestored("SELECT role, is_clerk, is_counter FROM users WHERE id = 'om'")[0],
  passkeys: inRestored('SELECT id FROM passkeys').flat(),
  codes: inRestored('SELECT hash FROM recovery_codes WHERE used_at IS NULL').flat(),
})

describe('what was ended since a backup', () => {
  test('is listed with its name, and nothing else is', () => {
    expect(listRevivals(books())).toEqual([])
    endAll()
    expect(listRevivals(books())).toEqual([
      { id: 'key:lost', kind: 'key', name: 'Tally', email: 'ravi@example.com', endedAt: 7 },
      { id: 'user:ravi', kind: 'user', name: 'Ravi', email: 'ravi@example.com', endedAt: 8 },
      { id: 'owner:om', kind: 'owner', name: 'Om', email: 'om@example.com', endedAt: null },
      {
        id: 'passkey:phone',
        kind: 'passkey',
        name: 'Old phone',
        email: 'om@example.com',
        endedAt: null,
      },
    ])
  })

  test('stays ended unless it is named', () => {
    endAll()
    const kept = keepEnded(books(), { revive: new Set(['user:ravi']) })
    expect(ids(kept)).toEqual(['key:lost', 'owner:om', 'passkey:phone'])
    expect(states()).toEqual({
      keys: [
        ['kept', null],
        ['lost', 7],
      ],
      ravi: null,
      om: ['member', 0, 1],
      passkeys: [],
      codes: ['new'],
    })
  })

  test('comes back where all of it is wanted, but for a code that was used', () => {
    endAll()
    expect(keepEnded(books(), { revive: new Set(['all']) })).toEqual([])
    expect(states()).toMatchObject({ ravi: null, om: ['owner', 1, 0], passkeys: ['phone'] })
    expect(states().codes).toEqual(['new'])
  })

  test('is not known where the book of before is damaged', async () => {
    endAll()
    await Bun.write(shop.dir.database, 'not a database at all, and long enough to be read as one')
    expect(listRevivals(books())).toBeUndefined()
    expect(keepEnded(books(), { revive: new Set() })).toEqual([])
  })

  test.each(['api_keys', 'history', 'recovery_codes'])(
    'is not known where a part of the book of before is damaged, which keeps nobody from restoring: %s',
    async (table) => {
      endAll()
      await damage(shop.dir.database, table)
      requireOwnerLeft(books(), new Set())
      expect(keepEnded(books(), { revive: new Set() })).toEqual([])
      expect(states()).toMatchObject({ ravi: null, om: ['owner', 1, 0], passkeys: ['phone'] })
      expect(inRestored('PRAGMA integrity_check')).toEqual([['ok']])
    },
  )
})

test('a key that was rotated since the backup ends when it was to end', () => {
  change("UPDATE api_keys SET expires_at = 500 WHERE id = 'kept'")
  change("UPDATE api_keys SET expires_at = 900 WHERE id = 'lost'")
  using older = new Database(restored())
  older.run("UPDATE api_keys SET expires_at = 700 WHERE id = 'lost'")
  expect(listRevivals(books())?.map(({ id, endedAt }) => [id, endedAt])).toEqual([
    ['key:kept', 500],
  ])
  keepEnded(books(), { revive: new Set() })
  expect(inRestored('SELECT id, expires_at FROM api_keys ORDER BY id')).toEqual([
    ['kept', 500],
    ['lost', 700],
  ])
})

test('a younger book loses nothing when it comes back after an older one was restored by mistake', () => {
  change("DELETE FROM passkeys; UPDATE users SET role = 'member' WHERE id = 'om'")
  expect(listRevivals(books())).toEqual([])
})

test('the last owner is not left out: it is said whom to bring back', async () => {
  const owners = inRestored("SELECT id FROM users WHERE role = 'owner'").flat()
  change(`UPDATE users SET deactivated_at = 8 WHERE role = 'owner'; ${event('user deactivated')}`)
  const all = { revive: new Set<string>() }
  expect((await refusalOf(() => keepEnded(books(), all))).message).toContain(
    'om@example.com (user:om)',
  )
  expect((await refusalOf(() => requireOwnerLeft(books(), new Set()))).code).toBe('conflict')
  requireOwnerLeft(books(), new Set(['user:om']))
  expect(keepEnded(books(), { ...all, sparesOwners: true })).toEqual([])
  expect(inRestored('SELECT id FROM users WHERE deactivated_at IS NOT NULL')).toEqual([])
  expect(owners).toHaveLength(2)
})

test('the command says what stays ended, and brings back what it is told to', async () => {
  const made = await runDaybook(['backup', 'create', '--json', '--data', shop.dir.root])
  const { file } = JSON.parse(made.stdout)
  change("UPDATE api_keys SET revoked_at = 7 WHERE id = 'lost'")
  const run = (...more: string[]) =>
    runDaybook(['restore', file, ...more, '--json', '--data', shop.dir.root])
  const first = JSON.parse((await run()).stdout)
  expect(ids(first.stays_ended)).toEqual(['key:lost'])
  const second = JSON.parse((await run('--revive', 'key:lost')).stdout)
  expect(second.stays_ended).toEqual([])
  await withDatabaseOf(shop.dir, ({ read }) => {
    expect(
      read.$client.query('SELECT id FROM api_keys WHERE revoked_at IS NULL').values(),
    ).toHaveLength(2)
  })
})
