import { describe, expect, test } from 'bun:test'
import { listOf } from '../../../support/orders.ts'
import { noId } from '../endpoints.ts'
import { openDesk } from './desk.ts'
import { untilEnd } from '../../../support/until-end.ts'

const desk = untilEnd(await openDesk())

const mixed = {
  items: [
    { sku: 'RICE-5KG', quantity: 2 },
    { sku: 'TEA-500', quantity: 1 },
    { product_name: 'Gift bag', unit_price: 20, gst_pct: 18, quantity: 1 },
  ],
  discount: 50,
}

describe('one order', () => {
  test('has its lines, its GST by rate and what may come next', async () => {
    const id = await desk.place(mixed)
    const { status, json } = await desk.owner.get(`/orders/${id}`)
    expect(status).toBe(200)
    expect(json).toMatchObject({
      id,
      status: 'pending',
      next: ['paid', 'packed', 'dispatched', 'delivered', 'cancelled'],
      sync: 'waiting',
      waitingLines: 2,
      takesStock: true,
      discount: 5_000,
      total: 90_000 + 29_999 + 2_000 - 5_000,
      taxes: [
        { gstBasisPoints: 500, taxable: 85_714, gst: 4_286 },
        { gstBasisPoints: 1800, taxable: 25_423 + 1_695, gst: 4_576 + 305 },
      ],
    })
    const taxes = listOf(json['taxes'])
    const sum = (field: string) => taxes.reduce((all, tax) => all + Number(tax[field]), 0)
    expect([sum('taxable'), sum('gst')]).toEqual([
      Number(json['subtotal']),
      Number(json['gstTotal']),
    ])
    expect(listOf(json['lines'])).toMatchObject([
      { sku: 'RICE-5KG', quantity: 2, unitPrice: 45_000, lineTotal: 90_000, sync: 'waiting' },
      { sku: 'TEA-500', sync: 'waiting', syncedAt: null, syncedBy: null },
      { sku: null, productName: 'Gift bag', sync: 'left out' },
    ])
  })

  test('says of each line which program took it over', async () => {
    const id = await desk.place(mixed)
    const [rice] = listOf((await desk.owner.get(`/orders/${id}`)).json['lines'])
    await desk.sync(id, [rice?.['id'] ?? null])
    const { json } = await desk.owner.get(`/orders/${id}`)
    expect(json).toMatchObject({ sync: 'waiting', waitingLines: 1 })
    expect(listOf(json['lines'])).toMatchObject([
      { sync: 'synced', syncedBy: 'test', syncedAt: expect.stringMatching(/Z$/) },
      { sync: 'waiting' },
      { sync: 'left out' },
    ])
    await desk.owner.post(`/orders/${id}/status`, { status: 'cancelled' })
  })

  test('is not moved from a status that it no longer has', async () => {
    const id = await desk.place({ items: [{ sku: 'RICE-5KG', quantity: 1 }] })
    const move = (status: string, startedFrom: string) =>
      desk.owner.post(`/orders/${id}/status`, { status, startedFrom })
    expect((await move('packed', 'pending')).status).toBe(200)
    const late = await move('cancelled', 'pending')
    expect([late.status, late.field]).toEqual([409, 'startedFrom'])
    expect(late.text).toContain('meanwhile: it is packed.')
    // The same once more, as a second press sends it.
    expect((await move('packed', 'pending')).status).toBe(200)
    expect((await move('cancelled', 'packed')).json).toMatchObject({ status: 'cancelled' })
  })

  test('that nobody has is 404, whatever is asked of it', async () => {
    expect((await desk.owner.get(`/orders/${noId}`)).status).toBe(404)
    expect((await desk.owner.get('/orders/%E0%A4%A')).status).toBeGreaterThanOrEqual(400)
    expect((await desk.owner.get('/orders/%E0%A4%A')).status).toBeLessThan(500)
    const moved = await desk.owner.post(`/orders/${noId}/status`, { status: 'paid' })
    expect(moved.status).toBe(404)
    expect((await desk.owner.post(`/orders/${noId}/put-back`)).status).toBe(404)
  })

  test('moves to no status that there is not', async () => {
    const answer = await desk.owner.post(`/orders/${noId}/status`, { status: 'lost' })
    expect([answer.status, answer.field]).toEqual([400, 'status'])
  })
})

describe('marking as not synced again', () => {
  test('makes an order wait once more', async () => {
    const id = await desk.place({ items: [{ sku: 'RICE-5KG', quantity: 1 }] })
    await desk.sync(id)
    expect((await desk.owner.get(`/orders/${id}`)).json['sync']).toBe('synced')
    const answer = await desk.owner.post(`/orders/${id}/put-back`)
    expect(answer.json).toEqual({ orders: 1, items: 1 })
    expect((await desk.owner.get(`/orders/${id}`)).json['sync']).toBe('waiting')
    expect((await desk.owner.post(`/orders/${id}/put-back`)).json).toEqual({ orders: 0, items: 0 })
  })

  test('says beforehand what a range of dates would put back, and does that', async () => {
    const id = await desk.place({ items: [{ sku: 'RICE-5KG', quantity: 1 }] })
    await desk.sync(id)
    const at = String((await desk.owner.get(`/orders/${id}`)).json['syncedAt'])
    const range = { from: at, until: at }
    const counted = await desk.owner.get(`/orders/synced-count?from=${at}&until=${at}`)
    expect(counted.json).toEqual({ orders: 1, items: 1 })
    const before = await desk.owner.get('/orders/synced-count?from=2020-01-01&until=2020-12-31')
    expect(before.json).toEqual({ orders: 0, items: 0 })
    expect((await desk.owner.post('/orders/put-back', range)).json).toEqual(counted.json)
    expect((await desk.owner.get(`/orders/${id}`)).json['sync']).toBe('waiting')
    expect((await desk.owner.post('/orders/put-back', range)).json).toEqual({ orders: 0, items: 0 })
  })

  test.each([
    [{ from: '2026-11-02', until: '2026-11-01' }, 'until'],
    [{ from: '', until: '2026-11-01' }, 'from'],
    [{ from: '2026-11-01', until: 'soon' }, 'until'],
  ])('refuses the range %j', async (range, field) => {
    const answer = await desk.owner.post('/orders/put-back', range)
    expect([answer.status, answer.field]).toEqual([400, field])
    const query = new URLSearchParams(range)
    expect((await desk.owner.get(`/orders/synced-count?${query}`)).field).toBe(field)
  })
})
