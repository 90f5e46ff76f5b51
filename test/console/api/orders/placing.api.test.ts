import { describe, expect, test } from 'bun:test'
import { listOf, stockOf } from '../../../support/orders.ts'
import { listed, signedIn } from '../browser.ts'
import { openDesk, placeWith } from './desk.ts'
import { untilEnd } from '../../../support/until-end.ts'

const desk = untilEnd(await openDesk())

async function found(text: string) {
  const query = encodeURIComponent(text)
  return listed(await desk.owner.get(`/orders/articles?search=${query}`))
}

describe('looking for what is sold', () => {
  test.each([
    ['basmati', ['RICE-5KG']],
    ['RICE 5', ['RICE-5KG']],
    ['rice-5', ['RICE-5KG']],
    ['8901234567890', ['RICE-5KG']],
    ['cotton', ['SHIRT-M', 'SHIRT-L']],
    ['shirt-l', ['SHIRT-L', 'SHIRT-M']],
    ['SHIRT', ['SHIRT', 'SHIRT-M', 'SHIRT-L']],
    ['nothing like it', []],
    ['', []],
    ['%', []],
  ])('"%s" finds %j', async (text, skus) => {
    expect((await found(text)).map(({ sku }) => sku)).toEqual(skus)
  })

  test('shows price, stock and variant, and what fits exactly', async () => {
    expect(await found('shirt-m')).toMatchObject([
      {
        sku: 'SHIRT-M',
        name: 'Cotton Shirt',
        variantLabel: 'M / Blue',
        salePrice: 40_000,
        stockQuantity: 4,
        gstBasisPoints: 500,
        isExact: true,
      },
      { sku: 'SHIRT-L', stockQuantity: 0, isExact: false },
    ])
    expect(await found('8901234567890')).toMatchObject([{ isExact: true }])
    expect(await found('basmati')).toMatchObject([{ isExact: false }])
  })
})

describe('a quote', () => {
  test('is what the order comes to, by the same rules, and takes nothing', async () => {
    const left = stockOf(desk.shop.database, 'TEA-500')
    const order = {
      items: [
        { sku: 'TEA-500', quantity: 2 },
        { sku: 'RICE-5KG', quantity: 1, unit_price: 440 },
      ],
      discount: 10,
    }
    const quote = await desk.owner.post('/orders/quote', order)
    expect(quote.status).toBe(200)
    expect(quote.json).toMatchObject({
      lines: [
        { unitPrice: 29_999, lineTotal: 59_998, stockQuantity: 3 },
        { unitPrice: 44_000, lineTotal: 44_000, stockQuantity: 1000 },
      ],
      total: 102_998,
      discount: 1_000,
      short: [],
    })
    expect(stockOf(desk.shop.database, 'TEA-500')).toBe(left)
    const { json } = await desk.owner.get(`/orders/${await desk.place(order)}`)
    for (const field of ['subtotal', 'gstTotal', 'discount', 'total', 'taxes']) {
      expect(json[field]).toEqual(quote.json[field] ?? null)
    }
  })

  test('names what there is too little of, over all lines', async () => {
    const items = [
      { sku: 'SHIRT-M', quantity: 3 },
      { sku: 'SHIRT-M', quantity: 2 },
      { sku: 'SHIRT-L', quantity: 1 },
    ]
    const { json } = await desk.owner.post('/orders/quote', { items })
    expect(listOf(json['short'])).toEqual([
      { sku: 'SHIRT-M', wanted: 5, inStock: 4 },
      { sku: 'SHIRT-L', wanted: 1, inStock: 0 },
    ])
  })

  test('leaves a discount out that is more than the goods, and says so', async () => {
    const items = [{ sku: 'RICE-5KG', quantity: 1 }]
    const { json } = await desk.owner.post('/orders/quote', { items, discount: 99_99_999 })
    expect(json).toMatchObject({
      lines: [{ lineTotal: 45_000 }],
      total: 45_000,
      discount: 0,
      discountProblem:
        'The discount must be at most what the lines come to, ₹450.00, not ₹99,99,999.00.',
    })
    const fits = await desk.owner.post('/orders/quote', { items, discount: 450 })
    expect(fits.json).toMatchObject({ total: 0, discountProblem: null })
  })

  test.each([
    [{ quantity: 0 }, 'RICE-5KG: the quantity must be a whole number from 1 to 1,00,000, not 0.'],
    [{ sku: 'GONE' }, 'GONE: the SKU is not in the catalogue any more.'],
  ])('says in plain words what is wrong with %j', async (wrong, sentence) => {
    const items = [{ sku: 'RICE-5KG', quantity: 1, ...wrong }]
    const answer = await desk.owner.post('/orders/quote', { items })
    expect(answer.status).toBe(400)
    expect(answer.text).toContain(sentence)
  })
})

describe('a new order', () => {
  const rice = { items: [{ sku: 'RICE-5KG', quantity: 1 }], customer_name: 'Twice' }

  test('is placed once, however often its form is sent', async () => {
    const left = stockOf(desk.shop.database, 'RICE-5KG') ?? 0
    const key = crypto.randomUUID()
    const answers = await Promise.all([1, 2, 3].map(() => placeWith(desk.owner, rice, key)))
    const ids = new Set(answers.map(({ json }) => json['id']))
    expect([...ids]).toHaveLength(1)
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(stockOf(desk.shop.database, 'RICE-5KG')).toBe(left - 1)
    expect(listed(await desk.owner.get('/orders?search=Twice'))).toHaveLength(1)
  })

  test('that was placed is not placed again with a change, and the page says so', async () => {
    const key = crypto.randomUUID()
    await placeWith(desk.owner, rice, key)
    const answer = await placeWith(desk.owner, { ...rice, customer_name: 'Other' }, key)
    expect([answer.status, answer.field]).toEqual([409, null])
    expect(answer.text).toContain('This order was placed already')
  })

  test('of another owner is another order, also under the same key', async () => {
    const key = crypto.randomUUID()
    const [mine, hers] = [desk.owner, await signedIn(desk.shop, desk.shop.users.owner)]
    const first = await placeWith(mine, rice, key)
    expect((await placeWith(hers, rice, key)).json['id']).toBe(first.json['id'] ?? null)
    const { key: erp } = await desk.shop.addKey({
      email: 'owner@example.com',
      service: 'storefront',
      scopes: ['orders:create'],
    })
    const options = { key: erp, body: rice, headers: { 'idempotency-key': key } }
    const placed = await desk.shop.store('POST', '/api/public/v1/orders', options)
    expect([placed.status, placed.json['id'] === first.json['id']]).toEqual([201, false])
  })

  test('is refused in plain words for a GSTIN that is none', async () => {
    const items = [{ sku: 'RICE-5KG', quantity: 1 }]
    const order = { items, customer_gstin: '29abcde1234f1z9' }
    const answer = await placeWith(desk.owner, order, crypto.randomUUID())
    expect([answer.status, answer.field]).toEqual([400, 'customer_gstin'])
    expect(answer.text).toContain('“29ABCDE1234F1Z9” is mistyped')
  })

  test('needs the key of its form', async () => {
    const answer = await desk.owner.post('/orders', rice)
    expect(answer.status).toBe(400)
    expect(answer.text).toContain('Idempotency-Key')
  })

  test.each([
    [{ items: [] }, 'items'],
    [{ ...rice, customer_gstin: '29ABCDE1234F1Z0' }, 'customer_gstin'],
    [{ ...rice, customer_phone: 'x'.repeat(33) }, 'customer_phone'],
    [{ ...rice, customer_phone: '8901262010016' }, 'customer_phone'],
    [{ items: [{ sku: 'RICE-5KG', quantity: 0 }] }, 'items[0].quantity'],
    [{ items: [{ sku: 'NO-SUCH', quantity: 1 }] }, 'items[0].sku'],
    [{ items: [{ sku: 'RICE-5KG', quantity: 1, unit_price: -1 }] }, 'items[0].unit_price'],
    [{ ...rice, discount: 'much' }, 'discount'],
  ])('refuses %j', async (order, field) => {
    const answer = await placeWith(desk.owner, order, crypto.randomUUID())
    expect([answer.status, answer.field]).toEqual([400, field])
  })
})
