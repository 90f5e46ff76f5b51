import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { history, sessions, users } from '../../../src/accounts/tables.ts'
import { addUser, deactivateUser } from '../../../src/accounts/users/users.ts'
import { desc, eq } from 'drizzle-orm'
import { meena, openShop, owner, ravi, type Shop } from '../../support/shop.ts'
import { browserAt, signedIn, type Browser } from './browser.ts'
import { passedMax, quickHash } from './paced.ts'

const password = 'violet kettle 9'
const wrong = 'yellow kettle 8'

/** What the server's clock says while it stands: no wait is over before the next try then, however long hashing takes. */
let stoodAt: number | undefined
let shop: Shop
let browser: Browser

const hash = await quickHash(password)

beforeEach(async () => {
  stoodAt = undefined
  shop = await openShop({ now: () => stoodAt ?? Date.now() })
  // Meena has no password.
  await shop.database.write((conn) => {
    for (const email of [owner, ravi]) {
      conn.update(users).set({ passwordHash: hash }).where(eq(users.email, email)).run()
    }
  })
  browser = browserAt(shop.url)
})

afterEach(async () => {
  await shop.close()
})

const trySignIn = (email: string, tried: string, from = browser) =>
  from.post('/sign-in', { email, password: tried })

describe('before signing in', () => {
  test('the state says that Daybook is set up, and nothing of the organisation', async () => {
    const answer = await browser.get('/state')
    expect(answer.status).toBe(200)
    expect(answer.headers.has('strict-transport-security')).toBe(false)
    expect(answer.json).toEqual({
      isSetUp: true,
      signedIn: null,
      demo: null,
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    })
  })
})

describe('signing in', () => {
  test('with e-mail and password opens the console', async () => {
    const answer = await trySignIn(` ${ravi.toUpperCase()} `, password)
    expect(answer.status).toBe(200)
    const state = await browser.get('/state')
    expect(state.json['signedIn']).toEqual({
      user: { id: shop.users.ravi, name: 'Ravi', email: ravi, role: 'member', duties: ['clerk'] },
      organisation: { name: 'Test Stores', gstin: null },
      usesCredits: false,
    })
    expect(lastHistory()).toMatchObject({ action: 'signed in', userId: shop.users.ravi })
  })

  test('gives a cookie that no page can read and no other site can send', async () => {
    const [session, device] = (await trySignIn(ravi, password)).headers.getSetCookie()
    expect(session).toMatch(
      /^daybook_session_\d+=[\w-]{43}; Path=\/; Max-Age=7776000; HttpOnly; SameSite=Strict$/,
    )
    expect(device).toMatch(
      /^daybook_device_\d+=[\w-]{22}\.[\w-]{43}; Path=\/; Max-Age=34560000; HttpOnly; SameSite=Strict$/,
    )
  })

  test('does not take the cookie of another Daybook on this computer, nor away from it', async () => {
    await trySignIn(ravi, password)
    const [name = '', token = ''] = browser.cookie().split('=')
    expect(name).toBe(`daybook_session_${new URL(shop.url).port}`)
    const others = `daybook_session_1=${token}; daybook_session=${token}`
    expect((await browserAt(shop.url).get('/sessions', { cookie: others })).status).toBe(401)
    const both = `${others.replaceAll(token, 'x'.repeat(43))}; ${name}=${token}`
    expect((await browserAt(shop.url).get('/sessions', { cookie: both })).status).toBe(200)
  })

  test('stores nothing that could be sent as a cookie', async () => {
    await trySignIn(ravi, password)
    const [, token = ''] = browser.cookie().split('=')
    const rows = shop.database.read.select().from(sessions).all()
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(token)
    expect(rows[0]?.hash).toBe(Bun.SHA256.hash(token, 'hex'))
  })

  test('again gives another session and ends the one that the browser had', async () => {
    await trySignIn(ravi, password)
    const first = browser.cookie()
    await trySignIn(owner, password)
    expect(browser.cookie()).not.toBe(first)
    expect((await browser.get('/sessions', { cookie: first })).status).toBe(401)
  })

  test('refuses a wrong e-mail and a wrong password with the same answer', async () => {
    await shop.database.write((conn) => deactivateUser(conn, ravi, Date.now()))
    const answers = [
      await trySignIn('nobody@example.com', password),
      await trySignIn(owner, wrong),
      await trySignIn(meena, password),
      await trySignIn(ravi, password),
      await trySignIn(owner, ''),
    ]
    for (const answer of answers) {
      expect(answer.status).toBe(401)
      expect(answer.json).toEqual({
        error: {
          message: 'The e-mail address or the password is wrong.',
          code: 'unauthorized',
          field: 'password',
        },
      })
      expect(answer.headers.getSetCookie()).toEqual([])
    }
    expect(lastHistory()).toMatchObject({ action: 'sign-in refused', userId: null })
  })

  test('refuses what is no e-mail address at its field', async () => {
    const answer = await trySignIn('ravi', password)
    expect([answer.status, answer.field]).toEqual([400, 'email'])
  })

  test('slows wrong tries down, on this account alone, and says for how long', async () => {
    stoodAt = Date.now()
    for (let n = 0; n < 5; n++) expect((await trySignIn(owner, wrong)).status).toBe(401)
    // From a new browser each time: one that came in is slowed on its own.
    const tryRight = () => trySignIn(owner, password, browserAt(shop.url))
    let slowed = await tryRight()
    // Where a busy machine came after the wait, more tries make it longer.
    for (; shop.pid !== undefined && slowed.status !== 429; slowed = await tryRight()) {
      await trySignIn(owner, wrong)
    }
    expect(slowed.status).toBe(429)
    expect(Number(slowed.headers.get('retry-after'))).toBeGreaterThan(0)
    expect(slowed.json).toMatchObject({ error: { code: 'rate_limited' } })
    expect((await trySignIn(ravi, password)).status).toBe(200)
  })

  test('does not let tries that come together pass all at once', async () => {
    stoodAt = Date.now()
    const begun = performance.now()
    const statuses = await Promise.all(
      Array.from({ length: 12 }, async () => (await trySignIn(owner, wrong)).status),
    )
    const passed = statuses.filter((status) => status === 401).length
    expect(passed).toBeGreaterThanOrEqual(5)
    expect(passed).toBeLessThanOrEqual(passedMax(5, passedSince(begun)))
    expect(statuses.filter((status) => status === 429)).toHaveLength(12 - passed)
  })

  test('slows an address that tries many accounts', async () => {
    stoodAt = Date.now()
    await addMany(30)
    const begun = performance.now()
    const statuses: number[] = []
    while (statuses.at(-1) !== 429) {
      statuses.push((await trySignIn(`n${statuses.length}@example.com`, wrong)).status)
    }
    const passed = statuses.filter((status) => status === 401).length
    expect(passed).toBe(statuses.length - 1)
    expect(passed).toBeGreaterThanOrEqual(20)
    expect(passed).toBeLessThanOrEqual(passedMax(20, passedSince(begun)))
  })
})

describe('a device that has signed in before', () => {
  test.each(['x%0d%0ay', 'x%3B%20Domain=example.com'])(
    'signs in also with the planted cookie ID.%s, of which nothing comes back',
    async (planted) => {
      const { port } = new URL(shop.url)
      const cookie = `daybook_device_${port}=${'x'.repeat(22)}.${planted}`
      const answer = await browser.post('/sign-in', { email: ravi, password }, { cookie })
      expect(answer.status).toBe(200)
      const [, device] = answer.headers.getSetCookie()
      expect(device).toMatch(/^daybook_device_\d+=x{22}\.[\w-]{43}; Path=\/; Max-Age=\d+; HttpOnly/)
    },
  )

  test('is not held up by the wrong tries of strangers, also when the password changes', async () => {
    await trySignIn(owner, password)
    await siege()
    const next = { currentPassword: password, newPassword: 'green lamp by the sea' }
    expect((await browser.post('/password', next)).status).toBe(200)
    await browser.post('/sign-out')
    await siege()
    expect((await trySignIn(owner, next.newPassword)).status).toBe(200)
  })
})

describe('signing out', () => {
  test('ends the session and takes the cookie away', async () => {
    await trySignIn(ravi, password)
    const cookie = browser.cookie()
    const answer = await browser.post('/sign-out')
    expect(answer.json).toEqual({ ok: true })
    expect(browser.cookie()).toBe('')
    expect((await browser.get('/sessions', { cookie })).status).toBe(401)
    expect((await browser.post('/sign-out', undefined, { cookie })).status).toBe(401)
    expect(lastHistory()).toMatchObject({ action: 'signed out', userId: shop.users.ravi })
  })
})

describe('changing the password', () => {
  const next = 'green lamp by the sea'
  const change = (from: Browser, currentPassword: string, newPassword = next) =>
    from.post('/password', { currentPassword, newPassword })

  test('ends all other sessions of the user, and the new one opens the console', async () => {
    const own = await signedIn(shop, shop.users.ravi)
    const other = await signedIn(shop, shop.users.ravi)
    const somebody = await signedIn(shop, shop.users.owner)
    const answer = await change(own, password)
    expect(answer.json).toEqual({ sessionsEnded: 1, passkeys: 0 })
    expect((await own.get('/sessions')).status).toBe(200)
    expect((await other.get('/sessions')).status).toBe(401)
    expect((await somebody.get('/sessions')).status).toBe(200)
    expect((await trySignIn(ravi, password)).status).toBe(401)
    expect((await trySignIn(ravi, next)).status).toBe(200)
  })

  test('needs the present one', async () => {
    const own = await signedIn(shop, shop.users.ravi)
    const answer = await change(own, wrong)
    expect([answer.status, answer.field]).toEqual([403, 'currentPassword'])
    expect((await trySignIn(ravi, password)).status).toBe(200)
  })

  test('slows wrong tries down, in this session alone', async () => {
    stoodAt = Date.now()
    const own = await signedIn(shop, shop.users.ravi)
    let [current, other] = [password, next]
    const isSlowed = async () => {
      const statuses: number[] = []
      while (statuses.at(-1) !== 429) statuses.push((await change(own, wrong)).status)
      expect(statuses.slice(0, 5)).toEqual([403, 403, 403, 403, 403])
      return (await change(own, current, other)).status === 429
    }
    // On a busy machine the wait may be over just then, and the password is another one.
    while (!(await isSlowed())) {
      expect(shop.pid).toBeDefined()
      ;[current, other] = [other, current]
    }
    expect((await trySignIn(ravi, current)).status).toBe(200)
  })

  test.each(['short', 'password123', 'Test Stores 1', 'ravi@example.com', 'x'.repeat(201)])(
    'refuses %s at its field',
    async (text) => {
      const own = await signedIn(shop, shop.users.ravi)
      const answer = await change(own, password, text)
      expect([answer.status, answer.field]).toEqual([400, 'newPassword'])
      expect((await trySignIn(ravi, password)).status).toBe(200)
    },
  )
})

/** Users `n0@example.com` and so on, with the password. */
function addMany(count: number): Promise<void> {
  return shop.database.write((conn) => {
    for (let n = 0; n < count; n++) {
      const email = `n${n}@example.com`
      addUser(conn, { email, name: 'N', role: 'member', passwordHash: hash }, Date.now())
    }
  })
}

/** Milliseconds by the server's clock, which may stand where it runs in this process. */
function passedSince(begun: number): number {
  return shop.pid === undefined ? 0 : performance.now() - begun
}

/** Many wrong tries of strangers on the owner's account, at once. */
function siege() {
  return Promise.all(Array.from({ length: 30 }, () => trySignIn(owner, wrong, browserAt(shop.url))))
}

function lastHistory() {
  return shop.database.read.select().from(history).orderBy(desc(history.id)).limit(1).get()
}
