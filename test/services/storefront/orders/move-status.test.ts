import { describe, expect, test } from 'bun:test'
import { orderItems, products, variants } from '../../../../src/services/storefront/tables.ts'
import { nextStatuses, orderStatuses } from '../../../../src/services/storefront/orders/rules.ts'
import { addProduct, linesOf, orderDesk, stockOf, type OrderDesk } from '../../../support/orders.ts'
import { codeOf, refusalOf } from '../../../support/temporary-database.ts'

async function placed(desk: OrderDesk) {
  await addProduct(desk.database, { sku: 'RICE' })
  await addProduct(desk.database, { sku: 'SHIRT', variants: [{ sku: 'SHIRT-M' }] })
  return await desk.place({
    items: [
      { sku: 'RICE', quantity: 2 },
      { sku: 'RICE', quantity: 1 },
      { sku: 'SHIRT-M', quantity: 3 },
      { product_name: 'Gift wrap', unit_price: 25, gst_pct: 18, quantity: 1 },
    ],
  })
}

const stocks = ({ database }: OrderDesk) =>
  ['RICE', 'SHIRT', 'SHIRT-M'].map((sku) => stockOf(database, sku))

describe('moving the status', () => {
  test('raises the revision, and answers with the order and all its lines', async () => {
    await using desk = orderDesk()
    const order = await placed(desk)
    const { id } = order
    await desk.sync({ order_id: String(id), order_item_ids: [String(linesOf(order)[0]?.['id'])] })
    const paid = await desk.move(id, 'paid')
    expect(paid).toEqual({ ...order, status: 'paid', revision: 2 })
    expect(await desk.move(id, 'dispatched')).toMatchObject({ revision: 3 })
  })

  test('allows exactly the moves of the rules, and names those that come next', async () => {
    await using desk = orderDesk()
    for (const from of orderStatuses) {
      for (const to of orderStatuses) {
        const { outcome } = await desk.import(
          { status: from, items: [{ product_name: 'x', unit_price: 1, gst_pct: 0, quantity: 1 }] },
          `${from}-${to}`,
        )
        expect(outcome).toBe('created')
        const move = desk.move(`${from}-${to}`, to)
        if (from === to) expect((await move)['revision']).toBe(1)
        else if (nextStatuses[from].includes(to)) expect((await move)['status']).toBe(to)
        else expect(await codeOf(move)).toBe('invalid_transition')
      }
    }
    const { message } = await refusalOf(desk.move('dispatched-dispatched', 'cancelled'))
    expect(message).toBe(
      'The order is dispatched: it cannot become cancelled. Allowed next: delivered, returned.',
    )
  })

  test('to the status that it has is answered, unchanged', async () => {
    await using desk = orderDesk()
    const { id } = await placed(desk)
    const cancelled = await desk.move(id, 'cancelled')
    expect(await desk.move(id, 'cancelled')).toEqual(cancelled)
    expect(stocks(desk)).toEqual([10, 10, 5])
  })

  test('to cancelled returns the stock', async () => {
    await using desk = orderDesk()
    const { id } = await placed(desk)
    expect(stocks(desk)).toEqual([7, 10, 2])
    await desk.move(id, 'paid')
    expect(stocks(desk)).toEqual([7, 10, 2])
    await desk.move(id, 'cancelled')
    expect(stocks(desk)).toEqual([10, 10, 5])
    const versions = desk.database.read.select().from(products).all()
    expect(versions.map(({ version }) => version)).toEqual([2, 2])
  })

  test('to cancelled several times at once returns the stock once', async () => {
    await using desk = orderDesk()
    const { id } = await placed(desk)
    const moves = await Promise.all(Array.from({ length: 8 }, () => desk.move(id, 'cancelled')))
    expect(moves.map(({ revision }) => revision)).toEqual(Array.from({ length: 8 }, () => 2))
    expect(stocks(desk)).toEqual([10, 10, 5])
  })

  test('while it is acknowledged keeps both: the new status, and nothing delivered again', async () => {
    await using desk = orderDesk()
    const { id } = await placed(desk)
    await Promise.all([
      desk.move(id, 'paid'),
      desk.sync({ order_id: String(id), all_items: true }),
      desk.move(id, 'packed'),
    ])
    expect(desk.order(id)).toMatchObject({ status: 'packed', revision: 3, waitingItems: 0 })
    expect(desk.listed()).toEqual([])
  })

  test('to returned returns the stock', async () => {
    await using desk = orderDesk()
    const { id } = await placed(desk)
    await desk.move(id, 'delivered')
    await desk.move(id, 'returned')
    expect(stocks(desk)).toEqual([10, 10, 5])
  })

  test('of an imported order takes and returns nothing', async () => {
    await using desk = orderDesk()
    await addProduct(desk.database, { sku: 'RICE' })
    await desk.import({ items: [{ sku: 'RICE', quantity: 3 }] }, 'old')
    expect(stockOf(desk.database, 'RICE')).toBe(10)
    await desk.move('old', 'cancelled')
    expect(stockOf(desk.database, 'RICE')).toBe(10)
  })

  test('works when the product is gone, and returns the rest', async () => {
    await using desk = orderDesk()
    const { id } = await placed(desk)
    await desk.database.write((conn) => conn.delete(variants).run())
    await desk.move(id, 'cancelled')
    expect(stocks(desk)).toEqual([10, 10, undefined])
  })

  test('does not reopen what was synced', async () => {
    await using desk = orderDesk()
    const { id } = await placed(desk)
    await desk.sync({ order_id: String(id), all_items: true })
    await desk.move(id, 'cancelled')
    expect(desk.listed()).toEqual([])
    expect(desk.order(id)).toMatchObject({ revision: 2, waitingItems: 0 })
  })

  test('answers with the SKU that the unsynced list shows', async () => {
    await using desk = orderDesk()
    const { id } = await placed(desk)
    await desk.database.write((conn) => conn.update(orderItems).set({ sku: null }).run())
    const shown = linesOf(desk.listed()[0]).map(({ sku }) => sku)
    const moved = linesOf(await desk.move(id, 'paid')).map(({ sku }) => sku)
    expect(shown).toEqual(['RICE', 'RICE', 'SHIRT-M'])
    expect(moved).toEqual([...shown, ''])
  })

  test('of an unknown order is 404', async () => {
    await using desk = orderDesk()
    expect(await codeOf(desk.move('nobody', 'paid'))).toBe('not_found')
  })
})
