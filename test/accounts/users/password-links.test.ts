import { beforeEach, describe, expect, test } from 'bun:test'
import { changeOrganisation } from '../../../src/accounts/users/set-up.ts'
import { newCode, shownCode } from '../../../src/accounts/codes.ts'
import {
  changeRole,
  reactivateUser,
  addUser,
  deactivateUser,
  inviteUser,
  resetPassword,
} from '../../../src/accounts/users/users.ts'
import type { Duty } from '../../../src/accounts/rules.ts'
import { createKey, type KeyInput } from '../../../src/accounts/keys/keys.ts'
import { giveCredits } from '../../../src/accounts/credits.ts'
import { type LinkSecrets, requirePasswordLink } from '../../../src/accounts/users/links.ts'
import { findUserByEmail, listUsersPage } from '../../../src/accounts/queries.ts'
import { findKey } from '../../../src/accounts/keys/queries.ts'
import { newToken } from '../../../src/accounts/sessions/sessions.ts'
import { links } from '../../../src/accounts/tables.ts'
import { changePassword } from '../../../src/accounts/users/passwords.ts'
import type { Command } from '../../../src/platform/db/write-queue.ts'
import { codeOf, dayMs, noon } from '../../support/temporary-database.ts'
import { boss, ownersDatabase } from '../../support/owner.ts'
import { eachAnew } from '../../support/until-end.ts'

const meena = { email: 'meena@example.com', name: 'Meena', role: 'member' as const }
const ravi = { email: 'ravi@example.com', name: 'Ravi', role: 'member' as const }

const open = eachAnew(ownersDatabase)
let bossId: string

beforeEach(() => {
  bossId = open().bossId
})

describe('a link to choose a password', () => {
  test('opens by its token and by its code, however that is typed, and only its hash is kept', async () => {
    const secrets = makeSecrets()
    const { userId, expiresAt } = await invite(secrets)
    expect(expiresAt).toBe(noon + 7 * dayMs)
    const typed = [secrets.token, secrets.code, ` ${shownCode(secrets.code).toLowerCase()} `]
    for (const secret of typed) {
      expect(requirePasswordLink(open().database.read, secret, noon).user.id).toBe(userId)
    }
    const kept = JSON.stringify(open().database.read.select().from(links).all())
    expect(kept).not.toContain(secrets.token)
    expect(kept).not.toContain(secrets.code)
  })

  test('has a code that is too long to be guessed from its hash, in groups to read out', () => {
    expect(shownCode(newCode())).toMatch(/^[2-9A-Z]{4}(-[2-9A-Z]{4}){4}$/)
    const codes = Array.from({ length: 500 }, newCode)
    const characters = new Set(codes.join('')).size
    expect(newCode().length * Math.log2(characters)).toBeGreaterThan(80)
  })

  test('opens by a shorter code too, as codes were before an update, however that is typed', async () => {
    const { userId } = await invite({ token: newToken(), code: 'ABCD23456789' })
    const { user } = requirePasswordLink(open().database.read, 'abcd-2345-6789', noon)
    expect(user.id).toBe(userId)
  })

  test('ends after 7 days', async () => {
    const { token } = makeSecrets()
    await invite({ token, code: newCode() })
    expect(requirePasswordLink(open().database.read, token, noon + 7 * dayMs - 1).user.name).toBe(
      'Ravi',
    )
    expect(await refusedFor(token, noon + 7 * dayMs)).toBe('forbidden')
  })

  test('ends when a newer one is made', async () => {
    const [first, second] = [makeSecrets(), makeSecrets()]
    const { userId } = await invite(first)
    await write((conn) => resetPassword(conn, userId, second, noon + 1, bossId))
    expect(await refusedFor(first.token, noon + 1)).toBe('forbidden')
    expect(requirePasswordLink(open().database.read, second.token, noon + 1).user.id).toBe(userId)
  })

  test('ends when its user gets a password in another way, or is deactivated', async () => {
    const [first, second] = [makeSecrets(), makeSecrets()]
    await invite(first)
    await write((conn) => changePassword(conn, ravi.email, 'hash', noon + 1))
    expect(await refusedFor(first.token, noon + 1)).toBe('forbidden')
    await write((conn) => resetPassword(conn, idOf(ravi.email), second, noon + 2, bossId))
    await write((conn) => deactivateUser(conn, ravi.email, noon + 3))
    expect(await refusedFor(second.token, noon + 3)).toBe('forbidden')
  })

  test('is not made for oneself, for a deactivated user, or for nobody', async () => {
    const { userId } = await invite(makeSecrets())
    await write((conn) => deactivateUser(conn, ravi.email, noon))
    const outcomes = [bossId, userId, 'nobody'].map((id) =>
      codeOf(write((conn) => resetPassword(conn, id, makeSecrets(), noon, bossId))),
    )
    expect(await Promise.all(outcomes)).toEqual(['conflict', 'conflict', 'not_found'])
    expect(findUserByEmail(open().database.read).get({ email: boss.email })?.passwordHash).toBe(
      'hash',
    )
  })
})

describe('the last owner who can sign in', () => {
  test('stays one, whoever else was invited as an owner and has no password yet', async () => {
    await write((conn) => inviteUser(conn, { ...ravi, role: 'owner' }, makeSecrets(), noon, bossId))
    const deactivated = codeOf(write((conn) => deactivateUser(conn, boss.email, noon)))
    const demoted = codeOf(write((conn) => changeRole(conn, demotion(bossId), noon)))
    expect(await Promise.all([deactivated, demoted])).toEqual(['conflict', 'conflict'])
    await write((conn) => changePassword(conn, ravi.email, 'hash', noon))
    await write((conn) => changeRole(conn, demotion(bossId), noon))
    expect(findUserByEmail(open().database.read).get({ email: boss.email })?.role).toBe('member')
  })

  test('of two who reset each other at once keeps the password', async () => {
    const second = await addOwner()
    const outcomes = await Promise.allSettled([reset(second, bossId), reset(bossId, second)])
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
    expect(findUserByEmail(open().database.read).get({ email: boss.email })?.passwordHash).toBe(
      'hash',
    )
  })

  test('of two who demote each other at once stays one', async () => {
    const second = await addOwner()
    const outcomes = await Promise.allSettled(
      [bossId, second].map((id) => write((conn) => changeRole(conn, demotion(id), noon))),
    )
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
  })
})

describe('who is no active owner any more', () => {
  const inputs: [string, (by: string) => Promise<unknown>][] = [
    ['invites nobody', (by) => write((conn) => inviteUser(conn, meena, makeSecrets(), noon, by))],
    [
      'resets nobody',
      (by) => write((conn) => resetPassword(conn, bossId, makeSecrets(), noon, by)),
    ],
    [
      'lets nobody in again',
      (by) => write((conn) => reactivateUser(conn, bossId, makeSecrets(), noon, by)),
    ],
    ['deactivates nobody', (by) => write((conn) => deactivateUser(conn, boss.email, noon, by))],
    [
      'gives nobody a role',
      (by) => write((conn) => changeRole(conn, { userId: by, role: 'owner', by }, noon)),
    ],
    [
      'gives no credits',
      (by) => write((conn) => giveCredits(conn, { kind: 'grant', amount: 5, note: 'N', by }, noon)),
    ],
    [
      'changes nothing of the shop',
      (by) => write((conn) => changeOrganisation(conn, { name: 'X', gstin: undefined, by }, noon)),
    ],
  ]

  test.each(inputs)('%s', async (_, input) => {
    const by = await addOwner()
    await write((conn) => changeRole(conn, { userId: by, role: 'member', by: bossId }, noon))
    expect(await codeOf(input(by))).toBe('forbidden')
    await write((conn) => deactivateUser(conn, ravi.email, noon, bossId))
    expect(await codeOf(input(by))).toBe('unauthorized')
  })
})

describe('an owner who becomes a member', () => {
  test('loses the keys that only an owner may have, and keeps the others', async () => {
    const second = await addOwner()
    const own = await addKey()
    const all = await addKey({ allUsers: true })
    const shop = await addKey({ service: 'storefront', scopes: ['orders:read'] })
    const bridge = await addKey({ scopes: ['scans:import'] })
    const sort = { by: 'added', isDescending: true } as const
    const page = { state: null, now: noon, limit: 1, offset: 0 }
    expect(listUsersPage(sort)(open().database.read).all(page)).toMatchObject([
      { id: second, keys: 4, ownersKeys: 3 },
    ])
    const ended = await write((conn) => changeRole(conn, demotion(second), noon + 1))
    expect(ended).toBe(3)
    const ends = [own, all, shop, bridge].map(
      ({ id }) => findKey(open().database.read).get({ id })?.revokedAt,
    )
    expect(ends).toEqual([null, noon + 1, noon + 1, noon + 1])
  })
})

describe('a clerk who comes to the counter', () => {
  test('loses the keys to documents, and has none again as a clerk', async () => {
    const id = await write((conn) => addUser(conn, { ...ravi, passwordHash: 'hash' }, noon))
    const key = await addKey()
    const become = (duties: readonly Duty[], now: number) =>
      write((conn) => changeRole(conn, { ...demotion(id), duties }, now))
    const revokedAt = () => findKey(open().database.read).get({ id: key.id })?.revokedAt
    expect([await become(['clerk', 'counter'], noon + 1), revokedAt()]).toEqual([0, null])
    expect([await become(['counter'], noon + 2), revokedAt()]).toEqual([1, noon + 2])
    expect([await become(['clerk'], noon + 3), revokedAt()]).toEqual([0, noon + 2])
  })
})

describe('a user who is let in again', () => {
  test('has no password and no key of before', async () => {
    await write((conn) => addUser(conn, { ...ravi, passwordHash: 'hash' }, noon))
    const key = await addKey()
    await write((conn) => deactivateUser(conn, ravi.email, noon + 1))
    const again = (now: number) =>
      write((conn) => reactivateUser(conn, idOf(ravi.email), makeSecrets(), now, bossId))
    await again(noon + 2)
    expect(findUserByEmail(open().database.read).get({ email: ravi.email })).toMatchObject({
      deactivatedAt: null,
      passwordHash: null,
    })
    expect(findKey(open().database.read).get({ id: key.id })?.revokedAt).toBe(noon + 1)
    expect(await codeOf(again(noon + 3))).toBe('conflict')
  })
})

/** A second owner, and keys of the same user. */
function addOwner() {
  return write((conn) => addUser(conn, { ...ravi, role: 'owner', passwordHash: 'hash' }, noon))
}

function addKey(input: Partial<KeyInput> = {}) {
  const plain = { service: 'scan-export' as const, scopes: [], allUsers: false, name: 'K' }
  const random = crypto.getRandomValues(new Uint8Array(32))
  const whole = { email: ravi.email, ...plain, ...input }
  return write((conn) => createKey(conn, whole, noon, random))
}

function reset(id: string, by: string) {
  return write((conn) => resetPassword(conn, id, makeSecrets(), noon, by))
}

function makeSecrets(): LinkSecrets {
  return { token: newToken(), code: newCode() }
}

function invite(secrets: LinkSecrets) {
  return write((conn) => inviteUser(conn, ravi, secrets, noon, bossId))
}

function demotion(userId: string) {
  return { userId, role: 'member' as const, by: bossId }
}

function refusedFor(secret: string, now: number) {
  return codeOf(() => requirePasswordLink(open().database.read, secret, now))
}

function idOf(email: string): string {
  return findUserByEmail(open().database.read).get({ email })?.id ?? ''
}

function write<T>(command: Command<T>): Promise<T> {
  return open().database.write(command)
}
