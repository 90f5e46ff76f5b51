import { expect, test } from 'bun:test'
import { isJsonObject, type JsonObject } from '../../../../src/platform/json/json.ts'
import { stockOf } from '../../../support/orders.ts'
import { ownersShop } from '../browser.ts'

const { shop, owner } = await ownersShop()

type Sent = { columns: string[]; rows: string[][]; dryRun?: boolean; asOf?: string }

async function send({ dryRun = false, ...file }: Sent): Promise<JsonObject[]> {
  const { results } = (await owner.post('/product-import', { ...file, dryRun })).json
  return Array.isArray(results) ? results.filter(isJsonObject) : []
}

test('what was sold since the stock of a table was counted is taken off, as the preview says', async () => {
  const columns = ['sku', 'name', 'sale_price', 'stock_quantity']
  const file = { columns, rows: [['SOLD', 'Sold', '10', '8']] }
  await send(file)
  const items = [{ sku: 'SOLD', quantity: 3 }]
  await shop.store('POST', '/api/public/v1/orders', { body: { items } })
  const asOf = new Date(Date.now() - 60_000).toISOString()
  const warnings = ['3 sold since the count are taken off the stock.']
  expect(await send({ ...file, asOf, dryRun: true })).toMatchObject([{ warnings }])
  expect(await send({ ...file, asOf })).toMatchObject([{ outcome: 'unchanged', warnings }])
  expect(stockOf(shop.database, 'SOLD')).toBe(5)
  expect(await send(file)).toMatchObject([{ outcome: 'changed', warnings: [] }])
  expect(stockOf(shop.database, 'SOLD')).toBe(8)
  // A file without stock says nothing of it.
  const bare = { columns: ['sku'], rows: [['SOLD']], asOf }
  expect(await send(bare)).toMatchObject([{ outcome: 'unchanged', warnings: [] }])
})
