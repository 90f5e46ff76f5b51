import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { users } from '../../../src/accounts/tables.ts'
import { addUser } from '../../../src/accounts/users/users.ts'
import { allScopes, openShop, owner } from '../../support/shop.ts'
import { browserAt, signedIn, type Browser } from './browser.ts'
import { passedMax, quickHash } from './paced.ts'
import { untilEnd } from '../../support/until-end.ts'

const password = 'violet kettle 9'
const minuteMs = 60_000

/** Signed in so long ago that the password does not count any more. */
let browser: Browser

const shop = untilEnd(await openShop())
const passwordHash = await quickHash(password)
await shop.database.write((conn) =>
  conn.update(users).set({ passwordHash }).where(eq(users.email, owner)).run(),
)

const confirm = (from: Browser, entered = password) =>
  from.post('/confirmation', { password: entered })

/** A storefront key of another owner. */
async function othersKey(): Promise<string> {
  const other = { email: `${crypto.randomUUID()}@example.com`, name: 'Other', passwordHash: null }
  await shop.database.write((conn) => addUser(conn, { ...other, role: 'owner' }, Date.now()))
  const input = { email: other.email, service: 'storefront' as const, scopes: allScopes }
  return (await shop.addKey(input)).id
}

/** What asks only for some keys or for a download. Which endpoints always ask is held by password-again.api.test.ts. */
const guarded: [string, (from: Browser) => Promise<number>][] = [
  [
    'a download of a backup',
    async (from) => {
      const name = 'daybook-2020-01-01T03-00-00Z.tar'
      await Bun.write(`${shop.dir.backups}/${name}`, 'all of the shop')
      return (await from.get(`/settings/backups/${name}/download`).catch(notJson)).status
    },
  ],
  [
    'a new key that acts as somebody else',
    async (from) =>
      (await from.post(`/keys/${await othersKey()}/rotate`, { oldEndsAfterHours: 1 })).status,
  ],
  [
    'a new key of the storefront',
    async (from) => {
      const input = { name: 'Till', service: 'storefront', scopes: ['storefront:read'] }
      return (await from.post('/keys', input)).status
    },
  ],
  [
    'a new key for the scans of all users',
    async (from) => {
      const input = { name: 'Tally', service: 'scan-export', allUsers: true }
      return (await from.post('/keys', input)).status
    },
  ],
  [
    'replacing one’s own key of the storefront',
    async (from) => {
      const input = { email: owner, service: 'storefront' as const, scopes: allScopes }
      const { id } = await shop.addKey(input)
      return (await from.post(`/keys/${id}/rotate`, { oldEndsAfterHours: 1 })).status
    },
  ],
  [
    'replacing one’s own key for the scans of all users',
    async (from) => {
      const input = { email: owner, service: 'scan-export' as const, allUsers: true }
      const { id } = await shop.addKey(input)
      return (await from.post(`/keys/${id}/rotate`, { oldEndsAfterHours: 1 })).status
    },
  ],
]

/** The answer was a file. */
function notJson() {
  return { status: 200 }
}

describe('what takes everything along or lets somebody in', () => {
  test.each(guarded)('%s needs the password once more', async (_, command) => {
    browser = await signedIn(shop, shop.users.owner, Date.now() - 11 * minuteMs)
    expect(await command(browser)).toBe(403)
    const asked = await browser.get('/confirmation')
    expect([asked.status, asked.field]).toEqual([403, 'confirmation'])
    expect((await confirm(browser)).status).toBe(200)
    expect((await browser.get('/confirmation')).json).toEqual({ ok: true })
    expect(await command(browser)).toBe(200)
  })

  test.each(guarded)('%s does not right after signing in', async (_, command) => {
    expect(await command(await signedIn(shop, shop.users.owner))).toBe(200)
  })
})

describe('the password that is entered once more', () => {
  test('counts for the session alone that entered it', async () => {
    const since = Date.now() - 11 * minuteMs
    const [one, other] = [
      await signedIn(shop, shop.users.owner, since),
      await signedIn(shop, shop.users.owner, since),
    ]
    await confirm(one)
    expect((await one.get('/confirmation')).status).toBe(200)
    expect((await other.get('/confirmation')).status).toBe(403)
  })

  test('is refused at its field when it is wrong, a few times, and then has to wait', async () => {
    const own = await signedIn(shop, shop.users.owner, Date.now() - 11 * minuteMs)
    const begun = performance.now()
    const wrong = await Promise.all(
      Array.from({ length: 12 }, () => confirm(own, 'yellow kettle 8')),
    )
    const passed = wrong.filter(({ field }) => field === 'password').length
    expect(passed).toBeGreaterThanOrEqual(5)
    expect(passed).toBeLessThanOrEqual(passedMax(5, performance.now() - begun))
    expect(wrong.filter(({ status }) => status === 429)).toHaveLength(12 - passed)
    expect((await own.get('/confirmation')).status).toBe(403)
  })

  test('is none of somebody who is not signed in', async () => {
    expect((await confirm(browserAt(shop.url))).status).toBe(401)
  })

  test('is not asked for a key for one’s own scans', async () => {
    const own = await signedIn(shop, shop.users.owner, Date.now() - 11 * minuteMs)
    const made = await own.post('/keys', { name: 'Till', service: 'scan-export' })
    expect(made.status).toBe(200)
    const id = String(made.json['id'])
    expect((await own.post(`/keys/${id}/rotate`, { oldEndsAfterHours: 1 })).status).toBe(200)
  })
})
