import { expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { allocate } from '../../../src/bridge/vouchers/amounts.ts'
import { balanceOf, totalOf } from '../../../src/bridge/vouchers/voucher.ts'
import { vouchersOf } from '../../../src/bridge/vouchers/vouchers-of.ts'
import { parties, seller, today } from '../../support/bill-vouchers.ts'
import { delivered, shopMappings } from '../../support/delivered.ts'

const line = fc.record({
  qty: fc.integer({ min: 1, max: 40 }),
  rate: fc.integer({ min: 25, max: 200_000 }),
  percent: fc.constantFrom(0, 5, 12, 18, 28),
  off: fc.constantFrom(0, 0, 0, 5, 12.5),
  free: fc.constantFrom(0, 0, 1, 3),
})

const bill = fc.record({
  lines: fc.array(line, { minLength: 1, maxLength: 8 }),
  isBetweenStates: fc.boolean(),
  isReverseCharge: fc.constantFrom(false, false, false, true),
  isNote: fc.constantFrom(false, false, true),
  hasBase: fc.boolean(),
  discount: fc.constantFrom(0, 0, 1234),
  freight: fc.constantFrom(0, 0, 5000),
  packing: fc.constantFrom(0, 0, 733),
  rounding: fc.constantFrom('none', 'printed', 'silent'),
})

type Bill = typeof bill extends fc.Arbitrary<infer One> ? One : never

/** The paper of a bill, added up as sellers do: tax by rate on what is left of the lines after the discount. */
function paperOf(one: Bill) {
  const lines = one.lines.map((own) => {
    const amount = Math.round((own.qty * own.rate * (100 - own.off)) / 100)
    return { ...own, amount }
  })
  const sum = lines.reduce((all, { amount }) => all + amount, 0)
  const discount = Math.min(one.discount, sum - 1)
  const bases = new Map<number, number>()
  for (const { percent, amount } of lines) bases.set(percent, (bases.get(percent) ?? 0) + amount)
  const off = allocate(discount, [...bases.values()])
  const taxed = [...bases].map(([percent, base], at) => ({ percent, base: base - (off[at] ?? 0) }))
  const halves = one.isBetweenStates ? 1 : 2
  const tax = taxed.reduce(
    (all, { percent, base }) => all + Math.round((base * percent) / 100 / halves),
    0,
  )
  const taxable = sum - discount
  const owed = one.isReverseCharge ? 0 : tax * halves
  const exact = taxable + owed + one.freight + one.packing
  const total = one.rounding === 'none' ? exact : Math.round(exact / 100) * 100
  const heads = one.isBetweenStates
    ? { IGST: rupees(tax) }
    : { CGST: rupees(tax), SGST: rupees(tax) }
  const head = {
    ...seller,
    ...(one.isBetweenStates && { GSTIN: inSurat }),
    'Invoice No': 'R/1',
    'Invoice Date': '03/08/2026',
    ...(one.isNote && { 'Document Type': 'Credit Note' }),
    ...(one.hasBase && { 'Taxable Value': rupees(taxable) }),
    ...(discount > 0 && { Discount: rupees(discount) }),
    ...(one.isReverseCharge ? { RCM: 'Yes' } : heads),
    ...(one.freight > 0 && { Freight: rupees(one.freight) }),
    ...(one.packing > 0 && { 'Packing Charges': rupees(one.packing) }),
    ...(one.rounding === 'printed' && { 'Round Off': rupees(total - exact) }),
    Total: rupees(total),
  }
  const rows = lines.map((own, at) => ({
    Description: `Thing ${at}`,
    Qty: String(own.qty),
    Rate: rupees(own.rate),
    ...(own.off > 0 && { 'Disc %': String(own.off) }),
    ...(own.free > 0 && { 'Free Qty': String(own.free) }),
    'GST %': `${own.percent}%`,
    Amount: rupees(own.amount),
  }))
  return {
    total,
    owed,
    scan: delivered('vendor_invoice', { invoice_metadata: head, line_items: rows }),
  }
}

function rupees(paise: number): string {
  return (paise / 100).toFixed(2)
}

/** The same seller in another state. */
const inSurat = '24AFRFA1455R1ZN'
const sellers = [...parties, ...parties.map((one) => ({ ...one, gstin: inSurat }))]

const things = Array.from({ length: 8 }, (_, at) => ({
  name: `Thing ${at}`,
  sku: '',
  item: `Item ${at}`,
  unit: 'Nos',
}))

const taxLedgers = new Set(['Input CGST', 'Input SGST', 'Input IGST'])

// The seed keeps the bills the same from run to run.
const runs = { numRuns: 400, seed: 20_261_123 }

test.each(['accounting', 'items'] as const)(
  'any bill that adds up is entered as %s to the paisa',
  (as) => {
    const mappings = shopMappings({ parties: sellers, items: things, settings: { invoice_as: as } })
    fc.assert(
      fc.property(bill, (one) => {
        const { total, owed, scan } = paperOf(one)
        const [part] = vouchersOf({ kind: 'scan', scan }, mappings, today)
        expect(part?.problems).toEqual([])
        const voucher = part?.voucher
        if (voucher === undefined) throw new Error('The bill is no voucher.')
        expect(balanceOf(voucher)).toBe(0)
        expect(totalOf(voucher)).toBe(total)
        const taxes = voucher.entries.filter(({ ledger }) => taxLedgers.has(ledger))
        const sum = taxes.reduce((all, { paise }) => all + paise, 0)
        expect(Math.abs(sum)).toBe(owed)
        for (const { paise } of [...voucher.entries, ...voucher.items]) {
          expect(Number.isInteger(paise)).toBe(true)
        }
      }),
      runs,
    )
  },
)

test('a total that is a paisa off is refused', () => {
  fc.assert(
    fc.property(bill, fc.constantFrom(-1, 1), (one, off) => {
      const { total, scan } = paperOf({ ...one, rounding: 'none' })
      const wrong = total + off
      // A total in whole rupees may have been rounded.
      fc.pre(wrong % 100 !== 0)
      scan.data.invoice_metadata['total'] = rupees(wrong)
      const [part] = vouchersOf({ kind: 'scan', scan }, shopMappings({ parties: sellers }), today)
      expect(part?.voucher).toBeUndefined()
      expect(part?.problems[0]?.code).toBe('totals_mismatch')
    }),
    runs,
  )
})

test('shares of an amount are the amount', () => {
  const amount = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 })
  const weights = fc.array(fc.integer({ min: 0, max: 10_000_000 }), { minLength: 1, maxLength: 9 })
  fc.assert(
    fc.property(amount, weights, (paise, each) => {
      const shares = allocate(paise, each)
      expect(shares.reduce((sum, share) => sum + share, 0)).toBe(paise)
      expect(shares.every(Number.isInteger)).toBe(true)
    }),
    runs,
  )
})
