import { describe, expect, test } from 'bun:test'
import { addName } from '../../../../src/names/add-name.ts'
import { isJsonObject, type JsonObject } from '../../../../src/platform/json/json.ts'
import { dayMs } from '../../../support/temporary-database.ts'
import { newMember, type Browser, ownersShop } from '../browser.ts'

const { shop, owner } = await ownersShop()

const gstin = '27AAPFU0939F1ZV'
const day = new Date(Date.now() - 3 * dayMs).toISOString().slice(0, 10)

describe('proposals', () => {
  test('are what bills said that were saved in the console, for every user', async () => {
    const { member, browser } = await newMember(shop)
    const id = await member.addScan({ failureReason: 'Blurred.' })
    const { json } = await browser.get(`/documents/${id}/read`)
    const raw = {
      invoice_metadata: {
        vendor_name: 'Kaveri Mills',
        gstin,
        invoice_no: 'K-1',
        invoice_date: day,
        total: '946',
      },
      line_items: [
        {
          description: 'Cotton bale',
          hsn: '5201',
          unit: 'Bale',
          gst_rate: '5',
          qty: '1',
          rate: '900.50',
        },
      ],
    }
    await browser.post(`/documents/${id}/correct`, { raw, startedFrom: json['version'] })
    expect((await owner.get('/documents/proposals/sellers?search=kav')).json).toMatchObject({
      sellers: [{ name: 'Kaveri Mills', gstin, gstPcts: [5], from: 'bills', bills: 1 }],
    })
    expect((await owner.get(`/documents/proposals/items?search=cott&gstin=${gstin}`)).json).toEqual(
      {
        items: [
          {
            name: 'Cotton bale',
            hsn: '5201',
            unit: 'Bale',
            gstPct: 5,
            ratePaise: 90_050,
            rateDay: day,
            from: 'seller',
          },
        ],
      },
    )
  })

  test('are forgotten when an owner wants it, and counted before that', async () => {
    const { learnt } = (await owner.get('/settings/shop')).json
    expect(learnt).toEqual({ sellers: 1, items: 1, habits: 0 })
    for (let time = 0; time < 2; time++) {
      const { status, json } = await owner.post('/settings/proposals/forget')
      expect([status, json['learnt']]).toEqual([200, { sellers: 0, items: 0, habits: 0 }])
    }
    expect((await owner.get('/documents/proposals/sellers?search=kav')).json).toEqual({
      sellers: [],
    })
  })

  test('of items end with the catalogue, by name, SKU or barcode, and name a thing once', async () => {
    const product = { name: 'Chai Masala 100 g', sku: 'CHAI-100', hsn: '0910', gst_pct: 5 }
    await shop.store('POST', '/api/public/v1/products/bulk', {
      body: { products: [{ ...product, mrp: 60, barcode: '8901234567894' }] },
    })
    const found = { name: 'Chai Masala 100 g', hsn: '0910', gstPct: 5, from: 'catalogue' }
    for (const text of ['chai', 'chai-1', '8901234567894']) {
      const { json } = await owner.get(`/documents/proposals/items?search=${text}`)
      expect([text, json]).toMatchObject([text, { items: [found] }])
    }
    await shop.database.write((conn) =>
      addName(conn, 'product', { name: 'CHAI masala 100 g', aliases: [] }, Date.now()),
    )
    expect((await owner.get('/documents/proposals/items?search=chai')).json).toMatchObject({
      items: [{ from: 'product names' }],
    })
  })

  test('of sellers are none for a bank statement, and none where nothing fits', async () => {
    const paths = ['search=kav&category=bank_entry', 'search=nobody%20at%20all']
    for (const query of paths) {
      const { status, json } = await owner.get(`/documents/proposals/sellers?${query}`)
      expect([status, json]).toEqual([200, { sellers: [] }])
    }
  })

  test.each([
    ['category', `/documents/proposals/sellers?category=letter`],
    ['search', `/documents/proposals/sellers?search=${'x'.repeat(201)}`],
    ['search', `/documents/proposals/items?search=${'x'.repeat(201)}`],
    ['number', '/documents/same-number'],
    ['category', '/documents/same-number?number=1&category=letter'],
  ])('refuse a wrong %s', async (field, path) => {
    const answer = await owner.get(path)
    expect([answer.status, answer.field]).toEqual([400, field])
  })
})

describe('a number that came before', () => {
  test('is told with the document, also when that was delivered', async () => {
    const { member, browser } = await newMember(shop)
    const metadata = { 'Bill No': 'S-1', Supplier: 'Acme', Total: '1,180.00' }
    const id = await member.addScan({ metadata, filename: 'acme.pdf' })
    const known = {
      id,
      filename: 'acme.pdf',
      seller: 'Acme',
      totalPaise: 118_000,
      uploadedBy: 'Somebody',
      isSameUser: true,
    }
    expect(await sameNumber(browser, 'number=%20S-1')).toMatchObject([
      { ...known, state: 'waiting' },
    ])
    await member.mark({ ids: [id] })
    expect(await sameNumber(browser, 'number=S-1')).toMatchObject([{ ...known, state: 'synced' }])
    expect(await sameNumber(browser, `number=S-1&except=${id}`)).toEqual([])
    expect(await sameNumber(browser, 'number=S-2')).toEqual([])
    await owner.post(`/documents/${id}/put-back`)
    expect(await sameNumber(browser, 'number=S-1')).toMatchObject([{ ...known, state: 'waiting' }])
  })

  test('of another user is told by name and day, and opened by an owner alone', async () => {
    const { member } = await newMember(shop)
    const { browser } = await newMember(shop)
    const id = await member.addScan({ metadata: { 'Bill No': 'S-3', Total: '7' } })
    expect(await sameNumber(browser, 'number=S-3')).toEqual([
      {
        id: null,
        filename: null,
        seller: null,
        totalPaise: null,
        uploadedBy: 'Somebody',
        day: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
        state: 'waiting',
        isSameUser: false,
      },
    ])
    expect(await sameNumber(owner, 'number=S-3')).toMatchObject([{ id, isSameUser: false }])
  })

  test('is another paper with another seller, GSTIN, date or kind', async () => {
    const { member, browser } = await newMember(shop)
    const metadata = { 'Bill No': 'S-4', Supplier: 'Acme', GSTIN: gstin, Dated: '01/11/2026' }
    await member.addScan({ metadata })
    const others = [
      'seller=Zen',
      'gstin=29AAGCB7383J1Z4',
      'date=2/11/26',
      'category=purchase_order',
    ]
    for (const other of others) expect(await sameNumber(browser, `number=S-4&${other}`)).toEqual([])
    const same = `seller=ACME&gstin=${gstin.toLowerCase()}&date=1-Nov-26&category=vendor_invoice`
    expect(await sameNumber(browser, `number=S-4&${same}`)).toHaveLength(1)
  })
})

async function sameNumber(browser: Browser, query: string): Promise<JsonObject[]> {
  const { json } = await browser.get(`/documents/same-number?${query}`)
  return Array.isArray(json['documents']) ? json['documents'].filter(isJsonObject) : []
}
