import { describe, expect, setDefaultTimeout, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { createKey } from '../src/accounts/create-key.ts'
import { keyState } from '../src/accounts/key-state.ts'
import { newCode } from '../src/accounts/one-time-code.ts'
import { usePasswordLink } from '../src/accounts/password-link-queries.ts'
import { inviteUser, requirePasswordLink, storeLink } from '../src/accounts/password-links.ts'
import { findKey } from '../src/accounts/queries.ts'
import { revokeKey } from '../src/accounts/revoke-key.ts'
import { findSessionByHash } from '../src/accounts/session-queries.ts'
import { hashToken, newToken, signOut, startSession } from '../src/accounts/sessions.ts'
import { setUp } from '../src/accounts/set-up.ts'
import { requireSetupLink, storeSetupLink } from '../src/accounts/setup-links.ts'
import { changePassword } from '../src/accounts/users.ts'
import { createApp } from '../src/app.ts'
import { dailyJobs } from '../src/cli/daily-jobs.ts'
import { listBackups } from '../src/platform/backup/backups-folder.ts'
import { verifyBackup } from '../src/platform/backup/unpack-backup.ts'
import { readLastRun, runIfDue } from '../src/platform/daily.ts'
import { withStoredFiles } from '../src/platform/files/file-rows.ts'
import { once } from '../src/platform/http/idempotency.ts'
import { silentLog } from '../src/platform/log.ts'
import {
  confirmRetentionClock,
  doubtOfClock,
  runRetention,
  tickRetentionClock,
} from '../src/platform/retention.ts'
import { settings } from '../src/platform/tables.ts'
import { storeScan } from '../src/services/scan-export/service.ts'
import { documents, scans } from '../src/services/scan-export/tables.ts'
import { codeOf, dayMs, noon, setClock, temporaryBook } from './support/temporary-book.ts'

// Each night makes a backup in a thread of its own.
setDefaultTimeout(60_000)

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
    const key = await write((conn) => createKey(conn, keyWish, noon, new Uint8Array(32)))
    await write((conn) => revokeKey(conn, key.id, noon))
    const signedOut = await shop.signIn(noon)
    await write((conn) => signOut(conn, { id: signedOut.id, userId: ownerId }, noon))
    const stolen = await shop.signIn(noon)
    const replaced = secrets()
    const replacedThere = secrets()
    const used = secrets()
    const { userId } = await write((conn) => inviteUser(conn, meena, used, noon, ownerId))
    const { id } = requirePasswordLink(shop.read, used.code, noon)
    await write((conn) => usePasswordLink(conn).run({ id, now: noon }))
    await write((conn) => storeLink(conn, { userId, by: ownerId }, replaced, noon))
    await write((conn) => storeLink(conn, { userId, by: ownerId }, replacedThere, noon))

    await write((conn) => changePassword(conn, owner.email, 'another hash', there))
    await write((conn) => storeLink(conn, { userId, by: ownerId }, secrets(), there))
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
      createKey(conn, keyWish, noon, new Uint8Array(32).fill(1)),
    )
    const forDays = await write((conn) =>
      createKey(conn, { ...keyWish, expiresAt: noon + days * dayMs }, noon, new Uint8Array(32)),
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
    // Somebody signs in there, which clears ended sessions away.
    await shop.signIn(there)
    expect(keyStateOf(shop, forDays.id, noon + dayMs)).toBe('active')
    expect(requirePasswordLink(shop.read, link.code, noon + dayMs).user.email).toBe(meena.email)
    expect(shop.counts(session.token, noon + dayMs)).toBe(isWithin(ms, 60))
  })

  test('a request that is sent again is not done again, also after a night and back', async () => {
    await using shop = await openShop()
    let done = 0
    const place = (now: number) =>
      shop.write((conn) =>
        once(conn, { keyId: 'k', idempotencyKey: 'order 1', requestHash: 'h' }, now, () => {
          done++
          return { status: 201, body: '{}' }
        }),
      )
    await place(noon)
    await shop.night(there)
    if (ms < dayMs) expect(await place(there)).toMatchObject({ replayed: true })
    expect(await place(noon + hourMs)).toMatchObject({ replayed: true })
    expect(done).toBe(1)
  })

  test('a link for setting up that was replaced stays so', async () => {
    await using open = temporaryBook()
    const [first, second] = [secrets(), secrets()]
    await open.book.write((conn) => storeSetupLink(conn, first, noon))
    await open.book.write((conn) => storeSetupLink(conn, second, there))
    expect(requireSetupLink(open.book.read, second.code, there)).toBeDefined()
    for (const now of [noon + 1, there]) {
      expect(await codeOf(() => requireSetupLink(open.book.read, first.code, now))).toBe(
        'forbidden',
      )
    }
  })
})

const owner = { email: 'boss@example.com', name: 'Boss', passwordHash: 'hash' }
const meena = { email: 'meena@example.com', name: 'Meena', role: 'member' as const }
const visitor = { address: '192.168.1.7', userAgent: 'Firefox' }
const keyWish = {
  email: owner.email,
  service: 'scan-export' as const,
  scopes: [],
  allUsers: false,
  name: 'Tally',
}

type Shop = Awaited<ReturnType<typeof openShop>>

/** A shop that has just taken a document in at noon, as its server runs it, with a clock that the test sets. */
async function openShop() {
  const temporary = temporaryBook()
  const { book, dir } = temporary
  const clock = setClock()
  const options = { book, dir, clock, log: silentLog, calls: { add: () => undefined } }
  const app = createApp({ ...options, corsOrigins: [], publicUrl: undefined })
  const ownerId = await book.write((conn) => setUp(conn, { organisation: 'Test', owner }, noon))
  await takeIn(app, ownerId)
  const tick = async (now: number) => {
    clock.at(now)
    await tickRetentionClock(app.retention, now, 0)
  }
  await tick(noon)
  return {
    ...temporary,
    write: book.write,
    read: book.read,
    ownerId,
    retention: app.retention,
    tick,
    /** What a night of the server does, at the time that its clock shows. */
    async night(now: number) {
      await tick(now)
      const jobs = dailyJobs(app, options).filter(({ name }) => name !== 'ballast')
      const { ballast, retention } = app
      const daily = { book, ballast, retention, clock, log: silentLog, jobs }
      for (const job of jobs) await runIfDue(daily, job, new AbortController().signal)
    },
    problemOf: (name: string) => readLastRun(book.read, { name }).problem ?? null,
    /** The documents, by their scans, and whether their files are there. */
    kept: () =>
      book.read
        .select({ id: scans.id, hash: documents.hash })
        .from(scans)
        .innerJoin(documents, eq(documents.id, scans.documentId))
        .all()
        .map(({ id, hash }) => ({ id, hasFile: app.store.has('documents', hash) })),
    async signIn(now: number) {
      const token = newToken()
      const started = await book.write((conn) =>
        startSession(conn, { userId: ownerId, token, visitor }, now),
      )
      return { ...started, token }
    },
    counts: (token: string, now: number) =>
      findSessionByHash(book.read).get({ hash: hashToken(token), now }) !== undefined,
  }
}

async function takeIn({ scanExport, store }: ReturnType<typeof createApp>, userId: string) {
  const bytes = new TextEncoder().encode('a bill of this noon')
  let document: { hash: string; bytes: number; contentType: string } | undefined
  await withStoredFiles(
    async () => {
      document = { ...(await store.put('documents', bytes)), contentType: 'text/plain' }
    },
    () =>
      scanExport.book.write((conn) =>
        storeScan(
          conn,
          scanExport,
          {
            userId,
            category: 'vendor_invoice',
            filename: 'bill.txt',
            createdAt: noon - 1,
            raw: { invoice_metadata: {}, line_items: [] },
            failureReason: null,
            document: document ?? null,
          },
          noon,
        ),
      ),
  )
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
