import { describe, expect, test } from 'bun:test'
import { ownersShop } from '../browser.ts'

/* Nobody may sell above the MRP: what people enter is refused, what programs send is a warning, as the contract has it. */

const { shop, owner } = await ownersShop()

const bulk = (product: Record<string, unknown>) =>
  shop.store('POST', '/api/public/v1/products/bulk', { body: { products: [product] } })

const order = (unitPrice: number) => ({
  customer_name: 'Asha',
  items: [{ sku: 'TEA', quantity: 1, unit_price: unitPrice }],
})

const placed = (unitPrice: number) =>
  owner.post('/orders', order(unitPrice), { 'idempotency-key': crypto.randomUUID() })

describe('the form of a product', () => {
  test('refuses a price above the MRP at its field, and writes nothing', async () => {
    const answer = await owner.post('/products', {
      product: { name: 'Soap', sku: 'SOAP', mrp: 40, sale_price: 45 },
    })
    expect(answer.status).toBe(400)
    expect(answer.json['error']).toMatchObject({
      field: 'sale_price',
      message:
        'The selling price ₹45.00 is above the MRP ₹40.00: nobody may sell above it. If the pack shows another MRP, enter that.',
    })
    const found = await owner.get('/products?search=SOAP')
    expect(found.json).toMatchObject({ total: 0 })
  })

  test('refuses the same of a variant, and where an MRP falls below the price', async () => {
    const { json } = await owner.post('/products', {
      product: { name: 'Oil', mrp: 200, sale_price: 180, variants: [{ size: '1 l', mrp: 200 }] },
    })
    const id = String(json['id'])
    const variants = [{ size: '2 l', mrp: 300, sale_price: 310 }]
    const refused = await owner.post(`/products/${id}`, { product: { variants } })
    expect([refused.status, refused.field]).toEqual([400, 'variants[0].sale_price'])
    const lowered = await owner.post(`/products/${id}`, { product: { mrp: 150 } })
    expect([lowered.status, lowered.field]).toEqual([400, 'sale_price'])
  })

  test('asks about a rate that GST does not have, and takes it when it is meant', async () => {
    const product = { name: 'Bricks', gst_pct: 7 }
    const refused = await owner.post('/products', { product })
    expect([refused.status, refused.field]).toEqual([400, 'gst_pct'])
    const { status, json } = await owner.post('/products', { product, isRateMeant: true })
    expect(status).toBe(200)
    const path = `/products/${String(json['id'])}`
    expect((await owner.post(path, { product: { gst_pct: 7, mrp: 10 } })).status).toBe(200)
    expect((await owner.post(path, { product: { gst_pct: 8 } })).field).toBe('gst_pct')
    expect((await owner.post(path, { product: { gst_pct: 18 } })).status).toBe(200)
  })

  test('takes the MRP itself as a price, and any price where there is no MRP', async () => {
    for (const product of [
      { name: 'At MRP', mrp: 40, sale_price: 40 },
      { name: 'Loose rice', mrp: 0, sale_price: 55 },
    ]) {
      expect((await owner.post('/products', { product })).status).toBe(200)
    }
  })

  test('lets everything else be changed of what a program priced above the MRP', async () => {
    const sent = await bulk({ sku: 'DEAR', name: 'Dear', mrp: 10, sale_price: 12 })
    expect(sent.json).toMatchObject({ results: [{ status: 'created' }] })
    expect(JSON.stringify(sent.json)).toContain('is above mrp')
    const { items } = (await owner.get('/products?search=DEAR')).json
    const [{ id } = { id: '' }]: { id: string }[] = JSON.parse(JSON.stringify(items))
    const answer = await owner.post(`/products/${id}`, { product: { name: 'Dearer' } })
    expect(answer.status).toBe(200)
  })
})

describe('a file of products', () => {
  test('has the rows refused that sell above the MRP, and a rate that is no slab is told', async () => {
    const answer = await owner.post('/product-import', {
      columns: ['sku', 'name', 'mrp', 'sale_price', 'gst_pct'],
      rows: [
        ['F-1', 'Dear', '10', '11', '5'],
        ['F-2', 'Odd', '10', '9', '7'],
        ['F-3', 'Fine', '10', '9', '40'],
      ],
      dryRun: true,
    })
    expect(answer.json['results']).toMatchObject([
      { outcome: 'refused', reasons: [expect.stringContaining('above the MRP ₹10.00')] },
      { outcome: 'created', warnings: ['The GST rate 7 % is no rate of GST.'] },
      { outcome: 'created', warnings: [] },
    ])
  })
})

describe('an order by hand', () => {
  test('does not sell above the MRP, and says so while it is typed', async () => {
    await bulk({ sku: 'TEA', name: 'Tea', mrp: 100, sale_price: 90, stock_quantity: 10 })
    for (const answer of [await placed(101), await owner.post('/orders/quote', order(101))]) {
      expect(answer.status).toBe(400)
      expect(answer.json['error']).toMatchObject({
        field: 'items[0].unit_price',
        message:
          'TEA: the price ₹101.00 is above the MRP ₹100.00: nobody may sell above it. If the pack shows another MRP, enter that.',
      })
    }
    expect((await placed(100)).status).toBe(200)
  })

  test('is not what a web shop sends: that keeps the prices that it has', async () => {
    const answer = await shop.store('POST', '/api/public/v1/orders', { body: order(101) })
    expect(answer.status).toBe(201)
  })
})
