import { expect, test } from 'bun:test'
import { bulk } from '../services/storefront/bulk/rows.ts'
import { openShop } from '../support/shop.ts'
import { untilEnd } from '../support/until-end.ts'
import { commitsIn, framesIn } from '../support/wal.ts'

const shop = untilEnd(await openShop())

const orders = 20

test('a served order costs one commit, and the pages of its budget', async () => {
  await bulk(
    shop,
    ...['RICE', 'GHEE'].map((sku) => ({ sku, name: sku, mrp: 10, stock_quantity: 999 })),
  )
  const items = ['RICE', 'GHEE'].map((sku) => ({ sku, quantity: 1 }))
  const address = { shipping_address: '1 MG Road', shipping_city: 'Pune' }
  const body = { customer_name: 'Om', customer_phone: '9800000000', ...address, items }
  const place = () => shop.store('POST', '/api/public/v1/orders', { body })
  expect((await place()).status).toBe(201)
  const file = shop.dir.database
  const before = { commits: commitsIn(file), pages: framesIn(file) }
  for (let n = 0; n < orders; n++) await place()
  expect(commitsIn(file) - before.commits).toBe(orders)
  // A page more than in test/budgets/writes.test.ts: the tables have more rows.
  expect((framesIn(file) - before.pages) / orders).toBeLessThanOrEqual(17.5)
})
