import { describe, expect, test } from 'bun:test'
import { isJsonObject, type JsonObject } from '../../../src/platform/json/json.ts'
import { type ConsoleAnswer, ownersShop } from './browser.ts'

const { owner } = await ownersShop()

/** The fields that an answer refuses, the one that it names first and the others. */
function refusedFields({ status, json }: ConsoleAnswer): unknown[] {
  expect(status).toBe(400)
  const error: JsonObject = isJsonObject(json['error']) ? json['error'] : {}
  const others = Array.isArray(error['others']) ? error['others'].filter(isJsonObject) : []
  for (const { message } of others) expect(message).toEndWith('.')
  return [error['field'], ...others.map(({ field }) => field)]
}

const long = 'x'.repeat(501)

describe('everything that is wrong with a form is told at once', () => {
  test.each<[string, string, JsonObject, string[]]>([
    [
      'a user',
      '/users',
      { name: ' ', email: 'om', role: 'member', duties: [] },
      ['email', 'name', 'duties'],
    ],
    [
      'a key',
      '/keys',
      { name: '', service: 'storefront', scopes: [], expiresAt: '2020-01-01' },
      ['name', 'scopes', 'expiresAt'],
    ],
    [
      'a product',
      '/products',
      { product: { name: '', mrp: -1, gst_pct: 101, hsn: 'x', variants: [{ mrp: -1 }] } },
      ['name', 'mrp', 'gst_pct', 'hsn', 'variants[0].mrp'],
    ],
    [
      'a product whose prices and rate the law does not know',
      '/products',
      { product: { name: '', mrp: 10, sale_price: 11, gst_pct: 7, hsn: 'x' } },
      ['name', 'sale_price', 'gst_pct', 'hsn'],
    ],
    [
      'a product’s variants above their MRP',
      '/products',
      { product: { name: 'Oil', variants: [{ mrp: 10, sale_price: 11 }, { mrp: -1 }] } },
      ['variants[0].sale_price', 'variants[1].mrp'],
    ],
    [
      'an offer',
      '/offers',
      {
        title: 'Sale',
        subtitle: '',
        badge_text: '',
        rule_kind: 'percentage',
        rule_value: 'much',
        is_active: true,
        starts_at: '2026-11-05T00:00:00Z',
        ends_at: '2026-11-04T00:00:00Z',
      },
      ['rule_value', 'ends_at'],
    ],
    ['a label rule', '/rules', { type: 'label', from: '', to: long }, ['from', 'to']],
    [
      'a value rule',
      '/rules',
      { type: 'value', key: '', from: '', to: long },
      ['key', 'from', 'to'],
    ],
    ['the settings', '/settings/organisation', { name: '', gstin: 'x' }, ['name', 'gstin']],
    ['credits', '/credits', { kind: 'grant', amount: 0, note: ' ' }, ['amount', 'note']],
    [
      'what is of the wrong type',
      '/users',
      { name: 7, email: [], role: 'boss' },
      ['name', 'email', 'role'],
    ],
  ])('of %s', async (_, path, body, fields) => {
    expect(refusedFields(await owner.post(path, body)).toSorted()).toEqual(fields.toSorted())
  })

  test('of an order', async () => {
    const order = {
      customer_gstin: 'x',
      shipping_pincode: long,
      items: [{ sku: 'A', quantity: 0 }],
    }
    const key = { 'idempotency-key': crypto.randomUUID() }
    const fields = refusedFields(await owner.post('/orders', order, key))
    expect(fields).toContain('customer_gstin')
    expect(fields).toContain('items[0].quantity')
  })

  test('and of one wrong field nothing more is told', async () => {
    const answer = await owner.post('/settings/organisation', { name: '', gstin: '' })
    expect(answer.json).toEqual({
      error: {
        message: 'The name of the shop must have 1 to 200 characters.',
        code: 'invalid_request',
        field: 'name',
      },
    })
  })
})
