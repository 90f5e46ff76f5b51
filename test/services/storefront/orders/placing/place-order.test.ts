import { describe, expect, test } from 'bun:test'
import {
  products,
  catalogueState,
  orderCounters,
} from '../../../../../src/services/storefront/tables.ts'
import { addProduct, linesOf, orderDesk, stockOf } from '../../../../support/orders.ts'
import { codeOf, noon, refusalOf } from '../../../../support/temporary-database.ts'

describe('placing an order', () => {
  test('prices the lines from the catalogue, prices including GST', async () => {
    await using desk = orderDesk()
    await addProduct(desk.database, { sku: 'RICE' })
    const order = await desk.place({ items: [{ sku: ' RICE ', quantity: 2 }], discount: 50.5 })
    expect(order).toMatchObject({ subtotal: 857.14, gst_total: 42.86, discount: 50.5 })
    expect(order).toMatchObject({ total: 849.5, status: 'pending', revision: 1 })
    expect(order['created_at']).toBe(new Date(noon).toISOString())
    expect(linesOf(order)).toMatchObject([
      { sku: 'RICE', unit_price: 450, line_total: 900, gst_amount: 42.86, gst_pct: 5 },
    ])
    expect(order['excluded_items']).toEqual({ count: 0, amount: 0 })
  })

  test('takes a price that the line gives', async () => {
    await using desk = orderDesk()
    await addProduct(desk.database, { sku: 'RICE' })
    const order = await desk.place({ items: [{ sku: 'RICE', quantity: 2, unit_price: 0 }] })
    expect(order).toMatchObject({ subtotal: 0, gst_total: 0, total: 0 })
  })

  test('snapshots SKU, name, variant label, HSN and GST rate: a later change does not touch it', async () => {
    await using desk = orderDesk()
    const product = await addProduct(desk.database, {
      sku: 'SHIRT',
      name: 'Shirt',
      hsn: '6105',
      variants: [{ id: 'v', sku: 'SHIRT-M-RED' }],
    })
    const placed = await desk.place({ items: [{ sku: 'SHIRT-M-RED', quantity: 1 }] })
    const sold = {
      product_id: product,
      variant_id: 'v',
      sku: 'SHIRT-M-RED',
      product_name: 'Shirt',
      variant_label: 'M / Red',
      hsn: '6105',
      gst_pct: 5,
      unit_price: 400,
    }
    expect(linesOf(placed)).toMatchObject([sold])
    await desk.database.write((conn) =>
      conn.update(products).set({ name: 'Coat', hsn: '6201', gstBasisPoints: 1200 }).run(),
    )
    await desk.database.write((conn) => conn.delete(products).run())
    expect(linesOf(desk.listed()[0])).toMatchObject([sold])
  })

  test('sells what is not in the catalogue by name, price and rate', async () => {
    await using desk = orderDesk()
    const wrap = { product_name: 'Gift wrap', unit_price: 25, gst_pct: 18, quantity: 1 }
    const order = await desk.place({ items: [wrap] })
    expect(linesOf(order)).toMatchObject([
      { sku: '', product_id: '', variant_id: null, variant_label: null, gst_amount: 3.81 },
    ])
    expect(desk.order(order['id']).waitingItems).toBe(0)
    for (const field of ['product_name', 'unit_price', 'gst_pct']) {
      const { message } = await refusalOf(desk.place({ items: [{ ...wrap, [field]: null }] }))
      expect(message).toContain(`items[0].${field} is missing`)
    }
  })

  test.each([
    ['unknown', {}],
    ['of a product that is not active', { sku: 'X', isActive: false }],
    ['of a product that is not approved', { sku: 'X', approvalStatus: 'draft' as const }],
  ])('refuses a SKU %s, naming the item', async (_what, product) => {
    await using desk = orderDesk()
    await addProduct(desk.database, { sku: 'RICE' })
    await addProduct(desk.database, product)
    const items = ['RICE', 'RICE', 'X'].map((sku) => ({ sku, quantity: 1 }))
    const refusal = await refusalOf(desk.place({ items }))
    expect([refusal.code, refusal.message.startsWith('items[2].sku')]).toEqual([
      'invalid_request',
      true,
    ])
    expect(stockOf(desk.database, 'RICE')).toBe(10)
  })

  test('refuses what the customer was not shown: amounts more than 1.00 away', async () => {
    await using desk = orderDesk()
    await addProduct(desk.database, { sku: 'RICE' })
    const items = [{ sku: 'RICE', quantity: 2 }]
    expect(await codeOf(desk.place({ items, total: 898.99 }))).toBe('invalid_request')
    const near = await desk.place({ items, total: 899, subtotal: 857.14 })
    expect(near).toMatchObject({
      total: 900,
      warnings: ['total is 899, but the lines come to 900, which was taken.'],
    })
    expect(await desk.place({ items, total: 900 })).not.toHaveProperty('warnings')
  })

  test('warns of decimals that were rounded', async () => {
    await using desk = orderDesk()
    await addProduct(desk.database, { sku: 'RICE' })
    const order = await desk.place({ items: [{ sku: 'RICE', quantity: 1, unit_price: 1.005 }] })
    expect(order).toMatchObject({
      total: 1.01,
      warnings: ['items[0].unit_price was rounded to two decimals.'],
    })
  })
})

describe('order numbers', () => {
  test('run per financial year without gaps: an order that is refused gives its number back', async () => {
    await using desk = orderDesk()
    await addProduct(desk.database, { sku: 'RICE', stockQuantity: 3 })
    const place = (quantity = 1) => desk.place({ items: [{ sku: 'RICE', quantity }] })
    expect((await place())['order_no']).toBe('2026-27/00001')
    expect(await codeOf(place(5))).toBe('insufficient_stock')
    expect((await place())['order_no']).toBe('2026-27/00002')
    desk.clock.at(new Date(2027, 3, 1).getTime())
    expect((await place())['order_no']).toBe('2027-28/00001')
    const counters = desk.database.read.select().from(orderCounters).all()
    expect(counters).toEqual([
      { year: 2026, last: 2 },
      { year: 2027, last: 1 },
    ])
  })
})

describe('stock', () => {
  test('is taken in the same transaction, and the catalogue has a new version', async () => {
    await using desk = orderDesk()
    await addProduct(desk.database, { sku: 'RICE' })
    await desk.place({ items: [{ sku: 'RICE', quantity: 4 }] })
    expect(stockOf(desk.database, 'RICE')).toBe(6)
    expect(desk.database.read.select().from(products).all()).toMatchObject([{ version: 1 }])
    expect(desk.database.read.select().from(catalogueState).all()).toMatchObject([{ version: 1 }])
  })

  test("of a variant is the variant's, and the product's stays", async () => {
    await using desk = orderDesk()
    await addProduct(desk.database, { sku: 'SHIRT', variants: [{ sku: 'SHIRT-M' }] })
    await desk.place({ items: [{ sku: 'SHIRT-M', quantity: 5 }] })
    expect([stockOf(desk.database, 'SHIRT'), stockOf(desk.database, 'SHIRT-M')]).toEqual([10, 0])
    expect(desk.database.read.select().from(products).all()).toMatchObject([{ version: 1 }])
    expect(await codeOf(desk.place({ items: [{ sku: 'SHIRT-M', quantity: 1 }] }))).toBe(
      'insufficient_stock',
    )
  })

  test('that is short refuses the order, names every SKU, and nothing is written', async () => {
    await using desk = orderDesk()
    for (const sku of ['A', 'B', 'C']) await addProduct(desk.database, { sku, stockQuantity: 2 })
    await addProduct(desk.database, { sku: 'SOLD-OUT', stockQuantity: -4 })
    const items = [
      { sku: 'A', quantity: 2 },
      { sku: 'B', quantity: 2 },
      { sku: 'C', quantity: 3 },
      { sku: 'B', quantity: 1 },
      { sku: 'SOLD-OUT', quantity: 1 },
    ]
    const { code, message, details } = await refusalOf(desk.place({ items }))
    expect(code).toBe('insufficient_stock')
    expect(message).toBe(
      'There is not enough stock of B (3 wanted, 2 in stock), C (3 wanted, 2 in stock), SOLD-OUT (1 wanted, 0 in stock). No order was placed.',
    )
    expect(details.items).toEqual([
      { sku: 'B', wanted: 3, available: 2 },
      { sku: 'C', wanted: 3, available: 2 },
      { sku: 'SOLD-OUT', wanted: 1, available: 0 },
    ])
    expect(['A', 'B', 'C'].map((sku) => stockOf(desk.database, sku))).toEqual([2, 2, 2])
    expect(desk.listed()).toEqual([])
    expect(desk.database.read.select().from(catalogueState).all()).toMatchObject([{ version: 0 }])
  })

  test('is enough when several lines of one SKU add up to all of it', async () => {
    await using desk = orderDesk()
    await addProduct(desk.database, { sku: 'A', stockQuantity: 3 })
    const order = await desk.place({
      items: [
        { sku: 'A', quantity: 2 },
        { sku: 'A', quantity: 1 },
      ],
    })
    expect(linesOf(order)).toHaveLength(2)
    expect(stockOf(desk.database, 'A')).toBe(0)
  })
})
