import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import type { FiledBill, KeptBill } from '../../src/gstr2b/matching/bill.ts'
import { placeBills } from '../../src/gstr2b/matching/places.ts'
import { filedBills } from '../../src/gstr2b/months.ts'
import { kept, nothing, portalRow, sellerGstin } from './portal-file.ts'

const day = fc.constantFrom('', '2026-03-31', '2026-07-03', '2026-07-04', '2026-08-01')
const gstin = fc.constantFrom('', sellerGstin, `29${sellerGstin.slice(2)}`, '27AABCU9603R1ZJ')
const number = fc.constantFrom('', '118', 'ST/118', 'ST-0118/26-27', 'ST/II8', '119')
const amount = fc.constantFrom(0, 2_500, 2_550, 100_000)
const maybe = fc.option(amount, { nil: null })
const row = fc
  .record({
    gstin,
    number,
    day,
    taxable: amount,
    cgst: amount,
    sgst: amount,
    value: amount,
    originalNumber: number,
    originalDay: day,
    section: fc.constantFrom('b2b', 'b2ba', 'cdnr'),
    kind: fc.constantFrom('invoice', 'credit_note'),
  })
  .map(portalRow)
const bill = fc.record({
  gstin,
  number,
  day,
  taxable: maybe,
  cgst: maybe,
  sgst: maybe,
  igst: maybe,
  total: maybe,
  seenAt: fc.nat(5),
  kind: fc.constantFrom('invoice', 'credit_note'),
})
const bills = fc
  .array(bill, { maxLength: 25 })
  .map((some) => some.map((one, at) => kept({ ...one, id: `b${at}` })))
const filed = fc
  .tuple(fc.array(row, { maxLength: 15 }), fc.array(row, { maxLength: 15 }))
  .map(([july, august]) => [...filedBills('2026-07', july), ...filedBills('2026-08', august)])
const months = new Set(['2026-07', '2026-08'])
const stands = (filedNow: readonly FiledBill[], billsNow: readonly KeptBill[]) => {
  const places = placeBills(filedNow, billsNow, nothing, months)
  return {
    filed: places.filed
      .map(({ filed: { id }, state, link }) => `${id} ${state} ${link?.bill.id}`)
      .toSorted(),
    bills: places.bills.map(({ bill: { id }, place: at }) => `${id} ${at}`).toSorted(),
  }
}

describe('whatever is filed and kept', () => {
  test('each ends in exactly one place, and no two filed bills share one of the shop', () => {
    fc.assert(
      fc.property(filed, bills, (filedNow, billsNow) => {
        const places = placeBills(filedNow, billsNow, nothing, months)
        expect(places.filed.map(({ filed: one }) => one)).toEqual(filedNow)
        expect(places.bills.map(({ bill: one }) => one)).toEqual(billsNow)
        const linked = places.filed.flatMap(({ link }) => link?.bill.id ?? [])
        expect(new Set(linked).size).toBe(linked.length)
        const placed = places.bills
          .filter(({ place: at }) => at === 'linked')
          .map(({ bill: one }) => one.id)
        expect(placed.toSorted()).toEqual(linked.toSorted())
        for (const { state, link } of places.filed) {
          expect(link === undefined).toBe(state === 'no_bill' || state === 'replaced')
        }
      }),
    )
  })

  test('the order in which they come changes nothing', () => {
    fc.assert(
      fc.property(filed, bills, fc.func(fc.nat()), (filedNow, billsNow, by) => {
        const shuffled = <T extends { id: string }>(some: readonly T[]) =>
          some.toSorted((a, b) => by(a.id) - by(b.id))
        expect(stands(shuffled(filedNow), shuffled(billsNow))).toEqual(stands(filedNow, billsNow))
      }),
    )
  })
})
