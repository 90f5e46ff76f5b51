import { expect, test } from 'bun:test'
import type { Database } from 'bun:sqlite'
import { sorts } from '../../../../src/services/storefront/search/rules.ts'
import {
  countListed,
  countListedOfCategory,
  pagesAfter,
  pagesOfAll,
  pagesOfCategory,
  pagesOfCategoryAfter,
} from '../../../../src/services/storefront/catalogue/queries.ts'
import { readOrder } from '../../../../src/services/storefront/search/search-index.ts'
import { temporaryDatabase } from '../../../support/temporary-database.ts'

type Prepared = { toString(): string }
type Step = { opcode: string; p1: number; p2: number }

/** What SQLite does for a statement, and on which cursor it looks up rows of the table, if any. */
function program(client: Database, statement: Prepared) {
  const sql = statement.toString()
  const plan = client.query<{ detail: string }, []>(`EXPLAIN QUERY PLAN ${sql}`).all()
  const steps = client.query<Step, []>(`EXPLAIN ${sql}`).all()
  const root = client
    .query<{ rootpage: number }, []>("SELECT rootpage FROM sqlite_schema WHERE name = 'products'")
    .get()?.rootpage
  const table = steps.find(({ opcode, p2 }) => opcode === 'OpenRead' && p2 === root)?.p1
  return { plan: plan.map(({ detail }) => detail).join('\n'), steps, table }
}

/**
 * SQLite never calls an index covering that has a generated column. What counts is that no step reads a column of the
 * table: the row that an index entry leads to is then never fetched.
 */
function expectIndexAlone(client: Database, statement: Prepared, index: string): void {
  const { plan, steps, table } = program(client, statement)
  expect(plan).toContain(index)
  expect(plan).not.toContain('TEMP B-TREE')
  expect(steps.filter(({ opcode, p1 }) => opcode === 'Column' && p1 === table)).toEqual([])
}

const indexes = {
  newest: 'newest',
  oldest: 'newest',
  price_asc: 'price',
  price_desc: 'price',
  name_asc: 'name',
}

test.each([...sorts])('a page by %s comes from an index alone, in its order', async (sort) => {
  await using temporary = temporaryDatabase()
  const { read } = temporary.database
  const index = indexes[sort]
  expectIndexAlone(read.$client, pagesOfAll[sort](read), `INDEX products_${index} (`)
  expectIndexAlone(read.$client, pagesOfCategory[sort](read), `INDEX products_category_${index} (`)
})

test.each([...sorts])(
  'a page after another by %s begins at its place in the index',
  async (sort) => {
    await using temporary = temporaryDatabase()
    const { read } = temporary.database
    const place = /\(is_listed=\? AND \((created_at|sale_price|folded_name),id\)[<>]\(\?,\?\)\)/
    for (const [pages, selected] of [
      [pagesAfter, ''],
      [pagesOfCategoryAfter, 'category_id=? AND '],
    ] as const) {
      const { plan } = program(read.$client, pages[sort](read))
      expect(plan.replace(selected, '')).toMatch(place)
      expect(plan).not.toContain('TEMP B-TREE')
    }
  },
)

test.each(['createdAt', 'salePrice', 'foldedName'] as const)(
  'the whole order by %s comes from an index alone',
  async (column) => {
    await using temporary = temporaryDatabase()
    const { read } = temporary.database
    expectIndexAlone(read.$client, readOrder[column](read), 'INDEX products_')
  },
)

test('a count comes from an index alone', async () => {
  await using temporary = temporaryDatabase()
  const { read } = temporary.database
  expectIndexAlone(read.$client, countListed(read), 'INDEX products_')
  expectIndexAlone(read.$client, countListedOfCategory(read), 'INDEX products_category_')
})
