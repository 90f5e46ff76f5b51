import { describe, expect, test } from 'bun:test'
import type { JsonObject } from '../../../../src/platform/json/json.ts'
import { meena, owner as ownerEmail, ravi } from '../../../support/shop.ts'
import { browserAt, listed, signedIn, ownersShop } from '../browser.ts'

const password = 'violet kettle 9 sundays'

const { shop, owner } = await ownersShop()

/** Invites somebody; the secrets of the link are what the owner hands over. */
async function invite(email: string, role = 'member') {
  const { status, json } = await owner.post('/users', { name: 'Kiran Shah', email, role })
  expect(status).toBe(200)
  const url = String(json['url'])
  return { id: String(json['userId']), url, token: url.split('#')[1] ?? '', code: json['code'] }
}

/** The status and the field of an invitation that cannot be. */
async function refusedWith(change: object) {
  const input = { name: 'Om', email: 'om@example.com', role: 'member', ...change }
  const { status, field } = await owner.post('/users', input)
  return [status, field]
}

async function find(email: string, state = 'active'): Promise<JsonObject> {
  const users = listed(await owner.get(`/users?state=${state}`))
  return users.find((user) => user['email'] === email) ?? {}
}

describe('an invitation', () => {
  test('is a link and a code, and whoever has it is signed in with the password it chose', async () => {
    const { id, url, token } = await invite('Kiran@Example.com')
    expect(url).toStartWith(`${shop.url}/choose-password#`)
    expect(await find('kiran@example.com')).toMatchObject({ id, state: 'invited', role: 'member' })

    const kiran = browserAt(shop.url)
    const checked = await kiran.post('/choose-password/check', { code: token })
    expect(checked.json).toMatchObject({
      name: 'Kiran Shah',
      email: 'kiran@example.com',
      organisation: 'Test Stores',
    })
    expect((await kiran.post('/choose-password', { code: token, password })).status).toBe(200)
    const { json } = await kiran.get('/state')
    expect(json['signedIn']).toMatchObject({ user: { id, role: 'member' } })
    expect(await find('kiran@example.com')).toMatchObject({ state: 'active' })

    const again = browserAt(shop.url)
    const signIn = await again.post('/sign-in', { email: 'kiran@example.com', password })
    expect(signIn.status).toBe(200)
  })

  test('works by its code too, once, and a refused password leaves it usable', async () => {
    const { code } = await invite('once@example.com')
    const visitor = browserAt(shop.url)
    const weak = await visitor.post('/choose-password', { code, password: 'password12' })
    expect([weak.status, weak.field]).toEqual([400, 'password'])
    expect((await visitor.post('/choose-password', { code, password })).status).toBe(200)
    const again = await browserAt(shop.url).post('/choose-password', { code, password })
    expect([again.status, again.field]).toEqual([403, 'code'])
  })

  test('is refused for an e-mail that is taken, and at the field that is wrong', async () => {
    expect(await refusedWith({ email: ownerEmail.toUpperCase() })).toEqual([409, 'email'])
    expect(await refusedWith({ email: 'om' })).toEqual([400, 'email'])
    expect(await refusedWith({ name: ' ' })).toEqual([400, 'name'])
    expect(await refusedWith({ role: 'boss' })).toEqual([400, 'role'])
    expect(await find('om@example.com')).toEqual({})
  })
})

describe('resetting a password', () => {
  test('ends the sessions and the password, and hands out a new link; keys go on', async () => {
    const { id, token } = await invite('reset@example.com')
    const browser = browserAt(shop.url)
    await browser.post('/choose-password', { code: token, password })
    const { key } = await shop.addKey({ email: 'reset@example.com' })
    const link = await owner.post(`/users/${id}/reset`)
    expect((await browser.get('/sessions')).status).toBe(401)
    const old = await browser.post('/sign-in', { email: 'reset@example.com', password })
    expect(old.status).toBe(401)
    expect((await shop.call('GET', '/api/public/v1/scans/unsynced', { key })).status).toBe(200)
    const code = link.json['code']
    const chosen = await browser.post('/choose-password', { code, password: `${password} too` })
    expect(chosen.status).toBe(200)
  })
})

describe('a user', () => {
  test('is deactivated at once, listed as such, and let in again by a link', async () => {
    const browser = await signedIn(shop, shop.users.meena)
    expect((await owner.post(`/users/${shop.users.meena}/deactivate`)).status).toBe(200)
    expect((await browser.get('/sessions')).status).toBe(401)
    expect(await find(meena)).toEqual({})
    expect(await find(meena, 'ended')).toMatchObject({ state: 'deactivated' })
    const link = await owner.post(`/users/${shop.users.meena}/reactivate`)
    const code = link.json['code']
    expect((await browser.post('/choose-password', { code, password })).status).toBe(200)
    const key = shop.keys.meena
    expect((await shop.call('GET', '/api/public/v1/scans/unsynced', { key })).status).toBe(401)
  })

  test('becomes an owner and a member again, and the guard goes by it at once', async () => {
    const browser = await signedIn(shop, shop.users.ravi)
    expect((await browser.get('/users')).status).toBe(403)
    await owner.post(`/users/${shop.users.ravi}/role`, { role: 'owner' })
    expect((await browser.get('/users')).status).toBe(200)
    await owner.post(`/users/${shop.users.ravi}/role`, { role: 'member' })
    expect((await browser.get('/users')).status).toBe(403)
  })

  test('is given duties, one or both, and the guard goes by them at once', async () => {
    const browser = await signedIn(shop, shop.users.ravi)
    const statuses = async () => {
      const answers = await Promise.all(['/documents', '/orders'].map((path) => browser.get(path)))
      return answers.map(({ status }) => status)
    }
    expect(await statuses()).toEqual([200, 403])
    const give = (duties: unknown) =>
      owner.post(`/users/${shop.users.ravi}/role`, { role: 'member', duties })
    expect((await give(['counter'])).status).toBe(200)
    expect(await statuses()).toEqual([403, 200])
    expect((await give(['counter', 'clerk'])).status).toBe(200)
    expect(await statuses()).toEqual([200, 200])
    expect(await find(ravi)).toMatchObject({ duties: ['clerk', 'counter'] })
    for (const wrong of [[], ['boss'], 'clerk']) {
      const answer = await give(wrong)
      expect([answer.status, answer.field]).toEqual([400, 'duties'])
    }
    expect(await statuses()).toEqual([200, 200])
    await give(['clerk'])
  })
})

describe('the list of users', () => {
  test('is paged, says who one is oneself, and holds no password', async () => {
    const first = await owner.get('/users?size=1')
    const second = await owner.get('/users?size=1&page=2')
    expect([listed(first), listed(second)].map((items) => items.length)).toEqual([1, 1])
    expect(listed(first)[0]?.['id']).not.toBe(listed(second)[0]?.['id'])
    expect(first.json['total']).toBe(listed(await owner.get('/users?state=active')).length)
    expect(await find(ownerEmail)).toMatchObject({ isYou: true, role: 'owner', keys: 2 })
    expect((await owner.get('/users')).text).not.toContain('argon2')
  })
})

describe('wrong codes', () => {
  test('are refused, and hold up nobody who has the right one', async () => {
    const { code } = await invite('asha@example.com')
    const visitor = browserAt(shop.url)
    const check = (tried: unknown) => visitor.post('/choose-password/check', { code: tried })
    const wrong = Array.from({ length: 30 }, () => check('WRNG-2345-ABCD-EFGH-JKMN'))
    const statuses = (await Promise.all(wrong)).map(({ status }) => status)
    expect(new Set(statuses)).toEqual(new Set([403]))
    expect((await check(code)).status).toBe(200)
  })
})
