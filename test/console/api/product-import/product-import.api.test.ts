import { describe, expect, test } from 'bun:test'
import { isJsonObject, type JsonObject } from '../../../../src/platform/json/json.ts'
import { ownersShop } from '../browser.ts'

const { owner } = await ownersShop()
await owner.post('/categories', { name: 'Rice & Dal' })
await owner.post('/names', { kind: 'vendor', name: 'Sri Balaji Traders' })

type Sent = { columns: (string | null)[]; rows: string[][]; dryRun?: boolean }

async function send({ columns, rows, dryRun = false }: Sent): Promise<JsonObject[]> {
  const answer = await owner.post('/product-import', { columns, rows, dryRun })
  expect(answer.status).toBe(200)
  const { results } = answer.json
  return Array.isArray(results) ? results.filter(isJsonObject) : []
}

async function productOf(sku: string): Promise<JsonObject> {
  const [found] = await send({ columns: ['sku'], rows: [[sku]], dryRun: true })
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
        ['W-4', 'Rounded', '', '', '', '8.90E+12'],
        ['W-5', 'Good', '10', '', '', '8901234567890'],
      ],
    })
    expect(results).toMatchObject([
      { outcome: 'refused', reasons: ['The SKU is missing.'] },
      { outcome: 'refused', reasons: ['The MRP “a lot” is not an amount.'] },
      {
        outcome: 'refused',
        reasons: ['There is no category “Toys”.'],
        missingCategory: 'Toys',
      },
      { outcome: 'refused', reasons: ['The vendor “Nobody” is not in the vendor list.'] },
      {
        outcome: 'refused',
        reasons: [expect.stringContaining('The barcode was rounded to 8.90E+12')],
      },
      { outcome: 'created', reasons: [] },
    ])
    const again = await send({ columns: ['sku', 'name'], rows: [['W-1', 'Dear']], dryRun: true })
    expect(again).toMatchObject([{ outcome: 'created' }])
  })

  test('tell all that is wrong with them at once', async () => {
    const columns = [
      'sku',
      'name',
      'mrp',
      'gst_pct',
      'stock_quantity',
      'category',
      'hsn',
      'is_active',
    ]
    const row = ['F-1', '', '10%', '118', 'many', 'Garden', '902', 'maybe']
    expect(await send({ columns, rows: [row], dryRun: true })).toMatchObject([
      {
        outcome: 'refused',
        missingCategory: 'Garden',
        reasons: expect.arrayContaining([
          'There is no product with the SKU “F-1”: a new one needs a name.',
          'The MRP “10%” is not an amount.',
          'The GST rate must be from 0 % to 100 %, not 118 %.',
          'The stock “many” is not a number.',
          'There is no category “Garden”.',
          'The HSN code “902” has 3 digits: the spreadsheet probably lost a zero in front. Write 0902.',
          'Active must be yes or no, not “maybe”.',
        ]),
      },
    ])
  })

  test('may come from Tally, with units and balances, and say how they were read', async () => {
    const columns = [
      'sku',
      'name',
      'stock_quantity',
      'sale_price',
      'mrp',
      'vendor_cost',
      'gst_pct',
      'hsn',
    ]
    const row = [
      'T-1 ',
      'Soap ',
      '10 Nos',
      '85.00/Nos',
      '?1,250.00',
      '70.50 Dr',
      'GST 18%',
      '3401110',
    ]
    const [result] = await send({ columns, rows: [row] })
    expect(result).toMatchObject({
      outcome: 'created',
      sku: 'T-1',
      warnings: expect.arrayContaining([
        'The stock “10 Nos” was read as 10.',
        'The selling price “85.00/Nos” was read as ₹85.00.',
        'The MRP “?1,250.00” was read as ₹1,250.00.',
        'The purchase price “70.50 Dr” was read as ₹70.50.',
        'The HSN code 3401110 has 7 digits: if the spreadsheet lost a zero in front, write 03401110.',
      ]),
    })
    expect(await productOf('T-1')).toMatchObject({
      name: 'Soap',
      stock_quantity: 10,
      sale_price: 85,
      mrp: 1250,
      vendor_cost: 70.5,
      gst_pct: 18,
    })
  })

  test('warn in Indian money', async () => {
    const columns = ['sku', 'name', 'min_sale_price', 'sale_price']
    const rows = [['M-1', 'Ring', '1,23,456.50', '1,00,000']]
    expect(await send({ columns, rows, dryRun: true })).toMatchObject([
      {
        warnings: [
          'The selling price ₹1,00,000.00 is below the lowest selling price ₹1,23,456.50.',
        ],
      },
    ])
  })
})

describe('rows of stock and prices alone', () => {
  test('change those of the products that are there, and nothing else of them', async () => {
    await send({ columns: ['sku', 'name', 'mrp', 'hsn'], rows: [['S-1', 'Salt', '28', '2501']] })
    const columns = ['sku', 'stock_quantity', 'mrp']
    const rows = [
      ['S-1', '40', '30'],
      ['S-2', '40', '30'],
    ]
    expect(await send({ columns, rows })).toMatchObject([
      { outcome: 'changed', name: 'Salt' },
      {
        outcome: 'refused',
        reasons: ['There is no product with the SKU “S-2”: a new one needs a name.'],
      },
    ])
    const salt = { name: 'Salt', mrp: 30, stock_quantity: 40, hsn: '2501' }
    expect(await productOf('S-1')).toMatchObject(salt)
  })

  test('may follow a row that makes the product, also where nothing is written yet', async () => {
    const columns = ['sku', 'name', 'stock_quantity']
    const rows = [
      ['S-3', 'Sugar', '1'],
      ['S-3', '', '2'],
    ]
    const outcomes = (await send({ columns, rows, dryRun: true })).map(({ outcome }) => outcome)
    expect(outcomes).toEqual(['created', 'changed'])
  })

  test('change a variant by its SKU, wherever its product is', async () => {
    const variants = [{ sku: 'TEE-M', size: 'M', mrp: 20 }]
    await owner.post('/products', { product: { sku: 'TEE', name: 'T-shirt', mrp: 20, variants } })
    const columns = ['sku', 'sale_price', 'stock_quantity']
    for (const dryRun of [true, false]) {
      expect(await send({ columns, rows: [['TEE-M', '19', '7']], dryRun })).toMatchObject([
        {
          outcome: 'changed',
          sku: 'TEE-M',
          name: 'T-shirt, M',
          changes: [
            { field: 'sale_price', from: 20, to: 19 },
            { field: 'stock_quantity', from: 0, to: 7 },
          ],
        },
      ])
    }
    expect(await send({ columns, rows: [['TEE-M', '19', '7']] })).toMatchObject([
      { outcome: 'unchanged' },
    ])
    expect(await send({ columns, rows: [['TEE-M', '21', '']] })).toMatchObject([
      { outcome: 'refused', reasons: [expect.stringContaining('above the MRP ₹20.00')] },
    ])
  })
})

describe('a dry run', () => {
  test('writes nothing, and says what each row would change', async () => {
    await send({ columns: ['sku', 'name', 'sale_price'], rows: [['D-1', 'Dal', '99.5']] })
    const columns = ['sku', 'name', 'sale_price', 'category', 'description']
    const rows = [
      ['D-1', 'Toor dal', '95', 'Rice & Dal', ''],
      ['D-2', 'Moong dal', '', '', ''],
      ['D-2', 'Moong dal, split', '', '', ''],
    ]
    expect(await send({ columns, rows, dryRun: true })).toMatchObject([
      {
        outcome: 'changed',
        changes: [
          { field: 'name', from: 'Dal', to: 'Toor dal' },
          { field: 'sale_price', from: 99.5, to: 95 },
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

test('a dry run says what a new product will have', async () => {
  const columns = ['sku', 'name', 'sale_price', 'stock_quantity', 'category', 'gst_pct']
  const rows = [['N-1', 'Poha', '₹45.004', '12.5 Pkt', 'Rice & Dal', '5%']]
  expect(await send({ columns, rows, dryRun: true })).toMatchObject([
    {
      outcome: 'created',
      changes: [
        { field: 'mrp', from: null, to: 45 },
        { field: 'sale_price', from: null, to: 45 },
        { field: 'stock_quantity', from: null, to: 12 },
        { field: 'gst_pct', from: null, to: 5 },
        { field: 'category', from: null, to: 'Rice & Dal' },
      ],
    },
  ])
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
