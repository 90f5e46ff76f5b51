import { describe, expect, test } from 'bun:test'
import { checkDocument } from '../../../src/paper/checks/check-document.ts'
import type { Category } from '../../../src/paper/categories.ts'

const against = { today: '2026-11-22', ownGstin: null }

function found(
  category: Category,
  head: Record<string, string>,
  line: Record<string, string> = {},
) {
  const findings = checkDocument({ category, head, lines: [line] }, against)
  return findings.map(({ key, code }) => `${key} ${code}`)
}

describe('a value that cannot be right', () => {
  const wrong: [key: string, text: string, code: string][] = [
    ['invoice_date', '33/11/26', 'unreadable'],
    ['invoice_date', '23/11/2026', 'date'],
    ['invoice_date', '05/11/2016', 'date'],
    ['total', 'ten', 'unreadable'],
    ['gstin', '27AAPFU0939F1ZZ', 'unreadable'],
    ['buyer_gstin', '27AAPFU0939F1Z', 'unreadable'],
  ]
  test.each(wrong)('in %s is found: %s', (key, text, code) => {
    expect(found('vendor_invoice', { [key]: text })).toContain(`${key} ${code}`)
  })

  const wrongInLines: [key: string, text: string, code: string][] = [
    ['rate', '85o8', 'unreadable'],
    ['qty', 'a few', 'unreadable'],
    ['hsn', '10o6', 'unreadable'],
    ['hsn', '100', 'unreadable'],
    ['gst_rate', '19%', 'tax'],
    ['cgst_rate', '8', 'tax'],
    ['gst_rate', 'five', 'unreadable'],
  ]
  test.each(wrongInLines)('in a line is found: %s %s', (key, text, code) => {
    expect(found('vendor_invoice', {}, { [key]: text })).toContain(`${key} ${code}`)
  })
})

describe('a value as papers print it is left alone', () => {
  const right: [key: string, text: string][] = [
    ['invoice_date', '22-Nov-26'],
    ['invoice_date', '1st January 2026'],
    ['due_date', '22/12/2026'],
    ['total', '₹1,23,456.50'],
    ['total', 'Rs.123,590.00'],
    ['round_off', '(-)0.40'],
    ['gstin', '27 aapfu0939f1zv'],
    ['gstin', 'URP'],
    ['discount', '5%'],
    ['igst', '-'],
  ]
  test.each(right)('%s %s', (key, text) => {
    const codes = found('vendor_invoice', { [key]: text }).filter((one) =>
      one.startsWith(`${key} `),
    )
    expect(codes).toEqual([])
  })
})

test('a whole page that was pasted into a field makes a short sentence', () => {
  const document = {
    category: 'vendor_invoice',
    head: { total: 'ten '.repeat(1000) },
    lines: [],
  } as const
  const lengths = checkDocument(document, against).map(({ message }) => message.length)
  expect(Math.max(...lengths)).toBeLessThan(200)
})
