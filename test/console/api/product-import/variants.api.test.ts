import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { isJsonObject, type JsonObject } from '../../../../src/platform/json/json.ts'
import { findProductRecord } from '../../../../src/services/storefront/service.ts'
import { openShop, type Shop } from '../../../support/shop.ts'
import { signedIn, type Browser } from '../browser.ts'

let shop: Shop
let owner: Browser

beforeAll(async () => {
  shop = await openShop()
  owner = await signedIn(shop, shop.users.owner)
})

afterAll(() => shop.close())

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
