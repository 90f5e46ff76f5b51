import { describe, expect, test } from 'bun:test'
import { assert, constantFrom, integer, property, string } from 'fast-check'
import {
  isUnread,
  numberText,
  readNumber,
  unreadIn,
  type NumberKind,
} from '../../../src/console/components/number-field.tsx'

const characters = Array.from('0123456789.,-+ eE%₹०९૦kg')

const kinds: readonly NumberKind[] = ['pieces', 'count', 'amount', 'rate']

function whyNot(typed: string, kind: NumberKind): string | undefined {
  const read = readNumber(typed, kind)
  return isUnread(read) ? read.why : undefined
}

describe('a number that is typed', () => {
  test.each([
    ['12', 'pieces', 12],
    [' 012 ', 'pieces', 12],
    ['1,500', 'pieces', 1_500],
    ['1,23,456', 'count', 123_456],
    ['123,456', 'count', 123_456],
    ['१२', 'pieces', 12],
    ['૧૨૩', 'pieces', 123],
    ['०', 'pieces', 0],
    ['12.5', 'amount', 12.5],
    ['₹ 12.50', 'amount', 12.5],
    ['Rs. 1,500/-', 'amount', 1_500],
    ['१,५००.५०', 'amount', 1_500.5],
    ['5', 'rate', 5],
    ['0.25 %', 'rate', 0.25],
    ['', 'amount', ''],
    ['  ', 'count', ''],
  ] as const)('is understood where it says one thing: %s, %s', (typed, kind, value) => {
    expect(readNumber(typed, kind)).toBe(value)
  })

  test.each([
    [
      '2.5',
      'pieces',
      'Whole pieces only: for 2.5 kg of loose goods use a product counted in grams.',
    ],
    ['12 kg', 'pieces', 'for 12 kg of loose goods'],
    ['1,5', 'pieces', '“1,5” is not a whole number: enter digits alone, such as 1500.'],
    ['12,34', 'count', 'is not a whole number'],
    ['1.5', 'count', 'is not a whole number'],
    ['5%', 'pieces', 'is not a whole number'],
    ['1e3', 'pieces', 'is not a whole number'],
    ['0x10', 'count', 'is not a whole number'],
    ['-3', 'pieces', 'Enter a number from 0 to 1,00,00,00,000.'],
    ['8901262010016', 'pieces', 'Enter a number from 0 to 1,00,00,00,000.'],
    ['5%', 'amount', '“5%” is a percentage: enter the amount in rupees.'],
    ['12.345', 'amount', 'is not an amount in rupees: enter it as 1500 or 12.50.'],
    ['1,5', 'amount', 'is not an amount in rupees'],
    ['1.500,00', 'amount', 'is not an amount in rupees'],
    ['12 kg', 'amount', 'is not an amount in rupees'],
    ['1,5', 'rate', '“1,5” is not a percentage: enter it as 5 or 0.25.'],
    ['101', 'rate', 'Enter a number from 0 to 100.'],
  ] as const)('is refused with what to do where it does not: %s, %s', (typed, kind, why) => {
    expect(whyNot(typed, kind)).toContain(why)
  })

  test('is below zero only where its field takes less than nothing', () => {
    expect(readNumber('-3', 'count', { min: -10 })).toBe(-3)
    expect(readNumber('−3', 'count', { min: -10 })).toBe(-3)
    expect(readNumber('-0', 'count')).toBe(0)
  })

  test('is either read as its plain digits say, or refused and kept as it is typed', () => {
    const typed = string({ unit: constantFrom(...characters), maxLength: 12 })
    assert(
      property(typed, constantFrom(...kinds), (text, kind) => {
        const read = readNumber(text, kind, { min: -1e12, max: 1e12 })
        if (isUnread(read)) return read.unread === text
        if (read === '') return text.trim() === ''
        // Nothing but signs of money and of groups was left out.
        const plain = text.replaceAll(/[०૦]/g, '0').replaceAll(/[९]/g, '9')
        return Number(plain.replaceAll(/[₹%, ]/g, '')) === read
      }),
      { numRuns: 5_000 },
    )
  })

  test('is shown so that it reads as the same number', () => {
    const hundredths = integer({ min: 0, max: 10_000 })
    assert(
      property(hundredths, (value) => {
        expect(readNumber(numberText(value, 'pieces'), 'pieces')).toBe(value)
        expect(readNumber(numberText(value / 100, 'amount'), 'amount')).toBe(value / 100)
        expect(readNumber(numberText(value / 100, 'rate'), 'rate')).toBe(value / 100)
      }),
    )
  })
})

test('a form is told of every number in it that cannot be read, by its place', () => {
  const quantity = readNumber('2.5', 'pieces')
  const values = { name: 'Rice', discount: readNumber('5%', 'amount'), lines: [{ quantity }] }
  expect(Object.keys(unreadIn(values))).toEqual(['discount', 'lines.0.quantity'])
  expect(unreadIn({ name: 'Rice', lines: [{ quantity: 2 }], day: null })).toEqual({})
})
