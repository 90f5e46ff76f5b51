import { describe, expect, test } from 'bun:test'
import { addName } from '../../../../src/names/add-name.ts'
import { openShop } from '../../../support/shop.ts'
import { bulk, fieldOf, messageOf, productRow, put, versionOf } from './rows.ts'
import { untilEnd } from '../../../support/until-end.ts'

const groceriesId = '019a0000-0000-7000-8000-000000000011'
const uncategorisedId = '019a0000-0000-7000-8000-000000000001'
const unknownId = '019a0000-0000-7000-8000-0000000000ff'

const shop = untilEnd(await openShop())
const input = { name: 'Acme Traders', aliases: [] }
const { id: vendorId } = await shop.database.write((conn) =>
  addName(conn, 'vendor', input, Date.now()),
)
const insert =
  'INSERT INTO categories (id, slug, name, folded_name, sort_order, created_at, updated_at) VALUES (?, ?, ?, ?, 1, 0, 0)'
await shop.database.write((conn) => {
  conn.$client.run(insert, [groceriesId, 'groceries', 'Groceries', 'groceries'])
})

describe('a new product', () => {
  test('is active, approved, uncategorised, without stock or price', async () => {
    expect(await put(shop, { sku: 'N-1', name: 'Plain' })).toMatchObject({ status: 'created' })
    expect(productRow(shop, 'N-1')).toMatchObject({
      is_active: 1,
      approval_status: 'approved',
      category_id: uncategorisedId,
      stock_quantity: 0,
      mrp: 0,
      sale_price: 0,
      gst_basis_points: 0,
      image: null,
    })
  })

  test('with mrp alone sells at it, and the other way round', async () => {
    await bulk(shop, { sku: 'N-2', name: 'a', mrp: 10.5 }, { sku: 'N-3', name: 'b', sale_price: 7 })
    expect(productRow(shop, 'N-2')).toMatchObject({ mrp: 1050, sale_price: 1050 })
    expect(productRow(shop, 'N-3')).toMatchObject({ mrp: 700, sale_price: 700 })
  })
})

describe('a row is refused alone, naming the field', () => {
  test.each([
    ['sku', { sku: '  ' }],
    ['sku', { sku: 12 }],
    ['sku', { sku: null }],
    ['sku', { sku: 'x'.repeat(201) }],
    ['sku', { sku: 'A\u0000B' }],
    ['name', { name: '' }],
    ['name', { name: null }],
    ['name', { name: 'n'.repeat(301) }],
    ['name', { name: 'two\nlines' }],
    ['slug', { slug: 'Not A Slug' }],
    ['slug', { slug: 'bulk' }],
    ['slug', { slug: 'stock' }],
    ['slug', { slug: 'a%00b' }],
    ['slug', { slug: '../etc' }],
    ['slug', { slug: 'x'.repeat(81) }],
    ['description', { description: 5 }],
    ['description', { description: 'd'.repeat(20_001) }],
    ['category_id', { category_id: 'groceries' }],
    ['category_id', { category_id: unknownId }],
    ['category_slug', { category_slug: 'nowhere' }],
    ['category_id', { category_id: uncategorisedId, category_slug: 'groceries' }],
    ['mrp', { mrp: '12' }],
    ['mrp', { mrp: -1 }],
    ['sale_price', { sale_price: 100_000_000_001 }],
    ['min_sale_price', { min_sale_price: true }],
    ['stock_quantity', { stock_quantity: '5' }],
    ['stock_quantity', { stock_quantity: 1_000_000_001 }],
    ['gst_pct', { gst_pct: 100.5 }],
    ['gst_pct', { gst_pct: -5 }],
    ['hsn', { hsn: '12' }],
    ['hsn', { hsn: 1006 }],
    ['barcode', { barcode: '9'.repeat(65) }],
    ['video_url', { video_url: 'javascript:alert(1)' }],
    ['size_chart', { size_chart: 's'.repeat(20_001) }],
    ['vendor_id', { vendor_id: unknownId }],
    ['vendor_id', { vendor_id: 'acme' }],
    ['b2b_min_qty', { b2b_min_qty: 1.5 }],
    ['is_active', { is_active: 1 }],
    ['approval_status', { approval_status: 'APPROVED' }],
    ['variants', { variants: {} }],
  ])('%s of %j', async (field, fields) => {
    const before = versionOf(shop)
    const result = await put(shop, { sku: 'BAD', name: 'Bad', ...fields })
    expect(result).toMatchObject({ status: 'error', id: null, images_uploaded: 0 })
    expect(fieldOf(result)).toBe(field)
    expect(messageOf(result)).toContain(field)
    expect(productRow(shop, 'BAD')).toEqual({})
    expect(versionOf(shop)).toBe(before)
  })

  test('and shows the id of the product that is there already', async () => {
    const { id } = await put(shop, { sku: 'THERE', name: 'There', mrp: 5 })
    const result = await put(shop, { sku: ' THERE', name: 'There', mrp: 'six' })
    expect(result).toMatchObject({ status: 'error', id: String(id), sku: ' THERE' })
    expect(productRow(shop, 'THERE')['mrp']).toBe(500)
  })
})

describe('a row is written with a warning', () => {
  test.each([
    [{ mrp: 10.005 }, 'mrp has more than two decimals: 10.01 was taken.'],
    [{ stock_quantity: 2.9 }, 'stock_quantity is a whole number: 2 was taken for 2.9.'],
    [{ stock_quantity: -0.5 }, 'stock_quantity is a whole number: -1 was taken for -0.5.'],
    [{ gst_pct: 12.345 }, 'gst_pct has more than two decimals: 12.35 was taken.'],
    [{ mrp: 10, sale_price: 11 }, 'sale_price 11 is above mrp 10.'],
    [{ mrp: 10, min_sale_price: 9, sale_price: 8 }, 'sale_price 8 is below min_sale_price 9.'],
    [{ mrp: null }, 'mrp cannot be cleared: null counts as not given.'],
    [{ stock_quantity: null }, 'stock_quantity cannot be cleared: null counts as not given.'],
    [{ hsn: null }, 'hsn cannot be cleared: null counts as not given.'],
    [{ colour: 'red', weight: 5 }, 'Unknown fields were ignored: colour, weight.'],
    [{ category_slug: '' }, 'category_slug is blank: it counts as not given.'],
    [{ id: unknownId }, 'id is given by Daybook: the one sent was ignored.'],
  ])('%j', async (fields, warning) => {
    const sku = `WARN-${Bun.hash(JSON.stringify(fields))}`
    const result = await put(shop, { sku, name: 'Warned', sale_price: 5, ...fields })
    expect(result).toMatchObject({ status: 'created', warnings: [warning] })
  })

  test('when a new price does not fit the stored ones', async () => {
    await put(shop, { sku: 'FIT', name: 'Fit', mrp: 100, sale_price: 90, min_sale_price: 80 })
    const low = await put(shop, { sku: 'FIT', name: 'Fit', sale_price: 70 })
    expect(low['warnings']).toEqual(['sale_price 70 is below min_sale_price 80.'])
    const high = await put(shop, { sku: 'FIT', name: 'Fit', mrp: 60 })
    expect(high['warnings']).toEqual([
      'sale_price 70 is above mrp 60.',
      'sale_price 70 is below min_sale_price 80.',
    ])
    expect(await put(shop, { sku: 'FIT', name: 'Fit too' })).not.toHaveProperty('warnings')
  })
})

describe('an update', () => {
  test('leaves absent fields as they are, 0 is 0, and null clears what it may', async () => {
    const whole = {
      sku: 'WHOLE',
      name: 'Whole',
      description: 'd',
      details: 'e',
      category_slug: 'groceries',
      mrp: 20,
      sale_price: 18,
      min_sale_price: 15,
      stock_quantity: -3,
      gst_pct: 5,
      hsn: '1006',
      barcode: '8901',
      size_chart: { S: 36 },
      video_url: 'https://example.com/v',
      vendor_id: vendorId.toUpperCase(),
      vendor_cost: 12,
      b2b_price: 16,
      b2b_min_qty: 10,
      is_active: false,
      approval_status: 'draft',
    }
    await put(shop, whole)
    const before = productRow(shop, 'WHOLE')
    expect(before).toMatchObject({
      vendor_id: vendorId,
      category_id: groceriesId,
      stock_quantity: -3,
    })
    expect(await put(shop, { sku: 'WHOLE', name: 'Whole' })).toMatchObject({ changed: false })
    expect(productRow(shop, 'WHOLE')).toEqual(before)
    const nulls = Object.fromEntries(
      [
        'video_url',
        'description',
        'details',
        'vendor_id',
        'min_sale_price',
        'vendor_cost',
        'b2b_price',
        'b2b_min_qty',
      ].map((field) => [field, null]),
    )
    const cleared = await put(shop, { sku: 'WHOLE', name: 'Whole', stock_quantity: 0, ...nulls })
    expect(cleared).toMatchObject({ changed: true })
    expect(cleared).not.toHaveProperty('warnings')
    expect(productRow(shop, 'WHOLE')).toMatchObject({
      description: '',
      folded_description: '',
      details: '',
      video_url: null,
      vendor_id: null,
      min_sale_price: null,
      vendor_cost: null,
      b2b_price: null,
      b2b_min_qty: null,
      stock_quantity: 0,
      mrp: 2000,
      hsn: '1006',
      is_active: 0,
    })
  })

  test('with a size chart that has nothing in it takes it away; null warns', async () => {
    await put(shop, { sku: 'CHART', name: 'Chart', mrp: 9, size_chart: [['S', 36]] })
    const warned = await put(shop, { sku: 'CHART', name: 'Chart', size_chart: null })
    expect(warned).toMatchObject({
      changed: false,
      warnings: ['size_chart cannot be cleared: null counts as not given.'],
    })
    await put(shop, { sku: 'CHART', name: 'Chart', size_chart: {} })
    expect(productRow(shop, 'CHART')['size_chart']).toBeNull()
  })
})

describe('a slug', () => {
  test('comes from the name, else from the SKU, else from the id', async () => {
    const [, , third] = await bulk(
      shop,
      { sku: 'G-1', name: 'मीठा पान' },
      { sku: 'G 2', name: '!!!' },
      { sku: '???', name: '!!!' },
    )
    expect(productRow(shop, 'G-1')['slug']).toBe('मीठा-पान')
    expect(productRow(shop, 'G 2')['slug']).toBe('g-2')
    expect(productRow(shop, '???')['slug']).toBe(third?.['id'])
  })

  test('that is taken or reserved gets -2, -3, and does not change when the name does', async () => {
    for (const sku of ['C-1', 'C-2', 'C-3', 'C-4']) await put(shop, { sku, name: 'Clash!' })
    const slugs = ['C-1', 'C-2', 'C-3', 'C-4'].map((sku) => productRow(shop, sku)['slug'])
    expect(slugs).toEqual(['clash', 'clash-2', 'clash-3', 'clash-4'])
    await bulk(shop, { sku: 'C-5', name: 'Bulk' }, { sku: 'C-4', name: 'Renamed' })
    expect(productRow(shop, 'C-5')['slug']).toBe('bulk-2')
    expect(productRow(shop, 'C-4')['slug']).toBe('clash-4')
  })

  test('that is given and taken is an error of the row, naming who has it', async () => {
    await bulk(shop, { sku: 'T-1', name: 'Taken', slug: 'taken' }, { sku: 'T-2', name: 'Other' })
    for (const sku of ['T-2', 'T-3']) {
      const result = await put(shop, { sku, name: 'Wants it', slug: 'taken' })
      expect(messageOf(result)).toBe('slug taken is taken by the product Taken (SKU T-1).')
    }
    expect(await put(shop, { sku: 'T-1', name: 'Taken', slug: 'taken' })).toMatchObject({
      changed: false,
    })
    await put(shop, { sku: 'T-1', name: 'Taken', slug: 'free-again' })
    expect(await put(shop, { sku: 'T-2', name: 'Other', slug: 'taken' })).toMatchObject({
      changed: true,
    })
  })

  test('of 2,000 products with one name is found fast and without a gap', async () => {
    const products = Array.from({ length: 2_000 }, (_, i) => ({ sku: `SOAP-${i}`, name: 'Soap' }))
    await bulk(shop, ...products)
    expect(productRow(shop, 'SOAP-0')['slug']).toBe('soap')
    expect(
      products.slice(1).every(({ sku }, i) => productRow(shop, sku)['slug'] === `soap-${i + 2}`),
    ).toBe(true)
  })
})
