import { describe, expect, test } from 'bun:test'
import { createKey, type KeyInput, revokeKey } from '../../../src/accounts/keys/keys.ts'
import {
  countActiveOwners,
  findOrganisation,
  findUserByEmail,
} from '../../../src/accounts/queries.ts'
import { findKey } from '../../../src/accounts/keys/queries.ts'
import { setUp } from '../../../src/accounts/users/set-up.ts'
import { apiKeys, history, users } from '../../../src/accounts/tables.ts'
import { addUser, deactivateUser } from '../../../src/accounts/users/users.ts'
import { changePassword } from '../../../src/accounts/users/passwords.ts'
import type { Command } from '../../../src/platform/db/write-queue.ts'
import type { ErrorCode } from '../../../src/platform/errors.ts'
import { codeOf, noon, refusalOf, temporaryDatabase } from '../../support/temporary-database.ts'
import { boss, ownersDatabase } from '../../support/owner.ts'
import { eachAnew } from '../../support/until-end.ts'

const ravi = {
  email: 'ravi@example.com',
  name: 'Ravi',
  role: 'member' as const,
  passwordHash: null,
}
const random = crypto.getRandomValues(new Uint8Array(32))

const open = eachAnew(ownersDatabase)

describe('setting up', () => {
  test('makes the organisation and its first owner', () => {
    expect(findOrganisation(open().database.read).get()).toEqual({
      id: 1,
      name: 'Test Stores',
      gstin: null,
      createdAt: noon,
    })
    expect(find('boss@example.com')).toMatchObject({ role: 'owner', passwordHash: 'hash' })
    expect(actions()).toEqual(['organisation set up', 'user added'])
  })

  test('works once, and a second time changes nothing', async () => {
    const again = { organisation: 'Other', owner: { ...boss, email: 'other@example.com' } }
    expect(await codeOf(write((conn) => setUp(conn, again, noon)))).toBe('conflict')
    expect(findOrganisation(open().database.read).get()?.name).toBe('Test Stores')
    expect(find('other@example.com')).toBeUndefined()
  })

  test('refuses a GSTIN whose check character is wrong, and then nothing is set up', async () => {
    await using fresh = temporaryDatabase()
    const input = { organisation: 'Test', gstin: '27AAPFU0939F1ZX', owner: boss }
    const refused = fresh.database.write((conn) => setUp(conn, input, noon))
    expect(await codeOf(refused)).toBe('invalid_request')
    expect(findOrganisation(fresh.database.read).get()).toBeUndefined()
    const right = { ...input, gstin: '27AAPFU0939F1ZV' }
    await fresh.database.write((conn) => setUp(conn, right, noon))
    expect(findOrganisation(fresh.database.read).get()?.gstin).toBe('27AAPFU0939F1ZV')
  })
})

describe('a user', () => {
  test('is known by its e-mail, whatever the case', async () => {
    await write((conn) => addUser(conn, { ...ravi, email: ' Ravi@Example.COM ' }, noon))
    expect(find('ravi@example.com')).toMatchObject({
      name: 'Ravi',
      role: 'member',
      isClerk: true,
      isCounter: false,
    })
    const again = write((conn) => addUser(conn, ravi, noon))
    expect((await refusalOf(again)).message).toBe('There is a user ravi@example.com already.')
  })

  test.each([
    '',
    'ravi',
    'ravi@',
    '@example.com',
    'a b@example.com',
    'a@b@c',
    `${'a'.repeat(250)}@b.in`,
    'a\u001b[2J@b.in',
  ])('cannot have the e-mail address %p', async (email) => {
    expect(await codeOf(write((conn) => addUser(conn, { ...ravi, email }, noon)))).toBe(
      'invalid_request',
    )
  })

  test('is refused without a word of what was typed: it may be a password', async () => {
    const email = 'violet kettle 9'
    const refusal = await refusalOf(write((conn) => addUser(conn, { ...ravi, email }, noon)))
    expect(refusal.message).not.toContain('kettle')
  })

  test.each(['', '   ', 'x'.repeat(201), 'Ra\nvi', 'Ra\u001b[31mvi', 'Ra\u2028vi'])(
    'cannot have the name %p',
    async (name) => {
      expect(await codeOf(write((conn) => addUser(conn, { ...ravi, name }, noon)))).toBe(
        'invalid_request',
      )
    },
  )

  test('that is deactivated stays, with its history, and again changes nothing', async () => {
    await write((conn) => addUser(conn, ravi, noon))
    await write((conn) => deactivateUser(conn, 'RAVI@example.com', noon + 1))
    await write((conn) => deactivateUser(conn, ravi.email, noon + 2))
    expect(find(ravi.email)?.deactivatedAt).toBe(noon + 1)
    expect(actions().filter((action) => action === 'user deactivated')).toHaveLength(1)
  })

  test('that is the last owner cannot be deactivated', async () => {
    const refusal = await refusalOf(write((conn) => deactivateUser(conn, boss.email, noon)))
    expect(refusal.code).toBe('conflict')
    expect(refusal.message).toBe('boss@example.com is the only owner: make another one first.')
    expect(countActiveOwners(open().database.read)).toBe(1)
  })

  test('that is one of two owners can be deactivated, and then the other cannot', async () => {
    const second = { ...ravi, role: 'owner' as const, passwordHash: 'hash' }
    await write((conn) => addUser(conn, second, noon))
    const outcomes = await Promise.allSettled([
      write((conn) => deactivateUser(conn, boss.email, noon)),
      write((conn) => deactivateUser(conn, second.email, noon)),
    ])
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
    expect(countActiveOwners(open().database.read)).toBe(1)
  })

  test('that nobody knows cannot be changed', async () => {
    const email = 'nobody@example.com'
    expect(await codeOf(write((conn) => deactivateUser(conn, email, noon)))).toBe('not_found')
    expect(await codeOf(write((conn) => changePassword(conn, email, 'x', noon)))).toBe('not_found')
  })

  test('gets a new password, and the history says when but not what', async () => {
    await write((conn) => changePassword(conn, boss.email, 'new hash', noon + 5))
    expect(find(boss.email)?.passwordHash).toBe('new hash')
    const last = open().database.read.select().from(history).all().at(-1)
    expect(last).toMatchObject({ action: 'password changed', at: noon + 5 })
    expect(JSON.stringify(last)).not.toContain('new hash')
  })
})

describe('a key', () => {
  const input: KeyInput = {
    email: boss.email,
    service: 'scan-export',
    scopes: [],
    allUsers: false,
    name: 'Tally',
  }

  test('is in the answer and nowhere in the book', async () => {
    const { id, key } = await write((conn) => createKey(conn, input, noon, random))
    expect(findKey(open().database.read).get({ id })).toMatchObject({
      userId: find(boss.email)?.id ?? '',
      prefix: key.slice(0, 12),
      scopes: '[]',
      allUsers: false,
      revokedAt: null,
    })
    const everything = [apiKeys, history, users].map((table) =>
      JSON.stringify(open().database.read.select().from(table).all()),
    )
    expect(everything.join()).not.toContain(key)
  })

  const refused: [string, Partial<KeyInput>, ErrorCode][] = [
    ['an unknown user', { email: 'nobody@example.com' }, 'not_found'],
    ['scopes on scan export', { scopes: ['orders:read'] }, 'invalid_request'],
    ['a storefront key without a scope', { service: 'storefront' }, 'invalid_request'],
    [
      'all users’ scans for a storefront key',
      { service: 'storefront', scopes: ['orders:read'], allUsers: true },
      'invalid_request',
    ],
    ['all users’ scans for a member', { email: ravi.email, allUsers: true }, 'invalid_request'],
    [
      'a storefront key for a member',
      { email: ravi.email, service: 'storefront', scopes: ['orders:read'] },
      'forbidden',
    ],
    ['an end that has passed', { expiresAt: noon }, 'invalid_request'],
    ['no name', { name: ' ' }, 'invalid_request'],
  ]

  test.each(refused)('is refused with %s', async (_, change, code) => {
    await write((conn) => addUser(conn, ravi, noon))
    const command: Command<unknown> = (conn) =>
      createKey(conn, { ...input, ...change }, noon, random)
    expect(await codeOf(write(command))).toBe(code)
    expect(open().database.read.select().from(apiKeys).all()).toEqual([])
  })

  test('is refused for a user that was deactivated', async () => {
    await write((conn) => addUser(conn, ravi, noon))
    await write((conn) => deactivateUser(conn, ravi.email, noon))
    const refusal = write((conn) => createKey(conn, { ...input, email: ravi.email }, noon, random))
    expect(await codeOf(refusal)).toBe('invalid_request')
  })

  test('is revoked once, with a line of history; an unknown one is not found', async () => {
    const { id } = await write((conn) => createKey(conn, input, noon, random))
    await write((conn) => revokeKey(conn, id, noon + 1))
    await write((conn) => revokeKey(conn, id, noon + 2))
    expect(findKey(open().database.read).get({ id })?.revokedAt).toBe(noon + 1)
    expect(actions().filter((action) => action === 'key revoked')).toHaveLength(1)
    expect(await codeOf(write((conn) => revokeKey(conn, 'unknown', noon)))).toBe('not_found')
  })

  test('names each of its scopes once', async () => {
    const scopes: KeyInput['scopes'] = ['orders:read', 'orders:read', 'orders:write']
    const { id } = await write((conn) =>
      createKey(conn, { ...input, service: 'storefront', scopes }, noon, random),
    )
    expect(findKey(open().database.read).get({ id })?.scopes).toBe('["orders:read","orders:write"]')
  })
})

function write<T>(command: Command<T>): Promise<T> {
  return open().database.write(command)
}

function find(email: string) {
  return findUserByEmail(open().database.read).get({ email })
}

function actions(): string[] {
  return open()
    .database.read.select()
    .from(history)
    .all()
    .map(({ action }) => action)
}
