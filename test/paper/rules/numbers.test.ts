import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { readNumber } from '../../../src/paper/values.ts'

describe('a printed number', () => {
  test.each([
    ['12', 12],
    ['1234.50', 1234.5],
    ['₹1,23,456.50', 123456.5],
    ['₹ 12,34,567', 1234567],
    ['1,234,567.89', 1234567.89],
    ['Rs. 500/-', 500],
    ['Rs.500', 500],
    ['₨ 500', 500],
    ['INR 1,000.00', 1000],
    ['1,000.00 INR', 1000],
    ['500/=', 500],
    ['.5', 0.5],
    ['0012', 12],
    ['+200', 200],
    [' 1,200 ', 1200],
  ])('is read with its grouping and currency: %j', (text, value) => {
    expect(readNumber(text, false)).toBe(value)
  })

  test.each([
    ['12 Nos', 12],
    ['12 NOS.', 12],
    ['5.5 kg', 5.5],
    ['5.5Kg', 5.5],
    ['1,200 Pcs', 1200],
    ['45.00/kg', 45],
    ['₹45 per kg', 45],
    ['12 नग', 12],
  ])('is read without its unit: %j', (text, value) => {
    expect(readNumber(text, false)).toBe(value)
  })

  test.each([
    '(200)',
    '( 200.00 )',
    '(₹ 200)',
    '₹(200)',
    '200-',
    '-200',
    '− 200',
    '-₹200',
    '₹-200',
  ])('is negative in all the ways that books print it: %j', (text) => {
    expect(readNumber(text, false)).toBe(-200)
  })

  test.each(['१,२३,४५६.५०', '１，２３，４５６．５０', '১,২৩,৪৫৬.৫০', '௧,௨௩,௪௫௬.௫௦', '۱,۲۳,۴۵۶.۵۰'])(
    'is read in the digits of any Indian script: %j',
    (text) => {
      expect(readNumber(text, false)).toBe(123456.5)
    },
  )

  test('of a balance is negative with Dr, of anything else Dr and Cr leave the sign alone', () => {
    expect(readNumber('200 Dr', true)).toBe(-200)
    expect(readNumber('1,200.00(Dr.)', true)).toBe(-1200)
    expect(readNumber('-200 Dr', true)).toBe(-200)
    expect(readNumber('200.00Cr', true)).toBe(200)
    expect(readNumber('200 Dr', false)).toBe(200)
    expect(readNumber('200 Cr', false)).toBe(200)
    expect(readNumber('(200) Cr', false)).toBe(-200)
  })
})

describe('what is no certain number', () => {
  test.each(
    [
      ['as per list', '', '-', 'nil', 'NaN', 'Infinity', '1e5', '0x10', '1_000'],
      ['12-05-2025', '12/5', '12.05.2025', '12:30', '2026-11'],
      ['98765 43210', '+91 98765 43210', '+919876543210', '022-2345678'],
      ['1,23', '1,2345', '1.234,50', '1,23,45', '12,3456.50', '1 234', ',123', '1,,234'],
      ['2 lakh', '2 L', '5k', '2 crore', '3 m', '18%', '5 of 10', '12 May', '10 Box (120 Nos)'],
      ['--200', '-200-', '(-200)', '(200', '200)', 'Rs .500', '$5', '12345678901234'],
      ['9'.repeat(400)],
    ].flat(),
  )('is not read: %j', (text) => {
    expect(readNumber(text, false)).toBeUndefined()
    expect(readNumber(text, true)).toBeUndefined()
  })

  test('any text gives a finite number or none', () => {
    const unit = fc.constantFrom(...'0123456789.,-+()₹rs/ crdkgNo१९'.split(''))
    fc.assert(
      fc.property(fc.string({ unit, maxLength: 16 }), fc.boolean(), (text, isBalance) => {
        const value = readNumber(text, isBalance)
        expect(value === undefined || (Number.isFinite(value) && !Object.is(value, -0))).toBe(true)
      }),
      { numRuns: 5_000 },
    )
  })
})

test('every amount comes back from how it is printed in India', () => {
  const paise = fc.integer({ min: -999_999_999_999, max: 999_999_999_999 })
  const indian = new Intl.NumberFormat('en-IN', { style: 'currency', currency: 'INR' })
  fc.assert(
    fc.property(paise, (amount) => {
      expect(readNumber(indian.format(amount / 100), false)).toBe(amount === 0 ? 0 : amount / 100)
    }),
  )
})
