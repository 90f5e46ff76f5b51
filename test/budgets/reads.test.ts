import { expect, test } from 'bun:test'
import type { Conn } from '../../src/platform/db/connection.ts'
import {
  listWaitingByUser,
  scansSoonDeleted,
} from '../../src/services/scan-export/overview/counts.ts'
import { countIncompleteProducts } from '../../src/services/storefront/inventory/list-products.ts'
import { listPairs } from '../../src/services/scan-export/duplicates/find-pairs.ts'
import { findCalledScans, queueOf } from '../../src/services/scan-export/overview/list-scans.ts'
import { addProduct, orderDesk } from '../support/orders.ts'
import { scanService } from '../support/scan-service.ts'
import { statementsOf } from '../support/statements.ts'

/* What the console's busiest answers read, whatever the machine. */

function planOf({ $client }: Conn, sql: string): string[] {
  const plan = $client.query<{ detail: string }, []>(`EXPLAIN QUERY PLAN ${sql}`).all()
  return plan.map(({ detail }) => detail)
}

/** Reading a table from its beginning to its end, and not one of its indexes. */
const wholeTable = /^SCAN (scans|waiting_scans|documents)$/

test('no count of documents on Today reads a whole table', async () => {
  await using service = scanService()
  const { deps } = service
  const { read } = service.database
  for (const userId of ['ravi', 'meena']) await service.addScan({ userId })
  const seen = statementsOf(read)
  for (const userId of [null, 'ravi']) {
    scansSoonDeleted(deps, userId)
    queueOf(deps, userId)
    await listPairs(deps, userId)
  }
  const counted = listWaitingByUser(deps).map(({ waiting }) => waiting)
  expect(counted).toEqual([1, 1])
  expect(seen.filter((sql) => sql.includes('count(*)')).length).toBeGreaterThan(4)
  for (const sql of seen.filter((each) => /^(select|with)/i.test(each))) {
    expect(planOf(read, sql)).not.toContainEqual(expect.stringMatching(wholeTable))
  }
})

test('a search for documents by name walks along an index that has its order', async () => {
  await using service = scanService()
  await service.addScan({ metadata: { invoice_no: 'A-1' } })
  const { read } = service.database
  const seen = statementsOf(read)
  const [found] = findCalledScans(service.deps, { text: 'a-1', userId: null, limit: 5 })
  expect(found?.invoiceNo).toBe('A-1')
  const [search = ''] = seen.filter((sql) => sql.includes('sorted.called'))
  const plan = planOf(read, search)
  expect(plan).toContain('SCAN scans USING COVERING INDEX scans_created')
  expect(plan).not.toContain('USE TEMP B-TREE FOR ORDER BY')
})

test('products without a price are found by an index of their own, as are variants', async () => {
  await using desk = orderDesk()
  await addProduct(desk.database, { salePrice: 0 })
  await addProduct(desk.database, { sku: 'RICE' })
  await addProduct(desk.database, {
    variants: [{ sku: 'RICE-5', salePrice: 0 }, { sku: 'RICE-9' }],
  })
  const { read } = desk.database
  const seen: string[] = []
  const ask = read.$client.query.bind(read.$client)
  Object.assign(read.$client, { query: (sql: string) => (seen.push(sql), ask(sql)) })
  expect(countIncompleteProducts(desk.deps).withoutPrice).toBe(2)
  const plan = planOf(read, seen.find((sql) => sql.startsWith('SELECT count(*) AS n FROM (')) ?? '')
  expect(plan).toContain('SEARCH products USING INDEX products_without_price (is_listed=?)')
  expect(plan).toContainEqual(
    expect.stringMatching(/^SCAN variants USING .*variants_without_price/),
  )
})
