import { describe, expect, test } from 'bun:test'
import { addName } from '../../../../src/names/add-name.ts'
import { addCategory, addProduct } from '../../../support/catalogue.ts'
import { listed, type ConsoleAnswer, ownersShop } from '../browser.ts'
import { noId } from '../endpoints.ts'

const { shop, owner } = await ownersShop()

function namesOf(answer: ConsoleAnswer): unknown[] {
  return listed(answer).map(({ name }) => name)
}

async function created(product: Record<string, unknown>): Promise<string> {
  const answer = await owner.post('/products', { product })
  expect(answer.status).toBe(200)
  return String(answer.json['id'])
}

describe('the list', () => {
  test('has every product, also what no customer sees, newest first and in pages', async () => {
    const { id } = await addCategory(shop.database, { name: 'Paged' })
    for (const name of ['Paged a', 'Paged b', 'Paged c']) {
      await addProduct(shop.database, { name, categoryId: id, isActive: name !== 'Paged b' })
    }
    const first = await owner.get(`/products?category=${id}&size=2`)
    expect(namesOf(first)).toEqual(['Paged c', 'Paged b'])
    expect(first.json).toMatchObject({ total: 3, page: 1, size: 2 })
    expect(namesOf(await owner.get(`/products?category=${id}&size=2&page=2`))).toEqual(['Paged a'])
    expect(listed(first)[1]).toMatchObject({ category: 'Paged', isActive: false })
  })

  test('is searched by words of the name, SKU, barcode and the SKUs of variants', async () => {
    await addProduct(shop.database, {
      name: 'Basmati Rice Ürgüp',
      sku: 'RB-100%_X',
      barcode: '8901234567894',
      variants: [{ sku: 'RB-VAR-5' }],
    })
    for (const search of ['rice BASMATI', 'ürgüp', 'rb-100', '100%_', '4567894', 'var-5']) {
      const found = await owner.get(`/products?search=${encodeURIComponent(search)}`)
      expect([search, namesOf(found)]).toEqual([search, ['Basmati Rice Ürgüp']])
    }
    expect(namesOf(await owner.get('/products?search=rice%20none'))).toEqual([])
    expect(namesOf(await owner.get('/products?search=100_X'))).toEqual([])
  })

  test('is narrowed by what is missing, by approval and by whether it is active', async () => {
    const { id } = await addCategory(shop.database, { name: 'Narrow' })
    const whole = { categoryId: id, salePrice: 100, stockQuantity: 1, image: 'https://x.example/a' }
    await addProduct(shop.database, { ...whole, name: 'whole' })
    await addProduct(shop.database, { ...whole, name: 'no price', salePrice: 0 })
    await addProduct(shop.database, { ...whole, name: 'no image', image: null, isActive: false })
    await addProduct(shop.database, { ...whole, name: 'sold out', stockQuantity: -1 })
    const withVariant = { ...whole, stockQuantity: 0, approvalStatus: 'pending' as const }
    await addProduct(shop.database, {
      ...withVariant,
      name: 'variant left',
      variants: [
        { stockQuantity: 2, salePrice: 100 },
        { stockQuantity: -9, salePrice: 0 },
      ],
    })
    const only = async (filter: string) =>
      namesOf(await owner.get(`/products?category=${id}&${filter}`))
    expect(await only('lacks=price')).toEqual(['variant left', 'no price'])
    expect(await only('lacks=image')).toEqual(['no image'])
    expect(await only('lacks=stock')).toEqual(['sold out'])
    expect(await only('approval=pending')).toEqual(['variant left'])
    expect(await only('active=no')).toEqual(['no image'])
    expect(await only('active=no&lacks=stock')).toEqual([])
    const [shown] = listed(await owner.get(`/products?category=${id}&approval=pending`))
    expect(shown).toMatchObject({ variants: 2, unpricedVariants: 1, variantStock: 2, stock: 0 })
  })
})

describe('a new product', () => {
  test('may be without a SKU, and has the defaults of the API', async () => {
    const id = await created({ name: ' Loose tea ', mrp: 99.5 })
    const { json } = await owner.get(`/products/${id}`)
    expect(json).toMatchObject({
      isListed: true,
      vendor: null,
      fields: { sku: '', name: 'Loose tea', slug: 'loose-tea', mrp: 99.5, sale_price: 99.5 },
      images: [],
      variants: [],
      sizeChart: null,
    })
    const seen = await shop.store('GET', '/api/public/v1/products/loose-tea')
    expect(seen.status).toBe(200)
  })

  test('has all that was sent with it', async () => {
    const { id: category } = await addCategory(shop.database, { name: 'Shirts' })
    const vendor = await shop.database.write((conn) =>
      addName(conn, 'vendor', { name: 'Acme Looms', aliases: [] }, Date.now()),
    )
    expect(vendor).toBeDefined()
    const [found] = listed(await owner.get('/products/vendors?search=acme'))
    const id = await created({
      sku: 'SHIRT-1',
      name: 'Shirt',
      category_id: category,
      vendor_id: found?.['id'],
      vendor_cost: 100,
      b2b_price: 150,
      b2b_min_qty: 10,
      size_chart: { columns: ['size'], rows: [['S']] },
      variants: [
        { sku: 'SHIRT-1-S', size: 'S', stock_quantity: 4 },
        { size: 'M', sku: '' },
      ],
    })
    const { json } = await owner.get(`/products/${id}`)
    expect(json).toMatchObject({
      vendor: { name: 'Acme Looms' },
      fields: { category_id: category, b2b_min_qty: 10, vendor_cost: 100 },
      sizeChart: '{"columns":["size"],"rows":[["S"]]}',
      variants: [
        { sku: 'SHIRT-1-S', size: 'S', stock_quantity: 4 },
        { sku: '', size: 'M' },
      ],
    })
  })

  test.each([
    [{ name: '' }, 'name', 'The name is missing'],
    [{ name: 'A', mrp: -1 }, 'mrp', 'The MRP must be from ₹0.00'],
    [{ name: 'A', sale_price: '12' }, 'sale_price', 'The selling price “12” is not an amount'],
    [{ name: 'A', hsn: '12' }, 'hsn', 'The HSN code must have 4 to 8 digits'],
    [{ name: 'A', category_id: noId }, 'category_id', 'is not a category of this shop'],
    [{ name: 'A', vendor_id: noId }, 'vendor_id', 'is not in the vendor list'],
    [
      { name: 'A', variants: [{ size: 'S' }, { size: 'M', mrp: -1 }] },
      'variants[1].mrp',
      'The MRP of variant 2 must be',
    ],
  ])('is refused as the API refuses it: %j', async (product, field, sentence) => {
    const answer = await owner.post('/products', { product })
    expect([answer.status, answer.field]).toEqual([400, field])
    expect(answer.text).toContain(sentence)
  })

  test('with a SKU that another product or variant has is refused at the SKU', async () => {
    await addProduct(shop.database, { name: 'Holder', sku: 'HELD', variants: [{ sku: 'HELD-S' }] })
    for (const sku of ['HELD', 'HELD-S', ' HELD ']) {
      const answer = await owner.post('/products', { product: { name: 'Other', sku } })
      expect([answer.status, answer.field]).toEqual([409, 'sku'])
      expect(answer.text).toContain('Holder')
    }
  })

  test('is warned of what the API warns of, in the words of the page', async () => {
    const { json } = await owner.post('/products', {
      product: { name: 'Cheap', mrp: 10, sale_price: 8, min_sale_price: 9 },
    })
    expect(json['warnings']).toEqual([
      'The selling price ₹8.00 is below the lowest selling price ₹9.00.',
    ])
  })

  test.each([{ product: [] }, { product: 'x' }, {}])('is an object: %j', async (body) => {
    expect((await owner.post('/products', body)).status).toBe(400)
  })
})
