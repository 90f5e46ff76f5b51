import { describe, expect, test } from 'bun:test'
import { pendingUnits } from '../../../../../src/services/storefront/orders/placing/stock.ts'
import { addProduct, linesOf, orderDesk } from '../../../../support/orders.ts'
import { noon } from '../../../../support/temporary-database.ts'

describe('pending units', () => {
  test('are those sold after the time, and only those', async () => {
    await using desk = orderDesk()
    const id = await addProduct(desk.database, { sku: 'A' })
    await desk.place({ items: [{ sku: 'A', quantity: 2 }] })
    desk.clock.pass(1)
    await desk.place({ items: [{ sku: 'A', quantity: 3 }] })
    const since = (time: number) => pendingUnits(desk.database.read, id, null, time)
    expect([noon - 1, noon, noon + 1].map(since)).toEqual([5, 3, 0])
  })

  test('are without lines that were acknowledged, cancelled or returned orders, and imported ones', async () => {
    await using desk = orderDesk()
    const id = await addProduct(desk.database, { sku: 'A', stockQuantity: 100 })
    const place = (quantity: number) => desk.place({ items: [{ sku: 'A', quantity }] })
    const units = () => pendingUnits(desk.database.read, id, null, 0)
    const synced = await place(1)
    const cancelled = await place(2)
    const returned = await place(4)
    await place(8)
    await desk.import({ items: [{ sku: 'A', quantity: 16 }] })
    expect(units()).toBe(15)
    const ids = linesOf(synced).map((line) => String(line['id']))
    await desk.sync({ order_id: String(synced['id']), order_item_ids: ids })
    expect(units()).toBe(14)
    await desk.move(cancelled['id'], 'cancelled')
    expect(units()).toBe(12)
    await desk.move(returned['id'], 'delivered')
    expect(units()).toBe(12)
    await desk.move(returned['id'], 'returned')
    expect(units()).toBe(8)
  })

  test("of a product are not its variants'", async () => {
    await using desk = orderDesk()
    const id = await addProduct(desk.database, { sku: 'P', variants: [{ id: 'v', sku: 'V' }] })
    await desk.place({ items: [{ sku: 'P', quantity: 1 }] })
    await desk.place({ items: [{ sku: 'V', quantity: 2 }] })
    expect(pendingUnits(desk.database.read, id, null, 0)).toBe(1)
    expect(pendingUnits(desk.database.read, id, 'v', 0)).toBe(2)
  })
})
