import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { TOTP } from 'otpauth'
import { quickHash } from './paced.ts'
import { history, users } from '../../../src/accounts/tables.ts'
import { openShop, owner, type Shop } from '../../support/shop.ts'
import { setClock, type SetClock } from '../../support/temporary-database.ts'
import { browserAt, signedIn, type Browser } from './browser.ts'

const halfMinuteMs = 30_000
const password = 'violet kettle 9'

let clock: SetClock
let shop: Shop
let browser: Browser

beforeEach(async () => {
  clock = setClock(Date.now())
  shop = await openShop(clock)
  const passwordHash = await quickHash(password)
  await shop.database.write((conn) => {
    conn.update(users).set({ passwordHash }).where(eq(users.email, owner)).run()
  })
  browser = await signedIn(shop, shop.users.owner, clock.now())
})

afterEach(() => shop.close())

const enter = (code?: string) =>
  browserAt(shop.url).post('/sign-in', { email: owner, password, code })

/** Switches the second step on. Returns what the app shows; its code is a new one by now. */
async function switchedOn() {
  const { json } = await browser.post('/second-step/begin')
  const secret = new URL(String(json['uri'])).searchParams.get('secret') ?? ''
  const shown = () => new TOTP({ secret }).generate({ timestamp: clock.now() })
  await browser.post('/second-step/confirm', { code: shown() })
  clock.pass(halfMinuteMs)
  return shown
}

describe('who has a second step', () => {
  test('is signed out everywhere but where it was switched on', async () => {
    const elsewhere = await signedIn(shop, shop.users.owner, clock.now())
    await switchedOn()
    expect((await elsewhere.get('/second-step')).status).toBe(401)
    expect((await browser.get('/second-step')).status).toBe(200)
  })

  test('enters its code to add a passkey, which would stand for both steps', async () => {
    const shown = await switchedOn()
    const named = await signedIn(
      { ...shop, url: shop.url.replace('127.0.0.1', 'localhost') },
      shop.users.owner,
      clock.now(),
    )
    expect((await named.get('/passkeys')).json).toMatchObject({ needsCode: true })
    for (const body of [{}, { code: '000000' }]) {
      const refused = await named.post('/passkeys/begin', body)
      expect([refused.status, refused.field]).toEqual([403, 'code'])
    }
    const code = shown()
    // At a number none can be made: the code is not used up for that.
    expect((await browser.post('/passkeys/begin', { code })).status).toBe(409)
    expect((await named.post('/passkeys/begin', { code })).status).toBe(200)
    expect((await named.post('/passkeys/begin', { code })).field).toBe('code')
  })

  test('finds wrong codes in the activity, and from where they came', async () => {
    const shown = await switchedOn()
    await enter('000000')
    await enter()
    const code = shown()
    await enter(code)
    await enter(code)
    await browser.post('/second-step/off', { code: '000000' })
    const entries = shop.database.read
      .select()
      .from(history)
      .where(eq(history.action, 'code refused'))
      .all()
    expect(entries.map(({ details }) => JSON.parse(details))).toEqual([
      { email: owner, address: '127.0.0.1' },
      { email: owner, address: '127.0.0.1' },
      { email: owner },
    ])
  })
})
