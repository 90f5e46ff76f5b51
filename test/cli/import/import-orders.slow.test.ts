import { beforeAll, expect, test } from 'bun:test'
import { orders } from '../../../src/cli/import/orders.ts'
import { products } from '../../../src/cli/import/products.ts'
import { isJsonObject, type JsonObject } from '../../../src/platform/json/json.ts'
import { exportOrders } from '../../../src/services/storefront/orders/orders-file.ts'
import { exportProducts } from '../../../src/services/storefront/inventory/export-products.ts'
import { type Shop } from '../../support/shop.ts'
import { type ImportFolder, jsonLines, withImports } from './import-text.ts'

let shop: Shop
let folder: ImportFolder

withImports((made) => ({ shop, folder } = made))

beforeAll(async () => {
  const rice = { sku: 'RICE', name: 'Rice', sale_price: 105, gst_pct: 5, stock_quantity: 3 }
  await folder.import(shop, products, jsonLines(rice))
})

const order = {
  customer_name: 'Asha Patil',
  status: 'paid',
  created_at: '2026-01-05T10:00:00.000Z',
  items: [
    { sku: 'RICE', quantity: 5 },
    { product_name: 'Gift wrapping', unit_price: 20, gst_pct: 18, quantity: 1 },
  ],
}

function stored(): JsonObject[] {
  return [...exportOrders(shop.database.read)]
}

test('orders are priced from the catalogue, take no stock, and wait to be acknowledged', async () => {
  expect(await folder.import(shop, orders, jsonLines(order))).toMatchObject({ created: 1 })
  expect(stored()).toMatchObject([
    { customer_name: 'Asha Patil', status: 'paid', total: 545, created_at: order.created_at },
  ])
  const rice = [...exportProducts(shop.database.read)].find(({ sku }) => sku === 'RICE')
  expect(rice).toMatchObject({ stock_quantity: 3 })
  const answer = await shop.store('GET', '/api/public/v1/orders/unsynced')
  const data = Array.isArray(answer.json['data']) ? answer.json['data'].filter(isJsonObject) : []
  expect(data).toMatchObject([{ total: 545, items: [{ sku: 'RICE', unit_price: 105 }] }])
})

test('the same file again enters nothing twice; another file does', async () => {
  const before = stored().length
  expect(await folder.import(shop, orders, jsonLines(order))).toMatchObject({ unchanged: 1 })
  expect(stored()).toHaveLength(before)
  const more = jsonLines(order, { ...order, customer_name: 'Ravi' })
  expect(await folder.import(shop, orders, more)).toMatchObject({ created: 2 })
  expect(stored()).toHaveLength(before + 2)
})

test('an order that brings an id is left alone when it is there already', async () => {
  const id = '0199a1b2-7c3d-7e4f-8a5b-6c7d8e9f0a1b'
  await folder.import(shop, orders, jsonLines({ ...order, id }))
  const changed = { ...order, id: id.toUpperCase(), customer_name: 'Somebody else' }
  expect(await folder.import(shop, orders, jsonLines(changed))).toMatchObject({ unchanged: 1 })
  expect(stored().find((line) => line['id'] === id)).toMatchObject({ customer_name: 'Asha Patil' })
})

test('bad lines are reported with their number, and the others are entered', async () => {
  const before = stored().length
  const lines = jsonLines(
    { ...order, items: [] },
    { ...order, customer_name: 'Good' },
    { ...order, items: [{ sku: 'NOT THERE', quantity: 1 }] },
    { ...order, status: 'lost' },
    { ...order, total: 999 },
  )
  const result = await folder.import(shop, orders, `\n${lines}`)
  expect(result).toMatchObject({ total: 5, created: 1, errors: 4 })
  expect(result.problems.map(({ line }) => line)).toEqual([2, 4, 5, 6])
  expect(result.problems[2]?.error).toStartWith('status must be one of pending, paid')
  expect(stored()).toHaveLength(before + 1)
})

test('warnings come with the number of their line', async () => {
  const odd = { ...order, customer_name: 'Odd', customer_gstin: 'NOT A GSTIN' }
  const result = await folder.import(shop, orders, `\n${jsonLines(odd)}`)
  expect(result).toMatchObject({ created: 1, warned: 1 })
  expect(result.warnings[0]?.line).toBe(2)
  expect(result.warnings[0]?.warning).toContain('customer_gstin')
})

test('a table cannot hold them', () => {
  expect(folder.import(shop, orders, '', 'orders.csv')).rejects.toThrow(
    'A table cannot hold orders',
  )
})
