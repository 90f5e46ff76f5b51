import { describe, expect, test } from 'bun:test'
import { listed } from '../browser.ts'
import { openDesk } from './desk.ts'
import { untilEnd } from '../../../support/until-end.ts'

const desk = untilEnd(await openDesk())
const rice = [{ sku: 'RICE-5KG', quantity: 1 }]
const waiting = await desk.place({
  items: [...rice, { sku: 'TEA-500', quantity: 1 }],
  customer_name: 'Asha Rao',
  customer_phone: '+91 98450-12345',
})
const synced = await desk.place({ items: rice, customer_name: 'Om 100% Pure_Foods' })
const bag = { product_name: 'Gift bag', unit_price: 20, gst_pct: 18, quantity: 1 }
const without = await desk.place({ items: [bag], customer_name: 'मीना' })
const cancelled = await desk.place({ items: rice, customer_name: 'Ravi' })
await desk.sync(synced)
await desk.owner.post(`/orders/${cancelled}/status`, { status: 'cancelled' })

async function ids(query: string): Promise<unknown[]> {
  const answer = await desk.owner.get(`/orders?${query}`)
  expect(answer.status).toBe(200)
  return listed(answer).map(({ id }) => id)
}

describe('the list of orders', () => {
  test('has the newest first, or the oldest', async () => {
    expect(await ids('')).toEqual([cancelled, without, synced, waiting])
    expect(await ids('sort=placed&direction=up')).toEqual([waiting, synced, without, cancelled])
  })

  test('is sorted by what it shows, whichever way', async () => {
    const expected: [string, string[]][] = [
      ['order&direction=down', [cancelled, without, synced, waiting]],
      ['customer&direction=up', [waiting, synced, cancelled, without]],
      ['total&direction=up', [without, synced, cancelled, waiting]],
      ['status&direction=down', [cancelled, without, synced, waiting]],
    ]
    for (const [sort, order] of expected) {
      expect([sort, await ids(`sort=${sort}`)]).toEqual([sort, order])
    }
  })

  test('is added up as it is chosen', async () => {
    const { json } = await desk.owner.get('/orders?sync=waiting')
    const totals = (await desk.owner.get('/orders/totals?sync=waiting')).json
    const items: { total: number }[] = JSON.parse(JSON.stringify(json['items']))
    expect(totals).toEqual({
      orders: items.length,
      totalPaise: items.reduce((sum, { total }) => sum + total, 0),
    })
    expect((await desk.owner.get('/orders/totals?search=nobody')).json).toEqual({
      orders: 0,
      totalPaise: 0,
    })
  })

  test('shows who ordered, what it comes to in paise, and whether it is synced', async () => {
    const answer = await desk.owner.get('/orders?sort=placed&direction=up&size=3')
    expect(answer.json).toMatchObject({ total: 4, page: 1, size: 3 })
    expect(listed(answer)).toMatchObject([
      {
        id: waiting,
        orderNo: expect.stringMatching(/^\d{4}-\d{2}\/00001$/),
        customerName: 'Asha Rao',
        customerPhone: '+91 98450-12345',
        status: 'pending',
        total: 74_999,
        items: 2,
        waitingItems: 2,
        sync: 'waiting',
        syncedAt: null,
      },
      { id: synced, sync: 'synced', waitingItems: 0, syncedAt: expect.stringMatching(/Z$/) },
      { id: without, sync: 'left out', total: 2_000, waitingItems: 0, items: 1 },
    ])
  })

  test('comes in pages, and behind the last one there is nothing', async () => {
    expect(await ids('sort=placed&direction=up&size=3&page=2')).toEqual([cancelled])
    expect(await ids('size=3&page=3')).toEqual([])
  })

  test('is narrowed by status and by whether it is synced', async () => {
    expect(await ids('status=cancelled')).toEqual([cancelled])
    expect(await ids('sync=waiting')).toEqual([cancelled, waiting])
    expect(await ids('sync=waiting&status=pending')).toEqual([waiting])
    expect(await ids('sync=synced')).toEqual([synced])
    expect(await ids(`sync=${encodeURIComponent('left out')}`)).toEqual([without])
  })

  test.each([
    ['asha', () => [waiting]],
    ['RAO', () => [waiting]],
    ['9845012345', () => [waiting]],
    ['98450 12345', () => [waiting]],
    ['मीना', () => [without]],
    ['100%', () => [synced]],
    ['Pure_Foods', () => [synced]],
    ['%', () => [synced]],
    ['/00004', () => [cancelled]],
    ['\\', () => []],
    ['nobody', () => []],
  ])('finds "%s"', async (text, expected) => {
    expect(await ids(`search=${encodeURIComponent(text)}`)).toEqual(expected())
  })

  test.each([
    ['assam tea', () => [waiting]],
    ['tea-500', () => [waiting]],
    ['Gift', () => [without]],
    ['rice_5', () => []],
    ['RICE-5', () => [cancelled, synced, waiting]],
  ])('finds by what was sold: %s', async (text, found) => {
    expect(await ids(`search=${encodeURIComponent(text)}`)).toEqual(found())
  })

  test('is narrowed by when orders were placed, both ends included', async () => {
    const [order] = listed(await desk.owner.get('/orders?search=asha'))
    const at = String(order?.['createdAt'])
    expect(await ids(`from=${at}&until=${at}&search=asha`)).toEqual([waiting])
    expect(await ids(`from=${new Date(Date.parse(at) + 1).toISOString()}`)).not.toContain(waiting)
    expect(await ids('until=2020-01-31')).toEqual([])
    expect(await ids('from=2020-01-31')).toHaveLength(4)
  })
})
