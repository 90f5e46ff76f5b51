import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { isJsonObject, type JsonObject } from '../../../../src/platform/json.ts'
import { openShop, type Shop } from '../../../support/shop.ts'
import { signedIn, type Browser } from '../browser.ts'

let shop: Shop
let owner: Browser

beforeAll(async () => {
  shop = await openShop()
  owner = await signedIn(shop, shop.users.owner)
  await owner.post('/categories', { name: 'Rice & Dal' })
  await owner.post('/names', { kind: 'vendor', name: 'Sri Balaji Traders' })
})

afterAll(() => shop.close())

type Sent = { columns: (string | null)[]; rows: string[][]; dryRun?: boolean }

async function send({ columns, rows, dryRun = false }: Sent): Promise<JsonObject[]> {
  const answer = await owner.post('/product-import', { columns, rows, dryRun })
  expect(answer.status).toBe(200)
  const { results } = answer.json
  return Array.isArray(results) ? results.filter(isJsonObject) : []
}

async function productOf(sku: string): Promise<JsonObject> {
  const [found] = await send({ columns: ['sku', 'name'], rows: [[sku, 'x']], dryRun: true })
  const answer = await owner.get(`/products/${String(found?.['id'])}`)
  const { fields } = answer.json
  return isJsonObject(fields) ? fields : {}
}

describe('rows of a table', () => {
  test('become products, with amounts as spreadsheets write them', async () => {
    const columns = ['sku', null, 'name', 'mrp', 'sale_price', 'gst_pct', 'category', 'vendor_name']
    const row = [
      'R-1',
      'ignored',
      'Basmati',
      '₹ 1,23,456.50',
      'Rs. 450',
      '5 %',
      'rice & dal',
      'SRI BALAJI TRADERS',
    ]
    expect(await send({ columns, rows: [row] })).toMatchObject([{ outcome: 'created', sku: 'R-1' }])
    const category = (await owner.get('/categories?search=rice')).json['items']
    expect(await productOf('R-1')).toMatchObject({
      name: 'Basmati',
      mrp: 123_456.5,
      sale_price: 450,
      gst_pct: 5,
      category_id: Array.isArray(category) && isJsonObject(category[0]) ? category[0]['id'] : '',
      vendor_id: expect.stringMatching(/-/),
    })
  })

  test('that name a product that is there change only what they say', async () => {
    await send({ columns: ['sku', 'name', 'mrp', 'hsn'], rows: [['C-1', 'Chana', '80', '0713']] })
    const columns = ['sku', 'name', 'mrp', 'is_active']
    const rows = [
      ['C-1', 'Chana', '90', 'no'],
      ['C-1', 'Chana', '90', ''],
    ]
    const results = await send({ columns, rows })
    expect(results.map(({ outcome }) => outcome)).toEqual(['changed', 'unchanged'])
    expect(await productOf('C-1')).toMatchObject({ mrp: 90, hsn: '0713', is_active: false })
  })

  test('are all or nothing each, and a refused one says why in the words of the shop', async () => {
    const columns = ['sku', 'name', 'mrp', 'category', 'vendor_name', 'barcode']
    const results = await send({
      columns,
      rows: [
        ['', 'Nameless', '', '', '', ''],
        ['W-1', 'Dear', 'a lot', '', '', ''],
        ['W-2', 'Shelfless', '', 'Toys', '', ''],
        ['W-3', 'Vendorless', '', '', 'Nobody', ''],
        ['W-4', 'Rounded', '', '', '', '8.90123E+12'],
        ['W-5', 'Good', '10', '', '', '8901234567890'],
      ],
    })
    expect(results).toMatchObject([
      { outcome: 'refused', field: 'sku', reason: expect.stringContaining('The SKU') },
      { outcome: 'refused', field: 'mrp', reason: expect.stringContaining('The MRP') },
      { outcome: 'refused', field: 'category', missingCategory: 'Toys' },
      { outcome: 'refused', field: 'vendor_name' },
      { outcome: 'refused', field: 'barcode', reason: expect.stringContaining('rounded') },
      { outcome: 'created', reason: null },
    ])
    const again = await send({ columns: ['sku', 'name'], rows: [['W-1', 'Dear']], dryRun: true })
    expect(again).toMatchObject([{ outcome: 'created' }])
  })
})

describe('a dry run', () => {
  test('writes nothing, and says what each row would change', async () => {
    await send({ columns: ['sku', 'name', 'sale_price'], rows: [['D-1', 'Dal', '99.5']] })
    const columns = ['sku', 'name', 'sale_price', 'category', 'description']
    const rows = [
      ['D-1', 'Toor dal', '105', 'Rice & Dal', ''],
      ['D-2', 'Moong dal', '', '', ''],
      ['D-2', 'Moong dal, split', '', '', ''],
    ]
    expect(await send({ columns, rows, dryRun: true })).toMatchObject([
      {
        outcome: 'changed',
        changes: [
          { field: 'name', from: 'Dal', to: 'Toor dal' },
          { field: 'sale_price', from: 99.5, to: 105 },
          { field: 'category', from: 'Uncategorised', to: 'Rice & Dal' },
        ],
      },
      { outcome: 'created', id: null },
      { outcome: 'changed' },
    ])
    expect(await productOf('D-1')).toMatchObject({ name: 'Dal', sale_price: 99.5 })
    const later = await send({ columns: ['sku', 'name'], rows: [['D-2', 'x']], dryRun: true })
    expect(later).toMatchObject([{ outcome: 'created' }])
  })
})

test.each([
  [{ columns: ['sku', 'nmae'], rows: [['A', 'b']], dryRun: true }],
  [{ columns: ['sku', 'name'], rows: [], dryRun: true }],
  [{ columns: ['sku', 'name'], rows: Array.from({ length: 501 }, () => ['A', 'b']), dryRun: true }],
  [{ columns: ['sku', 'name'], rows: [['A', 1]], dryRun: true }],
  [{ columns: ['sku', 'name'], rows: [['A', 'b']] }],
])('a body that is none is refused: %#', async (body) => {
  expect((await owner.post('/product-import', body)).status).toBe(400)
})
