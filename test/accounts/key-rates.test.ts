import { describe, expect, test } from 'bun:test'
import { keyRates } from '../../src/accounts/key-rates.ts'

const noon = Date.UTC(2026, 10, 25, 12)
const minuteMs = 60_000

describe('the rate of a key', () => {
  test('is its calls a minute: the next one is told when to come back', () => {
    const rates = keyRates()
    rates.count('tally', 2, noon)
    rates.count('tally', 2, noon + 10_000)
    expect(() => rates.count('tally', 2, noon + 20_000)).toThrow(
      'This key may make 2 calls a minute. Try again in 40 seconds.',
    )
  })

  test('begins anew after a minute, and counts each key for itself', () => {
    const rates = keyRates()
    rates.count('tally', 1, noon)
    rates.count('zoho', 1, noon)
    expect(() => rates.count('tally', 1, noon + minuteMs - 1)).toThrow()
    rates.count('tally', 1, noon + minuteMs)
  })

  test('does not hold when the clock is set back by a year', () => {
    const rates = keyRates()
    rates.count('tally', 1, noon)
    rates.count('tally', 1, noon - 365 * 24 * 60 * minuteMs)
  })
})
