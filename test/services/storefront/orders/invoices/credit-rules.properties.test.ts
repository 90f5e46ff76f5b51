import { expect, test } from 'bun:test'
import {
  array,
  assert,
  boolean,
  constantFrom,
  double,
  integer,
  nat,
  property,
  record,
} from 'fast-check'
import {
  type CreditedLine,
  creditTotals,
  creditedLine,
  creditedTaxes,
} from '../../../../../src/services/storefront/orders/invoices/rules.ts'
import { taxByHsn } from '../../../../../src/platform/money.ts'
import { lineAmounts, orderAmounts } from '../../../../../src/services/storefront/orders/rules.ts'

const line = record({
  quantity: integer({ min: 1, max: 12 }),
  unitPrice: integer({ min: 0, max: 999_99 }),
  gstBasisPoints: constantFrom(0, 25, 300, 500, 1_800, 4_000),
  hsn: constantFrom('', '1006', '6109'),
})

/** An order, and the places of the lines of which a unit comes back, one after the other; then the rest comes back. */
const sale = record({
  lines: array(line, { minLength: 1, maxLength: 6 }),
  discountShare: double({ min: 0, max: 1, noNaN: true }),
  isRounded: boolean(),
  split: record({ isInterState: boolean(), halvesAreEqual: boolean() }),
  returns: array(array(nat({ max: 5 }), { minLength: 1, maxLength: 4 }), { maxLength: 8 }),
})

test('an invoice less its credit notes is what the customer kept, and nothing once all is back', () => {
  assert(
    property(sale, ({ lines, discountShare, isRounded, split, returns }) => {
      const sold = lines.map((one, at) => ({ ...one, id: String(at), ...amountsOf(one) }))
      const gross = sold.reduce((sum, { lineTotal }) => sum + lineTotal, 0)
      const discount = Math.floor(gross * discountShare)
      const { total } = orderAmounts(sold, discount) ?? { total: 0 }
      const payable = isRounded ? Math.round(total / 100) * 100 : total
      const taxes = taxByHsn(sold, split)
      const billed = { gross, discount, payable, isRounded }

      const back = new Map<string, number>()
      const before: CreditedLine[] = []
      const sums = { gross: 0, discount: 0, payable: 0, total: 0, cgst: 0, sgst: 0, igst: 0 }
      let taxable = 0
      const credit = (wanted: ReadonlyMap<string, number>) => {
        const credited = sold.flatMap((one) => {
          const earlier = back.get(one.id) ?? 0
          const units = Math.min(wanted.get(one.id) ?? 0, one.quantity - earlier)
          back.set(one.id, earlier + units)
          return units === 0 ? [] : [creditedLine(one, earlier, units)]
        })
        const noteGross = credited.reduce((sum, { lineTotal }) => sum + lineTotal, 0)
        const totals = creditTotals(billed, sums, noteGross)
        for (const amount of [noteGross, totals.discount, totals.total, totals.payable]) {
          expect(amount).toBeGreaterThanOrEqual(0)
        }
        if (!isRounded) expect(totals.payable).toBe(totals.total)
        const gst = credited.reduce((sum, { gstAmount }) => sum + gstAmount, 0)
        let [heads, rounded] = [0, credited.length]
        for (const row of creditedTaxes(sold, split, before, credited)) {
          expect(Math.min(row.cgst, row.sgst, row.igst)).toBeGreaterThanOrEqual(0)
          heads += row.cgst + row.sgst + row.igst
          rounded += 1
          if (split.halvesAreEqual) expect(row.cgst).toBe(row.sgst)
          sums.cgst += row.cgst
          sums.sgst += row.sgst
          sums.igst += row.igst
          taxable += row.taxable
        }
        // What the heads differ by is round-off: of what comes back now, and of what came back before.
        const isExact = split.isInterState || !split.halvesAreEqual
        expect(Math.abs(heads - gst)).toBeLessThanOrEqual(isExact ? 0 : 2 * rounded)
        before.push(...credited)
        sums.gross += noteGross
        sums.discount += totals.discount
        sums.payable += totals.payable
        sums.total += totals.total
      }
      for (const places of returns) {
        credit(new Map(places.map((at) => [String(at % sold.length), 1])))
      }
      credit(new Map(sold.map(({ id, quantity }) => [id, quantity])))

      const headsOf = (head: 'cgst' | 'sgst' | 'igst' | 'taxable') =>
        taxes.reduce((sum, row) => sum + row[head], 0)
      expect(sums).toEqual({
        gross,
        discount,
        payable,
        total,
        cgst: headsOf('cgst'),
        sgst: headsOf('sgst'),
        igst: headsOf('igst'),
      })
      expect(taxable).toBe(headsOf('taxable'))
    }),
    { numRuns: 2_000 },
  )
})

function amountsOf(one: { quantity: number; unitPrice: number; gstBasisPoints: number }) {
  return lineAmounts(one) ?? { lineTotal: 0, gstAmount: 0 }
}
