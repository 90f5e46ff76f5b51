import { describe, expect, test } from 'bun:test'
import { products as listedProducts } from '../../../../scripts/demo/products.ts'
import { sampleCatalogue } from '../../../../scripts/demo/storefront/sample-catalogue.ts'
import { sampleOffers } from '../../../../scripts/demo/storefront/sample-offers.ts'
import { shelves } from '../../../../scripts/demo/storefront/goods.ts'
import { isJsonObject, type JsonObject } from '../../../../src/platform/json/json.ts'
import { day, now, shop } from '../printed.ts'

const catalogue = sampleCatalogue({ seed: 7, now })
const records = catalogue.map(({ record }) => record)
const variants = records.flatMap(variantsOf)
const listed = catalogue.filter(({ sold }) => sold.length > 0)

describe('the sample catalogue', () => {
  test('is the same, byte for byte, for the same seed and time, and another one for another seed', () => {
    const text = JSON.stringify(catalogue)
    expect(JSON.stringify(sampleCatalogue({ seed: 7, now }))).toBe(text)
    expect(JSON.stringify(sampleCatalogue({ seed: 8, now }))).not.toBe(text)
  })

  test('has 200 products in 8 categories, each in one', () => {
    expect(catalogue).toHaveLength(200)
    const slugs = shelves.map(({ slug }) => slug)
    expect(new Set(slugs).size).toBe(8)
    expect(new Set(records.map((record) => record['category_slug']))).toEqual(new Set(slugs))
  })

  test("has the 60 products of the shop's list under their names, HSN and rate", () => {
    for (const { name, hsn, gstPercent } of listedProducts) {
      expect(records).toContainEqual(expect.objectContaining({ name, hsn, gst_pct: gstPercent }))
    }
  })

  test('gives no name and no SKU twice, variants included', () => {
    const names = catalogue.map(({ name }) => name.toLowerCase())
    expect(new Set(names).size).toBe(200)
    const skus = [...records, ...variants].map((each) => each['sku'])
    expect(new Set(skus).size).toBe(skus.length)
    for (const sku of skus) expect(sku).toMatch(/^[A-Z]{3}-\d{3}[A-Z0-9-]*$/)
  })

  test('has names in English, in Hindi and in both', () => {
    const names = catalogue.map(({ name }) => name)
    expect(names.filter((name) => hasHindi(name) && !hasLatin(name)).length).toBeGreaterThan(5)
    expect(names.filter((name) => hasHindi(name) && hasLatin(name)).length).toBeGreaterThan(10)
    for (const record of records) expect(String(record['description']).length).toBeGreaterThan(10)
  })

  test('asks no more than the printed price and no less than its cost with GST', () => {
    for (const each of [...records, ...variants]) {
      expect(numberOf(each, 'sale_price')).toBeWithin(0, numberOf(each, 'mrp') + 0.001)
      for (const field of ['mrp', 'sale_price', 'min_sale_price', 'vendor_cost', 'b2b_price']) {
        const paise = numberOf(each, field) * 100
        expect(Math.abs(paise - Math.round(paise))).toBeLessThan(1e-6)
      }
      expect(numberOf(each, 'min_sale_price')).toBeLessThanOrEqual(numberOf(each, 'sale_price'))
    }
  })

  test('taxes at the rates in force, each of them somewhere, by an HSN of eight digits', () => {
    expect(new Set(records.map((record) => record['gst_pct']))).toEqual(new Set([0, 5, 18, 40]))
    for (const record of records) expect(record['hsn']).toMatch(/^\d{8}$/)
  })

  test('taxes clothes above 2,500 rupees at 18 per cent and the others at 5', () => {
    for (const record of records.filter(({ category_slug }) => category_slug === 'clothing')) {
      expect(record['gst_pct']).toBe(numberOf(record, 'sale_price') > 2_500 ? 18 : 5)
    }
  })

  test('has bar codes with a right check digit, none twice, of the range for shops', () => {
    const codes = records.map((record) => String(record['barcode']))
    expect(new Set(codes).size).toBe(200)
    for (const code of codes) {
      expect(code).toMatch(/^20\d{11}$/)
      const sum = Array.from(code).reduce((all, n, at) => all + Number(n) * (at % 2 ? 3 : 1), 0)
      expect(sum % 10).toBe(0)
    }
  })

  test('is sold out of some things and owes none', () => {
    const stocks = [...records, ...variants].map((each) => numberOf(each, 'stock_quantity'))
    expect(stocks.filter((stock) => stock === 0).length).toBeGreaterThan(10)
    expect(stocks.every((stock) => Number.isInteger(stock) && stock >= 0)).toBe(true)
  })

  test('has sizes and colours of about twenty products', () => {
    expect(records.filter((record) => variantsOf(record).length > 0)).toHaveLength(20)
    for (const variant of variants) {
      expect(variant['color_hex']).toMatch(/^#[0-9a-f]{6}$/)
      expect(`${String(variant['size'])}${String(variant['color'])}`).not.toBe('')
    }
  })

  test('leaves seven products unlisted, three without a price, five without a picture', () => {
    expect(listed).toHaveLength(193)
    expect(records.filter((record) => record['sale_price'] === 0)).toHaveLength(3)
    expect(catalogue.filter(({ pictures }) => pictures.length === 0)).toHaveLength(5)
    for (const { record } of listed) expect(numberOf(record, 'sale_price')).toBeGreaterThan(0)
  })

  test("names only vendors of the shop's list", () => {
    const names = new Set(shop.vendors.map(({ name }) => name))
    const vendors = catalogue.flatMap(({ vendor }) => vendor ?? [])
    expect(vendors.length).toBeGreaterThan(150)
    for (const vendor of vendors) expect(names).toContain(vendor)
  })

  test('was filled over the last 200 days, oldest first', () => {
    const times = catalogue.map(({ addedAt }) => addedAt)
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    expect(new Set(times).size).toBe(7)
    for (const time of times) expect(now - time).toBeWithin(2 * day, 201 * day)
  })

  test('shows what each product is, clothes in two colours', () => {
    const inputs = catalogue.flatMap(({ pictures }) => pictures)
    expect(inputs).toHaveLength(215)
    expect(new Set(inputs.map(({ picture }) => picture)).size).toBeGreaterThan(30)
    for (const { name, pictures } of catalogue) {
      expect(new Set(pictures.map((input) => input.hue)).size, name).toBe(pictures.length)
    }
  })
})

describe('the sample offers', () => {
  const offers = sampleOffers(now).map(({ record }) => record)

  test('are five that run, of every kind, one that is to come and one that is over', () => {
    const running = offers.filter((offer) => timeOf(offer, 'starts_at', 0) <= now)
    const current = running.filter((offer) => timeOf(offer, 'ends_at', now + 1) > now)
    const kinds = ['buy_x_get_y', 'flat', 'free_shipping', 'other', 'percentage']
    expect(current.map((offer) => offer['rule_kind']).toSorted()).toEqual(kinds)
    expect([offers.length, running.length]).toEqual([7, 6])
  })

  test('have a slug of their own each', () => {
    expect(new Set(offers.map((offer) => offer['slug'])).size).toBe(7)
  })
})

function hasHindi(name: string): boolean {
  return /\p{Script=Devanagari}/u.test(name)
}

function hasLatin(name: string): boolean {
  return /[A-Za-z]{3}/.test(name)
}

function variantsOf(record: JsonObject): JsonObject[] {
  const given = record['variants']
  return Array.isArray(given) ? given.filter(isJsonObject) : []
}

function numberOf(record: JsonObject, field: string): number {
  return Number(record[field] ?? 0)
}

function timeOf(offer: JsonObject, field: string, otherwise: number): number {
  const text = offer[field]
  return typeof text === 'string' ? Date.parse(text) : otherwise
}
