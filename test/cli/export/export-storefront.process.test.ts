import { beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { categories, offers } from '../../../src/cli/import/catalogue-lists.ts'
import type { ImportKind } from '../../../src/cli/import/kind.ts'
import { vendors } from '../../../src/cli/import/names-and-rules.ts'
import { orders } from '../../../src/cli/import/orders.ts'
import { products } from '../../../src/cli/import/products.ts'
import { png, webp } from '../../support/pictures.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { type ImportFolder, jsonLines, withImports } from '../import/import-text.ts'
import { runDaybook } from '../run-daybook.ts'

// Each of these tests runs several commands.
setDefaultTimeout(120_000)

const kinds: Record<string, ImportKind> = { categories, offers, products, orders }

const [riceImage, kurtaImage] = [png(9, 9, 1), webp(9, 9, 2)]

let shop: Shop
let folder: ImportFolder

withImports((made) => ({ shop, folder } = made))

beforeAll(async () => {
  await enter(vendors, { name: 'Kaveri Mills' })
  await enter(
    categories,
    { name: 'Rice & Flour', sort_order: 1, image_base64: riceImage.toBase64() },
    { name: 'चाय', sort_order: 2, image_url: 'https://cdn.in/tea.jpg' },
  )
  await enter(offers, {
    title: 'Diwali',
    rule_kind: 'percentage',
    rule_value: '10',
    starts_at: '2026-11-01T00:00:00.000Z',
    image_base64: riceImage.toBase64(),
  })
  await enter(
    products,
    {
      sku: 'RICE-5',
      name: 'Basmati Rice',
      category_slug: 'rice-flour',
      mrp: 699.5,
      sale_price: 650,
      min_sale_price: 600,
      stock_quantity: 12,
      gst_pct: 5,
      hsn: '100630',
      vendor_name: 'Kaveri Mills',
      size_chart: { kg: [1, 5] },
      image_base64: riceImage.toBase64(),
      image_content_type: 'image/png',
    },
    {
      sku: 'KURTA',
      name: 'Kurta',
      is_active: false,
      approval_status: 'draft',
      variants: [{ sku: 'KURTA-M', size: 'M', color: 'Red', color_hex: '#ff0000', mrp: 500 }],
      images: [
        {
          base64: kurtaImage.toBase64(),
          content_type: 'image/webp',
          alt: 'From the front',
          sort_order: 3,
        },
        'https://cdn.in/kurta.jpg',
      ],
    },
  )
  await enter(
    orders,
    { customer_name: 'Asha', status: 'delivered', items: [{ sku: 'RICE-5', quantity: 2 }] },
    { items: [{ product_name: 'Gift wrapping', unit_price: 20, gst_pct: 18, quantity: 1 }] },
  )
})

function enter(kind: ImportKind, ...lines: object[]) {
  return folder.import(shop, kind, jsonLines(...lines))
}

async function exported(from: Shop, kind: string, ...flags: string[]): Promise<string> {
  const ran = await runDaybook(['export', kind, ...flags, '--data', from.dir.root])
  expect([ran.code, ran.stderr]).toEqual([0, ''])
  return ran.stdout
}

describe('what is exported', () => {
  test.each(Object.entries(kinds))('changes nothing when it comes back: %s', async (name, kind) => {
    const text = await exported(shop, name)
    const lines = text.trim().split('\n').length
    const result = await folder.import(shop, kind, text)
    expect(result).toMatchObject({ total: lines, unchanged: lines, warned: 0 })
    expect(await exported(shop, name)).toBe(text)
  })

  test('with images makes another installation the same', async () => {
    const other = await openShop()
    try {
      await folder.import(other, vendors, await exported(shop, 'vendors'))
      for (const [name, kind] of Object.entries(kinds)) {
        const flags = name === 'orders' ? [] : ['--with-images']
        const text = await exported(shop, name, ...flags)
        expect(text).not.toContain('"/images/')
        const result = await folder.import(other, kind, text)
        expect(result).toMatchObject({ errors: 0, warned: 0 })
        expect(await exported(other, name)).toBe(await exported(shop, name))
      }
      for (const bytes of [riceImage, kurtaImage]) {
        const path = other.storefront.store.path('images', Bun.SHA256.hash(bytes, 'hex'))
        expect(new Uint8Array(readFileSync(path))).toEqual(bytes)
      }
    } finally {
      await other.close()
    }
  })

  test('without images names those of this server by their path, which another one refuses', async () => {
    const text = await exported(shop, 'categories')
    expect(text).toContain('"image_url":"/images/')
    const other = await openShop()
    try {
      const result = await folder.import(other, categories, text)
      expect(result.problems[0]?.error).toContain('is not stored here')
    } finally {
      await other.close()
    }
  })
})

test('--with-images is refused for what has no images', async () => {
  const refused = await runDaybook(['export', 'orders', '--with-images'])
  expect([refused.code, refused.stderr]).toEqual([
    1,
    '--with-images is not for orders: they have no images.\n',
  ])
})
