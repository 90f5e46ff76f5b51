import { Database } from 'bun:sqlite'
import { describe, expect, test } from 'bun:test'
import type { JsonObject } from '../../../src/platform/json/json.ts'
import { portalMonth, portalRow, sellerGstin } from '../../gstr2b/portal-file.ts'
import { listed, newMember, ownersShop } from './browser.ts'

const [day] = new Date(Date.now() - 40 * 24 * 60 * 60 * 1000).toISOString().split('T')
const month = day?.slice(0, 7) ?? ''

const { shop, owner } = await ownersShop()

function row(number: string, more: object = {}) {
  return portalRow({ number, day: day ?? '', ...more })
}

async function bring(rows: readonly ReturnType<typeof row>[], about: object = {}) {
  const body = { month: portalMonth(rows, { period: month, generatedOn: '2026-01-14', ...about }) }
  return await owner.post('/gstr-2b/months', body)
}

async function entries(query = ''): Promise<JsonObject[]> {
  return listed(await owner.get(`/gstr-2b/entries?${query}`))
}

const head = {
  'Bill No': 'ST/II8',
  'Bill Date': day ?? '',
  GSTIN: sellerGstin,
  'Taxable Value': '1,000.00',
  CGST: '25.00',
  SGST: '25.00',
  Total: '1,050.00',
}

describe('a month of GSTR-2B', () => {
  test('is brought in by an owner, beside the bills, page by page and sorted', async () => {
    expect(
      (await bring([row('A/1'), row('B/2', { value: 500_000, taxable: 400_000 })])).json,
    ).toMatchObject({ period: month, bills: 2 })
    expect(await entries('sort=total&direction=down')).toMatchObject([
      { number: 'B/2' },
      { number: 'A/1' },
    ])
    const second = await owner.get('/gstr-2b/entries?page=2&size=1')
    expect(second.json).toMatchObject({ total: 2, page: 2 })
    expect((await owner.get('/gstr-2b/months')).json).toMatchObject({
      items: [{ period: month, counts: { no_bill: 2 } }],
    })
    expect(listed(await owner.get('/gstr-2b/sellers'))).toMatchObject([
      { gstin: sellerGstin, noBill: 2 },
    ])
  })

  test('that is none is refused, with the field', async () => {
    expect(await bring([], { period: '2026-13' })).toMatchObject({ status: 400 })
    expect(await bring([], { period: '2019-07' })).toMatchObject({ status: 400, field: 'period' })
    expect(await bring([], { gstin: 'X' })).toMatchObject({ status: 400 })
    expect(await bring([], { generatedOn: '2026-01-01' })).toMatchObject({
      status: 409,
      field: 'generatedOn',
    })
    const wrong = { month: portalMonth([portalRow({ value: -1 })]) }
    expect((await owner.post('/gstr-2b/months', wrong)).status).toBe(400)
  })

  test('is decided on line by line, and shows what was decided', async () => {
    const [first] = await entries('search=a/1')
    const decisions = [{ subject: first?.['subject'], verdict: 'asked', note: 'Asked by phone' }]
    expect((await owner.post('/gstr-2b/decisions', { decisions })).json).toEqual({ decided: 1 })
    expect(await entries('mark=asked')).toMatchObject([{ number: 'A/1', note: 'Asked by phone' }])
    expect((await owner.post('/gstr-2b/decisions', { decisions: [] })).status).toBe(400)
  })
})

describe('a document that the GSTR-2B says otherwise', () => {
  test('says so to whoever brought it, and takes what is filed', async () => {
    const { browser, member } = await newMember(shop)
    const id = await shop.addScan({ userId: member.id, metadata: head })
    await bring([row('ST/118')])
    expect(await entries('state=look')).toMatchObject([
      { number: 'ST/118', isBillThere: true, bill: { id } },
    ])
    const claims = (await browser.get(`/documents/${id}/gstr-2b`)).json['claims']
    expect(claims).toMatchObject([{ key: 'invoice_no', value: 'ST/118' }])
    const { browser: other } = await newMember(shop)
    expect((await other.get(`/documents/${id}/gstr-2b`)).status).toBe(404)
    expect((await browser.post(`/documents/${id}/gstr-2b`, { key: 'invoice_no' })).status).toBe(200)
    expect((await browser.get(`/documents/${id}/gstr-2b`)).json).toEqual({ claims: [] })
    expect((await browser.post(`/documents/${id}/gstr-2b`, { key: 'invoice_no' })).status).toBe(409)
    expect(await entries('state=matched')).toMatchObject([{ number: 'ST/118' }])
  })
})

test('Today goes on without a month that cannot be read', async () => {
  await bring([row('ST/118')])
  expect((await owner.get('/today/figures')).json['atRiskPaise']).not.toBeNull()
  using database = new Database(shop.dir.database)
  database.run("UPDATE gstr2b_months SET rows = '[1]', seq = seq + 1")
  expect((await owner.get('/gstr-2b/months')).status).toBe(500)
  const figures = await owner.get('/today/figures')
  expect(figures).toMatchObject({ status: 200, json: { atRiskPaise: null } })
  expect((await owner.get('/today')).status).toBe(200)
})
