import { expect, test } from 'bun:test'
import { listed } from '../browser.ts'
import { openDesk } from './desk.ts'
import { untilEnd } from '../../../support/until-end.ts'

const desk = untilEnd(await openDesk())

function place(name: string): Promise<string> {
  return desk.place({ items: [{ sku: 'RICE-5KG', quantity: 1 }], customer_name: name })
}

async function statusesOf(search: string): Promise<unknown[]> {
  return listed(await desk.owner.get(`/orders?search=${search}`)).map(({ status }) => status)
}

test('several orders are moved on; those that cannot go there stay', async () => {
  const ids = [await place('Moving one'), await place('Moving two'), await place('Moving three')]
  await desk.owner.post(`/orders/${ids[2]}/status`, { status: 'cancelled' })
  const body = { which: { ids: [...ids, 'nothing'] }, status: 'packed' }
  const answer = await desk.owner.post('/orders/chosen/status', body)
  expect(answer.json).toEqual({ changed: 2, left: 2 })
  expect(await statusesOf('moving')).toEqual(['cancelled', 'packed', 'packed'])
  expect((await desk.owner.post('/orders/chosen/status', body)).json).toEqual({
    changed: 0,
    left: 4,
  })
  const [entry] = listed(await desk.owner.get('/activity'))
  expect(entry).toMatchObject({ action: 'orders moved', details: { orders: 2, to: 'packed' } })
})

test('orders that are cancelled together give their stock back', async () => {
  const stock = async () =>
    listed(await desk.owner.get('/products?search=RICE-5KG')).map((product) => product['stock'])
  const before = await stock()
  const ids = [await place('Undone one'), await place('Undone two')]
  expect(await stock()).not.toEqual(before)
  await desk.owner.post('/orders/chosen/status', { which: { ids }, status: 'cancelled' })
  expect(await stock()).toEqual(before)
})

test('all orders that fit are put back at once, and no more than were shown', async () => {
  const ids = [await place('Handed over one'), await place('Handed over two')]
  for (const id of ids) await desk.sync(id)
  const fit = { search: 'handed over', sync: 'synced' }
  const tooFew = await desk.owner.post('/orders/chosen/put-back', { which: { fit, atMost: 1 } })
  expect([tooFew.status, tooFew.field]).toEqual([409, 'which'])
  const done = await desk.owner.post('/orders/chosen/put-back', { which: { fit, atMost: 2 } })
  expect(done.json).toEqual({ orders: 2, items: 2 })
  const again = await desk.owner.post('/orders/chosen/put-back', { which: { ids } })
  expect(again.json).toEqual({ orders: 0, items: 0 })
})

test('an unknown status, or nothing chosen, is refused', async () => {
  const wrong = await desk.owner.post('/orders/chosen/status', {
    which: { ids: ['x'] },
    status: 'lost',
  })
  expect([wrong.status, wrong.field]).toEqual([400, 'status'])
  const nothing = await desk.owner.post('/orders/chosen/status', { which: {}, status: 'paid' })
  expect([nothing.status, nothing.field]).toEqual([400, 'which'])
})
