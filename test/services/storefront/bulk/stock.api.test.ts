import { beforeEach, describe, expect, test } from 'bun:test'
import { openShop } from '../../../support/shop.ts'
import { bulk, fieldOf, productRow, stock, stockPath, variantRow, versionOf } from './rows.ts'
import { untilEnd } from '../../../support/until-end.ts'

const shop = untilEnd(await openShop())

beforeEach(async () => {
  const variants = [{ sku: 'TEA-S', mrp: 60, sale_price: 55, stock_quantity: 1 }]
  await bulk(shop, {
    sku: 'TEA',
    name: 'Tea',
    mrp: 100,
    sale_price: 90,
    min_sale_price: 50,
    stock_quantity: 10,
    variants,
  })
})

describe('POST products/stock', () => {
  test('finds products, then variants, and says which', async () => {
    const answer = await shop.store('POST', stockPath, {
      body: {
        updates: [
          { sku: ' TEA ', stock_quantity: 8 },
          { sku: 'TEA-S', sale_price: 50, stock_quantity: 3 },
          { sku: 'NOWHERE', mrp: 5 },
          { sku: 'TEA' },
        ],
      },
    })
    const id = String(productRow(shop, 'TEA')['id'])
    const variantId = String(variantRow(shop, 'TEA-S')['id'])
    expect(answer.json).toMatchObject({
      summary: { total: 4, updated: 2, not_found: 1, errors: 1 },
      results: [
        { index: 0, sku: ' TEA ', status: 'updated', target: 'product', id, changed: true },
        {
          index: 1,
          sku: 'TEA-S',
          status: 'updated',
          target: 'variant',
          id: variantId,
          changed: true,
        },
        { index: 2, sku: 'NOWHERE', status: 'not_found', target: null, id: null },
        {
          index: 3,
          sku: 'TEA',
          status: 'error',
          target: null,
          id: null,
          error: { code: 'invalid_request' },
        },
      ],
    })
    expect(productRow(shop, 'TEA')).toMatchObject({
      stock_quantity: 8,
      mrp: 10000,
      sale_price: 9000,
    })
    expect(variantRow(shop, 'TEA-S')).toMatchObject({
      stock_quantity: 3,
      mrp: 6000,
      sale_price: 5000,
    })
  })

  test('raises the catalogue version of what changed, and only then', async () => {
    const before = versionOf(shop)
    expect(await stock(shop, { sku: 'TEA', stock_quantity: 10, mrp: 100 })).toMatchObject([
      { changed: false },
    ])
    expect(versionOf(shop)).toBe(before)
    await stock(shop, { sku: 'TEA-S', stock_quantity: 9 })
    expect(versionOf(shop)).not.toBe(before)
    expect(productRow(shop, 'TEA')['version']).toBe(versionOf(shop))
  })

  test('the same SKU twice: both apply, in order', async () => {
    await stock(
      shop,
      { sku: 'TEA', stock_quantity: 1 },
      { sku: 'TEA', stock_quantity: -2, mrp: 95 },
    )
    expect(productRow(shop, 'TEA')).toMatchObject({ stock_quantity: -2, mrp: 9500 })
  })

  test('prices alone leave the stock, 0 is 0', async () => {
    await stock(shop, { sku: 'TEA', sale_price: 0, mrp: 0 })
    expect(productRow(shop, 'TEA')).toMatchObject({ stock_quantity: 10, mrp: 0, sale_price: 0 })
  })

  test.each([
    [{ stock_quantity: 2.5 }, 'stock_quantity is a whole number: 2 was taken for 2.5.'],
    [{ sale_price: 120 }, 'sale_price 120 is above mrp 100.'],
    [{ sale_price: 40 }, 'sale_price 40 is below min_sale_price 50.'],
    [{ mrp: 100.001 }, 'mrp has more than two decimals: 100 was taken.'],
    [{ mrp: 100, sale_price: null }, 'sale_price cannot be cleared: null counts as not given.'],
    [{ mrp: 100, location: 'Pune' }, 'Unknown field was ignored: location.'],
    [
      { mrp: 100, as_of: '2026-01-01T00:00:00Z' },
      'as_of was ignored: it belongs to stock_quantity, which is missing.',
    ],
  ])('%j warns', async (fields, warning) => {
    expect(await stock(shop, { sku: 'TEA', ...fields })).toMatchObject([
      { status: 'updated', warnings: [warning] },
    ])
  })

  test.each([
    ['sku', { sku: '' }],
    ['stock_quantity', { stock_quantity: '5' }],
    ['stock_quantity', { stock_quantity: null }],
    ['sale_price', { sale_price: -1 }],
    ['mrp', { mrp: '12' }],
    ['as_of', { stock_quantity: 1, as_of: '2026-02-30T10:00:00Z' }],
  ])('a wrong %s is an error of the row: %j', async (field, fields) => {
    const results = await stock(shop, { sku: 'TEA', ...fields }, { sku: 'TEA', stock_quantity: 5 })
    expect(results).toMatchObject([
      { status: 'error', target: null, id: null },
      { status: 'updated' },
    ])
    expect(fieldOf(results[0])).toBe(field)
    expect(productRow(shop, 'TEA')['stock_quantity']).toBe(5)
  })

  test('1,500 updates go in slices, in order', async () => {
    const updates = Array.from({ length: 1_500 }, (_, i) => ({ sku: 'TEA', stock_quantity: i }))
    const results = await stock(shop, ...updates)
    expect(results.map(({ index }) => index)).toEqual(updates.map((_, i) => i))
    expect(productRow(shop, 'TEA')['stock_quantity']).toBe(1_499)
  })
})

function order(sku: string, quantity: number) {
  return shop.store('POST', '/api/public/v1/orders', { body: { items: [{ sku, quantity }] } })
}

describe('as_of', () => {
  test('takes off what was sold since', async () => {
    const as_of = new Date(Date.now() - 60_000).toISOString()
    expect((await order('TEA', 3)).status).toBe(201)
    const results = await stock(shop, { sku: 'TEA', stock_quantity: 10, as_of })
    expect(results).toMatchObject([{ target: 'product', pending_deducted: 3 }])
    expect(productRow(shop, 'TEA')['stock_quantity']).toBe(7)
  })

  test("of a variant takes off the variant's units", async () => {
    const before = new Date(Date.now() - 60_000).toISOString()
    expect((await order('TEA-S', 1)).status).toBe(201)
    const results = await stock(shop, { sku: 'TEA-S', stock_quantity: 5, as_of: before })
    expect(results).toMatchObject([{ target: 'variant', pending_deducted: 1 }])
    expect(variantRow(shop, 'TEA-S')['stock_quantity']).toBe(4)
  })
})
