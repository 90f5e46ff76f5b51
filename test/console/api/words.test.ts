import { expect, test } from 'bun:test'
import { productWords } from '../../../src/console/pages/catalogue/api/product-words.ts'
import { wordsFor } from '../../../src/console/pages/orders/api/routes.ts'
import { faultIn, sentenceIn } from '../../../src/console/api/words.ts'
import { rupeesMax } from '../../../src/platform/money.ts'
import { Reading, readFields, notAllowed } from '../../../src/platform/record/read.ts'
import { faultInApiWords, inApiWords } from '../../../src/platform/record/sentence.ts'
import { productFields } from '../../../src/services/storefront/products/record.ts'
import { readProduct } from '../../../src/services/storefront/products/read-product.ts'
import { priceWarnings } from '../../../src/services/storefront/products/rules.ts'

const tea = { sku: 'TEA', name: 'Tea' }

test.each([
  [{ mrp: 'cheap' }, 'The MRP “cheap” is not an amount.'],
  [{ mrp: null }, undefined],
  [
    { variants: [{ sku: 'TEA-S' }, { sku: 'TEA-L', mrp: -5 }] },
    'The MRP of variant 2 must be from ₹0.00 to ₹1,00,00,00,00,000.00, not -₹5.00.',
  ],
  [{ gst_pct: 'high' }, 'The GST rate “high” is not a percentage.'],
  [{ gst_pct: 180 }, 'The GST rate must be from 0 % to 100 %, not 180 %.'],
  [
    { stock_quantity: 2e9 },
    'The stock must be a whole number from -1,00,00,00,000 to 1,00,00,00,000, not 2,00,00,00,000.',
  ],
  [{ b2b_min_qty: 'ten' }, 'The least quantity for businesses “ten” is not a number.'],
  [{ name: 'x'.repeat(400) }, 'The name is too long: at most 300 characters fit.'],
  [{ name: ' ' }, 'The name is missing.'],
  [{ name: 7 }, 'The name must be text, not 7.'],
  [
    { sku: 'A\u0007B' },
    'The SKU “A\u0007B” has characters in it that cannot be shown, such as a line break.',
  ],
  [{ hsn: '12' }, 'The HSN code must have 4 to 8 digits, not “12”.'],
  [{ is_active: 'maybe' }, 'Active must be yes or no, not “maybe”.'],
  [
    { approval_status: 'done' },
    'The approval must be one of approved, pending, rejected, draft, not “done”.',
  ],
  [
    { video_url: 'x.mp4' },
    'The video link “x.mp4” is not a web address that begins with https://.',
  ],
  [{ slug: 'bulk' }, 'The web address must not be bulk: the API uses that word.'],
  [{ variants: [7] }, 'Variant 1 must be an object, not 7.'],
])('a product with %p is refused at the console: %p', (given, told) => {
  const [fault] = readProduct({ ...tea, ...given }).faults
  expect(fault && faultIn(productWords, fault)).toBe(told)
})

test('a product that lacks its name and its SKU is told of both', () => {
  const { faults } = readProduct({ mrp: 'cheap' })
  expect(faults.map((fault) => faultIn(productWords, fault))).toEqual([
    'The SKU is missing.',
    'The name is missing.',
    'The MRP “cheap” is not an amount.',
  ])
  expect(faults.map(faultInApiWords)).toEqual([
    'sku is missing: it must be text of 1 to 200 characters without control characters.',
    'name is missing: it must be text of 1 to 300 characters without control characters.',
    `mrp must be a number from 0 to ${rupeesMax}, got "cheap".`,
  ])
})

test('a warning is told in the words of whoever reads it', () => {
  const prices = { mrp: 29_950, salePrice: 35_000, minSalePrice: null }
  const [own] = priceWarnings('', prices)
  const [ofVariant] = priceWarnings('variants[0].', { ...prices, salePrice: 12_345_650 })
  expect(own && inApiWords(own)).toBe('sale_price 350 is above mrp 299.5.')
  expect(own && sentenceIn(productWords, own)).toBe(
    'The selling price ₹350.00 is above the MRP ₹299.50.',
  )
  expect(ofVariant && sentenceIn(productWords, ofVariant)).toBe(
    'The selling price of variant 1 ₹1,23,456.50 is above the MRP of variant 1 ₹299.50.',
  )
})

test.each([
  [{ mrp: 12.345 }, 'The MRP has more than two decimals: ₹12.35 was taken.'],
  [{ stock_quantity: 2.5 }, 'The stock is a whole number: 2 was taken for 2.5.'],
  [{ mrp: null }, 'The MRP cannot be cleared: null counts as not given.'],
  [{ name: 'Tea', color: 'red' }, 'Unknown field was ignored: color.'],
])('what is taken otherwise than it came is told: %p', (record, told) => {
  const reading = new Reading()
  readFields(productFields, record, reading, '', () => false)
  expect(reading.warnings.map((warning) => sentenceIn(productWords, warning))).toEqual([told])
})

test('a line of an order is called by what it says of itself', () => {
  const { fault } = notAllowed('items[0].sku', 'the SKU of a product', 'X', {
    name: 'for sale',
  }).details
  expect(fault && faultIn(wordsFor({ items: [{ sku: 'X' }] }), fault)).toBe(
    'X: the SKU is not for sale: its product is switched off, or not approved.',
  )
})
