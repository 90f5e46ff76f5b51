import { describe, expect, test } from 'bun:test'
import type { JsonValue } from '../../../../src/platform/json/json.ts'
import { png } from '../../../support/pictures.ts'
import { listed, ownersShop } from '../browser.ts'

const uncategorised = '019a0000-0000-7000-8000-000000000001'

const { shop, owner } = await ownersShop()

async function add(name: string, more: Record<string, JsonValue> = {}): Promise<string> {
  const answer = await owner.post('/categories', { name, ...more })
  expect(answer.status).toBe(200)
  return String(answer.json['id'])
}

/** In their order; only those that begin so. */
async function names(beginning = ''): Promise<string[]> {
  const all = listed(await owner.get('/categories')).map(({ name }) => String(name))
  return all.filter((name) => name.startsWith(beginning))
}

/** Puts products into a category; every other one is not active. */
async function fill(category: string, products: number): Promise<void> {
  const columns = ['sku', 'name', 'category', 'is_active']
  const rows = Array.from({ length: products }, (_, i) => {
    return [`P-${i}`, `Product ${i}`, category, i % 2 === 0 ? 'yes' : 'no']
  })
  while (rows.length > 0) {
    const body = { columns, rows: rows.splice(0, 500), dryRun: false }
    expect((await owner.post('/product-import', body)).status).toBe(200)
  }
}

async function find(id: string) {
  const found = listed(await owner.get('/categories')).find((one) => one['id'] === id)
  if (found === undefined) throw new Error(`There is no category ${id}.`)
  return found
}

describe('a category', () => {
  test('comes behind all others, with the web address that its name makes', async () => {
    const id = await add('  Snacks & Sweets ')
    expect(await find(id)).toMatchObject({
      name: 'Snacks & Sweets',
      slug: 'snacks-sweets',
      image: null,
      products: 0,
      isBuiltIn: false,
    })
    expect((await names()).at(-1)).toBe('Snacks & Sweets')
  })

  test('is refused when there is one of that name, or no name, at its field', async () => {
    await add('Teas')
    const twice = await owner.post('/categories', { name: 'teas' })
    expect([twice.status, twice.field]).toEqual([409, 'name'])
    expect(twice.text).toContain('“Teas”')
    for (const name of ['', '???', 'x'.repeat(201)]) {
      const answer = await owner.post('/categories', { name })
      expect([answer.status, answer.field]).toEqual([400, 'name'])
    }
  })

  test('keeps its web address and its place when it is renamed', async () => {
    const id = await add('Biscuits')
    const before = await find(id)
    expect((await owner.post(`/categories/${id}`, { name: 'Biscuits & rusks' })).status).toBe(200)
    expect(await find(id)).toEqual({ ...before, name: 'Biscuits & rusks' })
  })

  test('has an image that is replaced and taken away', async () => {
    const id = await add('Oils', { image: png(4, 3).toBase64() })
    const path = String((await find(id))['image'])
    const file = await fetch(`${shop.url}${path}`)
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'image/png'])
    await owner.post(`/categories/${id}`, { name: 'Oils' })
    expect((await find(id))['image']).toBe(path)
    await owner.post(`/categories/${id}`, { name: 'Oils', image: png(5, 5).toBase64() })
    expect((await fetch(`${shop.url}${path}`)).status).toBe(404)
    await owner.post(`/categories/${id}`, { name: 'Oils', image: null })
    expect((await find(id))['image']).toBeNull()
  })

  test.each(['bm8gaW1hZ2U=', '%', ''])('refuses the image %p at its field', async (image) => {
    const answer = await owner.post('/categories', { name: 'Pictured', image })
    expect([answer.status, answer.field]).toEqual([400, 'image'])
    expect(await names()).not.toContain('Pictured')
  })

  test('moves in front of another one, and behind one, as customers see it', async () => {
    const [a, b, c] = [await add('Row A'), await add('Row B'), await add('Row C')]
    await owner.post(`/categories/${c}/move`, { before: a })
    expect(await names('Row ')).toEqual(['Row C', 'Row A', 'Row B'])
    await owner.post(`/categories/${c}/move`, { after: b })
    expect(await names('Row ')).toEqual(['Row A', 'Row B', 'Row C'])
    const { json } = await shop.store('GET', '/api/public/v1/categories')
    const shown = Array.isArray(json['data']) ? json['data'] : []
    expect(shown.map((one) => JSON.stringify(one)).filter((one) => one.includes('Row '))).toEqual([
      expect.stringContaining('Row A'),
      expect.stringContaining('Row B'),
      expect.stringContaining('Row C'),
    ])
  })

  test('does not move beside one that is gone', async () => {
    const id = await add('Lonely')
    const before = await names()
    expect((await owner.post(`/categories/${id}/move`, { before: 'gone' })).status).toBe(404)
    expect((await owner.post('/categories/gone/move', { before: id })).status).toBe(404)
    expect((await owner.post(`/categories/${id}/move`, {})).status).toBe(400)
    expect(await names()).toEqual(before)
  })

  test('that is deleted leaves its products in the built-in one, however many', async () => {
    const id = await add('Short-lived')
    const many = 1_203
    await fill('Short-lived', many)
    expect(await find(id)).toMatchObject({ products: many, listedProducts: 602 })
    const before = Number((await find(uncategorised))['products'])
    const answer = await owner.post(`/categories/${id}/delete`)
    expect([answer.status, answer.json]).toEqual([200, { moved: many }])
    expect(await names()).not.toContain('Short-lived')
    expect((await find(uncategorised))['products']).toBe(before + many)
    const activity = await owner.get('/activity?kind=catalogue')
    expect(activity.text).toContain('Short-lived')
    expect((await owner.post(`/categories/${id}/delete`)).status).toBe(404)
  })

  test('that is built in stays', async () => {
    const answer = await owner.post(`/categories/${uncategorised}/delete`)
    expect(answer.status).toBe(409)
    expect((await find(uncategorised))['isBuiltIn']).toBe(true)
  })
})

describe('the list of categories', () => {
  test('is narrowed by a part of the name, and comes in pages', async () => {
    await add('Fresh Milk')
    await add('Milk Powder')
    const found = listed(await owner.get('/categories?search=MILK')).map(({ name }) => name)
    expect(found).toEqual(['Fresh Milk', 'Milk Powder'])
    const second = await owner.get('/categories?search=milk&size=1&page=2')
    expect(second.json).toMatchObject({ total: 2, page: 2, size: 1 })
    expect(listed(second).map(({ name }) => name)).toEqual(['Milk Powder'])
  })
})
