import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import { insertPasskey } from '../../../src/accounts/passkeys/passkeys.ts'
import { quickHash } from './paced.ts'
import { passkeys, users } from '../../../src/accounts/tables.ts'
import { changePassword } from '../../../src/accounts/users/passwords.ts'
import { resetPassword } from '../../../src/accounts/users/users.ts'
import { addMember } from '../../support/member.ts'
import { openShop } from '../../support/shop.ts'
import { browserAt, listed, signedIn } from './browser.ts'
import { untilEnd } from '../../support/until-end.ts'

/* What a device does with a passkey is tried in a browser: passkeys.e2e.ts. */

const shop = untilEnd(await openShop())

/** A user of the test's own with a passkey, signed in. */
async function withPasskey() {
  const { id: userId } = await addMember(shop)
  const id = crypto.randomUUID()
  await shop.database.write((conn) =>
    insertPasskey(conn).run({
      id,
      userId,
      host: 'localhost',
      name: 'Phone',
      publicKey: 'AAAA',
      counter: 0,
      transports: '[]',
      createdAt: Date.now(),
      usedAt: null,
    }),
  )
  return { id, userId, browser: await signedIn(shop, userId) }
}

const answer = (signed: Record<string, string>, id = 'x') => ({
  id,
  rawId: id,
  type: 'public-key',
  clientExtensionResults: {},
  response: { clientDataJSON: 'x', ...signed },
})
const signed = { authenticatorData: 'x', signature: 'x' }

describe('your passkeys', () => {
  test('are yours alone, and can be renamed and removed once', async () => {
    const { id, browser } = await withPasskey()
    const other = await withPasskey()
    expect(listed(await browser.get('/passkeys'))).toEqual([
      {
        id,
        name: 'Phone',
        host: 'localhost',
        createdAt: expect.stringMatching(/Z$/),
        usedAt: null,
      },
    ])
    for (const [path, body] of [['rename', { name: 'Mine' }], ['remove']] as const) {
      expect((await other.browser.post(`/passkeys/${id}/${path}`, body)).status).toBe(404)
    }
    expect((await browser.post(`/passkeys/${id}/rename`, { name: ' Old phone ' })).status).toBe(200)
    expect(listed(await browser.get('/passkeys'))[0]).toMatchObject({ name: 'Old phone' })
    expect((await browser.post(`/passkeys/${id}/remove`)).status).toBe(200)
    expect((await browser.post(`/passkeys/${id}/remove`)).status).toBe(404)
  })

  test.each([{}, { name: '' }, { name: 'a\nb' }])('have no such name: %o', async (body) => {
    const { id, browser } = await withPasskey()
    const refused = await browser.post(`/passkeys/${id}/rename`, body)
    expect([refused.status, refused.field]).toEqual([400, 'name'])
  })

  test('cannot be made at an address that is a number, which the answer says', async () => {
    const { browser } = await withPasskey()
    expect((await browser.get('/passkeys')).json).toMatchObject({ isPossible: false, named: null })
    const refused = await browser.post('/passkeys/begin', {})
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('names alone')])
  })

  test('are not kept that nobody asked for', async () => {
    const { browser } = await withPasskey()
    const body = { name: 'Phone', response: answer({ attestationObject: 'x' }) }
    expect((await browser.post('/passkeys', body)).status).toBe(403)
    expect((await browser.post('/passkeys', { name: 'Phone', response: {} })).status).toBe(400)
  })

  test('end when an owner resets the user', async () => {
    const { id, userId } = await withPasskey()
    const secrets = { token: 'x'.repeat(43), code: 'A'.repeat(20) }
    await shop.database.write((conn) =>
      resetPassword(conn, userId, secrets, Date.now(), shop.users.owner),
    )
    const left = shop.database.read.select().from(passkeys).all()
    expect(left.map((passkey) => passkey.id)).not.toContain(id)
  })
})

test('whoever changes its password is told how many passkeys still open Daybook; they end when the computer sets it', async () => {
  const { userId } = await withPasskey()
  const passwordHash = await quickHash('violet kettle 9')
  const set = (by?: { userId: string }) => {
    const user = shop.database.read.select().from(users).where(eq(users.id, userId)).get()
    const email = user?.email ?? ''
    return shop.database.write((conn) => changePassword(conn, email, passwordHash, Date.now(), by))
  }
  await set({ userId })
  const browser = await signedIn(shop, userId)
  const change = { currentPassword: 'violet kettle 9', newPassword: 'yellow kettle 8' }
  expect((await browser.post('/password', change)).json).toMatchObject({ passkeys: 1 })
  await set()
  expect(listed(await (await signedIn(shop, userId)).get('/passkeys'))).toEqual([])
})

describe('signing in with a passkey', () => {
  test('is not begun at an address that is a number', async () => {
    expect((await browserAt(shop.url).post('/sign-in/passkey/begin')).status).toBe(409)
  })

  test('is refused without being begun, and is no body', async () => {
    const stranger = browserAt(shop.url)
    const body = { ticket: 'x', response: answer(signed) }
    expect((await stranger.post('/sign-in/passkey', body)).status).toBe(403)
    expect((await stranger.post('/sign-in/passkey', { ticket: 'x' })).status).toBe(400)
  })

  test('is refused with one that is unknown or does not fit, and asks for each answer once', async () => {
    const { id } = await withPasskey()
    // The same server by its name: browsers have passkeys for that.
    const named = browserAt(shop.url.replace('127.0.0.1', 'localhost'))
    for (const known of ['unknown', id]) {
      const begun = await named.post('/sign-in/passkey/begin')
      expect(begun.status).toBe(200)
      const body = { ticket: begun.json['ticket'], response: answer(signed, known) }
      const refused = await named.post('/sign-in/passkey', body)
      expect([refused.status, refused.text]).toEqual([
        403,
        expect.stringContaining('Use your password'),
      ])
      expect((await named.post('/sign-in/passkey', body)).text).toContain('Begin again')
    }
  })
})
