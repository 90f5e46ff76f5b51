import { expect, test } from 'bun:test'
import { catalogueVersion } from '../../src/services/storefront/catalogue-version.ts'
import { catalogueOf } from '../../src/services/storefront/catalogue/catalogue.ts'
import { listProducts } from '../../src/services/storefront/catalogue/read-catalogue.ts'
import { storeOf } from '../../src/app.ts'
import { addProducts, changeProduct } from '../support/catalogue.ts'
import { statementsOf } from '../support/statements.ts'
import { setClock, temporaryDatabase } from '../support/temporary-database.ts'

/*
 * What searches cost, whatever the machine, as in writes.test.ts: statements of the read connection. A shop that nobody
 * searches keeps no texts in memory: 64 MB with 200,000 products.
 */

const count = 2_500

test('the budget of searches and of pages far behind', async () => {
  await using temporary = temporaryDatabase()
  const { database, dir } = temporary
  const added = await addProducts(
    database,
    Array.from({ length: count }, (_, i) => ({ name: `Rice ${i % 7}`, createdAt: i })),
  )
  const { read } = database
  const catalogue = catalogueOf({ database, clock: setClock(), store: storeOf(dir) })
  const seen = statementsOf(read, ['prepare', 'query'])
  const statements = (act: () => unknown) => {
    act()
    return seen.splice(0).length
  }
  const list = (offset: number) => {
    const input = {
      limit: 20,
      offset,
      sort: 'newest',
      category: undefined,
      words: undefined,
    } as const
    return () => listProducts(read, catalogue, input, '')
  }
  const search = () =>
    catalogue.search.find(read, catalogueVersion(read), {
      words: ['rice'],
      categoryId: undefined,
      sort: 'newest',
      limit: 20,
      offset: 0,
    })
  for (const offset of [0, 2_000, 2_020]) list(offset)()
  expect(catalogue.search.isLoaded).toBe(false)
  seen.splice(0)
  // A snapshot, the version, the place and the page.
  expect(statements(list(2_040))).toBeLessThanOrEqual(5)
  // One for each thousand products, one for the order, and four to know what they show.
  expect(statements(search)).toBeLessThanOrEqual(8)
  expect(statements(search)).toBe(1)
  await changeProduct(database, added[3]?.id ?? '', { stockQuantity: 7 })
  // The version, the changed products, and the count that shows whether one was deleted.
  expect(statements(search)).toBeLessThanOrEqual(3)
})
