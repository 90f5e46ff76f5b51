import { describe, expect, test } from 'bun:test'
import { vendors } from '../../../src/cli/import/names-and-rules.ts'
import { products } from '../../../src/cli/import/products.ts'
import type { JsonObject } from '../../../src/platform/json/json.ts'
import { exportProducts } from '../../../src/services/storefront/inventory/export-products.ts'
import { gif, png } from '../../support/pictures.ts'
import { type Shop } from '../../support/shop.ts'
import { type ImportFolder, jsonLines, withImports } from './import-text.ts'
import { runDaybook } from '../run-daybook.ts'

let shop: Shop
let folder: ImportFolder

withImports((made) => ({ shop, folder } = made))

function product(sku: string): JsonObject | undefined {
  return [...exportProducts(shop.database.read)].find((line) => line['sku'] === sku)
}

function imageOf(bytes: Uint8Array, extension: string): string {
  return `/images/${Bun.SHA256.hash(bytes, 'hex')}.${extension}`
}

describe('a table of products', () => {
  const table = [
    'SKU,Name,MRP,Sale_Price,Stock_Quantity,GST_Pct,HSN,Is_Active,Category_Slug',
    '00123,Basmati Rice 5 kg,"1,299.50","1,199",-3,5,100630,TRUE,',
    'TEA-1,Tea,,99,,,,no,uncategorised',
  ].join('\r\n')

  test('has typed cells, where an empty one says nothing, and SKUs stay as they are written', async () => {
    expect(await folder.import(shop, products, table, 'p.csv')).toMatchObject({
      created: 2,
      warned: 0,
    })
    expect(product('00123')).toMatchObject({
      name: 'Basmati Rice 5 kg',
      mrp: 1299.5,
      sale_price: 1199,
      stock_quantity: -3,
      gst_pct: 5,
      hsn: '100630',
      is_active: true,
      category_slug: 'uncategorised',
    })
    expect(product('TEA-1')).toMatchObject({ mrp: 99, sale_price: 99, is_active: false })
  })

  test('changes nothing the second time', async () => {
    expect(await folder.import(shop, products, table, 'p.csv')).toMatchObject({ unchanged: 2 })
  })

  test('names a cell that is not of its type', async () => {
    const result = await folder.import(shop, products, 'sku,name,mrp\nX,Y,₹5\n', 'p.csv')
    expect(result.problems).toEqual([{ line: 2, error: expect.stringMatching(/^mrp .*"₹5"/) }])
    expect(product('X')).toBeUndefined()
  })
})

describe('lines of products', () => {
  test('bring variants and images, as POST products/bulk does', async () => {
    const variant = { sku: 'KURTA-M', size: 'M', color: 'Red', mrp: 500, stock_quantity: 2 }
    const line = {
      sku: 'KURTA',
      name: 'Kurta',
      variants: [variant],
      images: ['https://cdn.in/k.jpg'],
    }
    expect(await folder.import(shop, products, jsonLines(line))).toMatchObject({ created: 1 })
    expect(product('KURTA')).toMatchObject({
      variants: [expect.objectContaining(variant)],
      images: [{ url: 'https://cdn.in/k.jpg' }],
    })
  })

  test('that are bad are reported with their line, warnings too, and the others are entered', async () => {
    const lines = jsonLines(
      { sku: 'G-1', name: 'Good', mrp: 1.005 },
      { sku: 'B-1' },
      { sku: 'G-2', name: 'Good too', mrp: 2, colour: 'red' },
      { sku: 'KURTA-M', name: 'A variant' },
    )
    const result = await folder.import(shop, products, `\n${lines}`)
    expect(result).toMatchObject({ total: 4, created: 2, errors: 2 })
    expect(result.problems.map(({ line }) => line)).toEqual([3, 5])
    expect(result.problems[0]?.error).toContain('name is missing')
    expect(result.problems[1]?.error).toContain('KURTA')
    expect(result.warnings.map(({ line }) => line)).toEqual([2, 4])
    expect(result.warnings[1]?.warning).toContain('colour')
  })

  test('have what was sold since their stock was counted taken off, but for lines without stock', async () => {
    const line = { sku: 'SOLD', name: 'Sold', mrp: 5, stock_quantity: 9 }
    await folder.import(shop, products, jsonLines(line))
    const body = { items: [{ sku: 'SOLD', quantity: 2 }] }
    expect((await shop.store('POST', '/api/public/v1/orders', { body })).status).toBe(201)
    const asOf = new Date(Date.now() - 60_000).toISOString()
    const table = 'sku,name,stock_quantity\nSOLD,Sold,9\n'
    const result = await folder.import(shop, products, table, 'p.csv', false, asOf)
    expect(result).toMatchObject({ unchanged: 1, warned: 0 })
    const { stock_quantity: _, ...bare } = line
    const again = await folder.import(shop, products, jsonLines(bare), 'p.jsonl', false, asOf)
    expect(again).toMatchObject({ unchanged: 1, warned: 0 })
    expect(product('SOLD')).toMatchObject({ stock_quantity: 7 })
  })

  test('with the same SKU apply in their order, over many slices', async () => {
    const lines = Array.from({ length: 450 }, (_, i) => ({ sku: `S-${i % 150}`, name: `N ${i}` }))
    expect(await folder.import(shop, products, jsonLines(...lines))).toMatchObject({
      created: 150,
      updated: 300,
    })
    expect(product('S-149')).toMatchObject({ name: 'N 449' })
  })

  test('are shown at once by a server that runs, whatever it answered before', async () => {
    const list = async () => {
      const answer = await shop.store('GET', '/api/public/v1/products?search=Saffron')
      expect(answer.status).toBe(200)
      return answer.json['pagination']
    }
    expect(await list()).toMatchObject({ total: 0 })
    const line = { sku: 'SAFFRON', name: 'Saffron 1 g' }
    expect(await folder.import(shop, products, jsonLines(line))).toMatchObject({ created: 1 })
    expect(await list()).toMatchObject({ total: 1 })
    const moved = { sku: 'SAFFRON', name: 'Kesar 1 g' }
    expect(await folder.import(shop, products, jsonLines(moved))).toMatchObject({ updated: 1 })
    expect(await list()).toMatchObject({ total: 0 })
  })

  test('name their vendor as the vendor list does', async () => {
    await folder.import(shop, vendors, jsonLines({ name: 'Kaveri Mills' }))
    const lines = jsonLines(
      { sku: 'V-1', name: 'One', vendor_name: 'KAVERI  mills' },
      { sku: 'V-2', name: 'Two', vendor_name: 'Nobody' },
    )
    const result = await folder.import(shop, products, lines)
    expect(result.problems).toEqual([
      {
        line: 2,
        error: 'vendor_name must be the name of a vendor of the vendor list, got "Nobody".',
      },
    ])
    expect(product('V-1')?.['vendor_id']).toEqual(expect.any(String))
  })
})

describe('pictures of products', () => {
  const [dispatcher, back] = [png(7, 7, 11), gif(7, 7, 12)]

  test('stand beside the file, one or several', async () => {
    folder.write('front.png', dispatcher)
    folder.write('back', back)
    const images = [{ file: 'back', alt: 'From behind' }, { file: 'front.png' }]
    const lines = jsonLines(
      { sku: 'P-1', name: 'One', mrp: 2, image_file: 'front.png' },
      { sku: 'P-2', name: 'Two', mrp: 2, images },
    )
    const result = await folder.import(shop, products, lines)
    expect(result).toMatchObject({ created: 2, warned: 0 })
    expect(product('P-1')).toMatchObject({ images: [{ url: imageOf(dispatcher, 'png') }] })
    expect(product('P-2')).toMatchObject({
      images: [
        { url: imageOf(back, 'gif'), alt: 'From behind' },
        { url: imageOf(dispatcher, 'png'), alt: '' },
      ],
    })
    expect(await folder.import(shop, products, lines)).toMatchObject({ unchanged: 2 })
  })

  test('stand in a column of a table', async () => {
    const table = 'sku,name,image_file\nP-3,Three,front.png\n'
    expect(await folder.import(shop, products, table, 'p.csv')).toMatchObject({ created: 1 })
    expect(product('P-3')).toMatchObject({ images: [{ url: imageOf(dispatcher, 'png') }] })
  })

  test('that cannot be read are warnings: the products come without them', async () => {
    folder.write('page.png', '<svg><script>alert(1)</script></svg>')
    folder.write('large.png', new Uint8Array(5 * 1024 * 1024 + 1))
    const lines = jsonLines(
      { sku: 'W-1', name: 'One', mrp: 2, image_file: 'none.png' },
      { sku: 'W-2', name: 'Two', mrp: 2, images: [{ file: 'page.png' }, { file: 'front.png' }] },
      { sku: 'W-3', name: 'Three', mrp: 2, image_file: 'large.png' },
    )
    const result = await folder.import(shop, products, lines)
    expect(result).toMatchObject({ created: 3, errors: 0, warned: 3 })
    expect(result.warnings.map(({ line }) => line)).toEqual([1, 2, 3])
    expect(result.warnings[0]?.warning).toContain(`there is no file ${folder.path('none.png')}`)
    expect(result.warnings[1]?.warning).toStartWith('images[0]')
    expect(result.warnings[2]?.warning).toContain('at most 5242880')
    expect(product('W-2')).toMatchObject({ images: [{ url: imageOf(dispatcher, 'png') }] })
  })
})

describe('--dry-run', () => {
  test('says what would come of it, and writes nothing', async () => {
    const before = [...exportProducts(shop.database.read)]
    const lines = jsonLines(
      { sku: 'D-1', name: 'New', image_base64: png(9, 9, 40).toBase64() },
      { sku: 'P-1', name: 'Renamed' },
      { sku: 'P-2' },
    )
    const args = ['import', 'products', folder.write('try.jsonl', lines), '--dry-run']
    const tried = await runDaybook([...args, '--data', shop.dir.root])
    expect(tried.code).toBe(1)
    expect(tried.stdout).toBe(
      'Tried, and wrote nothing. Read 3 lines: 1 created, 1 updated, 0 unchanged, 1 with errors.\n',
    )
    expect(tried.stderr).toContain('Line 3 was left out: name is missing')
    expect(tried.stderr).not.toContain('the rest was')
    expect([...exportProducts(shop.database.read)]).toEqual(before)
    const file = imageOf(png(9, 9, 40), 'png').slice('/images/'.length, -'.png'.length)
    expect(shop.storefront.store.has('images', file)).toBe(false)
  })

  test('is for products only', async () => {
    const file = folder.write('v.jsonl', jsonLines({ name: 'Untouched' }))
    const refused = await runDaybook(['import', 'vendors', file, '--dry-run'])
    expect([refused.code, refused.stderr]).toEqual([
      1,
      '--dry-run is for products, not for vendors.\n',
    ])
  })
})
