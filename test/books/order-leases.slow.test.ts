import { describe, expect, test } from 'bun:test'
import { importResults } from '../../src/books/tables.ts'
import type { JsonObject } from '../../src/platform/json/json.ts'
import { addProduct, listOf } from '../support/orders.ts'
import { api } from '../support/member.ts'
import { openShop, owner, type Answer } from '../support/shop.ts'
import { setClock } from '../support/temporary-database.ts'
import { untilEnd } from '../support/until-end.ts'

const clock = setClock()
const external = { system: 'Tally', voucher_no: '118' }

const shop = untilEnd(await openShop(clock))
const sku = await addProduct(shop.database, { stockQuantity: 100 })

function pass(seconds: number): void {
  clock.pass(seconds * 1000)
}

function flagged(id: string) {
  const rows = shop.database.read.select().from(importResults).all()
  return rows.filter((row) => row.subjectId === id && row.code === 'duplicate_in_book')
}

async function placed(): Promise<string> {
  const body = { customer_name: 'Asha', items: [{ sku, quantity: 1 }] }
  return String((await shop.store('POST', `${api}/orders`, { body })).json['id'])
}

const unsynced = (query: string) => shop.store('GET', `${api}/orders/unsynced?${query}`)
const idsIn = (answer: Answer) => listOf(answer.json['data']).map(({ id }) => id)
const sync = async (row: JsonObject) =>
  await shop.store('POST', `${api}/orders/sync`, { body: { orders: [row] } })

describe('a lease of orders', () => {
  test('gives no order to two workers until it is over, or given back', async () => {
    const ids = [await placed(), await placed()]
    const first = await unsynced('lease=60&limit=1')
    expect(idsIn(first)).toEqual(ids.slice(0, 1))
    expect(idsIn(await unsynced('lease=60'))).toEqual(ids.slice(1))
    expect((await unsynced('')).json).toEqual({ data: [], count: 0, waiting: 0, next: null })
    const path = `${api}/leases/${String(first.json['lease_id'])}`
    expect((await shop.store('POST', path, { body: { seconds: 0 } })).status).toBe(200)
    const back = await unsynced('')
    expect([idsIn(back), back.json['waiting']]).toEqual([ids.slice(0, 1), 1])
    pass(61)
    expect(idsIn(await unsynced(''))).toEqual(ids)
    for (const id of ids) await sync({ order_id: id, all_items: true })
  })

  test('is for keys that may acknowledge them: others read on, and keep nothing back', async () => {
    const id = await placed()
    const { key } = await shop.addKey({
      email: owner,
      service: 'storefront',
      scopes: ['orders:read'],
    })
    const refused = await shop.store('GET', `${api}/orders/unsynced?lease=60`, { key })
    expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('orders:write')])
    expect(idsIn(await shop.store('GET', `${api}/orders/unsynced`, { key }))).toEqual([id])
    const path = `${api}/leases/${crypto.randomUUID()}`
    const body = { seconds: 0 }
    expect((await shop.store('POST', path, { key, body })).status).toBe(403)
    await sync({ order_id: id, all_items: true })
  })

  test('that a clock gave which ran ahead holds nothing once the clock is right', async () => {
    const id = await placed()
    const days = 20 * 24 * 60 * 60
    pass(days)
    expect(idsIn(await unsynced('lease=300'))).toEqual([id])
    pass(-days)
    const again = await unsynced('lease=300')
    expect([idsIn(again), again.json['waiting']]).toEqual([[id], 1])
    expect(idsIn(await unsynced(''))).toEqual([])
    await sync({ order_id: id, all_items: true })
  })

  test('gives way to the next one: an acknowledgement under its fence counts, and is flagged', async () => {
    const id = await placed()
    const slow = await unsynced('lease=60')
    pass(61)
    await unsynced('lease=60')
    const row = { order_id: id, all_items: true, fence: slow.json['fence'] ?? 0, external }
    expect((await sync(row)).json).toMatchObject({
      results: [{ items_marked: 1, order_marked: true, late: true }],
    })
    expect(flagged(id)).toMatchObject([{ kind: 'order', isOpen: true, voucherNo: '118' }])
  })

  test('leaves its flag open, whoever acknowledges the order then', async () => {
    const id = await placed()
    const slow = await unsynced('lease=60')
    pass(61)
    const quick = await unsynced('lease=60')
    const row = { order_id: id, all_items: true }
    await sync({ ...row, fence: slow.json['fence'] ?? 0 })
    await sync({ ...row, fence: quick.json['fence'] ?? 0 })
    await sync(row)
    expect(flagged(id)).toMatchObject([{ isOpen: true }])
  })

  test('flags also who booked a state that has changed since, until somebody looks', async () => {
    const id = await placed()
    const slow = await unsynced('lease=60')
    pass(61)
    await unsynced('lease=60')
    await shop.store('POST', `${api}/orders/${id}/status`, { body: { status: 'paid' } })
    const row = { order_id: id, all_items: true, external }
    const stale = await sync({ ...row, fence: slow.json['fence'] ?? 0, revision: 1 })
    expect(stale.json).toMatchObject({
      results: [{ late: true, revision: 2, error: { code: 'stale' } }],
    })
    expect(flagged(id)).toMatchObject([{ isOpen: true, voucherNo: '118' }])
    expect((await sync({ ...row, revision: 2 })).json).toMatchObject({
      results: [{ order_marked: true }],
    })
    expect(flagged(id)).toMatchObject([{ isOpen: true }])
  })
})
