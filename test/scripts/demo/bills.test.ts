import { describe, expect, test } from 'bun:test'
import { isGstin } from '../../../src/platform/gst/gstin.ts'
import type { JsonObject } from '../../../src/platform/json/json.ts'
import { day, field, paise, shop, texts } from './printed.ts'

const read = shop.scans.flatMap(({ raw, ...scan }) => (raw === null ? [] : [{ ...scan, ...raw }]))
const bills = read.filter((scan) => scan.category !== 'bank_entry')
const invoices = read.filter((scan) => scan.category === 'vendor_invoice')
const byNumber = Map.groupBy(invoices, (invoice) => field(invoice.invoice_metadata, 'number'))

const states: Record<string, RegExp> = {
  '07': /Delhi/,
  '24': /Gujarat/,
  '27': /Maharashtra|Maharastra|MH/,
  '29': /Karnataka/,
  '33': /Tamil ?nadu/i,
  '36': /Telangana/,
}

describe('an invoice or purchase order', () => {
  test('has lines whose quantity times rate is the amount', () => {
    for (const line of bills.flatMap((bill) => bill.line_items)) {
      const qty = Number(/^\d+/.exec(field(line, 'qty'))?.[0])
      expect(qty).toBeGreaterThan(0)
      expect(qty * paise(field(line, 'rate'))).toBe(paise(field(line, 'amount')))
    }
  })

  test('adds up: lines, taxes and rounding are the total in whole rupees', () => {
    for (const { invoice_metadata: head, line_items } of bills) {
      const lines = sum(line_items.map((line) => paise(field(line, 'amount'))))
      const roundOff = paise(field(head, 'roundOff'))
      expect(lines + taxesOf(head) + roundOff).toBe(paise(field(head, 'total')))
      expect(Math.abs(roundOff)).toBeLessThanOrEqual(50)
      expect(paise(field(head, 'total')) % 100).toBe(0)
    }
  })

  test('charges the rates that its lines print', () => {
    const withRates = bills.filter(({ line_items }) =>
      line_items.some((line) => field(line, 'gst') !== ''),
    )
    expect(withRates.length).toBeGreaterThan(50)
    for (const { invoice_metadata, line_items } of withRates) {
      const exact = sum(
        line_items.map(
          (line) => (paise(field(line, 'amount')) * Number.parseInt(field(line, 'gst'), 10)) / 100,
        ),
      )
      // Each rate is rounded to the paisa once, for CGST and SGST each.
      expect(Math.abs(taxesOf(invoice_metadata) - exact)).toBeLessThanOrEqual(3)
    }
  })

  test('charges CGST and SGST alike within the state, IGST from another one', () => {
    const taxed = bills.filter((bill) => field(bill.invoice_metadata, 'gstin') !== '')
    for (const { invoice_metadata: head } of taxed) {
      const sameState = field(head, 'gstin').startsWith('27')
      expect(field(head, 'igst') === '').toBe(sameState)
      expect(field(head, 'cgst') === '').toBe(!sameState)
      expect(field(head, 'cgst')).toBe(field(head, 'sgst'))
    }
  })

  test('prints a GSTIN with the right check digit, of the state that it names', () => {
    let named = 0
    for (const { invoice_metadata: head } of bills) {
      const gstin = field(head, 'gstin')
      if (gstin === '') continue
      expect(isGstin(gstin)).toBe(true)
      const state = field(head, 'state')
      if (state === '') continue
      named += 1
      expect(state).toMatch(states[gstin.slice(0, 2)] ?? /no such state/)
    }
    expect(named).toBeGreaterThan(20)
  })

  test('names vendors and products as the lists do, by name and by alias', () => {
    const vendorNames = shop.vendors.map(({ name }) => name)
    const vendorAliases = shop.vendors.flatMap(({ aliases }) => aliases)
    const sellers = bills.map(({ invoice_metadata }) => texts(invoice_metadata)[0] ?? '')
    for (const seller of sellers) expect([...vendorNames, ...vendorAliases]).toContain(seller)
    expect(sellers.some((seller) => vendorNames.includes(seller))).toBe(true)
    expect(sellers.some((seller) => vendorAliases.includes(seller))).toBe(true)
    const known = new Set(shop.productNames.flatMap(({ name, aliases }) => [name, ...aliases]))
    for (const line of bills.flatMap((bill) => bill.line_items)) {
      expect(texts(line).some((text) => known.has(text))).toBe(true)
    }
  })
})

describe('invoice numbers', () => {
  test('have at most 16 letters, digits, hyphens and slashes', () => {
    for (const number of byNumber.keys()) expect(number).toMatch(/^[A-Za-z0-9/-]{0,16}$/)
  })

  test('are missing on twelve cash memos', () => {
    expect(byNumber.get('')).toHaveLength(12)
  })

  test('come twice from the same seller for twelve papers scanned again, with other headings', () => {
    const rescanned = pairs().filter(([first, second]) => sellerOf(first) === sellerOf(second))
    expect(rescanned).toHaveLength(12)
    for (const [first, second] of rescanned) {
      expect(Object.values(second.invoice_metadata)).toEqual(Object.values(first.invoice_metadata))
      expect(Object.keys(second.invoice_metadata)).not.toEqual(Object.keys(first.invoice_metadata))
      expect(second.user).toBe(first.user)
      expect(Date.parse(second.created_at) - Date.parse(first.created_at)).toBeWithin(1, 4 * day)
    }
  })

  test('are shared by different sellers three times, in the scans of one user', () => {
    const shared = [...byNumber].filter(([number, group]) => {
      return number !== '' && new Set(group.map(sellerOf)).size > 1
    })
    expect(shared.map(([number]) => number).toSorted()).toEqual(['101', 'GST-12', 'INV-001'])
    for (const [, group] of shared) {
      expect(new Set(group.map(sellerOf)).size).toBe(group.length)
      expect(new Set(group.map((invoice) => invoice.user)).size).toBe(1)
    }
  })
})

type Invoice = (typeof invoices)[number]

function sellerOf(invoice: Invoice): string {
  return field(invoice.invoice_metadata, 'gstin')
}

/** Invoices of equal number, the older one first. */
function pairs(): [Invoice, Invoice][] {
  return [...byNumber].flatMap(([number, [first, second]]): [Invoice, Invoice][] => {
    return number === '' || first === undefined || second === undefined ? [] : [[first, second]]
  })
}

function taxesOf(head: JsonObject): number {
  return paise(field(head, 'cgst')) + paise(field(head, 'sgst')) + paise(field(head, 'igst'))
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
