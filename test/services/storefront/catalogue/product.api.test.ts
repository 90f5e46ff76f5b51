import { beforeAll, describe, expect, test } from 'bun:test'
import { srcsetOf } from '../../../../src/platform/files/thumbnail-names.ts'
import { uncategorisedId } from '../../../../src/services/storefront/tables.ts'
import { addProduct, addProducts, changeProduct } from '../../../support/catalogue.ts'
import { api } from '../../../support/member.ts'
import { sendRaw, requestHead } from '../../../support/raw-request.ts'
import { openShop, type Answer } from '../../../support/shop.ts'
import { untilEnd } from '../../../support/until-end.ts'

const storedImage = `${'cd'.repeat(32)}.webp`

const shop = untilEnd(await openShop())

const get = (slug: string): Promise<Answer> => shop.store('GET', `${api}/products/${slug}`)

describe('GET products/{slug}', () => {
  test('shows all list fields except created_at, its details, images and variants', async () => {
    const { id } = await addProduct(shop.database, {
      slug: 'shirt',
      sku: 'SHIRT',
      name: 'Shirt',
      description: 'Cotton',
      details: 'Wash cold.',
      mrp: 99_900,
      salePrice: 79_999,
      stockQuantity: 7,
      gstBasisPoints: 1_250,
      hsn: '6205',
      barcode: '8901234567894',
      sizeChart: '{"chest":[38,40]}',
      videoUrl: 'https://example.com/v',
      image: storedImage,
      vendorId: 'secret',
      vendorCost: 1,
      b2bPrice: 2,
      b2bMinQty: 3,
      minSalePrice: 4,
      images: [
        { image: 'https://cdn.example.com/back.jpg', sortOrder: 2 },
        { image: storedImage, alt: 'Front', sortOrder: 1 },
      ],
      variants: [
        {
          id: 'v-2',
          sku: 'SHIRT-L',
          size: 'L',
          color: 'Red',
          colorHex: '#ff0000',
          mrp: 99_900,
          salePrice: 80_050,
          stockQuantity: 3,
        },
        { id: 'v-1', sku: null, size: 'S' },
      ],
    })
    const answer = await get('shirt')
    expect(answer.status).toBe(200)
    expect(answer.json).toEqual({
      data: {
        id,
        slug: 'shirt',
        sku: 'SHIRT',
        name: 'Shirt',
        description: 'Cotton',
        details: 'Wash cold.',
        image_url: `${shop.url}/images/${storedImage}`,
        image_srcset: srcsetOf(`${shop.url}/images/${storedImage}`),
        video_url: 'https://example.com/v',
        mrp: 999,
        sale_price: 799.99,
        has_price: true,
        offer_price: null,
        offer_id: null,
        stock_quantity: 7,
        gst_pct: 12.5,
        hsn: '6205',
        barcode: '8901234567894',
        category_id: uncategorisedId,
        size_chart: { chest: [38, 40] },
        images: [
          {
            url: `${shop.url}/images/${storedImage}`,
            srcset: srcsetOf(`${shop.url}/images/${storedImage}`),
            alt: 'Front',
            sort_order: 1,
          },
          { url: 'https://cdn.example.com/back.jpg', srcset: '', alt: '', sort_order: 2 },
        ],
        variants: [
          {
            id: 'v-2',
            size: 'L',
            color: 'Red',
            color_hex: '#ff0000',
            sku: 'SHIRT-L',
            mrp: 999,
            sale_price: 800.5,
            has_price: true,
            offer_price: null,
            offer_id: null,
            stock_quantity: 3,
          },
          {
            id: 'v-1',
            size: 'S',
            color: '',
            color_hex: '#000000',
            sku: '',
            mrp: 0,
            sale_price: 0,
            has_price: false,
            offer_price: null,
            offer_id: null,
            stock_quantity: 0,
          },
        ],
      },
    })
  })

  test('shows null only where the contract has "or null"', async () => {
    await addProduct(shop.database, { slug: 'plain', sku: null })
    const { data } = (await get('plain')).json
    expect(data).toMatchObject({
      sku: '',
      description: '',
      details: '',
      video_url: null,
      size_chart: null,
      gst_pct: 0,
      image_url: `${shop.url}/images/placeholder.png`,
      images: [],
      variants: [],
    })
  })

  test('its stock is its own number, never the sum of its variants', async () => {
    await addProduct(shop.database, {
      slug: 'sum',
      stockQuantity: 1,
      variants: [{ stockQuantity: 5 }, { stockQuantity: 6 }],
    })
    expect((await get('sum')).json['data']).toMatchObject({ stock_quantity: 1 })
  })

  test.each([
    ['not active', { isActive: false }],
    ['pending', { approvalStatus: 'pending' }],
    ['rejected', { approvalStatus: 'rejected' }],
    ['a draft', { approvalStatus: 'draft' }],
  ] as const)('is 404 for a product that is %s', async (_, state) => {
    const { slug, id } = await addProduct(shop.database, state)
    expect((await get(slug)).status).toBe(404)
    await changeProduct(shop.database, id, { isActive: true, approvalStatus: 'approved' })
    expect((await get(slug)).status).toBe(200)
    await changeProduct(shop.database, id, state)
    expect((await get(slug)).status).toBe(404)
  })
})

describe('the slug', () => {
  const hindi = 'काजू-बर्फ़ी'

  beforeAll(async () => {
    await addProducts(shop.database, [{ slug: hindi.normalize('NFC') }, { slug: '100' }])
  })

  test('is found in any percent-encoding, upper or lower case, whole or in part, composed or not', async () => {
    const encoded = encodeURIComponent(hindi.normalize('NFC'))
    const apart = encodeURIComponent(hindi.normalize('NFD'))
    for (const sent of [encoded, encoded.toLowerCase(), apart, `${encoded}/`, hindi]) {
      expect([sent, (await get(sent)).status]).toEqual([sent, 200])
    }
    expect((await get('%31%300')).status).toBe(200)
    expect((await get('100?x=/other')).status).toBe(200)
  })

  test('is decoded once', async () => {
    expect((await get(encodeURIComponent(encodeURIComponent(hindi)))).status).toBe(404)
    expect((await get('%2531%25300')).status).toBe(404)
  })

  test.each([
    '%00',
    '100%00',
    '%zz',
    '%',
    '%e0%a4',
    '%ff',
    '%E0%a4%95%2',
    '..%2f100',
    '..%2F..%2Fcategories',
    '%2e%2e%2f100',
    '.%2e/100',
    'a'.repeat(5000),
    '%F0%9F%98%80',
    "'%20OR%201=1--",
    '__proto__',
    'constructor',
    'unknown',
    '100%2F',
    '100%20',
  ])('that is none is 404, never anything else: %s', async (slug) => {
    const answer = await get(slug)
    expect(answer.status).toBe(404)
    expect(answer.json).toMatchObject({ error: { code: 'not_found' }, status: 404 })
  })

  test.each(['../100', '..\\100', '%c3%28', '/', '//', '%2', '\u00ff'])(
    'that reaches the server as it is never is a fault: %j',
    async (slug) => {
      const head = requestHead('GET', `/storefront${api}/products/${slug}`, {
        authorization: `Bearer ${shop.keys.storefront}`,
        connection: 'close',
      })
      const status = Number((await sendRaw(shop.url, head)).split(' ')[1])
      expect(status).toBeGreaterThanOrEqual(200)
      expect(status).toBeLessThan(500)
    },
  )
})
