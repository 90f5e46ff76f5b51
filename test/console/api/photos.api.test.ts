import { describe, expect, test } from 'bun:test'
import { isJsonObject } from '../../../src/platform/json/json.ts'
import { dataUrl, png } from '../../support/pictures.ts'
import { ownersShop } from './browser.ts'
import { noId } from './endpoints.ts'

const { shop, owner } = await ownersShop()

let made = 0

async function product(): Promise<{ id: string; sku: string }> {
  const sku = `P-${++made}`
  const { json } = await owner.post('/products', { product: { name: `Product ${made}`, sku } })
  return { id: String(json['id']), sku }
}

const photo = (seed: number) => dataUrl(png(20, 20, seed))

const put = (id: string, photos: string[], replaces = false) =>
  owner.post(`/products/${id}/photos`, { photos, replaces })

async function imagesOf(id: string): Promise<string[]> {
  const { images } = (await owner.get(`/products/${id}`)).json
  return Array.isArray(images)
    ? images.map((image) => String(isJsonObject(image) ? image['url'] : ''))
    : []
}

describe('photos', () => {
  test('find their products by the names of their files', async () => {
    const { id, sku } = await product()
    const answer = await owner.post('/product-photos/match', { names: [`${sku}_2.jpg`, 'x.jpg'] })
    expect(answer.json).toEqual({
      photos: [
        { productId: id, order: 2, rivals: 0 },
        { productId: null, order: 0, rivals: 0 },
      ],
      products: [{ id, name: `Product ${made}`, sku, images: [] }],
    })
  })

  test('come behind those that the product has, in their order, each once', async () => {
    const { id } = await product()
    await put(id, [photo(1)])
    expect((await put(id, [photo(2), photo(1), photo(3)])).json).toEqual({
      changed: true,
      warnings: [],
    })
    const images = await imagesOf(id)
    expect(images).toHaveLength(3)
    expect((await put(id, [photo(2), photo(3)])).json).toMatchObject({ changed: false })
    expect(await imagesOf(id)).toEqual(images)
  })

  test('take the place of those that the product has where that is asked for', async () => {
    const { id, sku } = await product()
    await put(id, [photo(11)])
    const [before = ''] = await imagesOf(id)
    await put(id, [photo(12)], true)
    const after = await imagesOf(id)
    expect(after).toHaveLength(1)
    expect(after).not.toContain(before)
    expect((await fetch(`${shop.url}${before}`)).status).toBe(404)
    const { items: done } = (await owner.get('/activity')).json
    expect(Array.isArray(done) ? done[0] : null).toMatchObject({ action: 'product changed' })
    // Customers see it at once.
    const { items } = (await owner.get(`/products?search=${sku}`)).json
    expect(items).toMatchObject([{ image: after[0] }])
  })

  test('that are none are refused, or told when others are fine', async () => {
    const { id } = await product()
    const bad = dataUrl(new TextEncoder().encode('no picture'))
    const refused = await put(id, [bad])
    expect([refused.status, refused.field]).toEqual([400, 'photos'])
    const told = await put(id, [bad, photo(5)])
    expect(told.json).toMatchObject({
      changed: true,
      warnings: [expect.stringContaining('Image 1')],
    })
    expect(await imagesOf(id)).toHaveLength(1)
  })

  test('are at most 20 a product', async () => {
    const { id } = await product()
    const many = Array.from({ length: 20 }, (_, seed) => photo(seed + 20))
    expect((await put(id, many)).status).toBe(200)
    const answer = await put(id, [photo(99)])
    expect(answer.status).toBe(400)
    expect(answer.text).toContain('The product has 20 images')
  })

  test('of a product that is not there', async () => {
    expect((await put(noId, [photo(1)])).status).toBe(404)
  })

  test.each([{ names: [] }, { names: 'x' }, {}, { names: ['x'.repeat(1_001)] }])(
    'are asked for in the right form: %j',
    async (body) => {
      expect((await owner.post('/product-photos/match', body)).status).toBe(400)
    },
  )

  test.each([{ photos: [], replaces: false }, { photos: ['x'] }, { photos: 'x', replaces: true }])(
    'are sent in the right form: %j',
    async (body) => {
      const { id } = await product()
      expect((await owner.post(`/products/${id}/photos`, body)).status).toBe(400)
    },
  )
})
