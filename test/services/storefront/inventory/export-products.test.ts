import { expect, test } from 'bun:test'
import { storeOf } from '../../../../src/app.ts'
import {
  countProducts,
  exportProducts,
} from '../../../../src/services/storefront/inventory/export-products.ts'
import { inApiForm } from '../../../../src/services/storefront/bulk/rows.ts'
import { upsertProducts } from '../../../../src/services/storefront/bulk/upsert-products.ts'
import { png } from '../../../support/pictures.ts'
import {
  setClock,
  temporaryDatabase,
  type TemporaryDatabase,
} from '../../../support/temporary-database.ts'

function partsOf({ database, dir }: TemporaryDatabase) {
  return {
    database,
    clock: setClock(),
    store: storeOf(dir),
  }
}

const full = {
  sku: 'FULL',
  name: 'Full',
  slug: 'full-one',
  description: 'd',
  details: 'e',
  mrp: 12.34,
  sale_price: 11,
  min_sale_price: 10,
  stock_quantity: -2,
  gst_pct: 5,
  hsn: '1006',
  barcode: '890',
  size_chart: { S: 1 },
  video_url: 'https://example.com/v',
  vendor_cost: 3,
  b2b_price: 9,
  b2b_min_qty: 4,
  is_active: false,
  approval_status: 'pending',
  images: [
    { base64: png(3, 3, 1).toBase64(), content_type: 'image/png', alt: 'Front', sort_order: 2 },
    { url: 'https://example.com/i.jpg', alt: '', sort_order: 4 },
  ],
  variants: [
    {
      sku: 'FULL-S',
      size: 'S',
      color: 'Red',
      color_hex: '#ff0000',
      mrp: 12,
      sale_price: 11,
      stock_quantity: 6,
    },
  ],
}

test('what is exported and taken in again changes nothing', async () => {
  await using opened = temporaryDatabase()
  const deps = partsOf(opened)
  const many = Array.from({ length: 450 }, (_, i) => ({ sku: `P-${i}`, name: `Product ${i}` }))
  await upsertProducts(deps, [full, ...many], { dryRun: false })
  const exported = [...exportProducts(deps.database.read)]
  expect(countProducts(deps.database.read)).toBe(451)
  expect(exported.map(({ sku }) => sku)).toEqual(['FULL', ...many.map(({ sku }) => sku)])
  const { images, ...rest } = full
  expect(exported[0]).toMatchObject({ ...rest, category_slug: 'uncategorised' })
  // A copy: a matcher takes the place of what it matched.
  expect(structuredClone(exported[0]?.['images'])).toEqual([
    { url: expect.stringMatching(/^\/images\/[0-9a-f]{64}\.png$/), alt: 'Front', sort_order: 2 },
    images[1] ?? {},
  ])
  const again = await upsertProducts(deps, exported, { dryRun: false })
  const moved = again.filter(({ changed, warnings }) => changed !== false || warnings !== undefined)
  expect(moved).toEqual([])
})

test('an empty book takes an export in whole, but for images that it does not have', async () => {
  await using source = temporaryDatabase()
  await using target = temporaryDatabase()
  await upsertProducts(partsOf(source), [full], { dryRun: false })
  const [result] = await upsertProducts(
    partsOf(target),
    [...exportProducts(source.database.read)],
    {
      dryRun: false,
    },
  )
  expect(result && inApiForm(result)).toMatchObject({
    status: 'created',
    warnings: [expect.stringContaining('images[0]')],
  })
  const [copy] = [...exportProducts(target.database.read)]
  const { images, ...rest } = full
  expect(copy).toMatchObject({ ...rest, images: images.slice(1) })
})

test('a product without a SKU is left out', async () => {
  await using opened = temporaryDatabase()
  const deps = partsOf(opened)
  await upsertProducts(
    deps,
    [
      { sku: 'A', name: 'A' },
      { sku: 'B', name: 'B' },
    ],
    { dryRun: false },
  )
  await deps.database.write((conn) =>
    conn.$client.run("UPDATE products SET sku = NULL WHERE sku = 'A'"),
  )
  expect([...exportProducts(deps.database.read)].map(({ sku }) => sku)).toEqual(['B'])
  expect(countProducts(deps.database.read)).toBe(1)
})
