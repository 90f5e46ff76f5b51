import { afterEach, beforeEach, describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { TOTP } from 'otpauth'
import { rmSync } from 'node:fs'
import { quickHash } from './paced.ts'
import { recoveryCodes, trustedDevices, twoFactors, users } from '../../../src/accounts/tables.ts'
import { resetTwoFactor } from '../../../src/accounts/two-factor/two-factor.ts'
import { openShop, owner, type Shop } from '../../support/shop.ts'
import { setClock, type SetClock } from '../../support/temporary-database.ts'
import { browserAt, signedIn, type Browser } from './browser.ts'

const halfMinuteMs = 30_000
const dayMs = 24 * 60 * 60 * 1000
const password = 'violet kettle 9'

let clock: SetClock
let shop: Shop
let browser: Browser

const hash = await quickHash(password)

beforeEach(async () => {
  clock = setClock(Date.now())
  shop = await openShop(clock)
  await shop.database.write((conn) => {
    conn.update(users).set({ passwordHash: hash }).where(eq(users.email, owner)).run()
  })
  browser = await signedIn(shop, shop.users.owner, clock.now())
})

afterEach(() => shop.close())

/** The app on the phone: what it shows at the server's time. */
function app(uri: unknown) {
  const secret = new URL(String(uri)).searchParams.get('secret') ?? ''
  return { shows: () => new TOTP({ secret }).generate({ timestamp: clock.now() }) }
}

/** An owner with a second step: its app, and the recovery codes. Time has gone on since: the app's code is a new one. */
async function withSecondStep() {
  const { json } = await browser.post('/second-step/begin')
  const phone = app(json['uri'])
  const confirmed = await browser.post('/second-step/confirm', { code: phone.shows() })
  const codes = confirmed.json['recoveryCodes']
  clock.pass(halfMinuteMs)
  return { phone, codes: Array.isArray(codes) ? codes.map(String) : [] }
}

const enter = (given: Record<string, unknown> = {}, from = browserAt(shop.url)) =>
  from.post('/sign-in', { email: owner, password, ...given })

const reset = () => shop.database.write((conn) => resetTwoFactor(conn, owner, clock.now()))

describe('a second step of signing in', () => {
  test('counts from the first code of the app on, and gives ten recovery codes', async () => {
    const { json } = await browser.post('/second-step/begin')
    expect(json['uri']).toStartWith('otpauth://totp/Daybook%20Test%20Stores:')
    expect((await enter()).status).toBe(200)
    const { codes } = await withSecondStep()
    expect(codes).toHaveLength(10)
    expect(new Set(codes).size).toBe(10)
    expect(codes[0]).toMatch(/^[2-9A-Z]{4}-[2-9A-Z]{4}-[2-9A-Z]{4}$/)
    expect((await browser.get('/second-step')).json).toEqual({
      isOn: true,
      recoveryCodesLeft: 10,
      trustedDevices: 0,
    })
  })

  test('asks for the code when the password is right, and not before', async () => {
    const { phone } = await withSecondStep()
    const asked = await enter()
    expect([asked.status, asked.field]).toEqual([403, 'code'])
    const wrong = await enter({ password: 'yellow kettle 8', code: phone.shows() })
    expect([wrong.status, wrong.field]).toEqual([401, 'password'])
    expect((await enter({ code: phone.shows() })).status).toBe(200)
  })

  test('takes each code once', async () => {
    const { phone, codes } = await withSecondStep()
    for (const code of [phone.shows(), codes[3] ?? '']) {
      expect((await enter({ code })).status).toBe(200)
      expect((await enter({ code })).field).toBe('code')
    }
    expect((await browser.get('/second-step')).json).toMatchObject({ recoveryCodesLeft: 9 })
    clock.pass(halfMinuteMs)
    expect((await enter({ code: phone.shows() })).status).toBe(200)
  })

  test('takes the same code once, also of two who come at once', async () => {
    const { phone } = await withSecondStep()
    const code = phone.shows()
    const answers = await Promise.all([enter({ code }), enter({ code })])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403])
  })

  test('bears a phone whose clock is half a minute off, and no more', async () => {
    const { phone } = await withSecondStep()
    const early = phone.shows()
    clock.pass(halfMinuteMs)
    expect((await enter({ code: early })).status).toBe(200)
    const late = phone.shows()
    clock.pass(3 * halfMinuteMs)
    expect((await enter({ code: late })).field).toBe('code')
  })

  test('slows down whoever has the password and guesses codes', async () => {
    await withSecondStep()
    const statuses: number[] = []
    for (let n = 0; n < 6; n++) statuses.push((await enter({ code: '000000' })).status)
    expect(statuses).toEqual([403, 403, 403, 403, 403, 429])
  })

  test('is not asked for 30 days on a device that is trusted, and then again', async () => {
    const { phone } = await withSecondStep()
    const till = browserAt(shop.url)
    expect((await enter({ code: phone.shows(), trustsDevice: true }, till)).status).toBe(200)
    expect((await enter({}, till)).status).toBe(200)
    expect((await enter()).field).toBe('code')
    clock.pass(30 * dayMs)
    expect((await enter({}, till)).field).toBe('code')
  })

  test('is asked again everywhere when devices are forgotten, or the password changes', async () => {
    const { phone } = await withSecondStep()
    const till = browserAt(shop.url)
    await enter({ code: phone.shows(), trustsDevice: true }, till)
    const forgotten = await browser.post('/second-step/forget-devices')
    expect(forgotten.json).toEqual({ forgotten: 1 })
    expect((await browser.post('/second-step/forget-devices')).json).toEqual({ forgotten: 0 })
    expect((await enter({}, till)).field).toBe('code')
  })

  test('is stored so that a copy of the database opens nothing', async () => {
    const { json } = await browser.post('/second-step/begin')
    const { codes } = await withSecondStep()
    const kept = [twoFactors, recoveryCodes, trustedDevices].map((table) =>
      JSON.stringify(shop.database.read.select().from(table).all()),
    )
    for (const secret of [String(json['secret']), (codes[0] ?? 'none').replaceAll('-', '')]) {
      expect(kept.join()).not.toContain(secret)
    }
  })

  test('leaves the recovery codes where the key of the secrets is gone, as after a restore elsewhere', async () => {
    const { phone, codes } = await withSecondStep()
    rmSync(shop.dir.secretKey)
    const refused = await enter({ code: phone.shows() })
    expect(refused.text).toContain('recovery code')
    expect((await enter({ code: codes[0] })).status).toBe(200)
  })

  test('goes with a code, and the password opens alone again', async () => {
    const { phone } = await withSecondStep()
    expect((await browser.post('/second-step/off', { code: '000000' })).field).toBe('code')
    const off = await browser.post('/second-step/off', { code: phone.shows() })
    expect(off.status).toBe(200)
    expect((await browser.post('/second-step/off', { code: '000000' })).status).toBe(409)
    expect((await enter()).status).toBe(200)
  })

  test('is taken back by who may use the computer', async () => {
    await withSecondStep()
    expect(await reset()).toBe(true)
    expect(await reset()).toBe(false)
    expect((await enter()).status).toBe(200)
  })

  test('gives new recovery codes, and the old ones end', async () => {
    const { phone, codes } = await withSecondStep()
    const renewed = await browser.post('/second-step/recovery-codes', { code: phone.shows() })
    expect(renewed.status).toBe(200)
    expect((await enter({ code: codes[0] })).field).toBe('code')
  })
})

describe('switching it', () => {
  test('on needs the password once more, when it was entered long ago', async () => {
    clock.pass(11 * 60_000)
    const refused = await browser.post('/second-step/begin')
    expect([refused.status, refused.field]).toEqual([403, 'confirmation'])
  })

  test('on needs a code of that app, and works once', async () => {
    expect((await browser.post('/second-step/confirm', { code: '123456' })).status).toBe(409)
    await browser.post('/second-step/begin')
    const wrong = await browser.post('/second-step/confirm', { code: '000000' })
    expect([wrong.status, wrong.field]).toEqual([403, 'code'])
    await withSecondStep()
    expect((await browser.post('/second-step/begin')).status).toBe(409)
    expect((await browser.post('/second-step/confirm', { code: '123456' })).status).toBe(409)
  })

  test.each(['confirm', 'off', 'recovery-codes'])(
    '%s takes no body without a code',
    async (path) => {
      const answer = await browser.post(`/second-step/${path}`, {})
      expect([answer.status, answer.field]).toEqual([400, 'code'])
    },
  )

  test.each(['off', 'recovery-codes'])('%s is refused where there is none', async (path) => {
    expect((await browser.post(`/second-step/${path}`, { code: '123456' })).status).toBe(409)
  })
})
