import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import {
  basisPointsMax,
  gstIncluded,
  readPercent,
  readRupees,
  rupeesMax,
  shareOf,
  toRupees,
} from '../../../src/platform/money.ts'

/** A decimal number as a client writes it: whole digits and decimals. */
const decimal = fc.tuple(
  fc.bigInt({ min: 0n, max: 9_999_999_999n }),
  fc.stringMatching(/^\d{0,5}$/),
)

/** The same in exact arithmetic: tenths of a paisa and less decide the rounding. */
function exactPaise(whole: bigint, fraction: string): bigint {
  const thousandths = BigInt(fraction.padEnd(6, '0'))
  const millionths = whole * 1_000_000n + thousandths
  return (millionths + 5_000n) / 10_000n
}

describe('money', () => {
  test('is read as exact decimal arithmetic reads it, half up', () => {
    fc.assert(
      fc.property(decimal, ([whole, fraction]) => {
        const read = readRupees(Number(`${whole}.${fraction || '0'}`))
        expect(read?.paise).toBe(Number(exactPaise(whole, fraction)))
        expect(read?.rounded).toBe(/[1-9]/.test(fraction.slice(2)))
      }),
    )
  })

  test('with two decimals comes back as it was sent', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: rupeesMax * 100 }), (paise) => {
        expect(readRupees(toRupees(paise))).toEqual({ paise, rounded: false })
      }),
    )
  })

  test.each([
    [1.005, 101, true],
    [0.1 + 0.2, 30, true],
    [1e-7, 0, true],
    [0.005, 1, true],
    [0.0049999, 0, true],
    [rupeesMax, rupeesMax * 100, false],
    [0, 0, false],
    [99.99, 9999, false],
  ])('%p rupees are %p paise', (rupees, paise, rounded) => {
    expect(readRupees(rupees)).toEqual({ paise, rounded })
  })

  test.each([-0.01, -1, Number.NaN, Infinity, -Infinity, rupeesMax + 1, 1e21])(
    '%p is no amount',
    (rupees) => {
      expect(readRupees(rupees)).toBeUndefined()
    },
  )

  test('GST within a price is at least 0, less than the price, and right to half a paisa', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: rupeesMax * 100 }),
        fc.integer({ min: 0, max: basisPointsMax }),
        (paise, basisPoints) => {
          const gst = BigInt(gstIncluded(paise, basisPoints))
          const numerator = BigInt(paise) * BigInt(basisPoints)
          const denominator = BigInt(basisPointsMax + basisPoints)
          expect(gst >= 0n && gst <= BigInt(paise)).toBe(true)
          // gst − 1/2 ≤ exact < gst + 1/2, both sides twice and times the denominator: half up.
          const twice = 2n * numerator
          expect(twice >= (2n * gst - 1n) * denominator).toBe(true)
          expect(twice < (2n * gst + 1n) * denominator).toBe(true)
        },
      ),
    )
  })

  test('a share of an amount is right to half a paisa, half up', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: rupeesMax * 100 }),
        fc.integer({ min: 0, max: basisPointsMax }),
        (paise, basisPoints) => {
          const whole = BigInt(basisPointsMax)
          const exact = (2n * BigInt(paise) * BigInt(basisPoints) + whole) / (2n * whole)
          expect(BigInt(shareOf(paise, basisPoints))).toBe(exact)
        },
      ),
    )
  })

  test.each([
    [5, 500],
    [18, 1800],
    [0.25, 25],
    [12.505, 1251],
    [100, 10_000],
  ])('%p per cent are %p basis points', (percent, basisPoints) => {
    expect(readPercent(percent)?.basisPoints).toBe(basisPoints)
  })

  test.each([-1, 100.01, Number.NaN])('%p is no percentage', (percent) => {
    expect(readPercent(percent)).toBeUndefined()
  })
})
