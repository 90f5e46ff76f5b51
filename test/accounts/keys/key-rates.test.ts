import { describe, expect, test } from 'bun:test'
import { keyRates } from '../../../src/accounts/keys/rates.ts'

const noon = Date.UTC(2026, 10, 25, 12)
const minuteMs = 60_000

/** A key that an owner made for a member, with a rate. */
const keyOf = (id: string, perMinute: number) => ({
  id,
  userId: `user of ${id}`,
  role: 'member' as const,
  createdBy: null,
  ratePerMinute: perMinute,
  userRate: perMinute,
})

describe('the rate of a key', () => {
  test('is its calls a minute: the next one is told when to come back', () => {
    const rates = keyRates()
    rates.count(keyOf('tally', 2), noon)
    rates.count(keyOf('tally', 2), noon + 10_000)
    expect(() => rates.count(keyOf('tally', 2), noon + 20_000)).toThrow(
      'This key may make 2 calls a minute. Try again in 40 seconds.',
    )
  })

  test('begins anew after a minute, and counts each key for itself', () => {
    const rates = keyRates()
    rates.count(keyOf('tally', 1), noon)
    rates.count(keyOf('zoho', 1), noon)
    expect(() => rates.count(keyOf('tally', 1), noon + minuteMs - 1)).toThrow()
    rates.count(keyOf('tally', 1), noon + minuteMs)
  })

  test('does not hold when the clock is set back by a year', () => {
    const rates = keyRates()
    rates.count(keyOf('tally', 1), noon)
    rates.count(keyOf('tally', 1), noon - 365 * 24 * 60 * minuteMs)
  })
})
