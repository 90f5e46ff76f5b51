import { describe, expect, test } from 'bun:test'
import type { Database } from '../../src/platform/db/database.ts'
import { updateStock } from '../../src/services/storefront/bulk/update-stock.ts'
import { upsertProducts } from '../../src/services/storefront/bulk/upsert-products.ts'
import { addProduct, orderDesk } from '../support/orders.ts'
import { scanService } from '../support/scan-service.ts'
import { statementsOf } from '../support/statements.ts'
import { framesIn } from '../support/wal.ts'

/*
 * What a write costs, whatever the machine: statements, and pages of 4 KiB in the log. Each budget is what was reached. A change may lower
 * it, and raises it only with its reason beside it.
 */

const rowsOfBulk = 50

/** A busy machine would cut a list into more transactions. */
const sliceMs = Number.POSITIVE_INFINITY

type Cost = { statements: number; pages: number }

/** Measures what `act` costs the write connection. `act` runs once before, so that the statements are prepared. */
async function costOf(database: Database, act: () => Promise<unknown>): Promise<Cost> {
  const seen = await database.write((conn) => statementsOf(conn))
  await act()
  const before = framesIn(database.file)
  seen.splice(0)
  await act()
  return { statements: seen.length, pages: framesIn(database.file) - before }
}

describe('the budget', () => {
  test('of an order with two lines', async () => {
    await using desk = orderDesk()
    for (const sku of ['RICE', 'GHEE']) await addProduct(desk.database, { sku, stockQuantity: 100 })
    const items = ['RICE', 'GHEE'].map((sku) => ({ sku, quantity: 1 }))
    const { statements, pages } = await costOf(desk.database, () => desk.place({ items }))
    expect(statements).toBeLessThanOrEqual(10)
    expect(pages).toBeLessThanOrEqual(16)
  })

  test('of an acknowledgement of one document', async () => {
    await using service = scanService()
    const lines = [{ Item: 'Rice 5 kg', Qty: '2', Amount: '1,000.00' }]
    const ids = await Promise.all(
      [1, 2].map((n) =>
        service.addScan({ metadata: { 'Invoice No': `A-${n}`, Total: '1,180.00' }, lines }),
      ),
    )
    const { statements, pages } = await costOf(service.database, () =>
      service.mark(ids.splice(0, 1)),
    )
    expect(statements).toBeLessThanOrEqual(8)
    expect(pages).toBeLessThanOrEqual(14)
  })

  test('of a row of products and of stock', async () => {
    await using desk = orderDesk()
    let price = 50
    const rows = () =>
      Array.from({ length: rowsOfBulk }, (_, n) => {
        return {
          sku: `S-${n}`,
          name: `Rice ${n}`,
          mrp: 100,
          sale_price: price,
          stock_quantity: price,
        }
      })
    const bulk = await costOf(desk.database, () => {
      price++
      return upsertProducts(desk.deps, rows(), { dryRun: false, sliceMs })
    })
    const stock = await costOf(desk.database, () => {
      price++
      return updateStock(desk.deps, rows(), { sliceMs })
    })
    expect(bulk.statements).toBeLessThanOrEqual(2 * rowsOfBulk + 2)
    expect(stock.statements).toBeLessThanOrEqual(2 * rowsOfBulk)
    for (const { pages } of [bulk, stock]) expect(pages).toBeLessThanOrEqual(10)
  })
})
