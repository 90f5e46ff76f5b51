import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { openShop, type Shop } from '../../../support/shop.ts'
import { newMember, signedIn } from '../browser.ts'

let shop: Shop

beforeAll(async () => {
  shop = await openShop()
})

afterAll(async () => {
  await shop.close()
})

describe('reading', () => {
  test('is switched by an owner, and tells how much waits', async () => {
    const { browser } = await newMember(shop)
    const owner = await signedIn(shop, shop.users.owner)
    expect((await browser.get('/documents/reading')).json).toEqual({
      waiting: 0,
      secondsLeft: null,
      underWay: [],
    })
    const on = await owner.post('/settings/reading', { isOn: true, atOnce: 2 })
    expect(on.json['reading']).toEqual({ isOn: true, atOnce: 2 })
    const off = await owner.post('/settings/reading', { isOn: false, atOnce: 1 })
    expect(off.json['reading']).toEqual({ isOn: false, atOnce: 1 })
  })

  test.each([{ isOn: 'yes', atOnce: 1 }, { isOn: true, atOnce: 5 }, { isOn: true }])(
    'is not set to %p',
    async (body) => {
      const owner = await signedIn(shop, shop.users.owner)
      expect((await owner.post('/settings/reading', body)).status).toBe(400)
    },
  )

  test('is not begun again while it is switched off, nor without a file', async () => {
    const { member, browser } = await newMember(shop)
    const withFile = await member.addScan({ failureReason: 'x', bytes: `file ${member.id}` })
    const without = await member.addScan({ failureReason: 'x' })
    for (const id of [withFile, without]) {
      expect((await browser.post(`/documents/${id}/retry`)).status).toBe(409)
    }
  })

  test('explains nothing of what no reader read, and there is nothing to split', async () => {
    const { member, browser } = await newMember(shop)
    const id = await member.addScan({ metadata: { 'Bill No': 'R-1' } })
    expect((await browser.get(`/documents/${id}/read`)).json).toMatchObject({
      explained: null,
      pages: [],
      others: [],
    })
    expect((await browser.post(`/documents/${id}/split`)).status).toBe(409)
  })

  test('of another user’s document is not begun, nor is it split', async () => {
    const { member } = await newMember(shop)
    const { browser: other } = await newMember(shop)
    const id = await member.addScan({ failureReason: 'x', bytes: `file ${member.id}` })
    for (const path of ['retry', 'split']) {
      expect((await other.post(`/documents/${id}/${path}`)).status).toBe(404)
    }
  })
})
