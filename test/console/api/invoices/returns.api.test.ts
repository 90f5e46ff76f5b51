import { describe, expect, test } from 'bun:test'
import { isJsonObject } from '../../../../src/platform/json/json.ts'
import { addProduct, stockOf } from '../../../support/orders.ts'
import { listed, ownersShop } from '../browser.ts'

const { shop, owner } = await ownersShop()
await addProduct(shop.database, { sku: 'RICE', stockQuantity: 1000 })
await owner.post('/settings/invoices', { seller: { address: '1 Market Yard', state: 'Kerala' } })

type Sold = { id: string; line: string }

/** An order of three that arrived; with its invoice unless told otherwise. */
async function delivered({ isInvoiced = true, status = 'delivered' } = {}): Promise<Sold> {
  const order = { items: [{ sku: 'RICE', quantity: 3 }], shipping_state: 'Kerala' }
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const id = String((await owner.post('/orders', order, headers)).json['id'])
  const { lines } = (await owner.get(`/orders/${id}`)).json
  const [first] = Array.isArray(lines) ? lines : []
  if (isInvoiced) await owner.post(`/orders/${id}/invoice`, { placeOfSupply: '32' })
  if (status !== 'pending') await owner.post(`/orders/${id}/status`, { status })
  return { id, line: isJsonObject(first) ? String(first['id']) : '' }
}

const giveBack = ({ id, line }: Sold, quantity: unknown, reason: unknown = '') =>
  giveBackAs(crypto.randomUUID(), id, { lines: [{ id: line, quantity }], reason })

const giveBackAs = (key: string, id: string, body: unknown) =>
  owner.post(`/orders/${id}/returns`, body, { 'idempotency-key': key })

const inStock = () => stockOf(shop.database, 'RICE') ?? 0

const notes = async () => listed(await owner.get('/credit-notes'))

describe('goods of an order that come back', () => {
  test('are in stock again, and a credit note says them, until nothing is left', async () => {
    const sold = await delivered()
    const [before, noted] = [inStock(), (await notes()).length]
    expect((await giveBack(sold, 1, ' Damaged ')).status).toBe(200)
    expect(inStock()).toBe(before + 1)
    const [note, ...others] = await notes()
    expect(others).toHaveLength(noted)
    const shown = await owner.get(`/credit-notes/${String(note?.['id'])}`)
    expect(shown.json).toMatchObject({ credits: { reason: 'Damaged' } })
    expect((await owner.get(`/orders/${sold.id}`)).json['status']).toBe('delivered')
    expect((await giveBack(sold, 3)).field).toBe('lines')
    expect((await giveBack(sold, 2)).status).toBe(200)
    expect((await owner.get(`/orders/${sold.id}`)).json['status']).toBe('returned')
    expect((await giveBack(sold, 1)).status).toBe(409)
    expect(inStock()).toBe(before + 3)
  })

  test.each([
    ['without lines', { lines: [], reason: '' }],
    ['with lines that are no list', { lines: 'all', reason: '' }],
    ['with a line of another order', { lines: [{ id: 'nothing', quantity: 1 }], reason: '' }],
    ['with a reason that fits on no note', { lines: [], reason: 'x'.repeat(201) }],
    ['without a reason', { lines: [] }],
  ])('are refused %s', async (_, body) => {
    const { id } = await delivered()
    expect((await giveBackAs(crypto.randomUUID(), id, body)).status).toBe(400)
  })

  test('come back once, however often the same is sent with its key, as when the answer was lost', async () => {
    const { id, line } = await delivered()
    const [before, noted] = [inStock(), (await notes()).length]
    const body = { lines: [{ id: line, quantity: 1 }], reason: 'Torn' }
    const answers = [await giveBackAs('a try', id, body), await giveBackAs('a try', id, body)]
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect([inStock(), (await notes()).length]).toEqual([before + 1, noted + 1])
    const other = { ...body, reason: 'Stained' }
    const changed = await giveBackAs('a try', id, other)
    expect(changed.status).toBe(409)
    expect(changed.text).toContain('were taken back already, before the form was changed')
    expect((await giveBackAs('another try', id, other)).status).toBe(200)
    expect(inStock()).toBe(before + 2)
  })

  test('do not come back without a key, which a repeat could not be told by', async () => {
    const { id, line } = await delivered()
    const before = inStock()
    const lines = [{ id: line, quantity: 1 }]
    expect((await owner.post(`/orders/${id}/returns`, { lines, reason: '' })).status).toBe(400)
    expect(inStock()).toBe(before)
  })

  test('that were refused may be sent again with the same key', async () => {
    const { id, line } = await delivered()
    const lines = [{ id: line, quantity: 9 }]
    expect((await giveBackAs('mistyped', id, { lines, reason: '' })).status).toBe(400)
    const mended = { lines: [{ id: line, quantity: 2 }], reason: '' }
    expect((await giveBackAs('mistyped', id, mended)).status).toBe(200)
  })

  test('come of no order that is not there, was not sent yet, or has no invoice', async () => {
    const sold = await delivered({ isInvoiced: false })
    expect((await giveBack({ ...sold, id: 'nothing' }, 1)).status).toBe(404)
    expect((await giveBack(sold, 1)).status).toBe(409)
    expect((await giveBack(await delivered({ status: 'pending' }), 1)).status).toBe(409)
  })
})
