import { describe, expect, test } from 'bun:test'
import { history } from '../../../../../src/accounts/tables.ts'
import type { JsonObject } from '../../../../../src/platform/json/json.ts'
import { markSynced } from '../../../../../src/services/storefront/orders/delivery/mark-synced.ts'
import { addProduct, linesOf, orderDesk, type OrderDesk } from '../../../../support/orders.ts'
import { noon } from '../../../../support/temporary-database.ts'

async function placed(desk: OrderDesk, lines = 3) {
  await addProduct(desk.database, { sku: `A${Math.random()}`, stockQuantity: 1000 })
  const sku = desk.database.read.$client
    .query<{ sku: string }, []>('SELECT sku FROM products')
    .get()
  const items = Array.from({ length: lines }, () => ({ sku: sku?.sku ?? '', quantity: 1 }))
  const order = await desk.place({ items })
  return {
    id: String(order['id']),
    items: linesOf(order).map((line: JsonObject) => String(line['id'])),
  }
}

describe('orders/sync', () => {
  test('marks the listed items; when all are synced the order is', async () => {
    await using desk = orderDesk()
    const { id, items } = await placed(desk)
    const first = await desk.sync({ order_id: id, order_item_ids: items.slice(0, 2) })
    expect(first).toEqual({
      summary: { total: 1, orders_marked: 0, items_marked: 2, errors: 0 },
      results: [{ order_id: id, items_marked: 2, order_marked: false }],
    })
    desk.clock.pass(5)
    const second = await desk.sync({ order_id: id, order_item_ids: items })
    expect(second.results).toEqual([{ order_id: id, items_marked: 1, order_marked: true }])
    expect(desk.order(id)).toMatchObject({ syncedAt: noon + 5, waitingItems: 0 })
    expect(desk.items(id).map(({ syncedAt }) => syncedAt)).toEqual([noon, noon, noon + 5])
  })

  test('all_items marks every item, also those without a SKU, and wins over the list', async () => {
    await using desk = orderDesk()
    const wrap = { product_name: 'Gift wrap', unit_price: 10, gst_pct: 0, quantity: 1 }
    await addProduct(desk.database, { sku: 'A' })
    const order = await desk.place({ items: [{ sku: 'A', quantity: 1 }, wrap] })
    const row = { order_id: String(order['id']), all_items: true, order_item_ids: ['x'] }
    expect((await desk.sync(row)).results).toMatchObject([{ items_marked: 2, order_marked: true }])
  })

  test('does not mark an order with an item that is not synced, though none waits', async () => {
    await using desk = orderDesk()
    const wrap = { product_name: 'Gift wrap', unit_price: 10, gst_pct: 0, quantity: 1 }
    await addProduct(desk.database, { sku: 'A' })
    const order = await desk.place({ items: [{ sku: 'A', quantity: 1 }, wrap] })
    const ids = [String(linesOf(order)[0]?.['id'])]
    const { results } = await desk.sync({ order_id: String(order['id']), order_item_ids: ids })
    expect(results).toMatchObject([{ items_marked: 1, order_marked: false }])
    expect(desk.listed()).toEqual([])
  })

  test('counts on a repeat nothing, and says that the order is marked', async () => {
    await using desk = orderDesk()
    const { id } = await placed(desk)
    const row = { order_id: id, all_items: true }
    const { summary } = await desk.sync(row, row)
    expect(summary).toEqual({ total: 2, orders_marked: 2, items_marked: 3, errors: 0 })
    desk.clock.pass(5)
    expect((await desk.sync(row)).results).toEqual([
      { order_id: id, items_marked: 0, order_marked: true },
    ])
    expect(desk.order(id).syncedAt).toBe(noon)
  })

  test('counts each item once when several calls name it at once', async () => {
    await using desk = orderDesk()
    const { id } = await placed(desk)
    const row = { order_id: id, all_items: true }
    const answers = await Promise.all(Array.from({ length: 8 }, () => desk.sync(row)))
    const counts = answers.map(({ summary }) => summary.items_marked)
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(3)
    expect(answers.every(({ summary }) => summary.orders_marked === 1)).toBe(true)
  })

  test('takes ids in capitals and with white space', async () => {
    await using desk = orderDesk()
    const { id, items } = await placed(desk, 1)
    const sent = ` ${id.toUpperCase()} `
    const ids = items.map((item) => ` ${item.toUpperCase()}`)
    expect((await desk.sync({ order_id: sent, order_item_ids: ids })).results).toEqual([
      { order_id: sent, items_marked: 1, order_marked: true },
    ])
  })

  test('marks the valid ids of a row and reports the others', async () => {
    await using desk = orderDesk()
    const { id, items } = await placed(desk)
    const other = await placed(desk, 1)
    const ids = [items[0] ?? '', 'nobody', other.items[0] ?? '', 7, null]
    const { summary, results } = await desk.sync({ order_id: id, order_item_ids: ids })
    expect(summary).toEqual({ total: 1, orders_marked: 0, items_marked: 1, errors: 1 })
    expect(results).toEqual([
      {
        order_id: id,
        items_marked: 1,
        order_marked: false,
        error: {
          message: `order_item_ids[1] must be the id of an item, got "nobody". order_item_ids[3] must be the id of an item, got 7. order_item_ids[4] must be the id of an item, got null. Not an item of this order: ${other.items[0]}.`,
          code: 'invalid_request',
          field: 'order_item_ids[1]',
        },
      },
    ])
    expect(desk.items(other.id)).toMatchObject([{ syncedAt: null }])
  })

  test('marks the valid ids of a row also when all_items is no boolean', async () => {
    await using desk = orderDesk()
    const { id, items } = await placed(desk)
    const row = { order_id: id, all_items: 'no', order_item_ids: items.slice(0, 1) }
    expect((await desk.sync(row)).results).toEqual([
      {
        order_id: id,
        items_marked: 1,
        order_marked: false,
        error: {
          message: 'all_items must be true or false, got "no".',
          code: 'invalid_request',
          field: 'all_items',
        },
      },
    ])
  })

  test.each([
    [
      'an unknown order',
      { order_id: 'nobody', all_items: true },
      'nobody',
      'order_id must be the id of an order, got "nobody".',
      'not_found',
    ],
    ['neither of the two', { order_id: 'ID' }, 'ID', 'Nothing is named', 'invalid_request'],
    [
      'null for both',
      { order_id: 'ID', all_items: null, order_item_ids: null },
      'ID',
      'Nothing is named',
      'invalid_request',
    ],
    [
      'all_items: false alone',
      { order_id: 'ID', all_items: false },
      'ID',
      'Nothing is named',
      'invalid_request',
    ],
    [
      'an empty list',
      { order_id: 'ID', order_item_ids: [] },
      'ID',
      'Nothing is named',
      'invalid_request',
    ],
    [
      'a list that is none',
      { order_id: 'ID', order_item_ids: 'x' },
      'ID',
      'order_item_ids must be',
      'invalid_request',
    ],
    [
      'too many ids',
      { order_id: 'ID', order_item_ids: Array.from({ length: 1001 }, () => 'x') },
      'ID',
      'at most 1000',
      'invalid_request',
    ],
    [
      'all_items that is text',
      { order_id: 'ID', all_items: 'true' },
      'ID',
      'all_items must be',
      'invalid_request',
    ],
    ['no order_id', { all_items: true }, '', 'order_id is missing', 'invalid_request'],
    [
      'a number for order_id',
      { order_id: 5, all_items: true },
      '',
      'order_id must be text',
      'invalid_request',
    ],
    ['no object', 'x', '', 'orders[0] must be an object', 'invalid_request'],
    ['null', null, '', 'orders[0] must be an object', 'invalid_request'],
  ])('a row with %s is an error of that row alone', async (_what, row, echoed, says, code) => {
    await using desk = orderDesk()
    const { id } = await placed(desk, 1)
    const sent = JSON.parse(JSON.stringify(row).replace('"ID"', `"${id}"`))
    const { summary, results } = await desk.sync(sent, { order_id: id, all_items: true })
    expect(summary).toEqual({ total: 2, orders_marked: 1, items_marked: 1, errors: 1 })
    expect(results[0]).toMatchObject({
      order_id: echoed === 'ID' ? id : echoed,
      items_marked: 0,
      order_marked: false,
      error: { message: expect.stringContaining(says), code },
    })
  })

  test('names what was wrong in few words, however long it was and however many there were', async () => {
    await using desk = orderDesk()
    const { id } = await placed(desk)
    const long = 'x'.repeat(100_000)
    const ids = Array.from({ length: 1000 }, () => long)
    const { results } = await desk.sync(
      { order_id: long, all_items: true },
      { order_id: id, order_item_ids: ids },
    )
    for (const { error } of results) expect(error?.message.length).toBeLessThan(1000)
  })

  test('goes in slices when it is long, in order', async () => {
    await using desk = orderDesk()
    const orders = []
    for (let n = 0; n < 5; n++) orders.push(await placed(desk, 2))
    const rows = orders.map(({ id }) => ({ order_id: id, all_items: true }))
    const caller = { keyId: 'key', userId: 'owner' }
    const { summary, results } = await markSynced(desk.deps, caller, rows, 0)
    expect(summary).toEqual({ total: 5, orders_marked: 5, items_marked: 10, errors: 0 })
    expect(results.map((result) => result.order_id)).toEqual(orders.map(({ id }) => id))
    expect(acknowledged(desk)).toHaveLength(5)
  })

  test('is in the account history with its counts; what changes nothing is not', async () => {
    await using desk = orderDesk()
    const { id } = await placed(desk)
    const row = { order_id: id, all_items: true }
    await desk.sync(row, { order_id: 'nobody', all_items: true })
    await desk.sync(row)
    expect(acknowledged(desk)).toMatchObject([
      { at: noon, userId: 'owner', keyId: 'key of the ERP', details: '{"orders":1,"items":3}' },
    ])
  })
})

function acknowledged({ database }: OrderDesk) {
  const rows = database.read.select().from(history).all()
  return rows.filter(({ action }) => action === 'orders acknowledged')
}
