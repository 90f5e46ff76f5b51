import { expect, test } from 'bun:test'
import { openShop } from '../../../support/shop.ts'
import { listed, newMember, type Browser } from '../browser.ts'
import { untilEnd } from '../../../support/until-end.ts'

const shop = untilEnd(await openShop())

const view = { list: 'orders', name: 'Unpaid', search: '{"status":"pending"}', columns: null }

async function namesOf(browser: Browser, list = 'orders'): Promise<unknown[]> {
  return listed(await browser.get(`/views?list=${list}`)).map(({ name }) => name)
}

test('a view is kept for its list and its user, by name', async () => {
  const [{ browser: asha }, { browser: ravi }] = [await newMember(shop), await newMember(shop)]
  await asha.post('/views', view)
  await asha.post('/views', { ...view, name: ' big ones ', columns: ['total', 'placed'] })
  await asha.post('/views', { ...view, list: 'documents', name: 'Soon deleted' })
  expect(listed(await asha.get('/views?list=orders'))).toMatchObject([
    { name: 'big ones', columns: ['total', 'placed'] },
    { name: 'Unpaid', search: '{"status":"pending"}', columns: null },
  ])
  expect(await namesOf(asha, 'documents')).toEqual(['Soon deleted'])
  expect(await namesOf(ravi)).toEqual([])
})

test('a view of the same name, however it is written, takes the place of the one before', async () => {
  const { browser } = await newMember(shop)
  await browser.post('/views', view)
  await browser.post('/views', { ...view, name: 'UNPAID', search: '{"status":"paid"}' })
  expect(listed(await browser.get('/views?list=orders'))).toMatchObject([
    { name: 'UNPAID', search: '{"status":"paid"}' },
  ])
})

test('a view is removed by whom it belongs to, once', async () => {
  const [{ browser }, { browser: other }] = [await newMember(shop), await newMember(shop)]
  const id = String((await browser.post('/views', view)).json['id'])
  expect((await other.post(`/views/${id}/remove`)).status).toBe(404)
  expect((await browser.post(`/views/${id}/remove`)).status).toBe(200)
  expect((await browser.post(`/views/${id}/remove`)).status).toBe(404)
  expect(await namesOf(browser)).toEqual([])
})

test('a user keeps 100 views, and the name of one that is kept may be used again', async () => {
  const { browser } = await newMember(shop)
  for (let i = 0; i < 100; i++) await browser.post('/views', { ...view, name: `View ${i}` })
  expect((await browser.post('/views', { ...view, name: 'One more' })).status).toBe(409)
  expect((await browser.post('/views', { ...view, name: 'View 7' })).status).toBe(200)
})

test.each([
  ['name', { name: ' ' }],
  ['name', { name: 'x'.repeat(61) }],
  ['search', { search: 'x'.repeat(1_001) }],
  ['columns', { columns: Array.from({ length: 51 }, () => 'total') }],
  ['list', { list: 7 }],
])('a view with a wrong %s is refused', async (field, wrong) => {
  const { browser } = await newMember(shop)
  const answer = await browser.post('/views', { ...view, ...wrong })
  expect([answer.status, answer.field]).toEqual([400, field])
})
