import { describe, expect, test } from 'bun:test'
import { isJsonObject, type JsonObject } from '../../../../src/platform/json/json.ts'
import { png } from '../../../support/pictures.ts'
import { openShop } from '../../../support/shop.ts'
import { productRow, put, versionOf } from './rows.ts'
import { untilEnd } from '../../../support/until-end.ts'

const shop = untilEnd(await openShop())
await put(shop, {
  sku: 'FULL',
  name: 'Full',
  description: 'All there is',
  details: 'Line\nby line',
  mrp: 99.99,
  sale_price: 89.5,
  stock_quantity: 3,
  gst_pct: 12.5,
  size_chart: { S: [36, 'é'] },
  video_url: 'https://example.com/v?a=b',
  images: [
    { base64: png(4, 4, 1).toBase64(), content_type: 'image/png', alt: 'Front', sort_order: 5 },
    { url: 'https://example.com/back.jpg', alt: 'Back', sort_order: 9 },
  ],
  variants: [{ sku: 'FULL-S', size: 'S', color: 'Red', color_hex: '#FF0000', mrp: 50 }],
})
await put(shop, { sku: 'BARE', name: 'Bare' })

async function detailOf(slug: string): Promise<JsonObject> {
  const { json } = await shop.store('GET', `/api/public/v1/products/${slug}`)
  const { data } = json
  return isJsonObject(data) ? data : {}
}

async function listedAs(slug: string): Promise<JsonObject> {
  const { json } = await shop.store('GET', '/api/public/v1/products')
  const { data } = json
  const entries = Array.isArray(data) ? data.filter(isJsonObject) : []
  return entries.find((entry) => entry['slug'] === slug) ?? {}
}

describe('what GET answered goes back through bulk, with sku added,', () => {
  test.each([
    ['FULL', 'full', detailOf],
    ['BARE', 'bare', detailOf],
    ['FULL', 'full', listedAs],
    ['BARE', 'bare', listedAs],
  ])('and changes nothing: %s', async (sku, slug, answerOf) => {
    const version = versionOf(shop)
    const before = productRow(shop, sku)
    const answered = await answerOf(slug)
    expect(answered['slug']).toBe(slug)
    const result = await put(shop, { ...answered, sku })
    expect(result).toMatchObject({ status: 'updated', changed: false, images_uploaded: 0 })
    expect(result).not.toHaveProperty('warnings')
    expect(productRow(shop, sku)).toEqual(before)
    expect(versionOf(shop)).toBe(version)
  })

  test('but the id or time of another product warns', async () => {
    const answered = await listedAs('full')
    const { warnings } = await put(shop, {
      ...answered,
      sku: 'BARE',
      name: 'Bare',
      slug: 'bare',
      image_url: null,
    })
    expect(warnings).toContain('id is given by Daybook: the one sent was ignored.')
  })
})
