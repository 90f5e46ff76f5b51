import { describe, expect, test } from 'bun:test'
import { addOffer, addProduct } from '../../../support/catalogue.ts'
import { api } from '../../../support/member.ts'
import { allScopes, openShop, owner } from '../../../support/shop.ts'
import { untilEnd } from '../../../support/until-end.ts'

const paths = ['products', 'products/rice', 'categories', 'offers'].map((path) => `${api}/${path}`)

const shop = untilEnd(await openShop())
await addProduct(shop.database, { slug: 'rice', name: 'चावल' })
await addOffer(shop.database, { title: 'Diwali' })
const keyOf = async (scopes: typeof allScopes) =>
  (await shop.addKey({ email: owner, service: 'storefront', scopes })).key
const reader = await keyOf(['storefront:read'])
const writer = await keyOf(allScopes.filter((scope) => scope !== 'storefront:read'))

describe.each(paths)('GET %s', (path) => {
  test('is refused to the same keys when the answer is kept', async () => {
    await shop.store('GET', path)
    const statusWith = async (key: string | undefined, headers = {}) =>
      (await shop.store('GET', path, { key, headers })).status
    expect(await statusWith(undefined)).toBe(401)
    expect(await statusWith('wrong')).toBe(401)
    expect(await statusWith(undefined, { 'x-api-key': reader })).toBe(401)
    expect(await statusWith(shop.keys.owner)).toBe(403)
    expect(await statusWith(writer)).toBe(403)
  })

  test('has a strong ETag and honours If-None-Match', async () => {
    const first = await shop.store('GET', path)
    const etag = first.headers.get('etag') ?? ''
    expect(etag).toMatch(/^"[!#-~]+"$/)
    expect(first.headers.get('cache-control')).toBe('private, no-cache')
    for (const sent of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const answer = await shop.store('GET', path, { headers: { 'if-none-match': sent } })
      expect([sent, answer.status, answer.text]).toEqual([sent, 304, ''])
      expect(answer.headers.get('etag')).toBe(etag)
      expect(answer.headers.get('cache-control')).toBe('private, no-cache')
      expect(answer.headers.get('x-request-id')).not.toBeNull()
    }
    const other = await shop.store('GET', path, { headers: { 'if-none-match': '"other"' } })
    expect([other.status, other.text]).toEqual([200, first.text])
  })

  test('answers the same again, with an id of its own each time', async () => {
    const [first, second] = [await shop.store('GET', path), await shop.store('GET', path)]
    expect(second.text).toBe(first.text)
    for (const name of ['etag', 'content-type', 'cache-control', 'content-length']) {
      expect(second.headers.get(name)).toBe(first.headers.get(name))
    }
    expect(first.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expect(second.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'))
  })

  test('HEAD answers like GET without a body', async () => {
    const whole = await shop.store('GET', path)
    for (const head of [await shop.store('HEAD', path), await shop.store('HEAD', `${path}?x=1`)]) {
      expect([head.status, head.text]).toEqual([200, ''])
      expect(head.headers.get('etag')).toBe(whole.headers.get('etag'))
      const bytes = new TextEncoder().encode(whole.text).length
      expect(head.headers.get('content-length')).toBe(String(bytes))
    }
  })

  test('ignores unknown parameters', async () => {
    const whole = await shop.store('GET', path)
    for (const query of ['page=2', 'Limit=1', '__proto__=1', '%zz', 'x=%00']) {
      expect((await shop.store('GET', `${path}?${query}`)).text).toBe(whole.text)
    }
  })
})

test.each(['bulk', 'stock'])('GET products/%s is 405: it is no slug', async (word) => {
  const answer = await shop.store('GET', `${api}/products/${word}`)
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'OPTIONS, POST'])
})

test('links in an answer point to the address that the request came to', async () => {
  const byName = shop.url.replace('127.0.0.1', 'localhost')
  for (const base of [shop.url, byName, shop.url]) {
    const answer = await shop.store('GET', `${base}/storefront${api}/products/rice`)
    expect(answer.json['data']).toMatchObject({ image_url: `${base}/images/placeholder.png` })
  }
})

test('the bare address gives the same answer to a storefront key', async () => {
  const path = `${api}/products`
  const bare = await shop.store('GET', `${shop.url}${path}`)
  expect(bare.text).toBe((await shop.store('GET', path)).text)
  const vendors = await shop.store('GET', `${shop.url}${path}`, { key: shop.keys.owner })
  expect(vendors.json).toHaveProperty('items')
})
