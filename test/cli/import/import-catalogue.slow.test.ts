import { describe, expect, test } from 'bun:test'
import { categories, offers } from '../../../src/cli/import/catalogue-lists.ts'
import { findFile } from '../../../src/platform/files/file-rows.ts'
import { isJsonObject, type JsonObject } from '../../../src/platform/json/json.ts'
import { exportCategories } from '../../../src/services/storefront/display/categories.ts'
import { exportOffers } from '../../../src/services/storefront/display/offers.ts'
import { jpeg, png } from '../../support/pictures.ts'
import { type Shop } from '../../support/shop.ts'
import { type ImportFolder, jsonLines, withImports } from './import-text.ts'

let shop: Shop
let folder: ImportFolder

withImports((made) => ({ shop, folder } = made))

function category(slug: string): JsonObject | undefined {
  return exportCategories(shop.database.read).find((line) => line['slug'] === slug)
}

function offer(slug: string): JsonObject | undefined {
  return exportOffers(shop.database.read).find((line) => line['slug'] === slug)
}

function hashOf(bytes: Uint8Array): string {
  return Bun.SHA256.hash(bytes, 'hex')
}

function stateOf(bytes: Uint8Array): string | undefined {
  return findFile(shop.database.read).get({ kind: 'images', hash: hashOf(bytes) })?.state
}

describe('categories', () => {
  test('come from a table, match by slug, and change nothing the second time', async () => {
    const table =
      'Name,Slug,Sort_Order,Image_URL\nRice,,"1,200",\nदाल,dal,2,https://cdn.in/dal.jpg\n'
    expect(await folder.import(shop, categories, table, 'c.csv')).toMatchObject({ created: 2 })
    expect(category('rice')).toEqual({
      slug: 'rice',
      name: 'Rice',
      sort_order: 1200,
      image_url: null,
    })
    expect(category('dal')).toMatchObject({ name: 'दाल', image_url: 'https://cdn.in/dal.jpg' })
    expect(await folder.import(shop, categories, table, 'c.csv')).toMatchObject({ unchanged: 2 })
  })

  test('that are bad are reported with their line, and change nothing else', async () => {
    const lines = jsonLines(
      { name: 'Good One' },
      { name: 'Bad', sort_order: 'first' },
      { slug: 'good-one', sort_order: 7 },
    )
    const result = await folder.import(shop, categories, lines)
    expect(result).toMatchObject({ created: 1, updated: 1, errors: 1 })
    expect(result.problems[0]?.line).toBe(2)
    expect(result.problems[0]?.error).toStartWith('sort_order must be a whole number')
    expect(category('good-one')).toMatchObject({ sort_order: 7 })
    expect(category('bad')).toBeUndefined()
  })

  test('name what a cell holds when it is not of its type', async () => {
    const result = await folder.import(shop, categories, 'name,sort_order\nTea,1e3\n', 'c.csv')
    expect(result.problems[0]?.error).toEndWith('got "1e3".')
  })

  test('are shown in their order to those who ask', async () => {
    const answer = await shop.store('GET', '/api/public/v1/categories')
    expect(answer.status).toBe(200)
    // Those without a product are listed too; only the built-in one waits for its first.
    const data = Array.isArray(answer.json['data']) ? answer.json['data'].filter(isJsonObject) : []
    expect(data.map(({ slug }) => slug)).toEqual(['dal', 'good-one', 'rice'])
  })
})

describe('a picture', () => {
  test('beside the file is stored, and a later line with the same slug counts', async () => {
    const [first, second] = [png(5, 5, 1), jpeg(8, 8, 2)]
    folder.write('first.png', first)
    folder.write('second.dat', second)
    const lines = jsonLines(
      { name: 'Sweets', image_file: 'first.png' },
      { name: 'Sweets', sort_order: 4 },
      { slug: 'sweets', image_file: './second.dat' },
    )
    expect(await folder.import(shop, categories, lines)).toMatchObject({ created: 1, updated: 2 })
    expect(category('sweets')).toEqual({
      slug: 'sweets',
      name: 'Sweets',
      sort_order: 4,
      image_url: `/images/${hashOf(second)}.jpg`,
    })
    expect(stateOf(second)).toBe('stored')
    // Nothing refers to the first one any more: its bytes went with the import.
    expect(stateOf(first)).toBeUndefined()
    expect(shop.storefront.store.has('images', hashOf(first))).toBe(false)
    expect(await folder.import(shop, categories, lines)).toMatchObject({ updated: 2, unchanged: 1 })
  })

  test('may stand in the line of an offer', async () => {
    const bytes = png(6, 6, 3)
    const line = { title: 'Sale', image_base64: `data:image/png;base64,${bytes.toBase64()}` }
    expect(await folder.import(shop, offers, jsonLines(line))).toMatchObject({ created: 1 })
    expect(offer('sale')).toMatchObject({ image_url: `/images/${hashOf(bytes)}.png` })
    expect(await folder.import(shop, offers, jsonLines(line))).toMatchObject({ unchanged: 1 })
  })

  test.each([
    ['there is no file', { image_file: 'none.png' }],
    ['image_file must be the path of a file', { image_file: 7 }],
    ['is not a JPEG, PNG, WebP or GIF image', { image_file: 'page.png' }],
    ['at most 5242880 are allowed', { image_file: 'large.png' }],
    ['image_base64 must be an image in base64', { image_base64: '!' }],
  ])('that is none fails its line: %s', async (sentence, fields) => {
    folder.write('page.png', '<html><script>alert(1)</script>')
    folder.write('large.png', new Uint8Array(5 * 1024 * 1024 + 1))
    const result = await folder.import(shop, categories, jsonLines({ name: 'Pictured', ...fields }))
    expect(result.errors).toBe(1)
    expect(result.problems[0]?.error).toContain(sentence)
    expect(category('pictured')).toBeUndefined()
  })
})

describe('offers', () => {
  test('come from a table with typed cells, where an empty one says nothing', async () => {
    const table = [
      'title;slug;rule_kind;rule_value;is_active;starts_at;ends_at;sort_order',
      'Ten off;ten;percentage;10;YES;2026-11-01T00:00:00Z;2026-11-30T00:00:00Z;-1',
      'Quiet;quiet;;;no;;;',
    ].join('\r\n')
    expect(await folder.import(shop, offers, table, 'o.csv')).toMatchObject({ created: 2 })
    expect(offer('ten')).toMatchObject({
      rule_kind: 'percentage',
      rule_value: '10',
      is_active: true,
      starts_at: '2026-11-01T00:00:00.000Z',
      sort_order: -1,
    })
    expect(offer('quiet')).toMatchObject({ is_active: false, rule_kind: 'other', starts_at: null })
    const again = 'title,slug,is_active\n,ten,\n'
    expect(await folder.import(shop, offers, again, 'o.csv')).toMatchObject({ unchanged: 1 })
  })

  test('warn once of columns that nobody knows', async () => {
    const result = await folder.import(shop, offers, 'title,price,tilte\nA,1,2\nB,1,2\n', 'o.csv')
    expect(result).toMatchObject({ created: 2, warned: 1 })
    expect(result.warnings[0]?.line).toBe(1)
    expect(result.warnings[0]?.warning).toContain('price, tilte')
  })
})
