import { expect, test } from 'bun:test'
import { inShopWords } from '../../../src/console/api/catalogue/shop-words.ts'
import { inPlainSentence } from '../../../src/console/api/plain-sentence.ts'
import { mustBe } from '../../../src/platform/refusal-sentence.ts'
import { rupeesMax } from '../../../src/services/storefront/money.ts'

test.each([
  [mustBe('mrp', `a number from 0 to ${rupeesMax}`, 'cheap'), 'The MRP “cheap” is not an amount.'],
  [
    mustBe('variants[1].mrp', `a number from 0 to ${rupeesMax}`, -5),
    'The MRP of variant 2 must be from ₹0.00 to ₹1,00,00,00,00,000.00, not -₹5.00.',
  ],
  [mustBe('mrp', `a number from 0 to ${rupeesMax}`, null), 'The MRP is missing.'],
  [mustBe('gst_pct', 'a number from 0 to 100', 'high'), 'The GST rate “high” is not a percentage.'],
  [
    mustBe('stock_quantity', 'a whole number from -1000000000 to 1000000000', 2e9),
    'The stock must be a whole number from -1,00,00,00,000 to 1,00,00,00,000, not 2,00,00,00,000.',
  ],
  [
    mustBe('name', 'text of 1 to 300 characters without control characters', 'x'.repeat(400)),
    'The name is too long: at most 300 characters fit.',
  ],
  [
    mustBe('name', 'text of 1 to 300 characters without control characters', undefined),
    'The name is missing.',
  ],
  [
    mustBe('name', 'text of 1 to 300 characters without control characters', ' '),
    'The name is missing.',
  ],
  [
    mustBe('sku', 'text of 1 to 200 characters without control characters', 'A\u0007B'),
    'The SKU “A\u0007B” has characters in it that cannot be shown, such as a line break.',
  ],
  [mustBe('hsn', 'text of 4 to 8 digits', '12'), 'The HSN code must have 4 to 8 digits, not “12”.'],
  [mustBe('is_active', 'true or false', 'maybe'), 'Active must be yes or no, not “maybe”.'],
  [
    mustBe('approval_status', 'one of approved, pending', 'done'),
    'The approval must be one of approved, pending, not “done”.',
  ],
  [
    mustBe('video_url', 'an http or https URL of at most 2048 characters, or null', 'x.mp4'),
    'The video link “x.mp4” is not a web address that begins with https://.',
  ],
  ['sale_price 350 is above mrp 299.5.', 'The selling price ₹350.00 is above the MRP ₹299.50.'],
  [
    'variants[0].sale_price 123456.5 is above variants[0].mrp 100.',
    'The selling price of variant 1 ₹1,23,456.50 is above the MRP of variant 1 ₹100.00.',
  ],
  [
    'mrp has more than two decimals: 12.35 was taken.',
    'The MRP has more than two decimals: ₹12.35 was taken.',
  ],
  [
    'stock_quantity is a whole number: 2 was taken for 2.5.',
    'The stock is a whole number: 2 was taken for 2.5.',
  ],
  ['Several categories are called “Tea”.', 'Several categories are called “Tea”.'],
])('%s', (sentence, told) => {
  expect(inShopWords(sentence)).toBe(told)
})

test('other forms have their limits in Indian money too', () => {
  expect(inPlainSentence(mustBe('discount', 'at most what the lines come to, 698', 999_999))).toBe(
    'discount must be at most what the lines come to, ₹698.00, not ₹9,99,999.00.',
  )
})
