import { describe, expect, test } from 'bun:test'
import type { Shop } from '../../../support/shop.ts'
import { listed, newMember, ownersShop } from '../browser.ts'

const { shop, owner } = await ownersShop()

async function newClerk() {
  const { member, browser } = await newMember(shop)
  const add = (input: Parameters<Shop['addScan']>[0] = {}) =>
    shop.addScan({ userId: member.id, ...input })
  const filenames = async (query = '') =>
    listed(await browser.get(`/documents?${query}`)).map(({ filename }) => filename)
  return { member, browser, add, filenames }
}

describe('several documents at once', () => {
  test('are removed with their files; what was delivered stays', async () => {
    const { member, browser, add, filenames } = await newClerk()
    const gone = await add({ filename: 'gone.pdf', bytes: `gone ${member.id}` })
    const delivered = await add({ filename: 'delivered.pdf' })
    await member.mark({ ids: [delivered] })
    await add({ filename: 'other.pdf' })
    const which = { ids: [gone, delivered, 'nothing', gone] }
    const answer = await browser.post('/documents/chosen/remove', { which })
    expect(answer.json).toEqual({ changed: 1, left: 2 })
    expect(await filenames()).toEqual(['other.pdf', 'delivered.pdf'])
    const again = await browser.post('/documents/chosen/remove', { which })
    expect(again.json).toEqual({ changed: 0, left: 3 })
    const [entry] = listed(await browser.get('/activity'))
    expect(entry).toMatchObject({
      action: 'scans removed',
      details: { scans: 1, filenames: ['gone.pdf'] },
    })
  })

  test('are moved to another kind, by the rules of that kind', async () => {
    const { browser, add, filenames } = await newClerk()
    const ids = [await add({ filename: 'a.pdf' }), await add({ filename: 'b.pdf' })]
    const body = { which: { ids }, category: 'purchase_order' }
    expect((await browser.post('/documents/chosen/move', body)).json).toEqual({
      changed: 2,
      left: 0,
    })
    expect((await browser.post('/documents/chosen/move', body)).json).toEqual({
      changed: 0,
      left: 2,
    })
    expect(await filenames('category=purchase_order')).toEqual(['b.pdf', 'a.pdf'])
  })

  test('are all that fit the filters, on every page, and no more than were shown', async () => {
    const { browser, add, filenames } = await newClerk()
    for (let i = 0; i < 60; i++) await add({ filename: `batch ${i}`, metadata: { Total: '10' } })
    await add({ filename: 'kept' })
    const fit = { search: 'batch', synced: 'no' }
    const total = (await browser.get('/documents/totals?search=batch&synced=no')).json
    expect(total).toEqual({ documents: 60, totalPaise: 60_000 })
    const tooFew = await browser.post('/documents/chosen/remove', { which: { fit, atMost: 59 } })
    expect([tooFew.status, tooFew.field]).toEqual([409, 'which'])
    const done = await browser.post('/documents/chosen/remove', { which: { fit, atMost: 60 } })
    expect(done.json).toEqual({ changed: 60, left: 0 })
    expect(await filenames()).toEqual(['kept'])
  })

  test('are put back by an owner, with what was delivered as their duplicates', async () => {
    const { member, browser, add } = await newClerk()
    const first = await add({ metadata: { 'Bill No': 'P-1' } })
    await add({ metadata: { 'Bill No': 'P-1' } })
    const waits = await add({ metadata: { 'Bill No': 'P-2' } })
    await member.mark({ ids: [first] })
    const which = { ids: [first, waits, 'nothing'] }
    expect((await browser.post('/documents/chosen/put-back', { which })).status).toBe(403)
    const answer = await owner.post('/documents/chosen/put-back', { which })
    expect(answer.json).toEqual({ documents: 2 })
    expect((await owner.post('/documents/chosen/put-back', { which })).json).toEqual({
      documents: 0,
    })
    expect((await member.unsynced()).text).toContain('"invoice_no":"P-1"')
  })

  test('of others are out of reach of a member, named or by a filter', async () => {
    const [{ add, filenames }, { browser: stranger }] = [await newClerk(), await newClerk()]
    const id = await add({ filename: 'mine.pdf' })
    const named = await stranger.post('/documents/chosen/remove', { which: { ids: [id] } })
    expect(named.json).toEqual({ changed: 0, left: 1 })
    const fit = { search: 'mine' }
    const found = await stranger.post('/documents/chosen/remove', { which: { fit, atMost: 9 } })
    expect(found.json).toEqual({ changed: 0, left: 0 })
    expect(await filenames()).toEqual(['mine.pdf'])
  })

  test.each([
    [{ which: {} }, 'which'],
    [{ which: { ids: [] } }, 'which.ids'],
    [{ which: { fit: { state: 'odd' }, atMost: 1 } }, 'state'],
    [{ which: { fit: {}, atMost: -1 } }, 'which.atMost'],
    [{ which: { fit: 'all', atMost: 1 } }, 'which.fit'],
    [{ which: { fit: { text: 'x' }, atMost: 900 } }, 'which.fit'],
    [{ which: { fit: { search: 7 }, atMost: 1 } }, 'which.fit.search'],
  ])('are refused for %j', async (body, field) => {
    const answer = await owner.post('/documents/chosen/remove', body)
    expect([answer.status, answer.field]).toEqual([400, field])
  })
})
