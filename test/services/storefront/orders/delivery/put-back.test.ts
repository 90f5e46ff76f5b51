import { describe, expect, test } from 'bun:test'
import { history } from '../../../../../src/accounts/tables.ts'
import {
  putBackOrder,
  putBackRange,
} from '../../../../../src/services/storefront/orders/delivery/put-back.ts'
import { addProduct, linesOf, orderDesk, type OrderDesk } from '../../../../support/orders.ts'
import { codeOf, noon } from '../../../../support/temporary-database.ts'

async function placed(desk: OrderDesk) {
  const order = await desk.place({
    items: [
      { sku: 'A', quantity: 1 },
      { sku: 'A', quantity: 2 },
    ],
  })
  return String(order['id'])
}

async function shopDesk() {
  const desk = orderDesk()
  await addProduct(desk.database, { sku: 'A', stockQuantity: 1000 })
  return desk
}

describe('an order that is put back', () => {
  test('waits again as if it had never been acknowledged', async () => {
    await using desk = await shopDesk()
    const id = await placed(desk)
    const before = [desk.order(id), desk.items(id), desk.listed()]
    await desk.sync({ order_id: id, all_items: true })
    expect(await putBackOrder(desk.deps, id.toUpperCase(), 'owner')).toEqual({
      orders: 1,
      items: 2,
    })
    expect([desk.order(id), desk.items(id), desk.listed()]).toEqual(before)
    expect((await desk.sync({ order_id: id, all_items: true })).summary.items_marked).toBe(2)
  })

  test('that waits already changes nothing, and an unknown one is refused', async () => {
    await using desk = await shopDesk()
    const id = await placed(desk)
    expect(await putBackOrder(desk.deps, id, 'owner')).toEqual({ orders: 0, items: 0 })
    expect(putBacks(desk)).toEqual([])
    expect(await codeOf(putBackOrder(desk.deps, 'nobody', 'owner'))).toBe('not_found')
  })

  test('is in the account history with who did it', async () => {
    await using desk = await shopDesk()
    const id = await placed(desk)
    await desk.sync({ order_id: id, all_items: true })
    await putBackOrder(desk.deps, id, 'owner')
    const { orderNo } = desk.order(id)
    const details = JSON.stringify({ orders: 1, items: 2, id, orderNo })
    expect(putBacks(desk)).toMatchObject([{ userId: 'owner', keyId: null, details }])
  })
})

describe('a range of dates that is put back', () => {
  test('goes by the time of acknowledgement: the first moment counts, the last does not', async () => {
    await using desk = await shopDesk()
    const ids: string[] = []
    for (let n = 0; n < 4; n++) {
      const id = await placed(desk)
      await desk.sync({ order_id: id, all_items: true })
      ids.push(id)
      desk.clock.pass(10)
    }
    const range = { from: noon + 10, until: noon + 30 }
    expect(await putBackRange(desk.deps, range, 'owner')).toEqual({ orders: 2, items: 4 })
    expect(desk.listed().map(({ id }) => id)).toEqual(ids.slice(1, 3))
    expect(await putBackRange(desk.deps, range, 'owner')).toEqual({ orders: 0, items: 0 })
    expect(putBacks(desk)).toHaveLength(1)
  })

  test('takes only those lines that were acknowledged then', async () => {
    await using desk = await shopDesk()
    const id = await placed(desk)
    const items = linesOf(desk.listed()[0]).map((line) => String(line['id']))
    await desk.sync({ order_id: id, order_item_ids: items.slice(0, 1) })
    desk.clock.pass(10)
    await desk.sync({ order_id: id, all_items: true })
    await putBackRange(desk.deps, { from: noon + 10, until: noon + 11 }, 'owner')
    expect(linesOf(desk.listed()[0]).map((line) => line['id'])).toEqual(items.slice(1))
    expect(desk.order(id)).toMatchObject({ syncedAt: null, waitingItems: 1 })
  })

  test('goes in slices when it is much, and the history adds up to it', async () => {
    await using desk = await shopDesk()
    const item = { sku: 'A', quantity: 1, synced_at: new Date(noon).toISOString() }
    await desk.importMany({ items: [item] }, 1100)
    expect(desk.list()['waiting']).toBe(0)
    const range = { from: noon, until: noon + 1 }
    expect(await putBackRange(desk.deps, range, 'owner')).toEqual({ orders: 1100, items: 1100 })
    expect(desk.list()['waiting']).toBe(1100)
    const counts = putBacks(desk).map(({ details }) => Number(JSON.parse(details).orders))
    expect(counts.length).toBeGreaterThan(1)
    expect(counts.reduce((sum, orders) => sum + orders, 0)).toBe(1100)
  })
})

function putBacks({ database }: OrderDesk) {
  const rows = database.read.select().from(history).all()
  return rows.filter(({ action }) => action === 'orders put back')
}
