import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import {
  financialYearOf,
  gstByRate,
  lineAmounts,
  nextStatuses,
  orderAmounts,
  orderNoOf,
  orderStatuses,
  quantityMax,
  readOrderNo,
  statusOf,
  syncStateOf,
  type PricedLine,
} from '../../../../src/services/storefront/orders/rules.ts'

const paiseMax = 10_000_000_000_000

const line: fc.Arbitrary<PricedLine> = fc.record({
  quantity: fc.integer({ min: 1, max: quantityMax }),
  unitPrice: fc.oneof(
    fc.integer({ min: 0, max: 1_000_000 }),
    fc.integer({ min: 0, max: paiseMax }),
  ),
  gstBasisPoints: fc.oneof(
    fc.constantFrom(0, 500, 1200, 1800, 2800),
    fc.integer({ min: 0, max: 10_000 }),
  ),
})

describe('amounts in paise', () => {
  test('a line total is the price times the quantity, exactly, or refused above 10^11 rupees', () => {
    fc.assert(
      fc.property(line, (given) => {
        const exact = BigInt(given.unitPrice) * BigInt(given.quantity)
        const amounts = lineAmounts(given)
        if (exact > BigInt(paiseMax)) expect(amounts).toBeUndefined()
        else expect(BigInt(amounts?.lineTotal ?? -1)).toBe(exact)
      }),
    )
  })

  test('the GST of a line is what its total contains, rounded half up', () => {
    fc.assert(
      fc.property(line, (given) => {
        const amounts = lineAmounts(given)
        if (amounts === undefined) return
        const { lineTotal, gstAmount } = amounts
        const rate = BigInt(given.gstBasisPoints)
        // gst − ½ ≤ total × rate ÷ (100% + rate) < gst + ½
        const exact = 2n * BigInt(lineTotal) * rate
        const unit = 10_000n + rate
        expect(exact >= (2n * BigInt(gstAmount) - 1n) * unit).toBe(true)
        expect(exact < (2n * BigInt(gstAmount) + 1n) * unit).toBe(true)
      }),
    )
  })

  test('total = subtotal + gst_total − discount, always exactly', () => {
    const cheap = line.map((one) => ({ ...one, unitPrice: one.unitPrice % 1_000_000 }))
    fc.assert(
      fc.property(
        fc.array(cheap, { minLength: 1, maxLength: 20 }),
        fc.integer({ min: 0, max: 10_000_000 }),
        (lines, discount) => {
          const amounts = lines.flatMap((one) => lineAmounts(one) ?? [])
          const gross = amounts.reduce((sum, { lineTotal }) => sum + lineTotal, 0)
          const order = orderAmounts(amounts, discount)
          if (discount > gross) {
            expect(order).toBeUndefined()
            return
          }
          if (order === undefined) throw new Error('The order was refused.')
          expect(order.total).toBe(order.subtotal + order.gstTotal - order.discount)
          expect(order.total).toBe(gross - discount)
          expect(order.gstTotal).toBe(amounts.reduce((sum, { gstAmount }) => sum + gstAmount, 0))
          expect(Object.values(order).every((amount) => amount >= 0)).toBe(true)
        },
      ),
    )
  })

  test('lines that come to more than 10^11 rupees are refused, exactly that is not', () => {
    const half = { lineTotal: paiseMax / 2, gstAmount: 0 }
    expect(orderAmounts([half, half], 0)?.total).toBe(paiseMax)
    expect(orderAmounts([half, half, { lineTotal: 1, gstAmount: 0 }], 0)).toBeUndefined()
  })
})

describe('statuses', () => {
  test('go forward along the first five, to cancelled before dispatch, to returned after', () => {
    const allowed = orderStatuses.flatMap((from) =>
      orderStatuses.filter((to) => nextStatuses[from].includes(to)).map((to) => `${from} ${to}`),
    )
    const path = orderStatuses.slice(0, 5)
    const forward = path.flatMap((from, i) => path.slice(i + 1).map((to) => `${from} ${to}`))
    const undone = [
      'pending cancelled',
      'paid cancelled',
      'packed cancelled',
      'dispatched returned',
      'delivered returned',
    ]
    expect(allowed.toSorted()).toEqual([...forward, ...undone].toSorted())
  })

  test('are read in any case', () => {
    expect(statusOf(' Paid ')).toBe('paid')
    expect(statusOf('DISPATCHED')).toBe('dispatched')
    expect(statusOf('shipped')).toBeUndefined()
  })
})

describe('GST by rate', () => {
  test('has each rate once, the lowest first, and adds up to the order', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 20 }), (lines) => {
        const sold = lines.flatMap((wanted) => {
          const amounts = lineAmounts(wanted)
          return amounts === undefined ? [] : [{ ...wanted, ...amounts }]
        })
        const amounts = orderAmounts(sold, 0)
        fc.pre(amounts !== undefined)
        const taxes = gstByRate(sold)
        const rates = taxes.map(({ gstBasisPoints }) => gstBasisPoints)
        expect(rates).toEqual([...new Set(rates)].toSorted((a, b) => a - b))
        expect(taxes.reduce((sum, { gst }) => sum + gst, 0)).toBe(amounts.gstTotal)
        expect(taxes.reduce((sum, { taxable }) => sum + taxable, 0)).toBe(amounts.subtotal)
      }),
    )
  })
})

test.each([
  [{ waitingItems: 2, syncedAt: null }, 'waiting'],
  [{ waitingItems: 0, syncedAt: 1 }, 'synced'],
  [{ waitingItems: 0, syncedAt: null }, 'left out'],
] as const)('an order with %j is %s', (order, state) => {
  expect(syncStateOf(order)).toBe(state)
})

describe('order numbers', () => {
  test('a financial year begins on 1 April, by the clock on the wall', () => {
    expect(financialYearOf(new Date(2027, 2, 31, 23, 59).getTime())).toBe(2026)
    expect(financialYearOf(new Date(2027, 3, 1, 0, 0).getTime())).toBe(2027)
    expect(financialYearOf(new Date(2027, 11, 31).getTime())).toBe(2027)
  })

  test('have at most 16 characters (CGST rule 46(b)), and are read back', () => {
    expect(orderNoOf({ year: 2026, running: 1 })).toBe('2026-27/00001')
    expect(orderNoOf({ year: 2099, running: 12 })).toBe('2099-00/00012')
    fc.assert(
      fc.property(
        fc.integer({ min: 2000, max: 2999 }),
        fc.integer({ min: 1, max: 99_999_999 }),
        (year, running) => {
          const orderNo = orderNoOf({ year, running })
          expect(orderNo.length).toBeLessThanOrEqual(16)
          expect(readOrderNo(orderNo)).toEqual({ year, running })
        },
      ),
    )
  })

  test('of another form are not ours', () => {
    for (const text of ['', 'A-17', '2026-28/00001', '2026-27/1', '2026-27/00001x']) {
      expect(readOrderNo(text)).toBeUndefined()
    }
  })
})
