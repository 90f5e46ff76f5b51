import { describe, expect, test } from 'bun:test'
import { elsewhere, pune } from '../../../../scripts/demo/storefront/places.ts'
import { sampleCatalogue } from '../../../../scripts/demo/storefront/sample-catalogue.ts'
import { sampleOrders } from '../../../../scripts/demo/storefront/sample-orders.ts'
import { isGstin } from '../../../../src/platform/gst/gstin.ts'
import type { JsonObject } from '../../../../src/platform/json/json.ts'
import { day, now } from '../printed.ts'

const products = sampleCatalogue({ seed: 7, now })
const orders = sampleOrders({ seed: 7, now, products })
const items = orders.flatMap((order) => order.items)

/** What PIN codes begin with (source: India Post's postal circles and sorting districts). */
const pinDigits: Readonly<Record<string, RegExp>> = {
  Maharashtra: /^4[0-4]/,
  Goa: /^403/,
  Karnataka: /^5[6-9]/,
  Telangana: /^50/,
  'Tamil Nadu': /^6[0-4]/,
  Gujarat: /^3[6-9]/,
  Delhi: /^11/,
  'Madhya Pradesh': /^4[5-8]/,
  Rajasthan: /^3[0-4]/,
}

describe('the sample orders', () => {
  test('are the same, byte for byte, for the same seed and time, and others for another seed', () => {
    const text = JSON.stringify(orders)
    expect(JSON.stringify(sampleOrders({ seed: 7, now, products }))).toBe(text)
    expect(JSON.stringify(sampleOrders({ seed: 8, now, products }))).not.toBe(text)
  })

  test('are 120 of the 90 days before now, oldest first', () => {
    expect(orders).toHaveLength(120)
    const times = orders.map((order) => Date.parse(order.created_at))
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    for (const time of times) expect(now - time).toBeWithin(1, 90 * day)
    expect(Math.min(...times)).toBeLessThan(now - 80 * day)
  })

  test('are in every status, at any time of the day', () => {
    const all = ['cancelled', 'delivered', 'dispatched', 'packed', 'paid', 'pending', 'returned']
    for (let at = now; at < now + day; at += day / 6) {
      const some = sampleOrders({
        seed: 1,
        now: at,
        products: sampleCatalogue({ seed: 1, now: at }),
      })
      expect([...new Set(some.map(({ status }): string => status))].toSorted()).toEqual(all)
    }
  })

  test('go to addresses whose PIN code fits the state, and have the phone number of nobody', () => {
    for (const { shipping_pincode, shipping_state, customer_phone } of orders) {
      expect(shipping_pincode).toMatch(/^\d{6}$/)
      expect(shipping_pincode).toMatch(pinDigits[shipping_state] ?? /^no such state/)
      expect(customer_phone).toMatch(/^\+91 5\d{4} \d{5}$/)
    }
    for (const { state } of [pune, ...elsewhere]) expect(pinDigits).toHaveProperty([state])
    expect(new Set(orders.map(({ shipping_state }) => shipping_state)).size).toBeGreaterThan(3)
  })

  test('have a valid GSTIN of their own state where they have one, which some do', () => {
    const codes = new Map([pune, ...elsewhere].map(({ state, stateCode }) => [state, stateCode]))
    const registered = orders.filter(({ customer_gstin }) => customer_gstin !== '')
    expect(registered.length).toBeWithin(8, 40)
    for (const { customer_gstin, shipping_state } of registered) {
      expect(isGstin(customer_gstin)).toBe(true)
      expect(customer_gstin.slice(0, 2)).toBe(codes.get(shipping_state) ?? '')
    }
  })

  test('hold what is sold at its price and was there at the time', () => {
    const known = new Map(
      products.flatMap(({ sold, addedAt }) => sold.map((each) => [each.sku, { ...each, addedAt }])),
    )
    for (const { created_at, items: lines } of orders) {
      for (const line of lines.filter(hasSku)) {
        const article = known.get(String(line['sku']))
        expect(line['unit_price']).toBe((article?.price ?? 0) / 100)
        expect(article?.addedAt).toBeLessThan(Date.parse(created_at))
      }
    }
    expect(items.filter(hasSku).some(({ sku }) => /^CLO-\d{3}-/.test(String(sku)))).toBe(true)
  })

  test('have some lines without a SKU: delivery of small orders, gift wrapping', () => {
    const names = items.filter((item) => !hasSku(item)).map((item) => item['product_name'])
    expect(new Set(names)).toEqual(new Set(['Home delivery', 'Gift wrapping']))
    for (const order of orders) {
      const brings = order.items.some((item) => item['product_name'] === 'Home delivery')
      const goods = order.items.filter((item) => item['product_name'] !== 'Home delivery')
      expect(brings).toBe(total(goods) < 499)
    }
  })

  test('get 100 rupees off from 1,499 rupees on, as the offer says', () => {
    for (const order of orders) expect(order.discount).toBe(total(order.items) >= 1_499 ? 100 : 0)
  })

  test('are acknowledged when they are old, a few of them in part, and wait when they are new', () => {
    const states = orders.map(syncState)
    expect(states.slice(-16)).toEqual(Array.from({ length: 16 }, () => 'waits'))
    expect(states.slice(0, 60)).toEqual(Array.from({ length: 60 }, () => 'taken'))
    expect(states.filter((state) => state === 'partly').length).toBeGreaterThan(2)
  })

  test('were acknowledged after they were placed and before now', () => {
    for (const { created_at, items: lines } of orders) {
      for (const { synced_at } of lines) {
        if (typeof synced_at !== 'string') continue
        expect(Date.parse(synced_at)).toBeWithin(Date.parse(created_at), now)
      }
    }
  })
})

function hasSku(item: JsonObject): boolean {
  return item['sku'] !== undefined
}

function total(lines: readonly JsonObject[]): number {
  return lines.reduce((sum, line) => sum + Number(line['unit_price']) * Number(line['quantity']), 0)
}

function syncState({ items: lines }: { items: JsonObject[] }): 'taken' | 'partly' | 'waits' {
  const taken = lines.filter(({ synced_at }) => synced_at !== undefined).length
  if (taken === lines.length) return 'taken'
  return taken === 0 ? 'waits' : 'partly'
}
