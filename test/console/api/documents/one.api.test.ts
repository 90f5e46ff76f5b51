import { describe, expect, test } from 'bun:test'
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '../../../../src/platform/json/json.ts'
import { newMember, ownersShop } from '../browser.ts'
import { noId } from '../endpoints.ts'

const { shop, owner } = await ownersShop()

function objects(value: JsonValue | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : []
}

function fieldOf(fields: JsonValue | undefined, label: string | null): JsonObject | undefined {
  return objects(fields).find((field) => field['label'] === label)
}

/** The lines of a document, each a list of fields. */
function rowsOf({ lineItems }: JsonObject): JsonValue[] {
  const rows = isJsonObject(lineItems) ? lineItems['rows'] : []
  return Array.isArray(rows) ? rows : []
}

describe('one document', () => {
  test('stands beside what is delivered of it, with the rule that made the difference', async () => {
    const { member, browser } = await newMember(shop)
    await shop.call('POST', '/api/public/v1/vendors', {
      key: shop.keys.owner,
      body: { name: 'Gupta Stores', aliases: ['GUPTA STR'] },
    })
    const id = await member.addScan({
      metadata: {
        'Bill No.': ' G-7 ',
        'Invoice No': 'G-8',
        Dated: '05-Nov-26',
        Supplier: 'Gupta Str',
        Mood: 'good',
        Remark: null,
      },
      lines: [{ Qty: '12 Nos', Rate: 'free' }],
    })
    const { json } = await browser.get(`/documents/${id}`)
    expect(json).toMatchObject({ id, state: 'waiting', file: null, original: null, duplicates: [] })
    const head = json['head']
    expect(fieldOf(head, 'Bill No.')).toEqual({
      label: 'Bill No.',
      raw: ' G-7 ',
      key: 'invoice_no',
      value: 'G-7',
      reasons: [
        { kind: 'built-in label', from: 'Bill No.', to: 'invoice_no' },
        { kind: 'read as', what: 'text' },
      ],
    })
    expect(fieldOf(head, 'Invoice No')).toMatchObject({
      key: 'Invoice No',
      value: 'G-8',
      reasons: [{ kind: 'taken', key: 'invoice_no' }],
    })
    expect(fieldOf(head, 'Dated')).toMatchObject({
      value: '2026-11-05',
      reasons: [{ kind: 'built-in label' }, { kind: 'read as', what: 'date' }],
    })
    expect(fieldOf(head, 'Supplier')).toMatchObject({
      value: 'Gupta Stores',
      reasons: [{ kind: 'built-in label' }, { kind: 'name list' }],
    })
    expect(fieldOf(head, 'Mood')).toMatchObject({ key: 'Mood', value: 'good', reasons: [] })
    const added = objects(head).filter(({ label }) => label === null)
    expect(added.map(({ key, value }) => [key, value])).toEqual([
      ['gstin', ''],
      ['name', 'Gupta Stores'],
    ])
    const [line] = rowsOf(json)
    expect(fieldOf(line, 'Qty')).toMatchObject({ key: 'qty', value: 12 })
    expect(fieldOf(line, 'Rate')).toMatchObject({
      key: 'Rate',
      value: 'free',
      reasons: [{ kind: 'unreadable', key: 'rate' }],
    })
  })

  test('that was delivered is shown as it was delivered', async () => {
    const { member, browser } = await newMember(shop)
    const id = await member.addScan({ metadata: { Supplier: 'OLD NAME LTD', 'Bill No': '1' } })
    await member.mark({ ids: [id], source: 'Tally' })
    await shop.call('POST', '/api/public/v1/vendors', {
      key: shop.keys.owner,
      body: { name: 'New Name', aliases: ['Old name ltd'] },
    })
    const { json } = await browser.get(`/documents/${id}`)
    expect(json).toMatchObject({ state: 'synced', syncedSource: 'Tally', syncedBy: 'test' })
    expect(fieldOf(json['head'], 'Supplier')).toMatchObject({ value: 'OLD NAME LTD' })
  })

  test('shows its lines a page at a time', async () => {
    const { member, browser } = await newMember(shop)
    const lines = Array.from({ length: 120 }, (_, index) => ({ Qty: String(index + 1) }))
    const id = await member.addScan({ lines })
    const { json } = await browser.get(`/documents/${id}?lines=3`)
    expect(json['lineItems']).toMatchObject({ page: 3, size: 50, total: 120 })
    const rows = rowsOf(json)
    expect(rows).toHaveLength(20)
    expect(fieldOf(rows[0], 'Qty')).toMatchObject({ raw: '101' })
  })

  test('leads to its twin, and the twin back', async () => {
    const { member, browser } = await newMember(shop)
    const metadata = { 'Bill No': 'T-1' }
    const first = await member.addScan({ metadata, daysAgo: 3 })
    const second = await member.addScan({ metadata, daysAgo: 2 })
    const hidden = (await browser.get(`/documents/${second}`)).json
    expect(hidden).toMatchObject({ state: 'duplicate', original: { id: first } })
    expect((await browser.get(`/documents/${first}`)).json['duplicates']).toMatchObject([
      { id: second },
    ])
    const answer = { id: `duplicate ${second} ${first}`, choice: 'different' }
    expect((await browser.post('/today/answers', answer)).status).toBe(200)
    const ids = (await browser.get('/documents?duplicate=yes')).json['total']
    expect(ids).toBe(0)
    expect((await member.unsynced()).json['count']).toBe(2)
  })
})

describe('a document of somebody else', () => {
  test.each([
    ['GET', ''],
    ['GET', '/read'],
    ['GET', '/file'],
    ['POST', '/correct'],
    ['POST', '/retry'],
    ['POST', '/move'],
    ['POST', '/remove'],
  ])('is as if it were not there: %s %s', async (method, path) => {
    const { browser } = await newMember(shop)
    const id = await shop.addScan({ user: 'meena', bytes: `of meena ${path}` })
    const bodies = new Map<string, unknown>([
      ['/correct', { raw: { invoice_metadata: { A: 'b' } }, startedFrom: 'x' }],
      ['/move', { category: 'bank_entry' }],
    ])
    const ask = (about: string) =>
      method === 'GET'
        ? browser.get(`/documents/${about}${path}`)
        : browser.post(`/documents/${about}${path}`, bodies.get(path))
    const [theirs, nobodys] = [await ask(id), await ask(noId)]
    expect([theirs.status, nobodys.status]).toEqual([404, 404])
    expect(theirs.text.replace(id, noId)).toBe(nobodys.text)
    expect((await owner.get(`/documents/${id}`)).json).toMatchObject({ isCorrected: false })
  })
})

describe('a bank statement', () => {
  test('is known by its account, and is from nobody', async () => {
    const { member, browser } = await newMember(shop)
    const id = await member.addScan({
      category: 'bank_entry',
      metadata: {
        'A/c No': '5020001',
        'Account Name': 'KULKARNI GENERAL STORES',
        From: '01/10/2026',
        To: '31/10/2026',
      },
      lines: [{ Date: '02/10/2026', Debit: '5' }],
    })
    expect((await browser.get(`/documents/${id}`)).json).toMatchObject({
      seller: null,
      account: { number: '5020001', bank: null, from: '2026-10-01', to: '2026-10-31' },
      lines: 1,
    })
  })
})

describe('delivering again', () => {
  test('one document: it waits, and so do the copies that it settled', async () => {
    const { member } = await newMember(shop)
    const metadata = { 'Bill No': 'P-1' }
    const id = await member.addScan({ metadata, daysAgo: 3 })
    await member.addScan({ metadata, daysAgo: 2 })
    await member.mark({ ids: [id] })
    const shown = (await owner.get(`/documents/${id}`)).json
    expect(shown).toMatchObject({ may: { putBack: true, correct: false } })
    expect(objects(shown['duplicates'])).toHaveLength(1)
    expect((await owner.post(`/documents/${id}/put-back`)).json).toEqual({ documents: 2 })
    expect((await owner.get(`/documents/${id}`)).json['state']).toBe('waiting')
    expect((await owner.post(`/documents/${id}/put-back`)).json).toEqual({ documents: 0 })
  })

  test('a range of days: counted before, then all of them', async () => {
    const { member } = await newMember(shop)
    const id = await member.addScan({ metadata: { 'Bill No': 'R-1' } })
    await member.mark({ ids: [id] })
    const from = new Date(Date.now() - 60_000).toISOString()
    const until = new Date(Date.now() + 60_000).toISOString()
    const before = await owner.get(`/documents/synced-count?from=${from}&until=${until}`)
    const count = Number(before.json['documents'])
    expect(count).toBeGreaterThanOrEqual(1)
    expect((await owner.post('/documents/put-back', { from, until })).json).toEqual({
      documents: count,
    })
    expect((await owner.get(`/documents/${id}`)).json['state']).toBe('waiting')
  })

  test.each([
    ['from', { from: 'monday', until: '2026-11-02' }],
    ['until', { from: '2026-11-02', until: '' }],
    ['until', { from: '2026-11-02', until: '2026-11-01' }],
  ])('refuses a wrong %s', async (field, body) => {
    const answer = await owner.post('/documents/put-back', body)
    expect([answer.status, answer.field]).toEqual([400, field])
  })
})
