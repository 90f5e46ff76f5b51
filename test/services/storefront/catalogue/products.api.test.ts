import { describe, expect, test } from 'bun:test'
import { srcsetOf } from '../../../../src/platform/files/thumbnail-names.ts'
import { uncategorisedId } from '../../../../src/services/storefront/tables.ts'
import {
  addCategory,
  addProduct,
  addProducts,
  columnOf,
  dataOf,
} from '../../../support/catalogue.ts'
import { api } from '../../../support/member.ts'
import { openShop, type Answer } from '../../../support/shop.ts'
import { untilEnd } from '../../../support/until-end.ts'

const list = `${api}/products`
const storedImage = `${'ab'.repeat(32)}.png`

/** Everything listed, as the tests below count on it. */
const shop = untilEnd(await openShop())
const { database } = shop
const sweets = await addCategory(database, { name: 'Sweets', slug: 'मिठाई' })
await addProduct(database, {
  slug: 'barfi',
  name: 'Kaju Barfi',
  description: 'Cashew sweet',
  details: 'Kept cool.',
  categoryId: sweets.id,
  mrp: 65_000,
  salePrice: 59_950,
  stockQuantity: -2,
  image: storedImage,
  vendorId: 'vendor-secret',
  vendorCost: 12_345,
  b2bPrice: 23_456,
  b2bMinQty: 34_567,
  minSalePrice: 45_678,
  createdAt: Date.UTC(2026, 0, 2, 3, 4, 5, 6),
})
await addProducts(database, [
  { name: 'Hidden', isActive: false },
  { name: 'Waiting', approvalStatus: 'pending' },
  { name: 'Refused', approvalStatus: 'rejected' },
  { name: 'Draft', approvalStatus: 'draft' },
])
await addProducts(database, [
  { name: 'apple', salePrice: 300, createdAt: 3000 },
  { name: 'Banana', salePrice: 100, createdAt: 1000 },
  { name: 'Éclair', salePrice: 200, createdAt: 2000, image: 'https://cdn.example.com/e.jpg' },
  { name: 'cherry', salePrice: 200, createdAt: 2000 },
])

const get = (query = ''): Promise<Answer> => shop.store('GET', `${list}?${query}`)

describe('GET products', () => {
  test('lists active, approved products only', async () => {
    const names = columnOf(await get(), 'name')
    expect(names.toSorted()).toEqual(['Banana', 'Kaju Barfi', 'apple', 'cherry', 'Éclair'])
  })

  test('shows exactly the fields of the contract, money in rupees, and the smaller copies of its image', async () => {
    const answer = await get('search=barfi')
    expect(dataOf(answer)).toEqual([
      {
        id: expect.any(String),
        slug: 'barfi',
        name: 'Kaju Barfi',
        description: 'Cashew sweet',
        image_url: `${shop.url}/images/${storedImage}`,
        image_srcset: srcsetOf(`${shop.url}/images/${storedImage}`),
        mrp: 650,
        sale_price: 599.5,
        has_price: true,
        offer_price: null,
        offer_id: null,
        stock_quantity: -2,
        category_id: sweets.id,
        created_at: '2026-01-02T03:04:05.006Z',
      },
    ])
    expect(answer.json['pagination']).toEqual({ limit: 20, offset: 0, total: 1 })
  })

  test('never shows vendor, trade or lowest prices', async () => {
    const { text } = await get()
    expect(text).not.toMatch(/vendor|b2b_|min_|123\.45|234\.56|456\.78|:34567[,}]/)
  })

  test('shows the placeholder for a product without an image, and an address elsewhere as it is', async () => {
    const images = columnOf(await get('sort=name_asc'), 'image_url')
    expect(images[0]).toBe(`${shop.url}/images/placeholder.png`)
    expect(images.at(-1)).toBe('https://cdn.example.com/e.jpg')
  })

  test('puts a product without a category into the built-in one', async () => {
    expect(columnOf(await get('search=apple'), 'category_id')).toEqual([uncategorisedId])
  })
})

describe('sort', () => {
  test.each([
    ['', ['Kaju Barfi', 'apple', 'cherry', 'Éclair', 'Banana']],
    ['newest', ['Kaju Barfi', 'apple', 'cherry', 'Éclair', 'Banana']],
    ['oldest', ['Banana', 'Éclair', 'cherry', 'apple', 'Kaju Barfi']],
    ['price_asc', ['Banana', 'Éclair', 'cherry', 'apple', 'Kaju Barfi']],
    ['price_desc', ['Kaju Barfi', 'apple', 'cherry', 'Éclair', 'Banana']],
    ['name_asc', ['apple', 'Banana', 'cherry', 'Kaju Barfi', 'Éclair']],
  ])('%j: ties by id in its direction, names by their folded form', async (sort, names) => {
    expect(columnOf(await get(`sort=${sort}`), 'name')).toEqual(names)
  })

  test('is the same in a search', async () => {
    const names = columnOf(await get('sort=price_desc&search=a'), 'name')
    expect(names).toEqual(['Kaju Barfi', 'apple', 'Éclair', 'Banana'])
  })

  test.each(['NEWEST', 'name_desc', 'name', '__proto__', 'newest%20'])(
    'that is unknown is refused with the five words: %s',
    async (sort) => {
      const answer = await get(`sort=${sort}`)
      expect(answer.status).toBe(400)
      expect(answer.text).toContain(
        'sort must be one of newest, oldest, price_asc, price_desc, name_asc, got',
      )
    },
  )
})

describe('category', () => {
  test('selects by slug, in any spelling of its encoding', async () => {
    const encoded = encodeURIComponent(sweets.slug)
    for (const sent of [
      encoded,
      encoded.toLowerCase(),
      encodeURIComponent(sweets.slug.normalize('NFD')),
    ]) {
      const answer = await get(`category=${sent}`)
      expect(columnOf(answer, 'name')).toEqual(['Kaju Barfi'])
      expect(answer.json['pagination']).toEqual({ limit: 20, offset: 0, total: 1 })
    }
  })

  test.each(['nothing', 'x'.repeat(500), '%00', '../x', 'SWEETS'])(
    'that is unknown gives an empty list: %s',
    async (slug) => {
      const answer = await get(`category=${slug}`)
      expect(answer.json).toEqual({ data: [], pagination: { limit: 20, offset: 0, total: 0 } })
    },
  )

  test('and search both count', async () => {
    const category = encodeURIComponent(sweets.slug)
    expect(columnOf(await get(`category=${category}&search=sweet`), 'name')).toHaveLength(1)
    expect(columnOf(await get(`category=${category}&search=apple`), 'name')).toHaveLength(0)
  })

  test('that is empty counts as not given', async () => {
    expect(dataOf(await get('category='))).toHaveLength(5)
  })
})

describe.each([
  [
    'limit',
    '1 to 100',
    ['0', '101', '-1', 'abc', '0x10', '1e1', '%205', '5%20', '+5', '1.0', 'NaN'],
  ],
  ['offset', '0 to 1000000000', ['-1', '1000000001', 'abc', '0x10', '1e1', '%205', '1.5', '%00']],
])('%s', (name, bounds, values) => {
  test.each(values)('of %s is refused, never clamped or guessed', async (value) => {
    const answer = await get(`${name}=${value}`)
    expect(answer.status).toBe(400)
    const got = JSON.stringify(new URLSearchParams(`v=${value}`).get('v'))
    expect(answer.json).toEqual({
      error: {
        message: `${name} must be a whole number from ${bounds}, got ${got}.`,
        code: 'invalid_request',
        field: name,
      },
      status: 400,
    })
  })

  test('that is empty counts as not given', async () => {
    const answer = await get(`${name}=`)
    expect(answer.json['pagination']).toEqual({ limit: 20, offset: 0, total: 5 })
  })
})

describe('paging', () => {
  test('echoes limit and offset, and counts everything', async () => {
    const answer = await get('limit=2&offset=4')
    expect(dataOf(answer)).toHaveLength(1)
    expect(answer.json['pagination']).toEqual({ limit: 2, offset: 4, total: 5 })
  })

  test('behind the end gives an empty page', async () => {
    const answer = await get('offset=1000000000&limit=100')
    expect(answer.json).toEqual({
      data: [],
      pagination: { limit: 100, offset: 1_000_000_000, total: 5 },
    })
  })

  test.each(['newest', 'oldest', 'price_asc', 'price_desc', 'name_asc'])(
    'over rows of one time, price and name repeats and skips nothing: %s',
    async (sort) => {
      const other = await addCategory(shop.database, { name: `Same ${sort}` })
      const same = { categoryId: other.id, name: 'Same', createdAt: 5000, salePrice: 700 }
      const added = await addProducts(
        shop.database,
        Array.from({ length: 23 }, () => same),
      )
      for (const search of ['', 'same']) {
        const pages = await Promise.all(
          [0, 10, 20].map((offset) =>
            get(`sort=${sort}&category=${other.slug}&limit=10&offset=${offset}&search=${search}`),
          ),
        )
        const ids = pages.flatMap((page) => columnOf(page, 'id'))
        const ascending = added.map(({ id }) => id).toSorted()
        expect(ids).toEqual(/newest|desc/.test(sort) ? ascending.toReversed() : ascending)
      }
    },
  )
})
