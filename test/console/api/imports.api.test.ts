import { describe, expect, test } from 'bun:test'
import { bridgeDecisions, importResults } from '../../../src/books/tables.ts'
import type { JsonObject } from '../../../src/platform/json/json.ts'
import { api, scanRow } from '../../support/member.ts'
import { untilEnd } from '../../support/until-end.ts'
import { listed, newMember, signedIn } from './browser.ts'
import { openDesk } from './orders/desk.ts'

const desk = untilEnd(await openDesk())
const made = await newMember(desk.shop)
const member = made.member
const clerk = made.browser

const missing = {
  outcome: 'parked',
  code: 'ledger_missing',
  field: 'ledger:igst_input:18',
  message: 'The ledger "Input IGST" is missing.',
  attempts: 3,
  external: { system: 'Tally' },
}

async function parkedScan(more: JsonObject = {}): Promise<string> {
  const id = await member.addScan()
  await report({ id, ...missing, ...more })
  return id
}

async function report(result: JsonObject): Promise<void> {
  const body = { results: [result] }
  const { key } = member
  const answer = await desk.shop.call('POST', `${api}/import-results`, { key, body })
  expect(answer.json['summary']).toMatchObject({ errors: 0 })
}

function decisionsOf(subject: string): string[] {
  const rows = desk.shop.database.read.select().from(bridgeDecisions).all()
  return rows.filter((row) => row.subject === subject).map(({ kind }) => kind)
}

function kept(id: string) {
  const rows = desk.shop.database.read.select().from(importResults).all()
  return rows.filter(({ subjectId }) => subjectId === id)
}

describe('a document that did not get into the books', () => {
  test('says so in the list and on its page, and can be listed alone', async () => {
    const id = await parkedScan()
    const why = {
      isOpen: true,
      sentence: 'The ledger "Input IGST" is missing.',
      attempts: 3,
      system: 'Tally',
    }
    const items = listed(await clerk.get('/documents?books=no&size=100'))
    expect(items.find((item) => item['id'] === id)).toMatchObject({ inBooks: why })
    expect((await clerk.get(`/documents/${id}`)).json['books']).toMatchObject({
      open: { first: [why], count: 1 },
      entered: { first: [], count: 0 },
    })
    const other = await member.addScan()
    expect(listed(await clerk.get('/documents?books=no&size=100'))).toHaveLength(items.length)
    const all = listed(await clerk.get('/documents?size=100'))
    expect(all.find((item) => item['id'] === other)).toMatchObject({ inBooks: null })
  })

  test('has the sentence of its code where the program said none', async () => {
    const id = await parkedScan({ code: 'company_mismatch', message: '' })
    expect((await clerk.get(`/documents/${id}`)).json['books']).toMatchObject({
      open: { first: [{ sentence: 'Another company is open than the one that was paired.' }] },
    })
  })

  test('of thousands of parts says what the first are, and how many', async () => {
    const id = await member.addScan()
    const parts = Array.from({ length: 2_000 }, (_, at) => at + 1)
    const results = parts.map((part): JsonObject => {
      const isIn = part % 4 !== 0
      const entered = { outcome: 'imported', external: { system: 'Tally', voucher_no: `${part}` } }
      return { id, part, ...(isIn ? entered : { outcome: 'parked', code: 'ledger_missing' }) }
    })
    for (let from = 0; from < results.length; from += 500) {
      const body = { results: results.slice(from, from + 500) }
      await desk.shop.call('POST', `${api}/import-results`, { key: member.key, body })
    }
    const shown = (await clerk.get(`/documents/${id}`)).json
    expect(shown['books']).toMatchObject({
      open: { first: [4, 8, 12, 16, 20].map((part) => ({ part, isOpen: true })), count: 500 },
      entered: { first: [1, 2, 3, 5, 6].map((part) => ({ part })), count: 1_500 },
    })
    const items = listed(await clerk.get('/documents?size=100'))
    expect(items.find((item) => item['id'] === id)).toMatchObject({
      inBooks: { part: 4, isOpen: true },
    })
  })

  test('is tried again: it waits as it did, and bridges are told', async () => {
    const id = await parkedScan()
    const answer = await clerk.post(`/documents/${id}/books`, { as: 'again' })
    expect([answer.status, answer.json]).toEqual([200, { settled: 1 }])
    expect(kept(id)).toMatchObject([{ isOpen: false, closedAs: 'again', closedBy: member.id }])
    expect(decisionsOf(`scan:${id}`)).toEqual(['retry'])
    expect((await member.unsynced('limit=1000')).text).toContain(id)
    await report({ id, ...missing })
    expect(kept(id)).toMatchObject([{ isOpen: true, closedAs: null }])
  })

  test.each([
    { as: 'by_hand', source: 'entered by hand', decision: 'by_hand' },
    { as: 'dropped', source: 'left out of the books', decision: 'drop' },
  ])('is delivered when it is settled as $as, and says how', async ({ as, source, decision }) => {
    const id = await parkedScan()
    const answer = await clerk.post(`/documents/${id}/books`, { as })
    expect(answer.json).toEqual({ settled: 1 })
    expect(scanRow(desk.shop, id)).toMatchObject({ syncedSource: source, syncedKeyId: null })
    expect(kept(id)).toMatchObject([{ isOpen: false, closedAs: as }])
    expect(decisionsOf(`scan:${id}`)).toEqual([decision])
    await report({ id, ...missing })
    expect(kept(id)).toMatchObject([{ isOpen: false, closedAs: as }])
  })

  test('is settled once; what nobody spoke of is left alone', async () => {
    const id = await parkedScan()
    await clerk.post(`/documents/${id}/books`, { as: 'by_hand' })
    const again = await clerk.post(`/documents/${id}/books`, { as: 'dropped' })
    expect(again.json).toEqual({ settled: 0 })
    const other = await member.addScan()
    const untold = await clerk.post(`/documents/${other}/books`, { as: 'by_hand' })
    expect(untold.json).toEqual({ settled: 0 })
    expect(scanRow(desk.shop, other).syncedAt).toBeNull()
  })

  test('goes with what was said of it, and what was to be done, when it is removed', async () => {
    const [id, other] = [await parkedScan(), await parkedScan()]
    for (const one of [id, other]) await clerk.post(`/documents/${one}/books`, { as: 'again' })
    await clerk.post(`/documents/${id}/remove`)
    expect(kept(id)).toEqual([])
    expect(decisionsOf(`scan:${id}`)).toEqual([])
    expect(decisionsOf(`scan:${other}`)).toEqual(['retry'])
  })

  test('is settled in no other way', async () => {
    const id = await parkedScan()
    expect((await clerk.post(`/documents/${id}/books`, { as: 'lost' })).status).toBe(400)
    expect(kept(id)).toMatchObject([{ isOpen: true }])
  })
})

describe('an order that did not get into the books', () => {
  const order = { customer_name: 'Asha', items: [{ sku: 'RICE-5KG', quantity: 1 }] }

  async function parkedOrder(): Promise<string> {
    const id = await desk.place(order)
    const body = { results: [{ id, ...missing }] }
    await desk.shop.store('POST', `${api}/import-results`, { body })
    return id
  }

  test('says so in the list, on its page and on Today', async () => {
    const id = await parkedOrder()
    const items = listed(await desk.owner.get('/orders?size=100'))
    expect(items.find((item) => item['id'] === id)).toMatchObject({ inBooks: { isOpen: true } })
    expect((await desk.owner.get(`/orders/${id}`)).json['books']).toMatchObject({
      open: { first: [{ sentence: 'The ledger "Input IGST" is missing.' }], count: 1 },
    })
    await desk.place(order)
    const alone = await desk.owner.get('/orders?books=no&size=100')
    expect(listed(alone).map((item) => item['id'])).toEqual([id])
    expect((await desk.owner.get('/orders/totals?books=no')).json).toMatchObject({ orders: 1 })
    expect((await desk.owner.get('/today')).json).toMatchObject({
      counts: expect.arrayContaining([{ kind: 'order', count: 1 }]),
    })
  })

  test('waits on when it is tried again, and is delivered when it was entered by hand', async () => {
    const id = await parkedOrder()
    await desk.owner.post(`/orders/${id}/books`, { as: 'again' })
    expect((await desk.owner.get(`/orders/${id}`)).json['sync']).toBe('waiting')
    await desk.shop.store('POST', `${api}/import-results`, {
      body: { results: [{ id, ...missing }] },
    })
    const answer = await desk.owner.post(`/orders/${id}/books`, { as: 'by_hand' })
    expect(answer.json).toEqual({ settled: 1 })
    expect((await desk.owner.get(`/orders/${id}`)).json['sync']).toBe('synced')
    expect(decisionsOf(`order:${id}`)).toEqual(['retry', 'by_hand'])
  })

  test('is not to be settled where it is not there', async () => {
    const unknown = await desk.owner.post(`/orders/${member.id}/books`, { as: 'again' })
    expect(unknown.status).toBe(404)
  })
})

test('an owner sees what all brought', async () => {
  const id = await parkedScan()
  const owner = await signedIn(desk.shop, desk.shop.users.owner)
  expect((await owner.get('/documents?books=no&size=100')).text).toContain(id)
})
