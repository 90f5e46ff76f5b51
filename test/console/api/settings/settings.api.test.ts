import { describe, expect, test } from 'bun:test'
import { honestBill } from '../../../support/bills.ts'
import { newMember, ownersShop } from '../browser.ts'

const { shop, owner } = await ownersShop()

describe('the organisation', () => {
  test('gets another name and GSTIN, as they are shown everywhere', async () => {
    const input = { name: ' Acme Stores ', gstin: '27aapfu 0939f1zv' }
    const answer = await owner.post('/settings/organisation', input)
    expect(answer.json).toMatchObject({ name: 'Acme Stores', gstin: '27AAPFU0939F1ZV' })
    const { json } = await owner.get('/state')
    expect(json['signedIn']).toMatchObject({ organisation: { name: 'Acme Stores' } })
    await owner.post('/settings/organisation', { name: 'Acme Stores', gstin: null })
    expect((await owner.get('/settings/shop')).json['gstin']).toBeNull()
  })

  test('lets out at once what only its GSTIN contradicted', async () => {
    const { member, browser } = await newMember(shop)
    await owner.post('/settings/organisation', { name: 'Acme', gstin: '27AAPFU0939F1ZV' })
    const id = await member.addScan({ failureReason: 'Blurred.' })
    // Without a place of supply the shop's own state decides which tax there should be.
    const raw = honestBill('G-1', {
      head: { 'Place of Supply': '', CGST: '', SGST: '', IGST: '50.00' },
    })
    const startedFrom = (await browser.get(`/documents/${id}/read`)).json['version']
    const corrected = await browser.post(`/documents/${id}/correct`, { raw, startedFrom })
    expect(corrected.json['state']).toBe('check')
    await owner.post('/settings/organisation', { name: 'Acme', gstin: '29AAGCB7383J1Z4' })
    expect((await browser.get(`/documents/${id}`)).json['state']).toBe('waiting')
    await owner.post('/settings/organisation', { name: 'Acme', gstin: null })
  })

  test.each([
    [{ name: ' ' }, 'name'],
    [{ name: 'x'.repeat(201) }, 'name'],
    [{ name: 'Acme', gstin: '27AAPFU0939F1ZX' }, 'gstin'],
    [{ gstin: '27AAPFU0939F1ZV' }, 'name'],
  ])('is not %o', async (input, field) => {
    const before = (await owner.get('/settings/shop')).text
    const answer = await owner.post('/settings/organisation', input)
    expect([answer.status, answer.field]).toEqual([400, field])
    expect((await owner.get('/settings/shop')).text).toBe(before)
  })
})

describe('what counts as a duplicate', () => {
  test('decides which documents the next fetch brings', async () => {
    for (const vendor of ['Gupta Oils', 'Patel Grains']) {
      await shop.addScan({ metadata: { invoice_no: '12', vendor_name: vendor } })
    }
    expect((await owner.get('/settings/shop')).json['duplicatesBy']).toBe('invoice_no')
    expect(await countFetched()).toBe(1)
    await owner.post('/settings/duplicates', { duplicatesBy: 'invoice_no_and_seller' })
    expect(await countFetched()).toBe(2)
    await owner.post('/settings/duplicates', { duplicatesBy: 'invoice_no' })
    expect(await countFetched()).toBe(1)
  })

  test.each(['seller', '', null])('is not %p', async (duplicatesBy) => {
    const answer = await owner.post('/settings/duplicates', { duplicatesBy })
    expect([answer.status, answer.field]).toEqual([400, 'duplicatesBy'])
  })
})

describe('the hour of the nightly work', () => {
  test('is the one that an owner chose', async () => {
    const { json } = await owner.post('/settings/hour', { hour: 22 })
    expect(json['hour']).toBe(22)
    const next = new Date(String(json['nextAt']))
    expect([next.getHours(), next.getMinutes()]).toEqual([22, 0])
    expect(next.getTime()).toBeGreaterThan(Date.now())
  })

  test.each([24, -1, 2.5, '3', null])('is not %p', async (hour) => {
    const answer = await owner.post('/settings/hour', { hour })
    expect([answer.status, answer.field]).toEqual([400, 'hour'])
  })
})

describe('the nightly work', () => {
  test('says of each of its parts when it ran', async () => {
    const { jobs } = (await owner.get('/settings/nightly')).json
    const names = Array.isArray(jobs) ? jobs.map((job) => JSON.parse(JSON.stringify(job)).name) : []
    expect(names).toContain('retention')
    expect(names).toContain('backup')
  })
})

describe('a cleanup', () => {
  test('is tried dry, then run, and says how it went', async () => {
    await shop.addScan({ daysAgo: 31, bytes: 'an old bill' })
    const wouldGo = { scans: 1, documents: 1, bytes: 11 }
    expect((await owner.get('/settings/cleanup')).json).toEqual({ wouldGo })
    expect((await owner.get('/settings/cleanup')).json).toEqual({ wouldGo })
    expect((await owner.post('/settings/cleanup')).status).toBe(200)
    expect(await ended()).toMatchObject({ swept: wouldGo, expected: wouldGo, problem: null })
    const nothing = { scans: 0, documents: 0, bytes: 0 }
    expect((await owner.get('/settings/cleanup')).json).toEqual({ wouldGo: nothing })
  })

  test('waits for an owner when the clock is behind the newest document', async () => {
    const ahead = Date.now() + 3 * 60 * 60 * 1000
    await shop.addScan({ createdAt: ahead })
    const held = (await owner.get('/settings/nightly')).json
    expect(held['clock']).toMatchObject({
      kind: 'behind',
      lastSeen: new Date(ahead).toISOString(),
      held: { scans: 0, documents: 0, bytes: 0 },
    })
    expect((await owner.get('/settings/cleanup')).json).toEqual({ wouldGo: null })
    expect((await owner.post('/settings/cleanup')).status).toBe(409)
    const confirm = (says: unknown) => owner.post('/settings/clock/confirm', { says })
    const minuteMs = 60_000
    for (const ms of [-6 * minuteMs, 6 * minuteMs]) {
      expect((await confirm(new Date(Date.now() + ms).toISOString())).status).toBe(409)
    }
    expect((await confirm('yesterday')).field).toBe('says')
    expect((await owner.get('/settings/nightly')).json['clock']).not.toBeNull()
    const confirmed = await confirm(new Date(Date.now() - 4 * minuteMs).toISOString())
    expect(confirmed.json['clock']).toBeNull()
    expect((await owner.post('/settings/cleanup')).status).toBe(200)
    expect(await ended()).toMatchObject({ problem: null })
  })
})

/** The cleanup, once it has come to its end. */
async function ended(): Promise<object> {
  for (;;) {
    const { cleanup } = (await owner.get('/settings/nightly')).json
    const shown: { endedAt: string | null } = JSON.parse(JSON.stringify(cleanup))
    if (shown.endedAt !== null) return shown
  }
}

/** How many documents the next fetch would bring. */
async function countFetched(): Promise<unknown> {
  const key = shop.keys.ravi
  return (await shop.call('GET', '/api/public/v1/scans/unsynced', { key })).json['waiting']
}
