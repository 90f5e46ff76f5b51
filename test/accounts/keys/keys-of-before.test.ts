import type { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { apiKeys, history } from '../../../src/accounts/tables.ts'
import { isId } from '../../../src/platform/ids.ts'
import { keptPasswords } from '../../../src/services/scan-export/tables.ts'
import { updatedBook } from '../../support/book-of-before.ts'
import { noon } from '../../support/temporary-database.ts'

/** How many migrations there were when a change of role left keys as they were. */
const migrationsOfBefore = 19

test('an update ends keys that their users could not make any more, and forgets passwords of who is gone', async () => {
  await updatedBook(migrationsOfBefore, fill, ({ read }) => {
    const ended = read
      .select()
      .from(apiKeys)
      .all()
      .filter((key) => key.revokedAt !== null)
    const names = ['clerk all', 'clerk ended', 'clerk shop', 'counter scans']
    expect(ended.map(({ id }) => id).toSorted()).toEqual(names)
    expect(ended.find(({ id }) => id === 'clerk ended')?.revokedAt).toBe(noon)
    const kept = read.select().from(keptPasswords).all()
    expect(kept.map(({ userId }) => userId).toSorted()).toEqual(['clerk', 'counter', 'owner'])
    const told = read.select().from(history).all()
    expect(told.every(({ id }) => isId(id))).toBe(true)
    expect(told.map(({ action, keyId, details }) => [action, keyId, details]).toSorted()).toEqual([
      ['key revoked', 'clerk all', '{"name":"clerk all"}'],
      ['key revoked', 'clerk shop', '{"name":"clerk shop"}'],
      ['key revoked', 'counter scans', '{"name":"counter scans"}'],
      ['password forgotten', null, '{"for":"gone@example.com","bank":"SBI"}'],
    ])
  })
})

function fill(before: Database): void {
  addUser(before, 'owner')
  addUser(before, 'clerk')
  addUser(before, 'counter', { isClerk: false })
  addUser(before, 'gone', { isClerk: false, deactivatedAt: noon })
  for (const user of ['owner', 'clerk', 'counter', 'gone']) {
    addKey(before, `${user} scans`, user)
    before.run("INSERT INTO kept_passwords VALUES (?, ?, 'sealed', 'SBI', 'owner', 1, 1)", [
      `of ${user}`,
      user,
    ])
  }
  addKey(before, 'owner all', 'owner', { allUsers: true })
  addKey(before, 'owner shop', 'owner', { service: 'storefront' })
  addKey(before, 'clerk all', 'clerk', { allUsers: true })
  addKey(before, 'clerk shop', 'clerk', { service: 'storefront' })
  addKey(before, 'clerk ended', 'clerk', { allUsers: true, revokedAt: noon })
}

type UserState = { isClerk?: boolean; deactivatedAt?: number }

function addUser(database: Database, id: string, state: UserState = {}): void {
  const { isClerk = true, deactivatedAt = null } = state
  database.run(
    `INSERT INTO users (id, email, name, role, is_clerk, is_counter, created_at, deactivated_at)
     VALUES (?, ?, ?, ?, ?, 1, 1, ?)`,
    [id, `${id}@example.com`, id, id === 'owner' ? 'owner' : 'member', isClerk, deactivatedAt],
  )
}

type KeyState = { service?: string; allUsers?: boolean; revokedAt?: number }

function addKey(database: Database, id: string, userId: string, state: KeyState = {}): void {
  const { service = 'scan-export', allUsers = false, revokedAt = null } = state
  database.run(
    `INSERT INTO api_keys (id, user_id, service, scopes, all_users, name, prefix, hash, created_at, revoked_at)
     VALUES (?, ?, ?, '[]', ?, ?, 'dbk', ?, 1, ?)`,
    [id, userId, service, allUsers, id, id, revokedAt],
  )
}
