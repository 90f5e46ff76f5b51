import { describe, expect, test } from 'bun:test'
import { scanExportScopes, storefrontScopes } from '../../../src/accounts/keys/rules.ts'
import { listed, newMember, ownersShop } from './browser.ts'

const { shop, owner } = await ownersShop()

const storefrontInput = { name: 'ERP', service: 'storefront', scopes: ['orders:read'] }
const exportInput = { name: 'Tally', service: 'scan-export' }

const readers = Object.entries(scanExportScopes)[0] ?? ['', '']

describe('what a form may offer', () => {
  test('is everything for an owner, and scan export for a member', async () => {
    const { browser } = await newMember(shop)
    const options = (await owner.get('/keys/options')).json
    expect(options).toMatchObject({
      services: ['scan-export', 'storefront'],
      whose: { mine: expect.any(Number), all: expect.any(Number) },
    })
    expect(options['scopes']).toEqual(
      [...Object.entries(scanExportScopes), ...Object.entries(storefrontScopes)].map(
        ([scope, grants]) => expect.objectContaining({ scope, grants }),
      ),
    )
    expect((await browser.get('/keys/options')).json).toEqual({
      services: ['scan-export'],
      scopes: [{ service: 'scan-export', scope: readers[0], grants: readers[1] }],
      whose: null,
      ratePerMinuteMax: null,
    })
  })
})

describe('creating a key', () => {
  test('shows the whole key this once, and it works at once', async () => {
    const { browser, member } = await newMember(shop)
    const answer = await browser.post('/keys', { ...exportInput, name: ' Tally ' })
    expect(answer.status).toBe(200)
    const key = String(answer.json['key'])
    expect(answer.json).toMatchObject({
      name: 'Tally',
      prefix: key.slice(0, 12),
      service: 'scan-export',
      scopes: [],
      state: 'active',
      isMine: true,
      user: { id: member.id, email: member.email },
      baseAddress: `${shop.url}/scan-export`,
      networkAddress: null,
      curl: `curl -H "Authorization: Bearer ${key}" "${shop.url}/scan-export/api/public/v1/scans/unsynced?limit=1"`,
    })
    expect((await shop.call('GET', '/api/public/v1/scans/unsynced', { key })).status).toBe(200)
    expect((await browser.get('/keys')).text).not.toContain(key)
  })

  test('of the storefront has a line that fits what it may do', async () => {
    const lines = new Map<string, unknown>()
    for (const scope of Object.keys(storefrontScopes)) {
      const { json } = await owner.post('/keys', { ...storefrontInput, scopes: [scope] })
      lines.set(scope, json['curl'])
    }
    const base = `${shop.url}/storefront/api/public/v1`
    expect(lines.get('storefront:read')).toEndWith(` "${base}/products?limit=1"`)
    expect(lines.get('orders:read')).toEndWith(` "${base}/orders/unsynced?limit=1"`)
    expect(lines.get('orders:write')).toEndWith(` -d "{\\"orders\\":[]}" "${base}/orders/sync"`)
    expect(lines.get('products:write')).toContain(`${base}/products/stock`)
    expect(lines.get('orders:create')).toBeNull()
  })

  test('with an end, a rate and all users is the owner’s to wish', async () => {
    const input = { ...exportInput, allUsers: true, ratePerMinute: 60, expiresAt: '2099-03-31' }
    const { json } = await owner.post('/keys', input)
    expect(json).toMatchObject({ allUsers: true, ratePerMinute: 60 })
    expect(new Date(String(json['expiresAt'])).getTime()).toBe(
      new Date('2099-03-31T23:59:59.999').getTime(),
    )
  })

  test.each([
    ['a storefront key', storefrontInput, 'service'],
    ['a rate', { ...exportInput, ratePerMinute: 5 }, 'ratePerMinute'],
  ])('refuses a member %s', async (_, input, field) => {
    const { browser } = await newMember(shop)
    const answer = await browser.post('/keys', input)
    expect([answer.status, answer.field]).toEqual([403, field])
    expect((await browser.get('/keys')).json['total']).toBe(1)
  })

  test('refuses a member the scans of all users', async () => {
    const { browser } = await newMember(shop)
    const answer = await browser.post('/keys', { ...exportInput, allUsers: true })
    expect([answer.status, answer.field]).toEqual([400, 'allUsers'])
  })

  test('is refused to a member of the counter, who has nothing to do with documents', async () => {
    const { browser, member } = await newMember(shop)
    const { id } = listed(await owner.get('/users?size=200')).find(
      ({ email }) => email === member.email,
    ) ?? { id: '' }
    const changed = await owner.post(`/users/${String(id)}/role`, {
      role: 'member',
      duties: ['counter'],
    })
    expect(changed.status).toBe(200)
    expect((await browser.get('/keys/options')).json['services']).toEqual([])
    const answer = await browser.post('/keys', exportInput)
    expect([answer.status, answer.field]).toEqual([400, 'service'])
  })

  test('is for the one who is signed in, whoever else is named', async () => {
    const { browser, member } = await newMember(shop)
    const named = { userId: shop.users.owner, email: 'owner@example.com', user: shop.users.owner }
    const { json } = await browser.post('/keys', { ...exportInput, ...named })
    expect(json['user']).toMatchObject({ id: member.id })
  })

  test.each([
    ['name', { ...exportInput, name: '  ' }],
    ['name', { ...exportInput, name: 'x'.repeat(201) }],
    ['service', { ...exportInput, service: 'both' }],
    ['scopes', { ...storefrontInput, scopes: [] }],
    ['scopes', { ...exportInput, scopes: ['orders:read'] }],
    ['scopes', { ...storefrontInput, scopes: ['everything'] }],
    ['expiresAt', { ...exportInput, expiresAt: '2020-01-01' }],
    ['expiresAt', { ...exportInput, expiresAt: '30 February' }],
    ['ratePerMinute', { ...exportInput, ratePerMinute: 0 }],
    ['allUsers', { ...storefrontInput, allUsers: true }],
  ])('refuses a wrong %s at its field: %o', async (field, input) => {
    const answer = await owner.post('/keys', input)
    expect(answer.status).toBe(400)
    expect(String(answer.field).split('.')[0]).toBe(field)
  })
})

describe('the list', () => {
  test('of a member has its own keys only, an owner sees all', async () => {
    const { browser, member } = await newMember(shop)
    expect(listed(await browser.get('/keys')).map((key) => key['id'])).toEqual([member.keyId])
    const all = listed(await owner.get('/keys?size=200'))
    const found = all.find((key) => key['id'] === member.keyId)
    expect(found).toMatchObject({ isMine: false, mayRotate: false, user: { id: member.id } })
  })

  test('comes in pages, the newest first', async () => {
    const { browser } = await newMember(shop)
    for (const name of ['A', 'B', 'C']) await browser.post('/keys', { ...exportInput, name })
    const names = async (query: string) => {
      const { json, ...answer } = await browser.get(`/keys?${query}`)
      expect(json).toMatchObject({ total: 4, size: 2 })
      return listed({ json, ...answer }).map((key) => key['name'])
    }
    expect(await names('size=2')).toEqual(['C', 'B'])
    expect(await names('size=2&page=2')).toEqual(['A', 'test'])
    expect(await names('size=2&page=3')).toEqual([])
  })

  test('can be of those that work, or of those that do not any more', async () => {
    const { browser, member } = await newMember(shop)
    const { json } = await browser.post('/keys', exportInput)
    await browser.post(`/keys/${member.keyId}/revoke`)
    const idsIn = async (state: string) =>
      listed(await browser.get(`/keys?state=${state}`)).map((key) => key['id'])
    expect(await idsIn('active')).toEqual([json['id'] ?? null])
    expect(await idsIn('ended')).toEqual([member.keyId])
    expect(await idsIn('')).toHaveLength(2)
  })
})

describe('revoking a key', () => {
  test('ends it at once, and again changes nothing', async () => {
    const { browser, member } = await newMember(shop)
    const revoke = () => browser.post(`/keys/${member.keyId}/revoke`)
    expect((await revoke()).json).toEqual({ id: member.keyId })
    const [first] = listed(await browser.get('/keys'))
    expect(first).toMatchObject({ state: 'revoked', revokedAt: expect.any(String) })
    expect((await member.unsynced()).status).toBe(401)
    expect((await revoke()).status).toBe(200)
    expect(listed(await browser.get('/keys'))[0]).toEqual(first ?? {})
  })

  test('of somebody else is an owner’s to do, and to a member it is not there', async () => {
    const { member } = await newMember(shop)
    const { browser } = await newMember(shop)
    expect((await browser.post(`/keys/${member.keyId}/revoke`)).status).toBe(404)
    expect((await member.unsynced()).status).toBe(200)
    expect((await owner.post(`/keys/${member.keyId}/revoke`)).status).toBe(200)
    expect((await member.unsynced()).status).toBe(401)
  })
})

describe('rotating a key', () => {
  test('gives a new one, and the old one goes on for the time chosen', async () => {
    const { browser, member } = await newMember(shop)
    const before = Date.now()
    const { json } = await browser.post(`/keys/${member.keyId}/rotate`, { oldEndsAfterHours: 24 })
    expect(json).toMatchObject({ name: 'test', service: 'scan-export', expiresAt: null })
    const key = String(json['key'])
    expect((await shop.call('GET', '/api/public/v1/scans/unsynced', { key })).status).toBe(200)
    expect((await member.unsynced()).status).toBe(200)
    const old = listed(await browser.get('/keys')).find(({ id }) => id === member.keyId)
    const endsAt = new Date(String(old?.['expiresAt'])).getTime()
    expect(endsAt).toBeGreaterThanOrEqual(before + 86_400_000)
    expect(endsAt).toBeLessThanOrEqual(Date.now() + 86_400_000)
  })

  test('with no time left ends the old one at once', async () => {
    const { browser, member } = await newMember(shop)
    await browser.post(`/keys/${member.keyId}/rotate`, { oldEndsAfterHours: 0 })
    expect((await member.unsynced()).status).toBe(401)
    const again = await browser.post(`/keys/${member.keyId}/rotate`, { oldEndsAfterHours: 0 })
    expect(again.status).toBe(409)
  })

  test.each([-1, 1.5, 721, '24'])('refuses to keep the old one %p hours', async (hours) => {
    const { browser, member } = await newMember(shop)
    const answer = await browser.post(`/keys/${member.keyId}/rotate`, { oldEndsAfterHours: hours })
    expect([answer.status, answer.field]).toEqual([400, 'oldEndsAfterHours'])
  })
})

describe('what a key sees', () => {
  test('is what it would be handed, each number once', async () => {
    const { browser, member } = await newMember(shop)
    const metadata = { 'Invoice No': 'A-1' }
    for (let n = 0; n < 2; n++) await member.addScan({ metadata })
    await member.addScan({ daysAgo: 31 })
    await member.addScan()
    const { json } = await browser.get(`/keys/${member.keyId}/sees`)
    expect(json).toEqual({ sees: 2, others: [] })
    expect((await member.unsynced()).json['waiting']).toBe(2)
  })

  test('tells an owner under whom the others wait', async () => {
    const { member } = await newMember(shop)
    await member.addScan()
    const { json } = await owner.post('/keys', exportInput)
    const seen = (await owner.get(`/keys/${String(json['id'])}/sees`)).json
    expect(seen['sees']).toBe(0)
    expect(seen['others']).toContainEqual({ id: member.id, name: 'Somebody', waiting: 1 })
    const whole = (await owner.post('/keys', { ...exportInput, allUsers: true })).json
    const all = (await owner.get(`/keys/${String(whole['id'])}/sees`)).json
    expect(all['others']).toEqual([])
    expect(Number(all['sees'])).toBeGreaterThan(0)
  })

  test('is no question to a storefront key', async () => {
    const { json } = await owner.post('/keys', storefrontInput)
    expect((await owner.get(`/keys/${String(json['id'])}/sees`)).status).toBe(400)
  })
})
