import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { sampleCatalogue } from '../../../scripts/demo/storefront/sample-catalogue.ts'
import { sampleOrders } from '../../../scripts/demo/storefront/sample-orders.ts'
import { createApp } from '../../../src/app.ts'
import { shopTime } from '../../../src/cli/demo/dates.ts'
import { fillDemo, keysOfFilled, type DemoKey } from '../../../src/cli/demo/fill.ts'
import { isJsonObject, type JsonObject } from '../../../src/platform/json/json.ts'
import { silentLog } from '../../../src/platform/log.ts'
import {
  codeOf,
  noon,
  temporaryDatabase,
  type TemporaryDatabase,
} from '../../support/temporary-database.ts'

/** What the demo is filled with. */
const seed = 1
/** Filling a shop, with its papers, may take so long on a busy machine, in milliseconds. */
const fillLimitMs = 120_000

const origin = 'http://127.0.0.1:3292'

let demo: TemporaryDatabase
let keys: DemoKey[]

beforeAll(async () => {
  demo = temporaryDatabase()
  keys = await fillDemo(demo.database, demo.dir, noon)
}, fillLimitMs)

afterAll(() => demo[Symbol.asyncDispose]())

describe('the demo', () => {
  test('has seven keys under fixed names, the same ones every time and when it is opened again', () => {
    expect(keys.map(({ name }) => name)).toEqual([
      'owner',
      'member1',
      'member2',
      'storefront',
      'erp',
      'test-scans',
      'test-storefront',
    ])
    expect(keyOf('storefront')).toBe('dbk_qowwOLeKsQovI90Oq5XiTLe6k2QCzLHjxZ3Ww6GdfnI2lozj2')
    expect(keyOf('erp')).toBe('dbk_4PduJfDPukqAtcdCs0OdvLHYG3Z9Fpc6QILJw2OKPzG3rbNqg')
    expect(keysOfFilled(demo.database, demo.dir)).toEqual(keys)
  })

  test('has no keys for a new directory, and refuses one that holds anything else', async () => {
    await using other = temporaryDatabase()
    expect(keysOfFilled(other.database, other.dir)).toBeUndefined()
    await fillDemo(other.database, other.dir, noon)
    await other.database.write((conn) =>
      conn.$client.run("delete from api_keys where name = 'erp'"),
    )
    expect(await codeOf(() => keysOfFilled(other.database, other.dir))).toBe('conflict')
  })

  test('gives products, orders and their numbers the same slugs, SKUs and ids every time', async () => {
    await using again = temporaryDatabase()
    await fillDemo(again.database, again.dir, noon)
    const facts = [
      'select slug, sku, image from products order by seq',
      'select slug, image from categories order by slug',
      'select id, order_no, status, total, waiting_items from orders order by seq',
    ]
    for (const sql of facts) {
      const rows = demo.database.read.$client.query(sql).all()
      expect(again.database.read.$client.query(sql).all()).toEqual(rows)
      expect(rows.length).toBeGreaterThan(8)
    }
  })
})

describe('the storefront of the demo', () => {
  test('lists the 193 products that are shown, the newest first, each slug once', async () => {
    const first = await get('/products?limit=100')
    expect(first['pagination']).toEqual({ limit: 100, offset: 0, total: 193 })
    const all = [...dataOf(first), ...dataOf(await get('/products?limit=100&offset=100'))]
    expect(new Set(all.map(({ slug }) => slug)).size).toBe(193)
    expect(
      all.filter(({ slug }) => /-\d$/.test(String(slug)) && !/of-\d$/.test(String(slug))),
    ).toEqual([])
    const times = all.map((product) => String(product['created_at']))
    expect(times).toEqual(times.toSorted().toReversed())
  })

  test('shows a product with its kinds and pictures', async () => {
    const product = (await get('/products/cotton-t-shirt-for-men'))['data'] ?? null
    if (!isJsonObject(product)) throw new Error('There is no such product.')
    expect(product).toMatchObject({ gst_pct: 5, mrp: 499, sale_price: 349 })
    expect(product['variants']).toHaveLength(16)
    expect(product['images']).toHaveLength(2)
    const image = await call(String(product['image_url']))
    expect([image.status, image.headers.get('content-type')]).toEqual([200, 'image/png'])
  })

  test('finds products by their Hindi names', async () => {
    const found = dataOf(await get(`/products?search=${encodeURIComponent('चावल')}`))
    expect(found.map(({ slug }) => slug)).toContain('basmati-rice-5-kg')
  })

  test('lists its eight categories with a picture each, and five offers', async () => {
    const categories = dataOf(await get('/categories'))
    expect(categories).toHaveLength(8)
    expect(categories[0]).toMatchObject({ slug: 'atta-rice-dal', name: 'Atta, Rice & Dal' })
    expect(new Set(categories.map((category) => category['image_url'])).size).toBe(8)
    const offers = dataOf(await get('/offers')).map(({ slug }) => slug)
    const running = [
      'free-delivery',
      'flat-100',
      'masala-week',
      'tshirts-3-for-2',
      'festive-hamper',
    ]
    expect(offers).toEqual(running)
  })

  test('has the orders waiting that nobody has acknowledged, whole or in part', async () => {
    const products = sampleCatalogue({ seed, now: shopTime })
    const orders = sampleOrders({ seed, now: shopTime, products })
    const waiting = orders.filter(({ items }) =>
      items.some((item) => item['sku'] && !item['synced_at']),
    )
    const answer = await get('/orders/unsynced', 'erp')
    expect(answer).toMatchObject({ count: waiting.length, waiting: waiting.length, next: null })
    expect(waiting.length).toBeWithin(17, 40)
    expect(statusesOf(dataOf(answer))).toEqual(statusesOf(waiting))
  })

  test('keeps the amounts of every order true', () => {
    const wrong = demo.database.read.$client
      .query('select id from orders where total <> subtotal + gst_total - discount or total <= 0')
      .all()
    expect(wrong).toEqual([])
  })

  test("opens to the accounting system's key only what that needs", async () => {
    expect((await call(`${origin}/storefront/api/public/v1/products`, 'erp')).status).toBe(403)
    expect((await call(`${origin}/storefront/api/public/v1/products`, 'owner')).status).toBe(403)
  })
})

async function get(path: string, key = 'storefront'): Promise<JsonObject> {
  const response = await call(`${origin}/storefront/api/public/v1${path}`, key)
  expect(response.status).toBe(200)
  const body: unknown = await response.json()
  if (!isJsonObject(body)) throw new Error('The answer is no object.')
  return body
}

async function call(url: string, key = 'storefront'): Promise<Response> {
  const { dispatcher } = createApp({
    database: demo.database,
    dir: demo.dir,
    clock: { now: () => noon },
    log: silentLog,
    calls: { add: () => undefined },
    corsOrigins: [],
    publicUrl: origin,
  })
  const headers = { authorization: `Bearer ${keyOf(key)}` }
  return await dispatcher.answer(new Request(url, { headers }), { service: undefined }, '127.0.0.1')
}

function statusesOf(orders: readonly { status?: unknown }[]): string[] {
  return orders.map(({ status }) => String(status)).toSorted()
}

function keyOf(name: string): string {
  return keys.find((key) => key.name === name)?.key ?? ''
}

function dataOf(answer: JsonObject): JsonObject[] {
  const data = answer['data']
  return Array.isArray(data) ? data.filter(isJsonObject) : []
}
