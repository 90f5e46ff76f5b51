import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import {
  invoiceNumberOf,
  kindOf,
  roundedOff,
  taxSum,
  upiAddress,
} from '../../../../../src/services/storefront/orders/invoices/rules.ts'
import { taxByHsn } from '../../../../../src/platform/money.ts'
import { lineAmounts } from '../../../../../src/services/storefront/orders/rules.ts'

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, one) => total + one, 0)
}

describe('an invoice number', () => {
  test.each([
    ['INV', 2026, 1, 'INV/26-27/00001'],
    ['', 2026, 7, '26-27/00007'],
    ['A1', 2099, 99_999, 'A1/99-00/99999'],
    ['ABC', 2026, 999_999, 'ABC/26-27/999999'],
  ])('of %p in %p, the %pth, is %p', (prefix, year, running, number) => {
    expect(invoiceNumberOf(prefix, year, running)).toBe(number)
  })

  test('has at most 16 characters, of those that the rule allows', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[A-Z0-9]{0,3}$/),
        fc.integer({ min: 2000, max: 2100 }),
        fc.integer({ min: 1, max: 999_999 }),
        (prefix, year, running) => {
          expect(invoiceNumberOf(prefix, year, running)).toMatch(/^[A-Z0-9/-]{1,16}$/)
        },
      ),
    )
  })
})

describe('the paper of a sale', () => {
  const taxed = [{ gstBasisPoints: 0 }, { gstBasisPoints: 500 }]
  test.each([
    ['tax invoice', { gstin: 'X', isComposition: false }, taxed],
    ['bill of supply', { gstin: 'X', isComposition: true }, taxed],
    ['bill of supply', { gstin: 'X', isComposition: false }, [{ gstBasisPoints: 0 }]],
    ['invoice', { gstin: null, isComposition: false }, taxed],
  ])('is a %s of %j', (kind, seller, lines) => {
    expect(kindOf(seller, lines) === kind).toBe(true)
  })
})

const within = { isInterState: false, halvesAreEqual: true }
const between = { isInterState: true, halvesAreEqual: true }
const asBefore = { isInterState: false, halvesAreEqual: false }

describe('the tax of an invoice', () => {
  test('is the same amount twice within a state, from the taxable value, and IGST between two', () => {
    const taxed = { hsn: '1006', gstBasisPoints: 1_800, lineTotal: 15_450, gstAmount: 2_357 }
    const row = { hsn: '1006', gstBasisPoints: 1_800, taxable: 13_093 }
    expect(taxByHsn([taxed], within)).toEqual([{ ...row, cgst: 1_178, sgst: 1_178, igst: 0 }])
    expect(taxByHsn([taxed], between)).toEqual([{ ...row, cgst: 0, sgst: 0, igst: 2_357 }])
  })

  test('of an invoice that was made before is what was printed on it', () => {
    const taxed = { hsn: '1006', gstBasisPoints: 1_800, lineTotal: 15_450, gstAmount: 2_357 }
    expect(taxByHsn([taxed], asBefore)).toMatchObject([{ cgst: 1_178, sgst: 1_179 }])
  })

  const line = fc
    .record({
      hsn: fc.constantFrom('1006', '0902', ''),
      gstBasisPoints: fc.constantFrom(0, 500, 1_800),
      quantity: fc.integer({ min: 1, max: 1_000 }),
      unitPrice: fc.integer({ min: 0, max: 10_000_000 }),
    })
    .map((drawn) => ({ ...drawn, ...(lineAmounts(drawn) ?? { lineTotal: 0, gstAmount: 0 }) }))

  test('has CGST and SGST alike, and is off from what was charged by round-off alone, in 100,000 invoices', () => {
    let widest = 0
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 6 }), (lines) => {
        const taxes = taxByHsn(lines, within)
        for (const { gstBasisPoints, taxable, cgst, sgst } of taxes) {
          // Equal to half the tax of the taxable value, to half a paisa: 10,000 basis points, two halves.
          expect(cgst).toBe(sgst)
          expect(Math.abs(cgst * 20_000 - taxable * gstBasisPoints)).toBeLessThanOrEqual(10_000)
        }
        const charged = sum(lines.map(({ lineTotal }) => lineTotal))
        const roundOff = charged - sum(taxes.map(({ taxable }) => taxable)) - taxSum(taxes)
        widest = Math.max(widest, Math.abs(roundOff))
        // A paisa for each line, whose GST was rounded by itself, and one for each row of the two halves.
        expect(Math.abs(roundOff)).toBeLessThanOrEqual(lines.length + taxes.length)
      }),
      { numRuns: 100_000, seed: 22 },
    )
    expect(widest).toBeGreaterThan(0)
  })

  test.each([
    ['between states', between],
    ['of invoices that were made before', asBefore],
  ])('%s comes to what the lines come to, to the paisa', (_, split) => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 30 }), (lines) => {
        const taxes = taxByHsn(lines, split)
        const gst = taxes.map(({ cgst, sgst, igst }) => cgst + sgst + igst)
        expect(sum(gst)).toBe(sum(lines.map(({ gstAmount }) => gstAmount)))
        expect(sum(taxes.map(({ taxable }) => taxable)) + sum(gst)).toBe(
          sum(lines.map(({ lineTotal }) => lineTotal)),
        )
        const differences = taxes.map(({ cgst, sgst }) => sgst - cgst)
        expect(differences.every((difference) => Math.abs(difference) <= 1)).toBe(true)
        expect([0, 1]).toContain(sum(differences))
        expect(
          new Set(taxes.map(({ hsn, gstBasisPoints }) => `${hsn} ${gstBasisPoints}`)).size,
        ).toBe(taxes.length)
      }),
    )
  })
})

describe('what is paid', () => {
  test.each([
    [90_049, 90_000],
    [90_050, 90_100],
    [90_000, 90_000],
    [49, 0],
  ])('%p paise are rounded to %p', (total, rounded) => {
    expect(roundedOff(total)).toBe(rounded)
  })

  test('is told to UPI apps with the amount and the number', () => {
    const payment = { upiId: 'shop@okbank', name: 'Sharma & Sons', paise: 90_005, note: 'INV/1' }
    expect(upiAddress(payment)).toBe(
      'upi://pay?pa=shop%40okbank&pn=Sharma%20%26%20Sons&am=900.05&cu=INR&tn=INV%2F1',
    )
    expect(upiAddress({ ...payment, upiId: '' })).toBeNull()
    expect(upiAddress({ ...payment, paise: 0 })).toBeNull()
  })
})
