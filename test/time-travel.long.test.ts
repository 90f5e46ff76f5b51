import { newCode } from '../src/accounts/codes.ts'
import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { createKey, revokeKey } from '../src/accounts/keys/keys.ts'
import { keyState } from '../src/accounts/keys/rules.ts'
import {
  useLink,
  requirePasswordLink,
  storePasswordLink,
  requireSetupLink,
  storeSetupLink,
} from '../src/accounts/users/links.ts'
import { inviteUser } from '../src/accounts/users/users.ts'
import { findKey } from '../src/accounts/keys/queries.ts'
import { newToken, signOut } from '../src/accounts/sessions/sessions.ts'
import { changePassword } from '../src/accounts/users/passwords.ts'
import { listBackups } from '../src/platform/backup/backups-folder.ts'
import { verifyBackup } from '../src/platform/backup/unpack-backup.ts'
import { once } from '../src/platform/http/idempotency.ts'
import {
  confirmRetentionClock,
  doubtOfClock,
  runRetention,
} from '../src/platform/upkeep/retention.ts'
import { settings } from '../src/platform/tables.ts'
import { openShop, owner, type Shop } from './support/clock-shop.ts'
import { codeOf, dayMs, noon, temporaryDatabase } from './support/temporary-database.ts'

// Each night makes a backup in a thread of its own.
setDefaultTimeout(120_000)

const hourMs = 60 * 60 * 1000

/** Where a wrong clock takes a shop, from noon. */
const trips = [
  ['6 years back', -6 * 365 * dayMs],
  ['a day back', -dayMs],
  ['31 days ahead', 31 * dayMs],
  ['45 days ahead', 45 * dayMs],
  ['400 days ahead', 400 * dayMs],
  ['10 years ahead', 10 * 365 * dayMs],
] as const

describe.each(trips)('while the clock is %s', (_, ms) => {
  const there = noon + ms

  test('the nights delete nothing, and each makes a backup that is whole', async () => {
    await using shop = await openShop()
    await shop.night(noon)
    const ids = shop.kept()
    for (const time of [there, there + dayMs, noon + dayMs]) {
      await shop.night(time)
      expect(shop.kept()).toEqual(ids)
      expect(shop.problemOf('backup')).toBeNull()
      // One that was behind and has caught up is right again.
      const isHeld = ms > 0 || time < noon
      expect(doubtOfClock(shop.retention, time) !== undefined).toBe(isHeld)
      for (const name of ['retention', 'leftovers', 'old copies']) {
        expect([name, shop.problemOf(name) !== null]).toEqual([name, isHeld])
      }
    }
    const backups = listBackups(shop.dir)
    expect(backups.map(({ number }) => number)).toEqual([4, 3, 2, 1])
    for (const { file } of backups) await verifyBackup(shop.dir, file)
  })

  test('the first night over data in which no Daybook has noted a time deletes nothing', async () => {
    await using shop = await openShop()
    await shop.write((conn) => conn.delete(settings).where(eq(settings.name, 'clock')).run())
    const ids = shop.kept()
    await shop.night(there)
    expect(shop.kept()).toEqual(ids)
    expect(doubtOfClock(shop.retention, there)).toEqual({
      kind: ms < 0 ? 'behind' : 'ahead',
      lastSeen: noon - 1,
    })
  })

  test('and right again, everything goes at its time once an owner says that it is right', async () => {
    await using shop = await openShop()
    await shop.night(there)
    const back = noon + hourMs
    await confirmRetentionClock(shop.retention, back, shop.ownerId)
    expect(doubtOfClock(shop.retention, back)).toBeUndefined()
    const ids = shop.kept()
    for (let day = 1; day <= 30; day++) {
      await shop.tick(noon + day * dayMs)
      await runRetention(shop.retention, noon + day * dayMs)
      if (day < 30) expect(shop.kept()).toEqual(ids)
    }
    expect(await runRetention(shop.retention, noon + 30 * dayMs)).toMatchObject({ scans: 0 })
    expect(shop.kept()).toEqual([])
  })

  test('nobody comes in by what was ended, and what is ended stays so when it is right again', async () => {
    await using shop = await openShop()
    const { write, ownerId } = shop
    const key = await write((conn) => createKey(conn, keyInput, noon, new Uint8Array(32)))
    await write((conn) => revokeKey(conn, key.id, noon))
    const signedOut = await shop.signIn(noon)
    await write((conn) => signOut(conn, { id: signedOut.id, userId: ownerId }, noon))
    const stolen = await shop.signIn(noon)
    const replaced = secrets()
    const replacedThere = secrets()
    const used = secrets()
    const { userId } = await write((conn) => inviteUser(conn, meena, used, noon, ownerId))
    const { id } = requirePasswordLink(shop.read, used.code, noon)
    await write((conn) => useLink(conn).run({ id, usedAt: noon }))
    await write((conn) => storePasswordLink(conn, { userId, by: ownerId }, replaced, noon))
    await write((conn) => storePasswordLink(conn, { userId, by: ownerId }, replacedThere, noon))

    await write((conn) => changePassword(conn, owner.email, 'another hash', there))
    await write((conn) => storePasswordLink(conn, { userId, by: ownerId }, secrets(), there))
    for (const now of [there, noon + 1, noon + hourMs, noon + dayMs]) {
      expect(keyStateOf(shop, key.id, now)).toBe('revoked')
      expect(shop.counts(signedOut.token, now)).toBe(false)
      expect(shop.counts(stolen.token, now)).toBe(false)
      for (const { token, code } of [used, replaced, replacedThere]) {
        expect(await codeOf(() => requirePasswordLink(shop.read, token, now))).toBe('forbidden')
        expect(await codeOf(() => requirePasswordLink(shop.read, code, now))).toBe('forbidden')
      }
    }
  })

  test('what has not come to its end works, and does again when it is right', async () => {
    await using shop = await openShop()
    const { write } = shop
    const days = 5
    const forEver = await write((conn) =>
      createKey(conn, keyInput, noon, new Uint8Array(32).fill(1)),
    )
    const forDays = await write((conn) =>
      createKey(conn, { ...keyInput, expiresAt: noon + days * dayMs }, noon, new Uint8Array(32)),
    )
    const session = await shop.signIn(noon)
    const link = secrets()
    await write((conn) => inviteUser(conn, meena, link, noon, shop.ownerId))
    expect(keyStateOf(shop, forEver.id, there)).toBe('active')
    expect(keyStateOf(shop, forDays.id, there)).toBe(isWithin(ms, days) ? 'active' : 'expired')
    expect(shop.counts(session.token, there)).toBe(isWithin(ms, 30))
    const opens = () => requirePasswordLink(shop.read, link.code, there)
    if (isWithin(ms, 7)) opens()
    else expect(opens).toThrow()
    await shop.night(there)
    // Somebody signs in there, which clears ended sessions away when the clock is trusted.
    await shop.signIn(there)
    expect(keyStateOf(shop, forDays.id, noon + dayMs)).toBe('active')
    expect(requirePasswordLink(shop.read, link.code, noon + dayMs).user.email).toBe(meena.email)
    expect(shop.counts(session.token, noon + dayMs)).toBe(true)
  })

  test('a request that is sent again is not done again, also after a night and back', async () => {
    await using shop = await openShop()
    expect(await placeAt(shop, noon)).toMatchObject({ replayed: false })
    await shop.night(there)
    for (const now of [there, noon + hourMs]) {
      expect(await placeAt(shop, now)).toMatchObject({ replayed: true })
    }
  })

  test('a document that comes in there stays when it is right again', async () => {
    await using shop = await openShop()
    await shop.night(there)
    await shop.receive()
    expect(shop.kept()).toHaveLength(2)
    await shop.night(noon + hourMs)
    expect(shop.kept()).toHaveLength(2)
  })

  test('a request sent there is not done again when the clock is right', async () => {
    await using shop = await openShop()
    await shop.night(there)
    expect(await placeAt(shop, there)).toMatchObject({ replayed: false })
    await shop.night(noon + hourMs)
    expect(await placeAt(shop, noon + hourMs)).toMatchObject({ replayed: true })
  })

  test('a link for setting up that was replaced stays so', async () => {
    await using open = temporaryDatabase()
    const [first, second] = [secrets(), secrets()]
    await open.database.write((conn) => storeSetupLink(conn, first, noon))
    await open.database.write((conn) => storeSetupLink(conn, second, there))
    expect(requireSetupLink(open.database.read, second.code, there)).toBeDefined()
    for (const now of [noon + 1, there]) {
      expect(await codeOf(() => requireSetupLink(open.database.read, first.code, now))).toBe(
        'forbidden',
      )
    }
  })
})

const meena = { email: 'meena@example.com', name: 'Meena', role: 'member' as const }
const keyInput = {
  email: owner.email,
  service: 'scan-export' as const,
  scopes: [],
  allUsers: false,
  name: 'Tally',
}

function placeAt({ write }: Shop, now: number) {
  const attempt = { keyId: 'k', idempotencyKey: 'order 1', requestHash: 'h' }
  return write((conn) => once(conn, attempt, now, () => ({ status: 201, body: '{}' })))
}

function keyStateOf({ read }: Shop, id: string, now: number) {
  const key = findKey(read).get({ id })
  if (key === undefined) throw new Error('The key is gone.')
  return keyState({ ...key, deactivatedAt: null }, now)
}

function isWithin(ms: number, days: number): boolean {
  return ms < days * dayMs
}

function secrets() {
  return { token: newToken(), code: newCode() }
}
