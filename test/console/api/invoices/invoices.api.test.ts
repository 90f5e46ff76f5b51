import { describe, expect, test } from 'bun:test'
import { addProduct } from '../../../support/orders.ts'
import { listed, ownersShop } from '../browser.ts'

const { shop, owner } = await ownersShop()
await addProduct(shop.database, { sku: 'RICE', stockQuantity: 1000 })

async function place(more: object = {}): Promise<string> {
  const order = { items: [{ sku: 'RICE', quantity: 1 }], shipping_state: 'Kerala', ...more }
  const headers = { 'idempotency-key': crypto.randomUUID() }
  return String((await owner.post('/orders', order, headers)).json['id'])
}

const address = '1 Market Yard\nPune'

describe('the invoice of an order', () => {
  test('is made once, shown as often as wanted, and told in the order and the activity', async () => {
    await owner.post('/settings/invoices', {
      seller: { address, upiId: 'shop@okbank', state: 'Kerala' },
    })
    const id = await place()
    expect((await owner.get(`/orders/${id}`)).json).toMatchObject({
      invoice: null,
      placeOfSupply: '32',
    })
    expect((await owner.get(`/orders/${id}/invoice`)).status).toBe(404)
    const made = await owner.post(`/orders/${id}/invoice`, { placeOfSupply: '32' })
    expect(made.status).toBe(200)
    const number = String(made.json['number'])
    expect(number).toMatch(/^INV\/\d\d-\d\d\/00001$/)
    expect((await owner.post(`/orders/${id}/invoice`, { placeOfSupply: '32' })).json).toEqual(
      made.json,
    )
    expect((await owner.get(`/orders/${id}/invoice`)).json).toEqual(made.json)
    expect((await owner.get(`/orders/${id}`)).json).toMatchObject({ invoice: { number } })
    expect((await owner.get('/activity?kind=orders')).text).toContain(number)
  })

  test.each([
    ['of an order that is not there', 'nothing', { placeOfSupply: '32' }, 404, null],
    ['to a state that is none', undefined, { placeOfSupply: '98' }, 400, 'placeOfSupply'],
    ['to what is no text', undefined, { placeOfSupply: 29 }, 400, 'placeOfSupply'],
  ])('is refused %s', async (_, id, body, status, field) => {
    const answer = await owner.post(`/orders/${id ?? (await place())}/invoice`, body)
    expect([answer.status, answer.field]).toEqual([status, field])
  })

  test('needs a choice where the order says no state that there is', async () => {
    const id = await place({ shipping_state: 'Atlantis' })
    expect((await owner.get(`/orders/${id}`)).json['placeOfSupply']).toBeNull()
    expect((await owner.post(`/orders/${id}/invoice`, { placeOfSupply: '29' })).status).toBe(200)
  })
})

const papers = (which: object, part = 0) => owner.post('/orders/chosen/papers', { which, part })

describe('the papers of several orders', () => {
  test('are shown together; the invoices that are missing are made at once, each with a number of its own', async () => {
    const made = await place()
    await owner.post(`/orders/${made}/invoice`, { placeOfSupply: '32' })
    const ids = [await place(), await place(), made, await place({ shipping_state: 'Atlantis' })]
    const which = { ids: [...ids, 'nothing'] }
    const invoiced = async () =>
      listed(await papers(which)).map(({ id, invoice }) => [id, invoice !== null])
    expect(await invoiced()).toEqual(ids.map((id) => [id, id === made]))
    expect((await owner.post('/orders/chosen/invoices', { which })).json).toEqual({
      made: 2,
      left: 2,
    })
    expect((await owner.post('/orders/chosen/invoices', { which })).json).toEqual({
      made: 0,
      left: 2,
    })
    expect(await invoiced()).toEqual(ids.map((id, at) => [id, at < 3]))
    const numbers = (await papers(which)).text.match(/"number":"[^"]+"/g)
    expect(new Set(numbers).size).toBe(3)
  })

  test('come a part at a time', async () => {
    const { json } = await papers({ fit: {}, atMost: 1000 }, 1)
    expect([json['items'], json['size']]).toEqual([[], 100])
  })
})

describe('what invoices say of the shop', () => {
  test('is kept, and leaves what was not sent as it is', async () => {
    await owner.post('/settings/invoices', {
      seller: { address, terms: 'Goods once sold are exchanged.' },
    })
    const saved = await owner.post('/settings/invoices', {
      seller: { ifsc: 'SBIN0001234', prefix: 'A' },
    })
    expect(saved.json).toMatchObject({ address, ifsc: 'SBIN0001234', prefix: 'A' })
    expect((await owner.get('/settings/invoices')).json).toEqual(saved.json)
    expect((await owner.get('/orders/seller')).json).toMatchObject({ address })
  })

  test.each([
    ['prefix', 'INV/'],
    ['prefix', 'LONG'],
    ['prefix', 'a'],
    ['ifsc', 'SBI'],
    ['upiId', 'shop'],
    ['state', 'Atlantis'],
    ['address', 'x'.repeat(501)],
    ['isComposition', 'yes'],
    ['legalName', 5],
  ])('is refused at its field: %s %p', async (field, value) => {
    const answer = await owner.post('/settings/invoices', { seller: { [field]: value } })
    expect([answer.status, answer.field]).toEqual([400, field])
  })
})
