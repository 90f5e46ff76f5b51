import { describe, expect, test } from 'bun:test'
import { isJsonObject, type JsonObject } from '../../../../src/platform/json/json.ts'
import { newMember, ownersShop } from '../browser.ts'
import { noId } from '../endpoints.ts'

const { shop, owner } = await ownersShop()

describe('documents that may be the same paper', () => {
  test('come side by side, field by field and line by line', async () => {
    const { member, browser } = await newMember(shop)
    const head = { 'Bill No': 'P-1', Supplier: 'Acme', Total: '1,180.00' }
    const asPrinted = { ...head, 'Route No': 'West' }
    const rice = { Item: 'Rice', Qty: '2', Rate: '500' }
    const kept = await member.addScan({
      metadata: asPrinted,
      lines: [rice],
      daysAgo: 3,
      bytes: 'one',
    })
    const other = await member.addScan({
      metadata: { ...head, Supplier: 'ACME', Total: '1180', 'PO No': '7', 'Route no. :': 'West' },
      lines: [{ ...rice, Rate: '510' }, { Item: 'Tea' }],
      daysAgo: 2,
    })
    const { json } = await browser.get('/documents/pairs')
    expect(json['total']).toBe(1)
    const [pair = {}] = pairsOf(json)
    expect(pair).toMatchObject({
      kept: { id: kept, state: 'waiting', lines: 1, file: { shownAs: 'text' } },
      other: { id: other, state: 'duplicate', lines: 2, file: null },
      by: 'number',
      looksSame: true,
      maySwap: true,
      lines: [{ differing: ['rate'] }, { kept: null, differing: ['product_name'] }],
    })
    expect(differing(pair)).toEqual(['po_no'])
  })

  test('are delivered once or both, as somebody says, and that can be taken back', async () => {
    const { member, browser } = await newMember(shop)
    const [kept, other] = await twins(member.addScan)
    const decision = { kept, other, verdict: 'same' }
    for (let time = 0; time < 2; time++) {
      expect((await browser.post('/documents/pairs', decision)).status).toBe(200)
    }
    expect((await browser.get('/documents/pairs')).json).toEqual({ pairs: [], total: 0 })
    expect((await browser.get(`/documents/${other}`)).json).toMatchObject({
      state: 'settled',
      original: { id: kept },
      settled: { by: 'Somebody' },
    })
    expect((await browser.get(`/documents/${kept}`)).json['duplicates']).toMatchObject([
      { id: other },
    ])
    expect((await browser.get('/documents?synced=no')).json['total']).toBe(1)
    expect((await browser.get('/documents?duplicate=yes')).json['total']).toBe(1)
    await browser.post('/documents/pairs/take-back', decision)
    const different = { ...decision, verdict: 'different' }
    expect((await browser.post('/documents/pairs', different)).status).toBe(200)
    expect((await member.unsynced()).json['count']).toBe(2)
    expect((await browser.post('/documents/pairs', decision)).status).toBe(200)
    expect((await member.unsynced()).json['count']).toBe(1)
  })

  test('of two people are an owner’s to compare; each sees that there is another one', async () => {
    const [ravi, meena] = [await newMember(shop), await newMember(shop)]
    const metadata = { 'Bill No': 'P-3' }
    const first = await ravi.member.addScan({ metadata, daysAgo: 3 })
    const second = await meena.member.addScan({ metadata, daysAgo: 2 })
    for (const { browser } of [ravi, meena]) {
      expect((await browser.get('/documents/pairs')).json['total']).toBe(0)
    }
    const glimpse = { id: null, filename: null, totalPaise: null, uploadedBy: 'Somebody' }
    expect((await meena.browser.get(`/documents/${second}`)).json).toMatchObject({ twin: glimpse })
    expect((await ravi.browser.get(`/documents/${first}`)).json).toMatchObject({ twin: glimpse })
    const { json } = await owner.get(`/documents/pairs?document=${second}`)
    expect(pairsOf(json)[0]).toMatchObject({ kept: { id: first }, other: { id: second } })
    const decision = { kept: first, other: second, verdict: 'same' }
    for (const { browser } of [ravi, meena]) {
      expect((await browser.post('/documents/pairs', decision)).status).toBe(404)
    }
    expect((await owner.post('/documents/pairs', decision)).status).toBe(200)
    expect((await meena.member.unsynced()).json['count']).toBe(0)
    expect((await meena.browser.get(`/documents/${second}`)).json).toMatchObject({
      state: 'settled',
      original: null,
      standing: glimpse,
    })
    await owner.post('/documents/pairs/take-back', decision)
  })

  test('are refused when they were delivered meanwhile, are not there, or badly named', async () => {
    const { member, browser } = await newMember(shop)
    const [kept, other] = await twins(member.addScan)
    const body = { kept, other, verdict: 'different' }
    await browser.post('/documents/pairs', body)
    await member.mark({ ids: [other] })
    expect((await browser.post('/documents/pairs/take-back', body)).status).toBe(409)
    expect((await browser.post('/documents/pairs', { ...body, verdict: 'same' })).status).toBe(409)
    expect((await browser.post('/documents/pairs', { ...body, kept: noId })).status).toBe(404)
    for (const wrong of [{ verdict: 'perhaps' }, { kept: 7 }, { other: null }]) {
      const answer = await browser.post('/documents/pairs', { ...body, ...wrong })
      expect([answer.status, answer.field]).toEqual([400, Object.keys(wrong)[0]])
    }
    expect((await browser.get(`/documents/pairs?document=${'x'.repeat(101)}`)).status).toBe(400)
  })

  test('say what happens to the one that is hidden', async () => {
    const { member, browser } = await newMember(shop)
    const metadata = { 'Bill No': 'P-5', Supplier: 'Acme' }
    await member.addScan({ metadata, daysAgo: 3 })
    const copy = await member.addScan({ metadata, daysAgo: 2 })
    const another = await member.addScan({ metadata: { ...metadata, Supplier: 'Zen' }, daysAgo: 1 })
    expect((await browser.get(`/documents/${copy}`)).json['looksSame']).toBe(true)
    expect((await browser.get(`/documents/${another}`)).json['looksSame']).toBe(false)
  })
})

async function twins(addScan: (input: object) => Promise<string>): Promise<[string, string]> {
  const metadata = { 'Bill No': 'P-2' }
  return [await addScan({ metadata, daysAgo: 3 }), await addScan({ metadata, daysAgo: 2 })]
}

function pairsOf({ pairs }: JsonObject): JsonObject[] {
  return Array.isArray(pairs) ? pairs.filter(isJsonObject) : []
}

function differing({ head }: JsonObject): unknown[] {
  const fields = Array.isArray(head) ? head.filter(isJsonObject) : []
  return fields.flatMap(({ key, differs }) => (differs === true ? [key] : []))
}
