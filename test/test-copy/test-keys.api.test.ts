import { describe, expect, test } from 'bun:test'
import { revokeKey } from '../../src/accounts/keys/keys.ts'
import { isJsonObject, type JsonObject } from '../../src/platform/json/json.ts'
import { api } from '../support/member.ts'
import { idsOf, itemsOf, owner, ravi } from '../support/shop.ts'
import { bookOf, openTestShop, scanKeysOf } from '../support/test-shop.ts'
import { untilEnd } from '../support/until-end.ts'

const shop = untilEnd(await openTestShop())

const unsynced = `${api}/scans/unsynced`

async function waitingWith(key: string): Promise<string[]> {
  return idsOf(await shop.call('GET', unsynced, { key }))
}

async function stockWith(key: string): Promise<unknown> {
  const { json } = await shop.store('GET', `${api}/products/rice`, { key })
  return objectIn(json, 'data')['stock_quantity']
}

describe('a test key', () => {
  test('begins with dbt_, and whoami and every answer say that it is one', async () => {
    expect(shop.scanKey).toMatch(/^dbt_[0-9A-Za-z]{49}$/)
    const tested = await shop.call('GET', `${api}/whoami`, { key: shop.scanKey })
    expect(tested.json).toMatchObject({
      test: true,
      organisation: 'Test Stores',
      key: { name: 'test' },
    })
    expect(tested.headers.get('daybook-test')).toBe('true')
    const book = await shop.call('GET', `${api}/whoami`, { key: shop.keys.owner })
    expect(book.json).toMatchObject({ test: false })
    expect(book.headers.has('daybook-test')).toBe(false)
  })

  test('gets the same documents as the other keys, with the same facts', async () => {
    const itemsWith = async (key: string) => itemsOf(await shop.call('GET', unsynced, { key }))
    const [tested, real] = [await itemsWith(shop.scanKey), await itemsWith(shop.keys.owner)]
    const shared = tested.filter(({ id }) => real.some((item) => item['id'] === id))
    expect(tested.every(({ facts }) => isJsonObject(facts))).toBe(true)
    expect(shared.map(({ facts }) => facts)).toEqual(real.map(({ facts }) => facts))
  })

  test('is told apart in a refusal as well', async () => {
    const { key } = await shop.addKey({
      email: owner,
      service: 'storefront',
      scopes: ['orders:read'],
      side: 'test',
    })
    const refused = await shop.store('GET', `${api}/products`, { key })
    expect([refused.status, refused.headers.get('daybook-test')]).toEqual([403, 'true'])
    const nothing = await shop.store('GET', `${api}/nothing`, { key })
    expect([nothing.status, nothing.headers.get('daybook-test')]).toEqual([404, 'true'])
    const unknown = await shop.store('GET', `${api}/nothing`)
    expect([unknown.status, unknown.headers.get('daybook-test')]).toEqual([404, null])
  })

  test("fetches the shop's documents, and what it acknowledges waits in the book all the same", async () => {
    const before = await waitingWith(shop.keys.ravi)
    const ids = await waitingWith(shop.scanKey)
    expect(ids).toEqual(before)
    const marked = await shop.call('POST', `${api}/scans/mark-synced`, {
      key: shop.scanKey,
      body: { ids },
    })
    expect(marked.json).toMatchObject({ updated: ids.length })
    expect(await waitingWith(shop.scanKey)).toEqual([])
    expect(await waitingWith(shop.keys.ravi)).toEqual(before)
  })

  test('of a member acts as that member', async () => {
    await shop.addScan({ user: 'meena', metadata: { invoice_no: 'M-1' } })
    await reset()
    const { key } = await shop.addKey({ email: ravi, side: 'test' })
    expect(await waitingWith(key)).toEqual(await waitingWith(shop.keys.ravi))
    expect((await waitingWith(shop.scanKey)).length).toBe((await waitingWith(key)).length + 1)
  })

  test('sets stock, places orders and sees them, and the shop sees none of it', async () => {
    const key = shop.storeKey
    const body = { updates: [{ sku: 'RICE-5', stock_quantity: 3 }] }
    await shop.store('POST', `${api}/products/stock`, { key, body })
    expect([await stockWith(key), await stockWith(shop.keys.storefront)]).toEqual([3, 10])
    const placed = await shop.store('POST', `${api}/orders`, {
      key,
      body: { customer_name: 'Asha', items: [{ sku: 'RICE-5', quantity: 2 }] },
    })
    expect(placed.status).toBe(201)
    const waiting = async (with_: string) =>
      (await shop.store('GET', `${api}/orders/unsynced`, { key: with_ })).json['count']
    expect(await waiting(key)).toBe(1)
    expect(await waiting(shop.keys.storefront)).toBe(0)
    expect(await stockWith(shop.keys.storefront)).toBe(10)
  })

  test('takes both ways to send it, also under the bare address', async () => {
    const headers = { 'x-api-key': shop.scanKey }
    const answer = await shop.call('GET', `${shop.url}${unsynced}`, { headers })
    expect([answer.status, answer.headers.get('daybook-test')]).toEqual([200, 'true'])
  })

  test('that was revoked opens nothing', async () => {
    const { id, key } = await shop.addKey({ email: owner, side: 'test' })
    expect((await shop.call('GET', unsynced, { key })).status).toBe(200)
    await shop.database.write((conn) => revokeKey(conn, id, Date.now()))
    expect((await shop.call('GET', unsynced, { key })).status).toBe(401)
  })
})

describe('POST test/reset', () => {
  test('throws away what test keys changed, and shows the book as it is now', async () => {
    const ids = await waitingWith(shop.scanKey)
    await shop.call('POST', `${api}/scans/mark-synced`, { key: shop.scanKey, body: { ids } })
    const id = await shop.addScan({ metadata: { invoice_no: 'NEW-1' } })
    expect(await waitingWith(shop.scanKey)).toEqual([])
    const answer = await reset()
    expect(answer.json).toMatchObject({
      made_at: expect.stringMatching(/^\d{4}-.*Z$/),
      bytes: expect.any(Number),
    })
    expect(await waitingWith(shop.scanKey)).toEqual(expect.arrayContaining([...ids, id]))
  })

  test('works with a test key of either service, and with no other', async () => {
    const path = `${api}/test/reset`
    expect((await shop.store('POST', path, { key: shop.storeKey })).status).toBe(200)
    const refused = await shop.call('POST', path, { key: shop.keys.owner })
    expect([refused.status, refused.text]).toEqual([
      403,
      expect.stringContaining('test keys alone'),
    ])
    expect((await shop.call('POST', path)).status).toBe(401)
    expect((await shop.call('GET', path, { key: shop.scanKey })).status).toBe(405)
  })

  test('is answered 20 times an hour to one key, and to the others all the same', async () => {
    const { key } = await shop.addKey({ email: owner, side: 'test' })
    const once = () => shop.call('POST', `${api}/test/reset`, { key })
    const statuses = new Set<number>()
    // Those that ask at once share a copy, and count all the same.
    for (const answer of await Promise.all(Array.from({ length: 20 }, once))) {
      statuses.add(answer.status)
    }
    expect([...statuses]).toEqual([200])
    const refused = await once()
    expect([refused.status, refused.json['error']]).toEqual([
      429,
      expect.stringContaining('20 times an hour'),
    ])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3000)
    await reset()
  })

  test('lets a client that waits for changes go', async () => {
    const first = await shop.call('GET', `${api}/changes?after=now`, { key: shop.scanKey })
    const next = String(first.json['next'])
    const waiting = shop.call('GET', `${api}/changes?after=${next}&wait=55`, { key: shop.scanKey })
    await reset()
    expect((await waiting).status).toBe(200)
  })

  test('tells a place in the feed of the copy before from its own', async () => {
    await shop.call('POST', `${api}/vendors`, { key: shop.scanKey, body: { name: 'Only Here' } })
    const first = await shop.call('GET', `${api}/changes?after=now`, { key: shop.scanKey })
    await reset()
    const after = String(first.json['next'])
    const answer = await shop.call('GET', `${api}/changes?after=${after}`, { key: shop.scanKey })
    expect(answer.status).toBe(410)
  })
})

describe('the book', () => {
  test('stays as it is, whatever is called with test keys', async () => {
    await waitingWith(shop.scanKey)
    const keys = [...(await scanKeysOf(shop)), shop.storeKey]
    const before = await bookOf(shop)
    const statuses = new Set<number>()
    for (const key of keys) {
      for (const service of ['scan-export', 'storefront']) {
        for (const call of await callsOf(service)) {
          const answer = await shop.call(call.method, `${shop.url}/${service}${call.path}`, {
            key,
            ...(call.body === undefined ? {} : { body: call.body }),
          })
          statuses.add(answer.status)
          expect(answer.status, `${call.method} ${call.path}: ${answer.text}`).toBeLessThan(500)
        }
      }
    }
    expect([...statuses]).toEqual(expect.arrayContaining([200, 201]))
    expect(await bookOf(shop)).toEqual(before)
  })

  test('gets no file that is sent with a test key, and its images are shown all the same', async () => {
    const before = await bookOf(shop)
    const image =
      'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
    const products = [{ sku: 'RICE-5', name: 'Rice', images: [image] }]
    const bulk = await shop.store('POST', `${api}/products/bulk`, {
      key: shop.storeKey,
      body: { products },
    })
    expect(bulk.json).toMatchObject({ summary: { updated: 1 } })
    const listed = await shop.store('GET', `${api}/products`, { key: shop.storeKey })
    const url = /https?:[^"]+\/images\/[0-9a-f]{64}\.png/.exec(listed.text)?.[0]
    expect((await fetch(url ?? '')).status).toBe(200)
    expect(await bookOf(shop)).toEqual(before)
  })

  test('keeps working for its own keys while the copy is made anew', async () => {
    const [answer] = await Promise.all([waitingWith(shop.keys.ravi), reset(), reset()])
    expect(answer.length).toBeGreaterThan(0)
  })
})

async function reset() {
  const answer = await shop.call('POST', `${api}/test/reset`, { key: shop.scanKey })
  expect(answer.status).toBe(200)
  return answer
}

type ApiCall = { method: string; path: string; body: unknown }

/** Every call of a service's document, with the bodies that it shows as examples. */
async function callsOf(service: string): Promise<ApiCall[]> {
  const { json } = await shop.call('GET', `${shop.url}/${service}/openapi.json`)
  const schemas = objectIn(objectIn(json, 'components'), 'schemas')
  return Object.entries(objectIn(json, 'paths')).flatMap(([path, methods]) =>
    Object.entries(isJsonObject(methods) ? methods : {}).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path: path.replaceAll(/\{\w+\}/g, '0199a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a1b'),
      body: method === 'post' ? exampleOf(operation, schemas) : undefined,
    })),
  )
}

function exampleOf(operation: unknown, schemas: JsonObject): unknown {
  const text = JSON.stringify(isJsonObject(operation) ? (operation['requestBody'] ?? {}) : {})
  const name = /"#\/components\/schemas\/([^"]+)"/.exec(text)?.[1] ?? ''
  const examples = objectIn(schemas, name)['examples']
  const [first] = Array.isArray(examples) ? examples : []
  return first ?? objectIn(schemas, name)['example'] ?? {}
}

function objectIn(object: JsonObject, name: string): JsonObject {
  const value = object[name]
  return isJsonObject(value) ? value : {}
}
