import { describe, expect, test } from 'bun:test'
import { addProduct } from '../../../support/catalogue.ts'
import { api } from '../../../support/member.ts'
import { openShop } from '../../../support/shop.ts'
import { untilEnd } from '../../../support/until-end.ts'

const paths = ['products', 'products/rice', 'categories', 'offers'].map((path) => `${api}/${path}`)

const shop = untilEnd(await openShop())
await addProduct(shop.database, { slug: 'rice', name: 'Rice' })

const versionAt = async (path: string, headers: Record<string, string> = {}) =>
  Number((await shop.store('GET', path, { headers })).headers.get('daybook-version') ?? Number.NaN)

describe.each(paths)('GET %s', (path) => {
  test('says which version of the catalogue it shows, also when it is kept and when it is 304', async () => {
    const first = await shop.store('GET', path)
    const version = Number(first.headers.get('daybook-version'))
    expect(version).toBeGreaterThan(0)
    expect(await versionAt(path)).toBe(version)
    expect(await versionAt(path, { 'if-none-match': '*' })).toBe(version)
    await addProduct(shop.database, { slug: crypto.randomUUID(), name: 'Dal' })
    expect(await versionAt(path)).toBeGreaterThan(version)
  })

  test('says that it depends on the key', async () => {
    const { headers } = await shop.store('GET', path)
    expect(headers.get('vary')).toBe('Accept-Encoding, Authorization, Cookie, X-Api-Key, Origin')
    expect(headers.get('cache-control')).toBe('private, no-cache')
  })

  test('is never refused by the Daybook whose book counts, whatever a client has seen', async () => {
    const headers = { 'daybook-version': '999999999' }
    expect((await shop.store('GET', path, { headers })).status).toBe(200)
  })
})

test('a change tells the version that shows it', async () => {
  const before = await versionAt(`${api}/products`)
  const body = { updates: [{ sku: 'nothing', stock_quantity: 1 }] }
  const answer = await shop.store('POST', `${api}/products/stock`, { body })
  expect(Number(answer.headers.get('daybook-version'))).toBeGreaterThanOrEqual(before)
})
