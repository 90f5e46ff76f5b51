import { describe, expect, test } from 'bun:test'
import { importResults } from '../../../../../src/books/tables.ts'
import type { JsonObject } from '../../../../../src/platform/json/json.ts'
import { addProduct } from '../../../../support/orders.ts'
import { openShop } from '../../../../support/shop.ts'
import { untilEnd } from '../../../../support/until-end.ts'

const api = '/api/public/v1'
const external = { system: 'Tally', voucher_no: 'S-7' }

const shop = untilEnd(await openShop())
const sku = await addProduct(shop.database, { stockQuantity: 100 })

async function placed(): Promise<string> {
  const body = { customer_name: 'Asha', items: [{ sku, quantity: 1 }] }
  return String((await shop.store('POST', `${api}/orders`, { body })).json['id'])
}

async function sync(row: JsonObject) {
  return await shop.store('POST', `${api}/orders/sync`, { body: { orders: [row] } })
}

function kept(id: string) {
  const rows = shop.database.read.select().from(importResults).all()
  return rows.filter(({ subjectId }) => subjectId === id)
}

describe('rows of orders/sync that say what was booked', () => {
  test('are marked under the revision that was fetched, and tell where the order is', async () => {
    const id = await placed()
    const answer = await sync({ order_id: id, all_items: true, revision: 1, external })
    expect(answer.json).toMatchObject({ summary: { orders_marked: 1, errors: 0 } })
    expect(kept(id)).toMatchObject([{ kind: 'order', outcome: 'imported', voucherNo: 'S-7' }])
  })

  test('that have changed since are stale, and the order waits on', async () => {
    const id = await placed()
    await shop.store('POST', `${api}/orders/${id}/status`, { body: { status: 'paid' } })
    const answer = await sync({ order_id: id, all_items: true, revision: 1, external })
    expect(answer.json).toEqual({
      summary: { total: 1, orders_marked: 0, items_marked: 0, errors: 1 },
      results: [
        {
          order_id: id,
          items_marked: 0,
          order_marked: false,
          revision: 2,
          error: {
            message:
              'The order has changed since revision 1: it has revision 2 now, and waits on. Fetch it again.',
            code: 'stale',
            field: 'revision',
          },
        },
      ],
    })
    expect(kept(id)).toMatchObject([{ outcome: 'parked', code: 'changed_since', isOpen: true }])
    expect((await shop.store('GET', `${api}/orders/unsynced`)).text).toContain(id)
    await sync({ order_id: id, all_items: true, revision: 2, external })
    expect(kept(id)).toMatchObject([{ outcome: 'imported', isOpen: false }])
  })

  test('of an order that was acknowledged are no news, whatever their revision', async () => {
    const id = await placed()
    await sync({ order_id: id, all_items: true })
    const answer = await sync({ order_id: id, all_items: true, revision: 9 })
    expect(answer.json).toMatchObject({ results: [{ items_marked: 0, order_marked: true }] })
  })

  test('are marked all the same where they say wrongly where they are', async () => {
    const id = await placed()
    const answer = await sync({ order_id: id, all_items: true, external: { company: 'A' } })
    expect(answer.json).toMatchObject({
      summary: { orders_marked: 1, errors: 1 },
      results: [{ error: { message: 'external.system is missing: it must be given.' } }],
    })
    expect(kept(id)).toEqual([])
  })
})
