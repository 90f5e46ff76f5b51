import { describe, expect, test } from 'bun:test'
import type { JsonObject } from '../../../../src/platform/json/json.ts'
import {
  countOrders,
  exportOrders,
} from '../../../../src/services/storefront/orders/orders-file.ts'
import { orderItems, orders } from '../../../../src/services/storefront/tables.ts'
import { addProduct, linesOf, orderDesk, stockOf } from '../../../support/orders.ts'
import { dayMs, noon, refusalOf } from '../../../support/temporary-database.ts'

const id = '0199a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a1b'
const itemId = '0199a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a1c'

const wrap = { product_name: 'Gift wrap', unit_price: 10, gst_pct: 0, quantity: 1 }

describe('an imported order', () => {
  test('is as the line says, and takes no stock', async () => {
    await using desk = orderDesk()
    await addProduct(desk.database, { sku: 'A', stockQuantity: 1 })
    const { outcome, warnings } = await desk.import({
      id,
      created_at: '2026-10-01T10:00:00+05:30',
      status: 'Dispatched',
      customer_name: ' Asha ',
      shipping_address: 'Line 1\nLine 2',
      order_no: 'SHOP-17',
      items: [{ sku: 'A', quantity: 3 }],
    })
    expect([outcome, warnings]).toEqual(['created', []])
    expect(stockOf(desk.database, 'A')).toBe(1)
    expect(desk.listed()).toMatchObject([
      {
        id,
        created_at: '2026-10-01T04:30:00.000Z',
        status: 'dispatched',
        customer_name: 'Asha',
        shipping_address: 'Line 1\nLine 2',
        order_no: 'SHOP-17',
        revision: 1,
        total: 1350,
      },
    ])
  })

  test('that is there already is left alone', async () => {
    await using desk = orderDesk()
    await desk.import({ items: [wrap] }, id)
    const again = await desk.import({ items: [{ ...wrap, quantity: 5 }], status: 'paid' }, id)
    expect(again).toEqual({ outcome: 'unchanged', warnings: [] })
    expect(desk.order(id)).toMatchObject({ status: 'pending', total: 1000 })
  })

  test('without id and time has the derived id and is of now', async () => {
    await using desk = orderDesk()
    await desk.import({ items: [wrap] }, id)
    expect(desk.order(id)).toMatchObject({ createdAt: noon, orderNo: '2026-27/00001' })
  })

  test('keeps what the line says beside the SKU; the catalogue fills in what it leaves out', async () => {
    await using desk = orderDesk()
    await addProduct(desk.database, { sku: 'A' })
    await desk.import({
      items: [
        { sku: 'A', quantity: 1, product_name: 'As sold', gst_pct: 18, hsn: '1' },
        { sku: 'A', quantity: 1, unit_price: 1 },
        { sku: 'GONE', quantity: 1, product_name: 'Gone', unit_price: 2, gst_pct: 5 },
      ],
    })
    expect(linesOf(desk.listed()[0])).toMatchObject([
      { product_name: 'As sold', gst_pct: 18, hsn: '1', unit_price: 450 },
      { product_name: 'Basmati Rice 5 kg', gst_pct: 5, hsn: '1006', unit_price: 1 },
      { sku: 'GONE', product_id: '', product_name: 'Gone', hsn: '' },
    ])
  })

  test('that does not add up within 1.00 is refused, otherwise warned of', async () => {
    await using desk = orderDesk()
    const line = (amounts: JsonObject) => ({ items: [{ ...wrap, quantity: 9 }], ...amounts })
    for (const amounts of [{ total: 91.01 }, { subtotal: 88.99 }, { gst_total: 1.01 }]) {
      const { code, message } = await refusalOf(desk.import(line(amounts)))
      expect(code).toBe('invalid_request')
      expect(message).toContain('they may differ by 1.00 at most')
    }
    const { warnings } = await desk.import(line({ total: 91 }), id)
    expect(warnings).toEqual(['total is 91, but the lines come to 90, which was taken.'])
    expect(desk.order(id)).toMatchObject({ subtotal: 9000, total: 9000 })
    const items = [{ ...wrap, line_total: 8.99 }]
    expect((await refusalOf(desk.import({ items }))).message).toContain('items[0].line_total')
    expect(countOrders(desk.database.read)).toBe(1)
  })

  test('keeps a number of ours from being given again; one that is taken is refused', async () => {
    await using desk = orderDesk()
    await addProduct(desk.database, { sku: 'A' })
    await desk.import({ order_no: '2026-27/00007', items: [wrap] })
    const placed = await desk.place({ items: [{ sku: 'A', quantity: 1 }] })
    expect(placed['order_no']).toBe('2026-27/00008')
    await desk.import({ order_no: '2026-27/00003', items: [wrap] })
    const next = await desk.place({ items: [{ sku: 'A', quantity: 1 }] })
    expect(next['order_no']).toBe('2026-27/00009')
    const taken = await refusalOf(desk.import({ order_no: '2026-27/00008', items: [wrap] }))
    expect(taken.message).toBe('order_no 2026-27/00008 belongs to another order.')
  })

  test('has a number of the financial year that it was sold in', async () => {
    await using desk = orderDesk()
    await desk.import({ created_at: '2026-02-01T00:00:00Z', items: [wrap] }, id)
    expect(desk.order(id).orderNo).toBe('2025-26/00001')
  })

  test('keeps an item id once only, also within the line', async () => {
    await using desk = orderDesk()
    const item = { ...wrap, id: itemId }
    const twice = await refusalOf(desk.import({ items: [item, item] }))
    expect(twice.message).toBe(`items[1].id ${itemId} belongs to another item.`)
    await desk.import({ items: [item] })
    expect((await refusalOf(desk.import({ items: [item] }))).code).toBe('invalid_request')
    expect(countOrders(desk.database.read)).toBe(1)
  })

  test('with a GSTIN that cannot be is taken with a warning', async () => {
    await using desk = orderDesk()
    const { warnings } = await desk.import({ customer_gstin: '27aapfu0939f1zx', items: [wrap] })
    expect(warnings).toEqual([
      'customer_gstin is not a valid GSTIN: 27AAPFU0939F1ZX was kept as it is.',
    ])
  })

  test.each([
    ['status', { status: 'shipped' }],
    ['id', { id: 'x' }],
    ['created_at', { created_at: 'yesterday' }],
    ['created_at', { created_at: new Date(noon + dayMs).toISOString() }],
    ['order_no', { order_no: 'x'.repeat(51) }],
    ['revision', { revision: 0 }],
    ['items[0].synced_at', { items: [{ ...wrap, synced_at: 5 }] }],
    ['items[0].id', { items: [{ ...wrap, id: 'x' }] }],
    ['items[0].product_name', { items: [{ sku: 'GONE', quantity: 1 }] }],
    ['items', {}],
  ])('with a bad %s is refused, naming it', async (field, line) => {
    await using desk = orderDesk()
    const items = { items: field === 'items' ? null : [wrap] }
    const { code, message } = await refusalOf(() => desk.import({ ...items, ...line }))
    expect([code, message.startsWith(field)]).toEqual(['invalid_request', true])
    expect(countOrders(desk.database.read)).toBe(0)
  })
})

describe('exported orders', () => {
  test('come back as they were: amounts, numbers, ids, snapshots, and what was acknowledged', async () => {
    await using desk = orderDesk()
    await addProduct(desk.database, { sku: 'P', variants: [{ sku: 'V' }] })
    const items = [{ sku: 'P', quantity: 2 }, { sku: 'V', quantity: 1 }, wrap]
    const gstin = '27AAPFU0939F1ZV'
    const first = await desk.place({ items, discount: 3.33, customer_gstin: gstin })
    desk.clock.pass(1)
    const second = await desk.place({ items })
    await desk.sync({ order_id: String(second['id']), all_items: true })
    const ids = [String(linesOf(first)[0]?.['id'])]
    await desk.sync({ order_id: String(first['id']), order_item_ids: ids })
    await desk.move(second['id'], 'paid')
    const lines = [...exportOrders(desk.database.read)]
    expect(lines).toHaveLength(countOrders(desk.database.read))

    await using other = orderDesk()
    for (const line of lines) {
      const { outcome, warnings } = await other.import(line, String(line['id']))
      expect([outcome, warnings]).toEqual(['created', []])
    }
    expect([...exportOrders(other.database.read)]).toEqual(lines)
    for (const order of [first, second]) {
      // The other shop has no such keys either.
      const own = { seq: 0, takesStock: false, placedKeyId: null, updatedAt: 0 }
      const was = { ...desk.order(order['id']), ...own }
      expect({ ...other.order(order['id']), seq: 0, updatedAt: 0 }).toEqual(was)
    }
    // The other shop has no such products: the lines are snapshots.
    const unlinked = { product_id: '', variant_id: null }
    const shown = other.listed().map(linesOf)
    const wanted = desk
      .listed()
      .map((order) => linesOf(order).map((line) => ({ ...line, ...unlinked })))
    expect(shown).toEqual(wanted)
  })

  test('go page by page, oldest first', async () => {
    await using desk = orderDesk()
    await desk.importMany({ items: [wrap] }, 1203)
    const seen = [...exportOrders(desk.database.read)].map((line) => line['id'])
    expect(new Set(seen).size).toBe(1203)
    expect(desk.database.read.select().from(orders).all()).toHaveLength(1203)
    expect(desk.database.read.select().from(orderItems).all()).toHaveLength(1203)
  })
})
