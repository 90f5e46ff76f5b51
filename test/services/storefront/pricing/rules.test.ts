import { describe, expect, test } from 'bun:test'
import {
  bestOffer,
  canPrice,
  readReduction,
  reducedPrice,
  type Reduction,
} from '../../../../src/services/storefront/pricing/rules.ts'

const percent = (value: number): Reduction => ({ kind: 'percentage', value })
const flat = (value: number): Reduction => ({ kind: 'flat', value })

describe('what an offer takes off', () => {
  test.each([
    ['percentage', '10', percent(1_000)],
    ['percentage', '12.5 %', percent(1_250)],
    ['flat', '₹1,000', flat(100_000)],
    ['flat', 'Rs. 99.50/-', flat(9_950)],
    ['flat', '1,23,456', flat(12_345_600)],
    ['flat', '123,456', flat(12_345_600)],
  ])('is read from its text: %s %s', (kind, text, reduction) => {
    expect(readReduction(kind, text)).toEqual(reduction)
  })

  test.each([
    ['percentage', '0'],
    ['percentage', '101'],
    ['percentage', 'ten'],
    ['percentage', '1,5'],
    ['percentage', '₹10'],
    ['flat', '5%'],
    ['flat', '1,5'],
    ['flat', '12,34'],
    ['flat', ''],
    ['flat', '0'],
    ['buy_x_get_y', '2'],
    ['other', '10'],
  ])('is nothing in %s “%s”', (kind, text) => {
    expect(readReduction(kind, text)).toBeUndefined()
  })

  test('is less than all of it', () => {
    expect([percent(9_999), percent(10_000), flat(1)].map(canPrice)).toEqual([true, false, true])
  })
})

describe('a price with an offer', () => {
  test.each([
    // Half a paisa off is a whole one.
    [101, percent(5_000), null, 50],
    [59_950, percent(1_000), null, 53_955],
    [45_000, flat(5_000), null, 40_000],
    // Not below the lowest price of the product.
    [45_000, flat(5_000), 42_000, 42_000],
    // Nothing gets dearer, or is given away.
    [45_000, flat(5_000), 45_000, undefined],
    [45_000, flat(5_000), 50_000, undefined],
    [5_000, flat(5_000), null, undefined],
    [5_000, flat(6_000), null, undefined],
    [0, percent(1_000), null, undefined],
  ])('of %p is right: %p, lowest %p → %p', (price, reduction, lowest, expected) => {
    expect(reducedPrice(price, reduction, lowest)).toBe(expected)
  })

  test('is that of the best offer, of equal ones the first', () => {
    const offers = [
      { id: 'a', title: 'A', reduction: flat(1_000) },
      { id: 'b', title: 'B', reduction: percent(1_000) },
      { id: 'c', title: 'C', reduction: flat(4_500) },
    ]
    expect(bestOffer(offers, 45_000, null)).toEqual({ price: 40_500, offerId: 'b', title: 'B' })
    expect(bestOffer(offers, 5_000, null)).toEqual({ price: 500, offerId: 'c', title: 'C' })
    expect(bestOffer([], 5_000, null)).toBeUndefined()
  })
})
