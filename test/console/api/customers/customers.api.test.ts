import { describe, expect, test } from 'bun:test'
import { addProduct } from '../../../support/orders.ts'
import { listed, ownersShop } from '../browser.ts'

const { shop, owner } = await ownersShop()
await addProduct(shop.database, { sku: 'RICE', stockQuantity: 1000 })

async function order(phone: string, more: object) {
  const body = { items: [{ sku: 'RICE', quantity: 1 }], customer_phone: phone, ...more }
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const answer = await owner.post('/orders', body, headers)
  expect(answer.status).toBe(200)
}

async function remembered(phone: string): Promise<string> {
  await order(phone, { customer_name: 'Asha Rao', shipping_city: 'Pune', remember_customer: true })
  const [found] = listed(await owner.get(`/customers?search=${phone}`))
  return String(found?.['id'])
}

describe('a customer', () => {
  test('is remembered from an order only when that says that they agreed', async () => {
    await order('9000000001', { customer_name: 'Silent' })
    expect(listed(await owner.get('/customers?search=9000000001'))).toEqual([])
    await remembered('9000000002')
    const answer = await owner.get('/customers/proposals?search=90000')
    expect(listed(answer)).toMatchObject([
      { phone: '9000000002', name: 'Asha Rao', city: 'Pune', agreedAt: expect.any(String) },
    ])
    expect(answer.json['isRemembering']).toBe(true)
  })

  test('gets everything that is kept, with the orders of the number', async () => {
    const id = await remembered('9000000003')
    await order('+91 90000 00003', {})
    const { json } = await owner.get(`/customers/${id}/export`)
    expect(json['customer']).toMatchObject({ phone: '9000000003', name: 'Asha Rao' })
    expect(json['orders']).toMatchObject([{ total: 450 }, { total: 450 }])
  })

  test('gets no orders of somebody whose number has the same digits in it', async () => {
    const id = await remembered('+23456789')
    await order('9023456789', { customer_name: 'Meena' })
    const { json } = await owner.get(`/customers/${id}/export`)
    expect(json['orders']).toHaveLength(1)
  })

  test('is forgotten, told in the activity, and the orders stay', async () => {
    const id = await remembered('9000000004')
    expect((await owner.post(`/customers/${id}/forget`)).status).toBe(200)
    expect((await owner.post(`/customers/${id}/forget`)).status).toBe(404)
    expect((await owner.get(`/customers/${id}/export`)).status).toBe(404)
    expect(listed(await owner.get('/orders?search=9000000004'))).toHaveLength(1)
    expect((await owner.get('/activity?kind=orders')).text).toContain('customers forgotten')
  })

  test('is not remembered while an owner has switched it off', async () => {
    await owner.post('/settings/customers', { remember: false })
    await order('9000000005', { remember_customer: true })
    expect(listed(await owner.get('/customers?search=9000000005'))).toEqual([])
    expect((await owner.get('/customers')).json['isRemembering']).toBe(false)
    await owner.post('/settings/customers', { remember: true })
  })

  test('goes with all others', async () => {
    await remembered('9000000006')
    const { json } = await owner.post('/customers/forget-all')
    expect(Number(json['forgotten'])).toBeGreaterThan(0)
    expect((await owner.get('/customers')).json['total']).toBe(0)
  })
})
