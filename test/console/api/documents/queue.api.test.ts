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

describe('the queue of what is to be typed in', () => {
  test('has what was not read, the oldest first, until somebody typed it', async () => {
    const { member, browser } = await newMember(shop)
    const younger = await member.addScan({ failureReason: 'Blurred.', daysAgo: 2 })
    const older = await member.addScan({ failureReason: 'Too dark.', daysAgo: 3 })
    const file = `bill ${member.id}`
    const pending = await member.addScan({ failureReason: 'x', bytes: file, daysAgo: 4 })
    expect((await browser.post(`/documents/${pending}/retry`)).status).toBe(200)
    await member.addScan({ metadata: { 'Bill No': 'Q-1' }, daysAgo: 5 })
    expect((await browser.get('/documents/queue')).json).toEqual({
      ids: [pending, older, younger],
      total: 3,
    })
    const { json } = await browser.get(`/documents/${older}/read`)
    const raw = { invoice_metadata: { 'Bill No': 'Q-2' }, line_items: [] }
    const sent = { raw, startedFrom: json['version'], confirmed: [] }
    expect((await browser.post(`/documents/${pending}/remove`)).status).toBe(200)
    expect((await browser.post(`/documents/${older}/correct`, sent)).status).toBe(200)
    const { ids } = (await browser.get('/documents/queue')).json
    expect(ids).toContain(younger)
    expect(ids).not.toContain(pending)
  })

  test('is a clerk’s own, and everybody’s for an owner', async () => {
    const { member, browser } = await newMember(shop)
    const { browser: other } = await newMember(shop)
    const id = await member.addScan({ failureReason: 'Blurred.' })
    expect((await browser.get('/documents/queue')).json).toEqual({ ids: [id], total: 1 })
    expect((await other.get('/documents/queue')).json).toEqual({ ids: [], total: 0 })
    const owner = await signedIn(shop, shop.users.owner)
    expect((await owner.get('/documents/queue')).json['ids']).toContain(id)
  })
})
