import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import {
  deleteCategory,
  storeCategory,
} from '../../../../src/services/storefront/display/categories.ts'
import { deleteProducts } from '../../../../src/services/storefront/inventory/delete-products.ts'
import {
  listAllProducts,
  productSorts,
  type ProductSelection,
} from '../../../../src/services/storefront/inventory/list-products.ts'
import { overviewOf } from '../../../../src/services/storefront/inventory/overview.ts'
import { updateStock } from '../../../../src/services/storefront/bulk/update-stock.ts'
import { upsertProducts } from '../../../../src/services/storefront/bulk/upsert-products.ts'
import { orderDesk, type OrderDesk } from '../../../support/orders.ts'

/** Random histories, of which every sort and filter is looked at after every step: so many take a second or two. */
const histories = 15

const slugs = ['snacks', 'tea']
const selections: ProductSelection[] = [
  {},
  { approval: 'pending' },
  { approval: 'draft', isActive: true },
  { isActive: false },
  { lacks: 'stock' },
  { lacks: 'price' },
  { lacks: 'image' },
  { search: 'rice' },
  { search: 'p-2' },
  { search: '89', lacks: 'stock' },
]

/** Every row read, chosen and sorted by SQLite. */
function naive({ database }: OrderDesk, selection: ProductSelection, sort: string): string[] {
  const { search = '', approval, isActive, lacks, categoryId } = selection
  const columns = {
    created: 'seq',
    name: 'folded_name, id',
    price: 'sale_price, seq',
    stock: 'stock_quantity, seq',
    changed: 'updated_at, seq',
  }
  const order = new Map(Object.entries(columns)).get(sort)
  return database.read.$client
    .query<{ id: string }, (string | number | null)[]>(
      `SELECT id FROM products AS p WHERE
         (?1 IS NULL OR approval_status = ?1) AND (?2 IS NULL OR is_active = ?2)
         AND (?3 IS NULL OR category_id = ?3)
         AND CASE ?4 WHEN 'price' THEN NOT price_given OR EXISTS (
             SELECT 1 FROM variants AS v WHERE v.product_seq = p.seq AND NOT v.price_given)
           WHEN 'image' THEN image IS NULL
           WHEN 'stock' THEN stock_quantity <= 0 AND NOT EXISTS (
             SELECT 1 FROM variants AS v WHERE v.product_seq = p.seq AND v.stock_quantity > 0)
           ELSE 1 END
         AND (instr(folded_name, ?5) OR instr(lower(coalesce(sku, '')), ?5) OR instr(barcode, ?5)
           OR EXISTS (SELECT 1 FROM variants AS v WHERE v.product_seq = p.seq AND instr(lower(v.sku), ?5)))
       ORDER BY ${order}`,
    )
    .all(
      approval ?? null,
      isActive === undefined ? null : Number(isActive),
      categoryId ?? null,
      lacks ?? null,
      search,
    )
    .map(({ id }) => id)
}

async function listed(
  { deps }: OrderDesk,
  selection: ProductSelection,
  page: { sort: (typeof productSorts)[number]; isDescending: boolean; limit?: number },
) {
  const input = { limit: 1_000, offset: 0, ...page }
  const { products, total } = await listAllProducts(deps, selection, input)
  return { ids: products.map(({ id }) => id), total }
}

async function expectSame(desk: OrderDesk): Promise<void> {
  const categories = desk.database.read.$client.query<{ id: string }, []>(
    'SELECT id FROM categories',
  )
  const byCategory = categories.all().map(({ id }) => ({ categoryId: id }))
  for (const selection of [...selections, ...byCategory]) {
    for (const sort of productSorts) {
      const expected = naive(desk, selection, sort)
      const up = await listed(desk, selection, { sort, isDescending: false })
      expect({ selection, sort, ...up }).toEqual({
        selection,
        sort,
        ids: expected,
        total: expected.length,
      })
      const down = await listed(desk, selection, { sort, isDescending: true })
      expect(down.ids).toEqual(expected.toReversed())
      // A short page comes from an index, a long one of few products does not.
      const [first] = (await listed(desk, selection, { sort, isDescending: false, limit: 1 })).ids
      expect({ selection, sort, first }).toEqual({ selection, sort, first: expected[0] })
    }
  }
}

const number = fc.nat({ max: 5 })
const record = fc.record(
  {
    name: fc.constantFrom('Rice', 'rice 2', 'Tea', 'चाय'),
    sale_price: fc.constantFrom(0, 10, 20),
    stock_quantity: fc.integer({ min: -1, max: 2 }),
    is_active: fc.boolean(),
    approval_status: fc.constantFrom('approved', 'pending', 'draft'),
    category_slug: fc.constantFrom(...slugs),
    barcode: fc.constantFrom('', '8901', '1234'),
    image_url: fc.constantFrom(null, 'https://example.com/a.png'),
    variants: fc.constantFrom(
      [{ sku: 'V-1', stock_quantity: 1, sale_price: 10 }],
      [{ sku: 'V-1', sale_price: 0 }],
      [{ sku: 'V-1', has_price: false }],
      [{ stock_quantity: 0 }],
    ),
  },
  { requiredKeys: ['name'] },
)

const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ does: fc.constant('put' as const), number, record }) },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('count' as const),
      number,
      stock: fc.nat({ max: 2 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('delete' as const), number }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('delete category' as const) }) },
)

type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

async function take(desk: OrderDesk, input: Step): Promise<void> {
  const { deps, database } = desk
  desk.clock.pass(1_000)
  switch (input.does) {
    case 'put': {
      const sent = { sku: `P-${input.number}`, ...input.record }
      await upsertProducts(deps, [sent], { dryRun: false })
      return
    }
    case 'count':
      await updateStock(deps, [
        { sku: `P-${input.number}`, stock_quantity: input.stock },
        { sku: 'V-1', stock_quantity: input.stock },
      ])
      return
    case 'delete': {
      const found = database.read.$client.query<{ id: string }, [string]>(
        'SELECT id FROM products WHERE sku = ?',
      )
      const ids = found.all(`P-${input.number}`).map(({ id }) => id)
      await deleteProducts(deps, ids, 'owner')
      return
    }
    case 'delete category': {
      const found = database.read.$client.query<{ id: string }, []>(
        "SELECT id FROM categories WHERE slug = 'tea'",
      )
      for (const { id } of found.all()) await deleteCategory(deps, id, 'owner')
      await addCategories(desk)
    }
  }
}

async function addCategories({ database, deps, clock }: OrderDesk): Promise<void> {
  await database.write((conn) => {
    for (const slug of slugs) {
      storeCategory(conn, deps, { name: slug, slug, sort_order: 1 }, clock.now())
    }
  })
}

describe('the shop’s own list', () => {
  test('has what a look at every product finds, whatever happened since the list before', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
        await using desk = orderDesk()
        await addCategories(desk)
        for (const input of steps) {
          await take(desk, input)
          await expectSame(desk)
        }
      }),
      { numRuns: histories },
    )
  })

  test('comes in pages, also from its end', async () => {
    await using desk = orderDesk()
    const names = Array.from({ length: 7 }, (_, at) => ({ sku: `S-${at}`, name: `Rice ${at}` }))
    await upsertProducts(desk.deps, names, { dryRun: false })
    const page = async (offset: number, isDescending: boolean) => {
      const input = { sort: 'name', isDescending, limit: 3, offset } as const
      const { products, total } = await listAllProducts(desk.deps, {}, input)
      return [...products.map(({ name }) => name), total]
    }
    expect(await page(0, false)).toEqual(['Rice 0', 'Rice 1', 'Rice 2', 7])
    expect(await page(6, false)).toEqual(['Rice 6', 7])
    expect(await page(6, true)).toEqual(['Rice 0', 7])
    expect(await page(9, true)).toEqual([7])
  })

  test('takes in what comes while it is read for the first time, and a great many at once', async () => {
    await using desk = orderDesk()
    const many = (from: number, count: number, stock: number) =>
      upsertProducts(
        desk.deps,
        Array.from({ length: count }, (_, at) => ({
          sku: `S-${from + at}`,
          name: `Rice ${from + at}`,
          stock_quantity: stock,
        })),
        { dryRun: false },
      )
    await many(0, 3_000, 1)
    const outOfStock = () =>
      listed(desk, { lacks: 'stock' }, { sort: 'created', isDescending: false })
    const loading = overviewOf(desk.database.read).load()
    await many(2_990, 20, 0)
    await loading
    expect((await outOfStock()).total).toBe(20)
    await many(0, 6_000, 0)
    expect(overviewOf(desk.database.read).load()).toBeInstanceOf(Promise)
    expect((await outOfStock()).total).toBe(6_000)
  })
})
