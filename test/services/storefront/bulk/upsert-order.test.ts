import { expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { storeOf } from '../../../../src/app.ts'
import type { StorefrontDeps } from '../../../../src/services/storefront/deps.ts'
import { upsertProducts } from '../../../../src/services/storefront/bulk/upsert-products.ts'
import { setClock, temporaryDatabase } from '../../../support/temporary-database.ts'

const sku = fc.constantFrom('A', 'B', ' A ', 'C', 'V1', 'V2')

/** Rows of few SKUs, some of them wrong, some that take each other's SKU or slug. */
const row = fc.record(
  {
    sku,
    name: fc.constantFrom('Rice', 'Dal', 'मीठा', ''),
    mrp: fc.constantFrom(1, 2.5, -1),
    stock_quantity: fc.constantFrom(0, 3, '4'),
    slug: fc.constantFrom('rice', 'dal', 'bulk'),
    description: fc.constantFrom('', 'text', null),
    variants: fc.array(fc.record({ sku, stock_quantity: fc.constantFrom(1, 2) }), { maxLength: 2 }),
  },
  { requiredKeys: ['sku', 'name'] },
)

test('rows in slices of any length come to the same as one by one', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { maxLength: 25 }),
      fc.constantFrom(0, 0.2, 50),
      async (rows, sliceMs) => {
        const together = await after(rows.length, (deps) =>
          upsertProducts(deps, rows, { dryRun: false, sliceMs }),
        )
        const apart = await after(rows.length, async (deps) => {
          const results = []
          for (const one of rows)
            results.push(...(await upsertProducts(deps, [one], { dryRun: false })))
          return results
        })
        expect(together).toEqual(apart)
      },
    ),
    { numRuns: 25 },
  )
})

/** The results and the rows that the database then holds, without ids and versions. */
async function after(
  count: number,
  upsert: (deps: StorefrontDeps) => ReturnType<typeof upsertProducts>,
) {
  await using opened = temporaryDatabase()
  const { database, dir } = opened
  const deps = {
    database,
    clock: setClock(),
    store: storeOf(dir),
  }
  const results = await upsert(deps)
  expect(results).toHaveLength(count)
  const all = (query: string) =>
    database.read.$client.query<Record<string, unknown>, []>(query).all()
  return {
    results: results.map(({ status, changed, error, warnings }) => ({
      status,
      changed,
      error,
      warnings,
    })),
    products: all(
      'SELECT sku, slug, name, description, mrp, sale_price, stock_quantity FROM products ORDER BY seq',
    ),
    variants: all('SELECT sku, product_seq, mrp, stock_quantity FROM variants ORDER BY seq'),
  }
}
