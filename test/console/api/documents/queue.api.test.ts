import { describe, expect, test } from 'bun:test'
import { honestBill } from '../../../support/bills.ts'
import { openShop } from '../../../support/shop.ts'
import { newMember, signedIn } from '../browser.ts'
import { untilEnd } from '../../../support/until-end.ts'

const shop = untilEnd(await openShop())

describe('the queue of what is to be typed in', () => {
  test('has what was not read, what has a paper first and the oldest first, until it is typed and nothing contradicts it', async () => {
    const { member, browser } = await newMember(shop)
    const younger = await member.addScan({ failureReason: 'Blurred.', daysAgo: 2 })
    const older = await member.addScan({ failureReason: 'Too dark.', daysAgo: 3 })
    const file = `bill ${member.id}`
    const withPaper = await member.addScan({ failureReason: 'x', bytes: file, daysAgo: 1 })
    await member.addScan({ metadata: { 'Bill No': 'Q-1' }, daysAgo: 5 })
    expect((await browser.get('/documents/queue')).json).toEqual({
      ids: [withPaper, older, younger],
      held: [],
      total: 3,
      toCheck: 0,
    })
    const { json } = await browser.get(`/documents/${older}/read`)
    const sent = { raw: honestBill('Q-2'), startedFrom: json['version'] }
    expect((await browser.post(`/documents/${older}/correct`, sent)).json['state']).toBe('waiting')
    expect((await browser.get('/documents/queue')).json['ids']).toEqual([withPaper, younger])
    expect((await browser.post(`/documents/${withPaper}/remove`)).status).toBe(200)
    const { version } = (await browser.get(`/documents/${younger}/read`)).json
    const wrong = honestBill('Q-3', { head: { Total: '1' } })
    await browser.post(`/documents/${younger}/correct`, { raw: wrong, startedFrom: version })
    expect((await browser.get('/documents/queue')).json).toEqual({
      ids: [younger],
      held: [younger],
      total: 1,
      toCheck: 1,
    })
  })

  test('is a clerk’s own, and everybody’s for an owner', async () => {
    const { member, browser } = await newMember(shop)
    const { browser: other } = await newMember(shop)
    const id = await member.addScan({ failureReason: 'Blurred.' })
    expect((await browser.get('/documents/queue')).json).toEqual({
      ids: [id],
      held: [],
      total: 1,
      toCheck: 0,
    })
    expect((await other.get('/documents/queue')).json).toEqual({
      ids: [],
      held: [],
      total: 0,
      toCheck: 0,
    })
    const owner = await signedIn(shop, shop.users.owner)
    expect((await owner.get('/documents/queue')).json['ids']).toContain(id)
  })
})
