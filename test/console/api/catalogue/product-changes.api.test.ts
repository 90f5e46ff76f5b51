import { describe, expect, test } from 'bun:test'
import { addCategory, addProduct, dataOf } from '../../../support/catalogue.ts'
import { dataUrl, png } from '../../../support/pictures.ts'
import { ownersShop } from '../browser.ts'
import { noId } from '../endpoints.ts'

const { shop, owner } = await ownersShop()

async function created(product: Record<string, unknown>): Promise<string> {
  const answer = await owner.post('/products', { product })
  expect(answer.status).toBe(200)
  return String(answer.json['id'])
}

async function imagesOf(id: string): Promise<{ url: string; alt: string }[]> {
  const { images } = (await owner.get(`/products/${id}`)).json
  return JSON.parse(JSON.stringify(images))
}

async function statusOf(url: string): Promise<number> {
  return (await fetch(`${shop.url}${url}`)).status
}

const search = async (text: string) =>
  dataOf(await shop.store('GET', `/api/public/v1/products?search=${text}`)).map(({ id }) => id)

describe('changing a product', () => {
  test('sets a price and a stock where they stand in the list, also without a SKU', async () => {
    const id = await created({ name: 'Loose sugar', mrp: 50 })
    const answer = await owner.post(`/products/${id}`, { product: { sale_price: 45.5 } })
    expect(answer.json).toEqual({ id, changed: true, warnings: [] })
    await owner.post(`/products/${id}`, { product: { stock_quantity: 12 } })
    const { json } = await owner.get(`/products/${id}`)
    expect(json).toMatchObject({ fields: { mrp: 50, sale_price: 45.5, stock_quantity: 12 } })
  })

  test('leaves what a program changed meanwhile', async () => {
    const id = await created({ name: 'Salt', sku: 'SALT', stock_quantity: 5 })
    const updates = [{ sku: 'SALT', stock_quantity: 4 }]
    await shop.store('POST', '/api/public/v1/products/stock', { body: { updates } })
    await owner.post(`/products/${id}`, { product: { description: 'White' } })
    const { json } = await owner.get(`/products/${id}`)
    expect(json).toMatchObject({ fields: { stock_quantity: 4, description: 'White' } })
  })

  test('is refused at the field, and changes nothing', async () => {
    const id = await created({ name: 'Pepper', mrp: 10 })
    const product = { description: 'Black', sale_price: -1 }
    const answer = await owner.post(`/products/${id}`, { product })
    expect([answer.status, answer.field]).toEqual([400, 'sale_price'])
    expect((await owner.get(`/products/${id}`)).json).toMatchObject({ fields: { description: '' } })
  })
})

describe('images', () => {
  test('are put in order, described and taken away; what nothing shows is gone', async () => {
    const pictures = [png(4, 4, 11), png(4, 4, 12)].map((bytes) => dataUrl(bytes))
    const id = await created({
      name: 'Pictured',
      images: pictures.map((base64, at) => ({ base64, alt: `Picture ${at}` })),
    })
    const [first, second] = await imagesOf(id)
    expect([first?.alt, second?.alt]).toEqual(['Picture 0', 'Picture 1'])
    const swapped = [
      { url: second?.url, alt: 'Front' },
      { url: first?.url, alt: 'Back' },
    ]
    await owner.post(`/products/${id}`, { product: { images: swapped } })
    expect((await imagesOf(id)).map(({ alt }) => alt)).toEqual(['Front', 'Back'])
    await owner.post(`/products/${id}`, { product: { images: swapped.slice(0, 1) } })
    expect(await statusOf(first?.url ?? '')).toBe(404)
    expect(await statusOf(second?.url ?? '')).toBe(200)
    await owner.post(`/products/${id}`, { product: { images: [] } })
    expect(await imagesOf(id)).toEqual([])
    expect(await statusOf(second?.url ?? '')).toBe(404)
  })

  test('that are none are told of, and the rest is saved', async () => {
    const base64 = dataUrl(new TextEncoder().encode('no image'))
    const { json } = await owner.post('/products', {
      product: { name: 'Blurred', images: [{ base64, alt: '' }] },
    })
    expect(String(json['warnings'])).toContain('Image 1: the image')
    expect(await imagesOf(String(json['id']))).toEqual([])
  })
})

describe('several products at once', () => {
  test('are moved, approved and taken out of the shop', async () => {
    const category = await addCategory(shop.database, { name: 'Target' })
    const one = await addProduct(shop.database, { approvalStatus: 'draft' })
    const other = await addProduct(shop.database, { approvalStatus: 'approved' })
    const ids = [one.id, other.id, noId]
    const changed = async (change: Record<string, unknown>) =>
      (await owner.post('/products/change', { which: { ids }, change })).json
    expect(await changed({ approval_status: 'approved' })).toEqual({ changed: 1 })
    expect(await changed({ category_id: category.id })).toEqual({ changed: 2 })
    expect(await changed({ is_active: false })).toEqual({ changed: 2 })
    expect((await owner.get(`/products/${one.id}`)).json).toMatchObject({
      isListed: false,
      fields: { category_id: category.id, approval_status: 'approved', is_active: false },
    })
  })

  test.each([
    [{ which: { ids: [] }, change: {} }, 'which.ids'],
    [{ which: {}, change: {} }, 'which'],
    [{ which: { fit: {} }, change: {} }, 'which'],
    [{ which: { fit: { lacks: 'sense' }, atMost: 9 }, change: {} }, 'lacks'],
    [{ which: { ids: ['x'] } }, 'change'],
    [{ which: { ids: ['x'] }, change: { is_active: 'yes' } }, 'change.is_active'],
  ])('are refused for %j', async (body, field) => {
    const answer = await owner.post('/products/change', body)
    expect([answer.status, answer.field]).toEqual([400, field])
  })

  test('are all that fit what the list is narrowed to, and no more than were shown', async () => {
    for (const name of ['Dal one', 'Dal two', 'Dal three']) {
      await addProduct(shop.database, { name: `Fitting ${name}`, stockQuantity: 4 })
    }
    const fit = { search: 'fitting dal', active: 'yes' }
    const change = { is_active: false }
    const totals = (await owner.get('/products/totals?search=fitting')).json
    expect(totals).toEqual({ products: 3, stock: 12 })
    const tooFew = await owner.post('/products/change', { which: { fit, atMost: 2 }, change })
    expect([tooFew.status, tooFew.field]).toEqual([409, 'which'])
    const done = await owner.post('/products/change', { which: { fit, atMost: 3 }, change })
    expect(done.json).toEqual({ changed: 3 })
    const again = await owner.post('/products/change', { which: { fit, atMost: 3 }, change })
    expect(again.json).toEqual({ changed: 0 })
    const gone = { fit: { search: 'fitting' }, atMost: 3 }
    expect((await owner.post('/products/delete', { which: gone })).json).toEqual({ deleted: 3 })
  })

  test('are refused a category that is not there, by its name on the page', async () => {
    const { id } = await addProduct(shop.database)
    const change = { category_id: noId }
    const answer = await owner.post('/products/change', { which: { ids: [id] }, change })
    expect(answer.status).toBe(400)
    expect(answer.text).toContain('The category')
  })
})

describe('deleting products', () => {
  test('takes them from the shop, its search and its images at once', async () => {
    const kept = await created({ name: 'Zimtstern kept', images: [dataUrl(png(4, 4, 21))] })
    const gone = await created({
      name: 'Zimtstern gone',
      images: [dataUrl(png(4, 4, 21)), dataUrl(png(4, 4, 22))],
    })
    expect(await search('zimtstern')).toEqual([gone, kept])
    const [shared, own] = await imagesOf(gone)
    const answer = await owner.post('/products/delete', { which: { ids: [gone, noId] } })
    expect(answer.json).toEqual({ deleted: 1 })
    expect(await search('zimtstern')).toEqual([kept])
    expect((await owner.get(`/products/${gone}`)).status).toBe(404)
    expect(await statusOf(shared?.url ?? '')).toBe(200)
    expect(await statusOf(own?.url ?? '')).toBe(404)
  })

  test('and making one in its place is seen by the search', async () => {
    const first = await created({ name: 'Quittenbrot one' })
    expect(await search('quittenbrot')).toEqual([first])
    await owner.post('/products/delete', { which: { ids: [first] } })
    const second = await created({ name: 'Quittenbrot two' })
    expect(await search('quittenbrot')).toEqual([second])
  })
})
