import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { eq } from 'drizzle-orm'
import type { Database } from '../../../../src/platform/db/database.ts'
import { catalogueVersion } from '../../../../src/services/storefront/catalogue-version.ts'
import { listedCounts } from '../../../../src/services/storefront/catalogue/catalogue.ts'
import { sorts, type Sort } from '../../../../src/services/storefront/search/rules.ts'
import { SearchIndex } from '../../../../src/services/storefront/search/search-index.ts'
import { searchWords } from '../../../../src/services/storefront/search/rules.ts'
import { catalogueState, products } from '../../../../src/services/storefront/tables.ts'
import { addCategory, addProduct, addProducts, changeProduct } from '../../../support/catalogue.ts'
import { temporaryDatabase } from '../../../support/temporary-database.ts'

const everything = { categoryId: undefined, sort: 'newest', limit: 1000, offset: 0 } as const

/** Random histories, each searched in ten ways after every step: so many take a second or two. */
const histories = 25

function search(
  database: Database,
  index: SearchIndex,
  text: string,
  input: Partial<{ categoryId: string; sort: Sort; limit: number; offset: number }> = {},
) {
  const words = searchWords(text) ?? []
  return index.find(database.read, catalogueVersion(database.read), {
    ...everything,
    ...input,
    words,
  })
}

/** What a search must find: every row read, filtered, and sorted by SQLite. No words find everything. */
function naive(
  database: Database,
  text: string,
  sort: Sort,
  categoryId: string | undefined,
): number[] {
  const orders: Record<Sort, string> = {
    newest: 'created_at DESC, id DESC',
    oldest: 'created_at, id',
    price_asc: 'sale_price, id',
    price_desc: 'sale_price DESC, id DESC',
    name_asc: 'folded_name, id',
  }
  const rows = database.read.$client
    .query<{ seq: number; name: string; description: string; category: string }, []>(
      `SELECT seq, folded_name AS name, folded_description AS description, category_id AS category
       FROM products WHERE is_active AND approval_status = 'approved' ORDER BY ${orders[sort]}`,
    )
    .all()
  const words = searchWords(text) ?? []
  return rows
    .filter(({ category }) => categoryId === undefined || category === categoryId)
    .filter(({ name, description }) =>
      words.every((word) => name.includes(word) || description.includes(word)),
    )
    .map(({ seq }) => seq)
}

const piece = fc.constantFrom(
  'मीठा',
  'मिठाई',
  'मी',
  'घी',
  'க்',
  'தமிழ்',
  'உப்பு',
  'Rice',
  'RICE',
  'ri',
  'é',
  'ß',
  '5',
  '😀',
  '\uffe6',
)
const phrase = fc.array(piece, { minLength: 1, maxLength: 3 }).map((pieces) => pieces.join(' '))
const price = fc.integer({ min: 0, max: 3 })
const anyRow = fc.nat()
const step = fc.oneof(
  fc.record({
    kind: fc.constant('insert' as const),
    name: phrase,
    description: phrase,
    salePrice: price,
    inCategory: fc.boolean(),
  }),
  fc.record({ kind: fc.constant('rename' as const), row: anyRow, name: phrase }),
  fc.record({ kind: fc.constant('reprice' as const), row: anyRow, salePrice: price }),
  fc.record({ kind: fc.constant('list' as const), row: anyRow, isActive: fc.boolean() }),
  fc.record({ kind: fc.constant('sell' as const), row: anyRow, stockQuantity: fc.nat(9) }),
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

async function take(
  database: Database,
  ids: string[],
  categoryId: string,
  input: Step,
): Promise<void> {
  if (input.kind === 'insert') {
    const { name, description, salePrice, inCategory } = input
    const added = { name, description, salePrice, createdAt: 1000 + (ids.length % 3) }
    ids.push((await addProduct(database, inCategory ? { ...added, categoryId } : added)).id)
    return
  }
  const { kind: _, row, ...change } = input
  const id = ids[row % Math.max(1, ids.length)]
  if (id !== undefined) await changeProduct(database, id, change)
}

describe('the search index', () => {
  test('finds what a plain filter finds, in every order, whatever changed in between', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(step, phrase), { minLength: 1, maxLength: 12 }),
        async (history) => {
          await using temporary = temporaryDatabase()
          const { database } = temporary
          const { id: categoryId } = await addCategory(database, { name: 'Some' })
          const index = new SearchIndex(listedCounts())
          const ids: string[] = []
          for (const [input, text] of history) {
            await take(database, ids, categoryId, input)
            for (const sort of sorts) {
              const found = search(database, index, text, { sort })
              const expected = naive(database, text, sort, undefined)
              expect(found).toEqual({ seqs: expected, total: expected.length })
              const within = search(database, index, text, { sort, categoryId })
              expect(within.seqs).toEqual(naive(database, text, sort, categoryId))
            }
          }
        },
      ),
      { numRuns: histories },
    )
  })

  test('returns a page and counts the rest', async () => {
    await using temporary = temporaryDatabase()
    const { database } = temporary
    const added = await addProducts(
      database,
      Array.from({ length: 5 }, (_, i) => ({ name: 'Rice', createdAt: i })),
    )
    const index = new SearchIndex(listedCounts())
    const seqs = added.map(({ seq }) => seq)
    const page = (offset: number) =>
      search(database, index, 'rice', { sort: 'oldest', limit: 2, offset })
    expect(page(0)).toEqual({ seqs: seqs.slice(0, 2), total: 5 })
    expect(page(4)).toEqual({ seqs: seqs.slice(4), total: 5 })
    expect(page(5)).toEqual({ seqs: [], total: 5 })
  })

  test('takes in what changes while it loads', async () => {
    await using temporary = temporaryDatabase()
    const { database } = temporary
    const added = await addProducts(
      database,
      Array.from({ length: 3_500 }, (_, i) => ({ name: `Rice ${i % 7}`, salePrice: i % 5 })),
    )
    const index = new SearchIndex(listedCounts(), { sliceMs: 0 })
    const loading = index.load(database.read)
    let changes = 0
    // The first step has been taken when the first change is written, and most are taken between two changes.
    while (!index.isLoaded) {
      const id = added[changes % 3]?.id ?? ''
      await changeProduct(database, id, { name: `Rice and oil ${changes}`, salePrice: changes % 5 })
      await changeProduct(database, added[3]?.id ?? '', { isActive: changes % 2 === 0 })
      await addProduct(database, { name: `Rice ${changes}`, salePrice: changes % 5 })
      changes++
    }
    await loading
    expect(changes).toBeGreaterThan(0)
    for (const [text, sort] of sorts.flatMap(
      (each) =>
        [
          ['rice', each],
          ['oil', each],
        ] as const,
    )) {
      const limit = added.length + changes
      expect(search(database, index, text, { sort, limit }).seqs).toEqual(
        naive(database, text, sort, undefined),
      )
    }
  })

  test('loads no further once it is stopped', async () => {
    await using temporary = temporaryDatabase()
    await addProducts(
      temporary.database,
      Array.from({ length: 1_001 }, () => ({ name: 'Rice' })),
    )
    const index = new SearchIndex(listedCounts(), { sliceMs: 0 })
    const loading = index.load(temporary.database.read)
    index.stop()
    await loading
    expect(index.isLoaded).toBe(false)
  })

  test('forgets a product that was deleted', async () => {
    await using temporary = temporaryDatabase()
    const { database } = temporary
    const { id } = await addProduct(database, { name: 'Rice' })
    const index = new SearchIndex(listedCounts())
    expect(search(database, index, 'rice').total).toBe(1)
    await addProduct(database, { name: 'Oil' })
    await database.write((conn) => {
      conn.delete(products).where(eq(products.id, id)).run()
      conn.update(catalogueState).set({ version: 100 }).run()
    })
    expect(search(database, index, 'rice').total).toBe(0)
    expect(search(database, index, 'oil').total).toBe(1)
  })

  test('is built anew when the version of the catalogue went back', async () => {
    await using temporary = temporaryDatabase()
    const { database } = temporary
    await addProduct(database, { name: 'Rice' })
    const { id } = await addProduct(database, { name: 'Oil' })
    const index = new SearchIndex(listedCounts())
    expect(search(database, index, 'oil').total).toBe(1)
    await database.write((conn) => {
      conn.update(products).set({ foldedName: 'salt', version: 1 }).where(eq(products.id, id)).run()
      conn.update(catalogueState).set({ version: 1 }).run()
    })
    expect(search(database, index, 'oil').total).toBe(0)
    expect(search(database, index, 'salt').total).toBe(1)
  })
})
