import { beforeAll, describe, expect, test } from 'bun:test'
import { isJsonObject } from '../../../../../src/platform/json/json.ts'
import { openShop } from '../../../../support/shop.ts'
import { addProduct, stockOf } from '../../../../support/orders.ts'
import { rowCounts } from '../../../../support/row-counts.ts'
import type { Scope } from '../../../../../src/accounts/keys/rules.ts'
import { untilEnd } from '../../../../support/until-end.ts'

const shop = untilEnd(await openShop())
await addProduct(shop.database, { sku: 'RICE', stockQuantity: 1000 })

const place = (body: unknown, headers: Record<string, string> = {}) =>
  shop.store('POST', '/api/public/v1/orders', { body, headers })

const items = [{ sku: 'RICE', quantity: 1 }]
const wrap = { product_name: 'Gift wrap', unit_price: 10, gst_pct: 0, quantity: 1 }
const named = (key: string) => ({ 'idempotency-key': key })
const keyWith = async (...scopes: Scope[]) =>
  (await shop.addKey({ email: 'owner@example.com', service: 'storefront', scopes })).key
const long = (characters: number) => 'x'.repeat(characters)

describe('POST orders', () => {
  test.each([
    ['items', {}],
    ['items', { items: null }],
    ['items', { items: [] }],
    ['items', { items: 'x' }],
    ['items', { items: Array.from({ length: 501 }, () => wrap) }],
    ['items[0]', { items: [null] }],
    ['items[1].quantity', { items: [wrap, { ...wrap, quantity: 0 }] }],
    ['items[0].quantity', { items: [{ sku: 'RICE' }] }],
    ['items[0].quantity', { items: [{ sku: 'RICE', quantity: -1 }] }],
    ['items[0].quantity', { items: [{ sku: 'RICE', quantity: 1.5 }] }],
    ['items[0].quantity', { items: [{ sku: 'RICE', quantity: '1' }] }],
    ['items[0].quantity', { items: [{ sku: 'RICE', quantity: 100_001 }] }],
    ['items[0].sku', { items: [{ sku: 5, quantity: 1 }] }],
    ['items[0].sku', { items: [{ sku: long(201), quantity: 1 }] }],
    ['items[0].sku', { items: [{ sku: 'UNKNOWN', quantity: 1 }] }],
    ['items[0].product_name', { items: [{ quantity: 1 }] }],
    ['items[0].product_name', { items: [{ ...wrap, product_name: long(201) }] }],
    ['items[0].unit_price', { items: [{ ...wrap, unit_price: -1 }] }],
    ['items[0].unit_price', { items: [{ ...wrap, unit_price: 1e11 + 1 }] }],
    ['items[0].unit_price', { items: [{ ...wrap, unit_price: '10' }] }],
    ['items[0].quantity', { items: [{ ...wrap, unit_price: 1e11, quantity: 2 }] }],
    ['items', { items: [1, 2].map(() => ({ ...wrap, unit_price: 1e11 })) }],
    ['items[0].gst_pct', { items: [{ ...wrap, gst_pct: 101 }] }],
    ['discount', { items: [wrap], discount: 10.01 }],
    ['discount', { items: [wrap], discount: -1 }],
    ['total', { items: [wrap], total: 20 }],
    ['status', { items: [wrap], status: 'paid' }],
    ['customer_gstin', { items: [wrap], customer_gstin: '27AAPFU0939F1ZX' }],
    ['customer_name', { items: [wrap], customer_name: long(201) }],
    ['customer_name', { items: [wrap], customer_name: 'a\nb' }],
    ['customer_name', { items: [wrap], customer_name: 5 }],
    ['customer_phone', { items: [wrap], customer_phone: long(33) }],
    ['shipping_address', { items: [wrap], shipping_address: long(1001) }],
    ['shipping_address', { items: [wrap], shipping_address: 'a\u0000b' }],
    ['shipping_city', { items: [wrap], shipping_city: long(101) }],
    ['shipping_state', { items: [wrap], shipping_state: long(101) }],
    ['shipping_pincode', { items: [wrap], shipping_pincode: long(17) }],
  ])('with a bad %s is 400, and nothing is written', async (field, body) => {
    const before = rowCounts(shop)
    const { status, json } = await place(body)
    expect(status).toBe(400)
    expect(json).toMatchObject({ error: { code: 'invalid_request' }, status: 400 })
    expect(JSON.stringify(json)).toContain(`"message":"${field} `)
    expect(rowCounts(shop)).toEqual(before)
  })

  test('takes null as absent, the longest of everything, and fields that it does not know', async () => {
    const answer = await place({
      customer_name: null,
      customer_phone: long(32),
      customer_gstin: '',
      shipping_address: long(1000),
      discount: null,
      status: 'pending',
      order_no: 'ignored',
      items: [{ ...wrap, sku: null, quantity: 100_000 }],
    })
    expect(answer.status).toBe(201)
    expect(answer.json).toMatchObject({ customer_name: '', total: 1_000_000, customer_gstin: '' })
    expect(answer.json['order_no']).not.toBe('ignored')
  })

  test('shows a refused text in valid Unicode, wherever it is cut', async () => {
    for (const start of ['', 'x']) {
      const { json } = await place({ items: [wrap], customer_name: start + '😀'.repeat(201) })
      const { error } = json
      expect(isJsonObject(error) && String(error['message']).isWellFormed()).toBe(true)
    }
  })

  test('stores text in NFC', async () => {
    const { json } = await place({ customer_name: 'Zoe\u0308', items: [wrap] })
    expect(json['customer_name']).toBe('Zo\u00eb')
  })

  test('prices a shop sends back itself are not trusted beyond the line: name and rate are the catalogue’s', async () => {
    const { json } = await place({ items: [{ ...items[0], product_name: 'Gold', gst_pct: 0 }] })
    expect(json).toMatchObject({ items: [{ product_name: 'Basmati Rice 5 kg', gst_pct: 5 }] })
  })

  test('of twenty at once for seven pieces accepts exactly seven', async () => {
    await addProduct(shop.database, { sku: 'SEVEN', stockQuantity: 7 })
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => place({ items: [{ sku: 'SEVEN', quantity: 1 }] })),
    )
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 201)).toHaveLength(7)
    expect(statuses.filter((status) => status === 409)).toHaveLength(13)
    expect(stockOf(shop.database, 'SEVEN')).toBe(0)
    const numbers = answers.flatMap(({ status, json }) =>
      status === 201 ? [json['order_no']] : [],
    )
    expect(new Set(numbers).size).toBe(7)
    expect(answers.find(({ status }) => status === 409)?.json).toEqual({
      error: {
        message: 'There is not enough stock of SEVEN (1 wanted, 0 in stock). No order was placed.',
        code: 'insufficient_stock',
        details: [{ sku: 'SEVEN', wanted: 1, available: 0 }],
      },
      status: 409,
    })
  })
})

describe('POST orders with a key that may only place them', () => {
  let webShop: string
  beforeAll(async () => {
    webShop = await keyWith('storefront:read', 'orders:create')
    await addProduct(shop.database, { sku: 'TEE', variants: [{ sku: 'TEE-M', salePrice: 39_999 }] })
  })

  const order = (body: unknown, key = webShop) =>
    shop.store('POST', '/api/public/v1/orders', { body, key })

  test.each([
    [
      { items: [{ sku: 'RICE', quantity: 1, unit_price: 0 }] },
      "items[0].unit_price must be 450, the catalogue's price of RICE, for a key without the scope orders:price, got 0.",
      [{ sku: 'RICE', given: 0, expected: 450 }],
    ],
    [
      { items: [...items, { sku: 'TEE-M', quantity: 1, unit_price: 450 }], total: 900 },
      "items[1].unit_price must be 399.99, the catalogue's price of TEE-M, for a key without the scope orders:price, got 450.",
      [{ sku: 'TEE-M', given: 450, expected: 399.99 }],
    ],
    [
      { items: [{ ...items[0], unit_price: 449.994 }] },
      "items[0].unit_price must be 450, the catalogue's price of RICE, for a key without the scope orders:price, got 449.99.",
      [{ sku: 'RICE', given: 449.99, expected: 450 }],
    ],
  ])(
    'refuses %j with the price of the catalogue, and nothing is written',
    async (body, message, details) => {
      const before = rowCounts(shop)
      const answer = await order(body)
      const [field = ''] = message.split(' ')
      expect([answer.status, answer.json]).toEqual([
        409,
        { error: { code: 'price_changed', message, field, details }, status: 409 },
      ])
      expect(rowCounts(shop)).toEqual(before)
    },
  )

  test('names every price that changed', async () => {
    const wanted = [
      { sku: 'RICE', quantity: 1, unit_price: 1 },
      { sku: 'TEE-M', quantity: 1, unit_price: 2 },
    ]
    expect((await order({ items: wanted })).json).toMatchObject({
      error: {
        details: [
          { sku: 'RICE', given: 1, expected: 450 },
          { sku: 'TEE-M', given: 2, expected: 399.99 },
        ],
      },
    })
  })

  test.each([
    [
      { items, discount: 0.01 },
      'discount must be 0 for a key without the scope orders:price, got 0.01.',
    ],
    [
      { items: [...items, wrap] },
      'items[1].sku is missing: it must be the SKU of a product or variant for a key without the scope orders:price.',
    ],
  ])('refuses %j, and nothing is written', async (body, message) => {
    const before = rowCounts(shop)
    const answer = await order(body)
    const [field = ''] = message.split(' ')
    expect([answer.status, answer.json]).toEqual([
      400,
      { error: { code: 'invalid_request', message, field }, status: 400 },
    ])
    expect(rowCounts(shop)).toEqual(before)
  })

  test('sells at the prices of the catalogue, also when they are sent', async () => {
    const wanted = [
      { sku: 'RICE', quantity: 2 },
      { sku: 'RICE', quantity: 1, unit_price: 449.995 },
      { sku: 'TEE-M', quantity: 1, unit_price: 399.99 },
    ]
    const { status, json } = await order({ items: wanted, discount: 0, total: 1749.99 })
    expect([status, json['total']]).toEqual([201, 1749.99])
  })

  test('and with orders:price as well sets prices, discounts and lines of its own', async () => {
    const till = await keyWith('orders:create', 'orders:price')
    const own = { items: [{ ...items[0], unit_price: 400 }, wrap], discount: 10 }
    const { status, json } = await order(own, till)
    expect([status, json['total']]).toEqual([201, 400])
    const alone = await order(own, await keyWith('orders:price'))
    expect([alone.status, alone.text]).toEqual([403, expect.stringContaining('orders:create')])
  })
})

describe('Idempotency-Key on POST orders', () => {
  test('with the same body gets the first answer again, marked, and nothing is written twice', async () => {
    const first = await place({ items }, named('one'))
    expect([first.status, first.headers.get('idempotency-replayed')]).toEqual([201, null])
    const stock = stockOf(shop.database, 'RICE')
    const before = rowCounts(shop)
    const again = await place({ ignored: 1, items }, named('one'))
    expect([again.status, again.text]).toEqual([201, first.text])
    expect(again.headers.get('idempotency-replayed')).toBe('true')
    expect([stockOf(shop.database, 'RICE'), rowCounts(shop)]).toEqual([stock, before])
  })

  test('with another body is 409, and nothing is written', async () => {
    await place({ items }, named('two'))
    const before = rowCounts(shop)
    const other = await place({ items, customer_name: 'Asha' }, named('two'))
    expect([other.status, other.json]).toEqual([
      409,
      {
        error: {
          message: expect.stringContaining('another body'),
          code: 'idempotency_conflict',
          field: 'Idempotency-Key',
          details: [{ first_used_at: expect.stringMatching(/^20.*Z$/) }],
        },
        status: 409,
      },
    ])
    expect(rowCounts(shop)).toEqual(before)
  })
})
