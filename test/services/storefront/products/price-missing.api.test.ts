import { beforeEach, describe, expect, test } from 'bun:test'
import type { Scope } from '../../../../src/accounts/keys/rules.ts'
import { isJsonObject, type JsonObject } from '../../../../src/platform/json/json.ts'
import { exportProducts } from '../../../../src/services/storefront/inventory/export-products.ts'
import { quoteOrder } from '../../../../src/services/storefront/orders/placing/place-order.ts'
import { readOrder } from '../../../../src/services/storefront/orders/placing/read-order.ts'
import { listOf } from '../../../support/orders.ts'
import { rowCounts } from '../../../support/row-counts.ts'
import { openShop, owner } from '../../../support/shop.ts'
import { refusalOf } from '../../../support/temporary-database.ts'
import { bulk, put, stock } from '../bulk/rows.ts'
import { untilEnd } from '../../../support/until-end.ts'

const shop = untilEnd(await openShop())
const keyWith = async (...scopes: Scope[]) =>
  (await shop.addKey({ email: owner, service: 'storefront', scopes })).key

const webShop = await keyWith('storefront:read', 'orders:create')

const order = (items: JsonObject[], key?: string) =>
  shop.store('POST', '/api/public/v1/orders', { body: { items }, ...(key && { key }) })

const detail = async (slug: string): Promise<JsonObject> => {
  const { data } = (await shop.store('GET', `/api/public/v1/products/${slug}`)).json
  return isJsonObject(data) ? data : {}
}

const tv = (number: number, more: JsonObject = {}) => ({
  sku: `TV-${number}`,
  name: `TV ${number}`,
  slug: `tv-${number}`,
  stock_quantity: 3,
  ...more,
})

let count = 0
let unpriced: string

beforeEach(async () => {
  unpriced = `TV-${++count}`
  await put(shop, tv(count))
})

const warning = 'sale_price was never given: it cannot be ordered until it has a price.'

describe('a product that nobody gave a price', () => {
  test('is listed, says so, and its row warns', async () => {
    const row = await put(shop, tv(count, { stock_quantity: 4 }))
    expect(row).toMatchObject({ status: 'updated', warnings: [warning] })
    expect(await stock(shop, { sku: unpriced, stock_quantity: 3 })).toMatchObject([
      { status: 'updated', warnings: [warning] },
    ])
    expect(await detail(`tv-${count}`)).toMatchObject({ sale_price: 0, has_price: false })
    const { json } = await shop.store('GET', '/api/public/v1/products?limit=1')
    expect(listOf(json['data'])).toMatchObject([{ slug: `tv-${count}`, has_price: false }])
  })

  test('cannot be ordered at the catalogue’s price, whoever orders, nor at any by a web shop', async () => {
    const other = `TV-${++count}`
    await put(shop, tv(count))
    const before = rowCounts(shop)
    const items = [unpriced, other].map((sku) => ({ sku, quantity: 3 }))
    const priced = items.map((item) => ({ ...item, unit_price: 30_000 }))
    const tries = [order(items), order(items, webShop), order(priced, webShop)]
    for (const refused of await Promise.all(tries)) {
      expect(refused.status).toBe(409)
      expect(refused.json).toMatchObject({ error: { code: 'price_missing' }, status: 409 })
      expect(refused.text).toContain(`${unpriced}, ${other} have no price in the catalogue`)
    }
    const [bare, , named] = await Promise.all(tries)
    expect(bare?.json).toMatchObject({
      error: { details: [unpriced, other].map((sku) => ({ sku, given: null, expected: null })) },
    })
    expect(named?.json).toMatchObject({ error: { details: [{ given: 30_000 }, {}] } })
    expect(rowCounts(shop)).toEqual(before)
    const { status, json } = await order(priced)
    expect([status, json['total']]).toEqual([201, 180_000])
  })

  test('is quoted at no price to somebody who enters an order by hand', async () => {
    const input = readOrder({ items: [{ sku: unpriced, quantity: 1 }] })
    const refusal = await refusalOf(() => quoteOrder(shop.storefront, input))
    expect(refusal.code).toBe('price_missing')
  })

  test('has one once a row, or an update of stock, says it, and is sold at that', async () => {
    const row = await put(shop, tv(count, { sale_price: 10 }))
    expect(row['warnings']).not.toContain(warning)
    await put(shop, tv(++count))
    await stock(shop, { sku: `TV-${count}`, sale_price: 10 })
    for (const number of [count - 1, count]) {
      expect(await detail(`tv-${number}`)).toMatchObject({ sale_price: 10, has_price: true })
      const { status, json } = await order([{ sku: `TV-${number}`, quantity: 1 }], webShop)
      expect([status, json['total']]).toEqual([201, 10])
    }
  })

  test('has one with the MRP that it came with, and none by an MRP of 0', async () => {
    await bulk(shop, { sku: 'MRP', name: 'Mrp', mrp: 20 }, { sku: 'NONE', name: 'None', mrp: 0 })
    expect(await detail('mrp')).toMatchObject({ sale_price: 20, has_price: true })
    expect(await detail('none')).toMatchObject({ sale_price: 0, has_price: false })
  })

  test('stays one when what was answered or exported comes back', async () => {
    const row = await put(shop, { ...(await detail(`tv-${count}`)), sku: unpriced })
    expect(row).toMatchObject({ changed: false })
    expect(row).not.toHaveProperty('warnings')
    const exported = [...exportProducts(shop.database.read)].find(({ sku }) => sku === unpriced)
    expect(exported).toMatchObject({ sale_price: 0, has_price: false })
    await put(shop, { ...exported, sku: 'COPY', name: 'Copy', slug: 'copy', mrp: 500 })
    expect(await detail('copy')).toMatchObject({ mrp: 500, sale_price: 0, has_price: false })
  })

  test('is told when has_price says otherwise than the prices', async () => {
    const row = await put(shop, tv(count, { sale_price: 5, has_price: false }))
    expect(row['warnings']).toContain(
      'has_price follows from the prices that were given: the one sent was ignored.',
    )
    expect(await detail(`tv-${count}`)).toMatchObject({ sale_price: 5, has_price: true })
  })

  test('is shown by the comparison of stock and prices', async () => {
    const ranges = [{ from: unpriced, before: `${unpriced}~`, digest: '' }]
    const { json } = await shop.store('POST', '/api/public/v1/products/digest', {
      body: { ranges },
    })
    expect(listOf(listOf(json['results'])[0]?.['articles'])).toMatchObject([
      { sku: unpriced, has_price: false },
    ])
  })
})

describe('a price of 0 that was said', () => {
  beforeEach(() => stock(shop, { sku: unpriced, sale_price: 0 }))

  test('is a price: it is sold with orders:price alone', async () => {
    expect(await detail(`tv-${count}`)).toMatchObject({ sale_price: 0, has_price: true })
    const refused = await order([{ sku: unpriced, quantity: 1 }], webShop)
    expect(refused.json).toMatchObject({ error: { code: 'invalid_request' }, status: 400 })
    expect(refused.text).toContain('items[0].sku')
    const { status, json } = await order([{ sku: unpriced, quantity: 1 }])
    expect([status, json['total']]).toEqual([201, 0])
  })

  test('stays one when the product comes back without it', async () => {
    expect(await put(shop, tv(count))).not.toHaveProperty('warnings')
    expect(await detail(`tv-${count}`)).toMatchObject({ has_price: true })
  })
})

describe('a variant', () => {
  test('without a price is of a product without one, and its row warns', async () => {
    const variants = [{ sku: `${unpriced}-A` }, { sku: `${unpriced}-B`, sale_price: 7 }]
    const row = await put(shop, tv(count, { variants }))
    expect(row['warnings']).toEqual([warning, `variants[0].${warning}`])
    expect((await detail(`tv-${count}`))['variants']).toMatchObject([
      { sale_price: 0, has_price: false },
      { sale_price: 7, has_price: true },
    ])
    const refused = await order([{ sku: `${unpriced}-A`, quantity: 1 }], webShop)
    expect(refused.json).toMatchObject({ error: { code: 'price_missing' } })
  })

  test('takes the price of its product when it is made', async () => {
    const variants = [{ sku: `${unpriced}-S` }, { sku: `${unpriced}-N`, has_price: false }]
    await put(shop, tv(count, { sale_price: 9, variants }))
    expect((await detail(`tv-${count}`))['variants']).toMatchObject([
      { sale_price: 9, has_price: true },
      { sale_price: 0, has_price: false },
    ])
  })
})
