import { describe, expect, test } from 'bun:test'
import { openCallLog } from '../../../../src/accounts/call-log/call-log.ts'
import { silentLog } from '../../../../src/platform/log.ts'
import { addProduct } from '../../../support/orders.ts'
import { addMember } from '../../../support/member.ts'
import { listed, signedIn, ownersShop } from '../browser.ts'

const { shop, owner } = await ownersShop()
const member = await addMember(shop)
const browser = await signedIn(shop, member.id)

const hourMs = 60 * 60 * 1000

type Status = 200 | 400 | 500

const refusal = 'RICE-5KG: there is no product or variant with this SKU.'

/** Enters calls of a key as the server's log does, an hour apart, the last one now. */
function logCalls(keyId: string, statuses: readonly Status[]): void {
  const now = Date.now()
  const log = openCallLog(shop.dir, silentLog, now)
  for (const [index, status] of statuses.entries()) {
    log.add({
      keyId,
      id: '',
      address: '192.0.2.7',
      origin: shop.url,
      at: now - (statuses.length - 1 - index) * hourMs,
      method: 'GET',
      path: '/scan-export/api/public/v1/scans/unsynced',
      status,
      rows: index,
      durationMs: 12,
      ...(status === 200 ? {} : { error: 'Something was wrong.' }),
    })
  }
  log.close()
}

/** Enters a call that was taken, though some of its rows were refused. */
function logRefusedRows(keyId: string): void {
  const log = openCallLog(shop.dir, silentLog, Date.now())
  log.add({
    keyId,
    id: '',
    address: '192.0.2.7',
    origin: shop.url,
    at: Date.now(),
    method: 'POST',
    path: '/storefront/api/public/v1/products/stock',
    status: 200,
    rows: 3,
    refusedRows: 2,
    durationMs: 12,
    error: refusal,
  })
  log.close()
}

describe('the list of integrations', () => {
  test('shows a member its own keys, and an owner all', async () => {
    const own = listed(await browser.get('/integrations'))
    expect(own.map(({ id }) => id)).toEqual([member.keyId])
    const all = listed(await owner.get('/integrations?size=200'))
    expect(all.map(({ id }) => id)).toContain(member.keyId)
    expect(all.length).toBeGreaterThan(own.length)
  })

  test('says how much waits, and since when the oldest does', async () => {
    const since = Date.now() - 50 * hourMs
    await member.addScan({ createdAt: since })
    await member.addScan({ createdAt: since + hourMs })
    await member.addScan({ createdAt: since, failureReason: 'It is blank.' })
    const [key] = listed(await browser.get('/integrations'))
    expect(key?.['waiting']).toEqual({ count: 2, since: new Date(since).toISOString() })
  })

  test('counts a key for the scans of all users with all of them', async () => {
    const { id } = await shop.addKey({ email: 'owner@example.com', allUsers: true })
    const another = await addMember(shop)
    await another.addScan()
    const { json } = await owner.get(`/integrations/${id}`)
    expect(json['waiting']).toMatchObject({ count: 3 })
  })

  test('has nothing that waits for a key that fetches nothing', async () => {
    const { id } = await shop.addKey({
      email: 'owner@example.com',
      service: 'storefront',
      scopes: ['storefront:read'],
    })
    expect((await owner.get(`/integrations/${id}`)).json['waiting']).toBeNull()
  })

  test('says what came of the last calls', async () => {
    const { id } = await shop.addKey({ email: member.email })
    const before = (await browser.get(`/integrations/${id}`)).json
    expect(before).toMatchObject({ calls: 0, failedCalls: 0, lastResult: null, lastUsedAt: null })
    logCalls(id, [400, 200, 500])
    const { json } = await browser.get(`/integrations/${id}`)
    expect(json).toMatchObject({ calls: 3, failedCalls: 2, partlyRefusedCalls: 0 })
    expect(json['lastResult']).toEqual({ status: 500, rows: 2, refusedRows: 0 })
    expect(json).toMatchObject({ lastUsedFrom: '192.0.2.7' })
  })

  test('leaves out keys that have ended', async () => {
    const { id } = await shop.addKey({ email: member.email })
    await browser.post(`/keys/${id}/revoke`)
    expect(listed(await browser.get('/integrations')).map((key) => key['id'])).not.toContain(id)
    // What it did is still to be seen.
    const { status, json } = await browser.get(`/integrations/${id}`)
    expect([status, json['state'], json['waiting']]).toEqual([200, 'revoked', null])
  })
})

describe('the calls of a key', () => {
  test('come newest first, with how each ended', async () => {
    const { id } = await shop.addKey({ email: member.email })
    logCalls(id, [200, 400])
    const answer = await browser.get(`/integrations/${id}/calls`)
    const [last, first] = listed(answer)
    expect(answer.json['total']).toBe(2)
    expect(last).toMatchObject({
      method: 'GET',
      status: 400,
      rows: 1,
      durationMs: 12,
      error: 'Something was wrong.',
    })
    expect(first).toMatchObject({ status: 200, rows: 0, error: null })
    expect(last).not.toHaveProperty('keyId')
  })

  test('are the last 200, a page at a time', async () => {
    const { id } = await shop.addKey({ email: member.email })
    logCalls(
      id,
      Array.from({ length: 230 }, () => 200 as const),
    )
    const page = await browser.get(`/integrations/${id}/calls?page=4&size=60`)
    expect([page.json['total'], listed(page).length]).toEqual([200, 20])
    expect(listed(page).at(-1)?.['rows']).toBe(30)
  })

  test('may be only those that failed', async () => {
    const { id } = await shop.addKey({ email: member.email })
    logCalls(id, [500, 200, 400, 200])
    const answer = await browser.get(`/integrations/${id}/calls?result=failed`)
    expect(listed(answer).map(({ status }) => status)).toEqual([400, 500])
    expect(answer.json['total']).toBe(2)
  })

  test('that were taken count as failed too when some of their rows were refused', async () => {
    const { id } = await shop.addKey({ email: member.email })
    logCalls(id, [500, 200])
    logRefusedRows(id)
    const answer = await browser.get(`/integrations/${id}/calls?result=failed`)
    const [last] = listed(answer)
    expect(last).toMatchObject({ status: 200, rows: 3, refusedRows: 2, error: refusal })
    expect(answer.json['total']).toBe(2)
    const { json } = await browser.get(`/integrations/${id}`)
    expect(json).toMatchObject({ calls: 3, failedCalls: 2, partlyRefusedCalls: 1 })
    expect(json['lastResult']).toEqual({ status: 200, rows: 3, refusedRows: 2 })
  })

  test.each(['page=0', 'page=x', 'size=201', 'result=good'])('refuse %s', async (query) => {
    const answer = await browser.get(`/integrations/${member.keyId}/calls?${query}`)
    expect([answer.status, answer.field]).toEqual([400, query.split('=')[0] ?? ''])
  })
})

describe("another user's key", () => {
  test.each(['', '/calls'])('is none for a member: %s', async (path) => {
    const other = await addMember(shop)
    const stranger = await signedIn(shop, other.id)
    const answer = await stranger.get(`/integrations/${member.keyId}${path}`)
    expect(answer.status).toBe(404)
    expect(answer.text).not.toContain(member.email)
    expect((await owner.get(`/integrations/${member.keyId}${path}`)).status).toBe(200)
  })
})

describe('a key for orders', () => {
  test('has the orders that wait', async () => {
    const { id } = await shop.addKey({
      email: 'owner@example.com',
      service: 'storefront',
      scopes: ['orders:read'],
    })
    expect((await owner.get(`/integrations/${id}`)).json['waiting']).toEqual({
      count: 0,
      since: null,
    })
    await placeOrder()
    await placeOrder()
    const { json } = await owner.get(`/integrations/${id}`)
    expect(json['waiting']).toMatchObject({ count: 2, since: expect.any(String) })
    expect(json['baseAddress']).toBe(`${shop.url}/storefront`)
  })
})

async function placeOrder(): Promise<void> {
  const sku = await addProduct(shop.database)
  const body = { customer_name: 'Om', customer_phone: '98', items: [{ sku, quantity: 1 }] }
  expect((await shop.store('POST', '/api/public/v1/orders', { body })).status).toBe(201)
}
