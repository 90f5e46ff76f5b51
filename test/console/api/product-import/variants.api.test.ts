import { describe, expect, test } from 'bun:test'
import { isJsonObject, type JsonObject } from '../../../../src/platform/json/json.ts'
import { findProductRecord } from '../../../../src/services/storefront/inventory/export-products.ts'
import { dataUrl, png } from '../../../support/pictures.ts'
import { ownersShop } from '../browser.ts'

const { shop, owner } = await ownersShop()

const columns = ['sku', 'variant_of', 'name', 'size', 'color', 'mrp', 'stock_quantity']

async function send(rows: string[][], dryRun = false): Promise<JsonObject[]> {
  const answer = await owner.post('/product-import', { columns, rows, dryRun })
  expect(answer.status).toBe(200)
  const { results } = answer.json
  return Array.isArray(results) ? results.filter(isJsonObject) : []
}

const outcomes = (results: JsonObject[]) => results.map(({ outcome }) => outcome)

const recordOf = (sku: string) => findProductRecord(shop.database.read, sku)

const shirt = [
  ['SHIRT', '', 'Cotton shirt', '', '', '500', ''],
  ['SHIRT-M', 'SHIRT', '', 'M', 'Red', '', '4'],
  ['SHIRT-L', 'SHIRT', '', 'L', 'Red', '550', '2'],
]

describe('rows that name the product that they are a variant of', () => {
  test('come in with it, and are shown before', async () => {
    const tried = await send(shirt, true)
    expect(outcomes(tried)).toEqual(['created', 'created', 'created'])
    expect(tried[1]).toMatchObject({ sku: 'SHIRT-M', name: 'Cotton shirt, M / Red', id: null })
    expect(recordOf('SHIRT')).toBeUndefined()
    expect(outcomes(await send(shirt))).toEqual(['created', 'created', 'created'])
    expect(recordOf('SHIRT')).toMatchObject({
      mrp: 500,
      variants: [
        { sku: 'SHIRT-M', size: 'M', color: 'Red', mrp: 500, stock_quantity: 4 },
        { sku: 'SHIRT-L', mrp: 550, stock_quantity: 2 },
      ],
    })
  })

  test('change what they say, and leave the product and the others alone', async () => {
    const rows = shirt.map((row) => [...row])
    rows[1]?.splice(6, 1, '9')
    expect(outcomes(await send(rows))).toEqual(['unchanged', 'changed', 'unchanged'])
    expect(recordOf('SHIRT')).toMatchObject({
      variants: [{ stock_quantity: 9 }, { stock_quantity: 2 }],
    })
  })

  test('may come without it, when it is in the shop', async () => {
    const results = await send([['SHIRT-XL', 'SHIRT', '', 'XL', 'Red', '', '1']])
    expect(results).toMatchObject([{ outcome: 'created', name: 'Cotton shirt, XL / Red' }])
    expect(recordOf('SHIRT')).toMatchObject({ variants: { length: 3 } })
  })

  test('are refused with it, so that no half of a product comes in', async () => {
    const rows = [
      ['CAP', '', 'Cap', '', '', 'much', ''],
      ['CAP-S', 'CAP', '', 'S', '', '', '1'],
    ]
    const results = await send(rows)
    expect(outcomes(results)).toEqual(['refused', 'refused'])
    expect(results[1]?.['reasons']).toEqual([
      'There is no product with the SKU “CAP”, neither in the shop nor in a row above that is brought in, which this could be a variant of.',
    ])
    const taken = [
      ['HAT', '', 'Hat', '', '', '90', ''],
      ['SHIRT-M', 'HAT', '', 'S', '', '', '1'],
    ]
    expect(outcomes(await send(taken))).toEqual(['refused', 'refused'])
    expect(recordOf('HAT')).toBeUndefined()
  })

  test('say in their own columns what is wrong with them, and let the others in', async () => {
    const rows = [
      ['SOCK', '', 'Sock', '', '', '90', ''],
      ['SOCK-S', 'SOCK', '', 'S', '', 'x', '1'],
      ['SOCK-M', 'SOCK', '', 'M', '', '', '1'],
    ]
    const results = await send(rows)
    expect(outcomes(results)).toEqual(['created', 'refused', 'created'])
    expect(results[1]?.['reasons']).toEqual(['The MRP “x” is not an amount.'])
    expect(recordOf('SOCK')).toMatchObject({ variants: [{ sku: 'SOCK-M' }] })
  })
})

test('several addresses of images are one cell', async () => {
  const answer = await owner.post('/product-import', {
    columns: ['sku', 'name', 'images'],
    rows: [
      ['PIC', 'Pictured', 'https://cdn.in/a,b.jpg, https://cdn.in/c.jpg|https://cdn.in/d.jpg'],
    ],
    dryRun: false,
  })
  expect(answer.json['results']).toMatchObject([{ outcome: 'created' }])
  expect(recordOf('PIC')).toMatchObject({
    images: [
      { url: 'https://cdn.in/a,b.jpg' },
      { url: 'https://cdn.in/c.jpg' },
      { url: 'https://cdn.in/d.jpg' },
    ],
  })
})

type Table = { columns: string[]; rows: (string | number | boolean | null)[][]; after: unknown }

async function table(): Promise<Table> {
  const { text, status } = await owner.get('/product-table')
  expect(status).toBe(200)
  return JSON.parse(text)
}

describe('the table of all products', () => {
  test('has a row for each product with a SKU, and behind it its variants', async () => {
    await owner.post('/products', { product: { name: 'Without a SKU' } })
    const { columns: shown, rows, after } = await table()
    const cell = (row: Table['rows'][number], column: string) => row[shown.indexOf(column)]
    const places = rows.map((row) => [cell(row, 'sku'), cell(row, 'variant_of')])
    const at = places.findIndex(([sku]) => sku === 'SHIRT')
    expect(places.slice(at, at + 3)).toEqual([
      ['SHIRT', null],
      ['SHIRT-M', 'SHIRT'],
      ['SHIRT-L', 'SHIRT'],
    ])
    expect(rows.map((row) => cell(row, 'name'))).not.toContain('Without a SKU')
    expect(after).toBeNull()
  })

  test('changes nothing when it is brought in again', async () => {
    const image = dataUrl(png(9, 9, 3))
    const product = { sku: 'SEEN', name: 'Seen', mrp: 12.5, gst_pct: 5, images: [image] }
    await owner.post('/products', { product })
    const { columns: shown, rows } = await table()
    const sent = rows.map((row) => row.map((cell) => String(cell ?? '')))
    const answer = await owner.post('/product-import', { columns: shown, rows: sent, dryRun: true })
    const results = Array.isArray(answer.json['results']) ? answer.json['results'] : []
    expect(results.filter(isJsonObject).filter(({ outcome }) => outcome !== 'unchanged')).toEqual(
      [],
    )
    expect(results.length).toBe(rows.length)
  })

  test('goes on behind what was read', async () => {
    expect((await owner.get('/product-table?after=999999')).json).toMatchObject({ rows: [] })
    expect((await owner.get('/product-table?after=x')).status).toBe(400)
  })
})
