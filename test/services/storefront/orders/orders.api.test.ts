import { describe, expect, test } from 'bun:test'
import { openShop } from '../../../support/shop.ts'
import { addProduct, linesOf, listOf, stockOf } from '../../../support/orders.ts'
import { untilEnd } from '../../../support/until-end.ts'

const api = '/api/public/v1'

const shop = untilEnd(await openShop())

describe('the way of an order', () => {
  test('from the shop to the ERP', async () => {
    await addProduct(shop.database, { sku: 'WAY', stockQuantity: 5 })
    const placed = await shop.store('POST', `${api}/orders`, {
      body: {
        customer_name: 'Asha Rao',
        customer_phone: '+91 98450 12345',
        customer_gstin: ' 27aapfu0939f1zv ',
        shipping_address: '12 MG Road\r\nOpposite the park',
        shipping_city: 'Bengaluru',
        shipping_state: 'Karnataka',
        shipping_pincode: '560001',
        items: [{ sku: 'WAY', quantity: 2 }],
      },
    })
    expect(placed.status).toBe(201)
    const { json: order } = placed
    expect(order).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      order_no: expect.stringMatching(/^\d{4}-\d{2}\/\d{5}$/),
      revision: 1,
      customer_name: 'Asha Rao',
      customer_phone: '+91 98450 12345',
      customer_gstin: '27AAPFU0939F1ZV',
      shipping_address: '12 MG Road\r\nOpposite the park',
      shipping_city: 'Bengaluru',
      shipping_state: 'Karnataka',
      shipping_pincode: '560001',
      status: 'pending',
      subtotal: 857.14,
      gst_total: 42.86,
      discount: 0,
      total: 900,
      created_at: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/),
      items: [
        {
          id: expect.stringMatching(/^[0-9a-f-]{36}$/),
          product_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
          variant_id: null,
          sku: 'WAY',
          product_name: 'Basmati Rice 5 kg',
          variant_label: null,
          hsn: '1006',
          quantity: 2,
          returned_quantity: 0,
          unit_price: 450,
          line_total: 900,
          gst_amount: 42.86,
          gst_pct: 5,
          offer_id: null,
          offer_title: null,
        },
      ],
      excluded_items: { count: 0, amount: 0 },
    })
    expect(stockOf(shop.database, 'WAY')).toBe(3)

    const paid = await shop.store('POST', `${api}/orders/${String(order['id'])}/status`, {
      body: { status: 'PAID' },
    })
    expect([paid.status, paid.json]).toEqual([200, { ...order, status: 'paid', revision: 2 }])

    const waiting = await shop.store('GET', `${api}/orders/unsynced?status=Paid`)
    expect(waiting.json).toEqual({ data: [paid.json], count: 1, waiting: 1, next: null })

    const synced = await shop.store('POST', `${api}/orders/sync`, {
      body: { orders: [{ order_id: order['id'], all_items: true }] },
    })
    expect([synced.status, synced.json]).toEqual([
      200,
      {
        summary: { total: 1, orders_marked: 1, items_marked: 1, errors: 0 },
        results: [{ order_id: order['id'] ?? null, items_marked: 1, order_marked: true }],
      },
    ])
    const after = await shop.store('GET', `${api}/orders/unsynced?status=paid`)
    expect(after.json).toEqual({ data: [], count: 0, waiting: 0, next: null })
  })
})

describe('GET orders/unsynced', () => {
  test.each([
    ['limit=0', 'limit'],
    ['limit=201', 'limit'],
    ['limit=-1', 'limit'],
    ['limit=abc', 'limit'],
    ['limit=0x10', 'limit'],
    ['limit=1e1', 'limit'],
    ['limit=%205', 'limit'],
    ['limit=1.5', 'limit'],
    ['status=shipped', 'status'],
    ['after=nobody', 'after'],
    [`after=${'x'.repeat(37)}`, 'after'],
  ])('with ?%s is 400, naming it', async (query, field) => {
    const { status, json } = await shop.store('GET', `${api}/orders/unsynced?${query}`)
    expect(status).toBe(400)
    expect(json).toMatchObject({ error: { code: 'invalid_request' }, status: 400 })
    expect(JSON.stringify(json)).toContain(`"message":"${field} must`)
  })

  test('lists the statuses for an unknown one', async () => {
    const { json } = await shop.store('GET', `${api}/orders/unsynced?status=shipped`)
    expect(JSON.stringify(json)).toContain(
      'one of pending, paid, packed, dispatched, delivered, cancelled, returned',
    )
  })

  test('takes empty and unknown parameters as not given, and the bounds of limit', async () => {
    for (const query of ['limit=&status=&after=', 'page=2', 'limit=1', 'limit=200']) {
      expect((await shop.store('GET', `${api}/orders/unsynced?${query}`)).status).toBe(200)
    }
  })

  test('has an ETag that it honours', async () => {
    const first = await shop.store('GET', `${api}/orders/unsynced`)
    const etag = first.headers.get('etag') ?? ''
    const headers = { 'if-none-match': etag }
    expect((await shop.store('GET', `${api}/orders/unsynced`, { headers })).status).toBe(304)
  })
})

const sync = (body: unknown) => shop.store('POST', `${api}/orders/sync`, { body })

describe('POST orders/sync', () => {
  test.each([[{}], [{ orders: null }], [{ orders: 'x' }], [{ orders: {} }]])(
    'with %j is 400, naming orders',
    async (body) => {
      const { status, json } = await sync(body)
      expect(status).toBe(400)
      expect(JSON.stringify(json)).toMatch(
        /"message":"orders (must be|is missing: it must be) a list/,
      )
    },
  )

  test('with nothing is 200 with zero totals', async () => {
    const { status, json } = await sync({ orders: [] })
    expect([status, json]).toEqual([
      200,
      { summary: { total: 0, orders_marked: 0, items_marked: 0, errors: 0 }, results: [] },
    ])
  })

  test('takes 1,000 rows, and 1,001 are 413 with nothing written', async () => {
    await addProduct(shop.database, { sku: 'MANY' })
    const { json: order } = await shop.store('POST', `${api}/orders`, {
      body: { items: [{ sku: 'MANY', quantity: 1 }] },
    })
    const rows = (count: number) =>
      Array.from({ length: count }, () => ({ order_id: order['id'], all_items: true }))
    const refused = await sync({ orders: rows(1001) })
    expect(refused.status).toBe(413)
    expect(JSON.stringify(refused.json)).toContain('at most 1000')
    const answer = await sync({ orders: rows(1000) })
    expect(answer.json['summary']).toEqual({
      total: 1000,
      orders_marked: 1000,
      items_marked: 1,
      errors: 0,
    })
  })

  test('answers bad rows beside good ones, whatever they are', async () => {
    const { status, json } = await sync({ orders: [null, 1, 'x', [], {}, { order_id: {} }] })
    expect([status, json['summary']]).toEqual([
      200,
      { total: 6, orders_marked: 0, items_marked: 0, errors: 6 },
    ])
    expect(listOf(json['results'])).toHaveLength(6)
  })
})

describe('POST orders/{id}/status', () => {
  test('refuses an unknown status listing them, an unknown order and a move that is not allowed', async () => {
    await addProduct(shop.database, { sku: 'MOVE' })
    const { json: order } = await shop.store('POST', `${api}/orders`, {
      body: { items: [{ sku: 'MOVE', quantity: 1 }] },
    })
    const move = (id: string, body: unknown) =>
      shop.store('POST', `${api}/orders/${id}/status`, { body })
    const id = String(order['id'])
    for (const body of [{}, { status: null }, { status: 5 }, { status: 'shipped' }]) {
      const { status, text } = await move(id, body)
      expect([status, text]).toEqual([400, expect.stringContaining('one of pending, paid')])
    }
    for (const unknown of ['nobody', '%00', 'a%2Fb', '%zz', '%E0%A4']) {
      const answer = await move(unknown, { status: 'paid' })
      expect([unknown, answer.status]).toEqual([unknown, 404])
      expect(answer.json).toMatchObject({ error: { code: 'not_found' }, status: 404 })
    }
    expect((await move(id, { status: 'returned' })).json).toEqual({
      error: {
        message:
          'The order is pending: it cannot become returned. Allowed next: paid, packed, dispatched, delivered, cancelled.',
        code: 'invalid_transition',
      },
      status: 409,
    })
    expect((await move(id.toUpperCase(), { status: 'cancelled' })).json).toMatchObject({
      status: 'cancelled',
    })
    expect(stockOf(shop.database, 'MOVE')).toBe(10)
    expect(linesOf(order)).toHaveLength(1)
  })
})
