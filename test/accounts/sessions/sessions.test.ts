import { describe, expect, test } from 'bun:test'
import {
  findSessionByHash,
  listSessions,
  hashToken,
  isSeenAnew,
  newToken,
  startSession,
  touchSession,
} from '../../../src/accounts/sessions/sessions.ts'
import { sessions, users } from '../../../src/accounts/tables.ts'
import { changePassword } from '../../../src/accounts/users/passwords.ts'
import { dayMs, noon } from '../../support/temporary-database.ts'
import { boss, ownersDatabase } from '../../support/owner.ts'
import { eachAnew } from '../../support/until-end.ts'

const visitor = { address: '192.168.1.7', userAgent: 'Firefox' }

const open = eachAnew(ownersDatabase)

async function start(now: number) {
  const token = newToken()
  return await open().database.write((conn) =>
    startSession(conn, { userId: open().bossId, token, visitor }, now),
  )
}

const counts = (token: string, now: number) =>
  findSessionByHash(open().database.read).get({ hash: hashToken(token), now }) !== undefined

const touch = (id: string, now: number) =>
  open().database.write((conn) => touchSession(conn, { id, createdAt: noon, address: 'b' }, now))

describe('a session', () => {
  test('ends 30 days after it was last used', async () => {
    const { token, id } = await start(noon)
    expect([counts(token, noon + 30 * dayMs - 1), counts(token, noon + 30 * dayMs)]).toEqual([
      true,
      false,
    ])
    await touch(id, noon + 20 * dayMs)
    expect([counts(token, noon + 50 * dayMs - 1), counts(token, noon + 50 * dayMs)]).toEqual([
      true,
      false,
    ])
  })

  test('ends 90 days after signing in, however much it is used', async () => {
    const { token, id } = await start(noon)
    for (let day = 20; day < 90; day += 20) await touch(id, noon + day * dayMs)
    expect([counts(token, noon + 90 * dayMs - 1), counts(token, noon + 90 * dayMs)]).toEqual([
      true,
      false,
    ])
  })

  test('tells when and from where it was used last', async () => {
    const { id } = await start(noon)
    await touch(id, noon + dayMs)
    expect(
      listSessions(open().database.read).all({ userId: open().bossId, now: noon + dayMs }),
    ).toMatchObject([
      { createdAt: noon, lastSeenAt: noon + dayMs, address: 'b', userAgent: 'Firefox' },
    ])
  })

  test('is written down as used once a minute at most', () => {
    expect([isSeenAnew(noon, noon), isSeenAnew(noon, noon + 59_999)]).toEqual([false, false])
    expect([isSeenAnew(noon, noon + 60_000), isSeenAnew(noon, noon - 60_000)]).toEqual([true, true])
  })

  test('is one of 50 at most: one more ends the one that was used longest ago', async () => {
    const first = await start(noon)
    const second = await start(noon + 1)
    for (let n = 2; n < 51; n++) await start(noon + n)
    expect([counts(first.token, noon + 60), counts(second.token, noon + 60)]).toEqual([false, true])
    expect(
      listSessions(open().database.read).all({ userId: open().bossId, now: noon + 60 }),
    ).toHaveLength(50)
  })

  test('that ended is forgotten after another 30 days', async () => {
    await start(noon)
    await start(noon + 59 * dayMs)
    expect(rows()).toBe(2)
    await start(noon + 60 * dayMs)
    expect(rows()).toBe(2)
  })

  test('ends when somebody else changes the password of its user', async () => {
    const { token } = await start(noon)
    const ended = await open().database.write((conn) =>
      changePassword(conn, boss.email, 'other', noon),
    )
    expect([ended, counts(token, noon)]).toEqual([1, false])
  })

  test('counts for nothing while its user is deactivated, whoever entered that', async () => {
    const { token } = await start(noon)
    await open().database.write((conn) => conn.update(users).set({ deactivatedAt: noon }).run())
    expect(counts(token, noon)).toBe(false)
  })

  test('has a token of 256 random bits, each another', () => {
    const tokens = new Set(Array.from({ length: 100 }, newToken))
    expect(tokens.size).toBe(100)
    for (const token of tokens) expect(token).toMatch(/^[\w-]{43}$/)
  })
})

function rows(): number {
  return open().database.read.select().from(sessions).all().length
}
