import { beforeEach, describe, expect, test } from 'bun:test'
import { changeRole, addUser, deactivateUser } from '../../../src/accounts/users/users.ts'
import {
  createKey,
  type KeyInput,
  rotateKey,
  type Rotation,
} from '../../../src/accounts/keys/keys.ts'
import { findKey } from '../../../src/accounts/keys/queries.ts'
import { codeOf, dayMs, noon } from '../../support/temporary-database.ts'
import { boss, ownersDatabase } from '../../support/owner.ts'
import { eachAnew } from '../../support/until-end.ts'

const second = 'second@example.com'

const open = eachAnew(ownersDatabase)
let bossId: string
let secondId: string

beforeEach(async () => {
  bossId = open().bossId
  const other = { email: second, name: 'Second', role: 'owner' as const, passwordHash: 'hash' }
  secondId = await open().database.write((conn) => addUser(conn, other, noon))
})

const random = () => crypto.getRandomValues(new Uint8Array(32))

async function create(input: Partial<KeyInput> = {}): Promise<string> {
  const whole = {
    email: boss.email,
    service: 'scan-export' as const,
    scopes: [],
    allUsers: false,
    name: 'ERP',
    ...input,
  }
  return (await open().database.write((conn) => createKey(conn, whole, noon, random()))).id
}

async function rotate(id: string, change: Partial<Rotation> = {}, now = noon + dayMs) {
  const rotation = { id, by: bossId, oldEndsAt: now + dayMs, ...change }
  return await open().database.write((conn) => rotateKey(conn, rotation, now, random()))
}

const row = (id: string) => findKey(open().database.read).get({ id })

describe('a rotated key', () => {
  test('is like the old one in all that it may do', async () => {
    const scopes = ['orders:read', 'orders:write'] as const
    const id = await create({ service: 'storefront', scopes, ratePerMinute: 30 })
    const made = row((await rotate(id)).id)
    expect(made).toMatchObject({
      userId: bossId,
      service: 'storefront',
      scopes: JSON.stringify(scopes),
      ratePerMinute: 30,
      name: 'ERP',
      expiresAt: null,
    })
    expect(made?.hash).not.toBe(row(id)?.hash)
  })

  test('covers all users when the old one did', async () => {
    expect(row((await rotate(await create({ allUsers: true }))).id)?.allUsers).toBe(true)
  })

  test('lives as long as the old one was meant to, unless told otherwise', async () => {
    const expiresAt = noon + 10 * dayMs
    const same = await rotate(await create({ expiresAt }))
    expect(row(same.id)?.expiresAt).toBe(noon + 11 * dayMs)
    const told = await rotate(await create({ expiresAt }), { expiresAt: noon + 99 * dayMs })
    expect(row(told.id)?.expiresAt).toBe(noon + 99 * dayMs)
  })

  test('never lets the old one live longer', async () => {
    const id = await create({ expiresAt: noon + 2 * dayMs })
    await rotate(id, { oldEndsAt: noon + 30 * dayMs })
    expect(row(id)?.expiresAt).toBe(noon + 2 * dayMs)
  })

  test('of the storefront may be any owner’s to make, of scan export only its user’s', async () => {
    const by = secondId
    const storefront = await create({ service: 'storefront', scopes: ['orders:read'] })
    expect(row((await rotate(storefront, { by })).id)).toMatchObject({
      userId: bossId,
      createdBy: secondId,
    })
    const scanExport = await create()
    expect(await codeOf(rotate(scanExport, { by }))).toBe('forbidden')
    expect(row(scanExport)?.expiresAt).toBeNull()
  })

  test('is made by who is an owner still, whatever the request was allowed by', async () => {
    const storefront = await create({ service: 'storefront', scopes: ['orders:read'] })
    await open().database.write((conn) =>
      changeRole(conn, { userId: secondId, role: 'member', by: bossId }, noon),
    )
    expect(await codeOf(rotate(storefront, { by: secondId }))).toBe('not_found')
    await open().database.write((conn) => deactivateUser(conn, second, noon))
    expect(await codeOf(rotate(storefront, { by: secondId }))).toBe('unauthorized')
    expect(row(storefront)?.expiresAt).toBeNull()
  })

  test('cannot be made of one that works no more', async () => {
    const expired = await create({ expiresAt: noon + 1 })
    expect(await codeOf(rotate(expired))).toBe('conflict')
    const storefront = await create({ service: 'storefront', scopes: ['orders:read'] })
    await open().database.write((conn) => deactivateUser(conn, boss.email, noon))
    const by = secondId
    expect(await codeOf(rotate(storefront, { by }))).toBe('conflict')
  })
})
