import { describe, expect, test } from 'bun:test'
import type { JsonObject } from '../../../../src/platform/json/json.ts'
import { openShop } from '../../../support/shop.ts'
import { bulkPath, fieldOf, productRow, put, resultsOf, variantRow } from './rows.ts'
import { untilEnd } from '../../../support/until-end.ts'

const shop = untilEnd(await openShop())

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

const tea = (sku: string, more: JsonObject = {}) => ({
  sku,
  name: 'Tea',
  sale_price: 90,
  stock_quantity: 10,
  ...more,
})

const sell = async (sku: string, quantity: number) => {
  const body = { items: [{ sku, quantity }] }
  expect((await shop.store('POST', '/api/public/v1/orders', { body })).status).toBe(201)
}

describe('a list of all products with their stock', () => {
  test('brings back what was sold since, without as_of', async () => {
    await put(shop, tea('BACK'))
    await sell('BACK', 3)
    await put(shop, tea('BACK'))
    expect(productRow(shop, 'BACK')['stock_quantity']).toBe(10)
  })

  test('has what was sold since as_of taken off, of the product and of its variants, and says how many', async () => {
    const variants = [{ sku: 'KEPT-S', stock_quantity: 5 }, { sku: 'KEPT-M' }]
    const row = tea('KEPT', { variants })
    expect(await put(shop, { ...row, as_of: minutesAgo(1) })).toMatchObject({
      status: 'created',
      pending_deducted: 0,
    })
    await sell('KEPT', 3)
    await sell('KEPT-S', 2)
    const again = await put(shop, { ...row, as_of: minutesAgo(1) })
    expect(again).toMatchObject({ status: 'updated', changed: false, pending_deducted: 5 })
    expect(productRow(shop, 'KEPT')['stock_quantity']).toBe(7)
    expect(variantRow(shop, 'KEPT-S')['stock_quantity']).toBe(3)
    expect(variantRow(shop, 'KEPT-M')['stock_quantity']).toBe(0)
  })

  test('never falls below 0 by it, stays as it is below 0, and takes nothing off that was counted', async () => {
    await put(shop, tea('FEW'))
    await sell('FEW', 3)
    const count = (stock_quantity: number, as_of: string) =>
      put(shop, tea('FEW', { stock_quantity, as_of }))
    expect(await count(2, minutesAgo(1))).toMatchObject({ pending_deducted: 2 })
    expect(productRow(shop, 'FEW')['stock_quantity']).toBe(0)
    expect(await count(-4, minutesAgo(1))).toMatchObject({ pending_deducted: 0 })
    expect(productRow(shop, 'FEW')['stock_quantity']).toBe(-4)
    const after = new Date(Date.now() + 1_000).toISOString()
    expect(await count(10, after)).toMatchObject({ pending_deducted: 0 })
  })

  test('answers the same when it is only tried', async () => {
    await put(shop, tea('TRIED'))
    await sell('TRIED', 4)
    const body = { products: [tea('TRIED', { as_of: minutesAgo(1) })] }
    const tried = await shop.store('POST', `${bulkPath}?dry_run=true`, { body })
    expect(resultsOf(tried)).toMatchObject([{ changed: false, pending_deducted: 4 }])
  })

  test('warns of an as_of without stock, and refuses one that is no past time with its zone', async () => {
    const { stock_quantity: _, ...bare } = tea('BARE')
    expect(await put(shop, { ...bare, as_of: minutesAgo(1) })).toMatchObject({
      warnings: ['as_of was ignored: it belongs to stock_quantity, which is missing.'],
    })
    for (const as_of of [5, '2026-01-01', '2026-01-01T10:00:00', '2999-01-01T10:00:00Z']) {
      const refused = await put(shop, tea('BARE', { as_of }))
      expect([refused['status'], fieldOf(refused)]).toEqual(['error', 'as_of'])
    }
    expect(await put(shop, tea('BARE', { as_of: null }))).toMatchObject({
      warnings: ['as_of cannot be cleared: null counts as not given.'],
    })
  })
})
