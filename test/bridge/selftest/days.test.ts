import { expect, test } from 'bun:test'
import { lastOf30, testDay, wholeTest } from '../../../src/bridge/selftest/bench.ts'
import { daysAfter } from '../../../src/bridge/vouchers/voucher.ts'

const months = Array.from({ length: 12 }, (_, at) => `2026-${String(at + 1).padStart(2, '0')}-01`)

test.each(months)('of books from %s the test takes the first of a month with 31 days', (from) => {
  const day = testDay(from)
  expect(day).toEndWith('-01')
  expect(daysAfter(day, 30).slice(0, 7)).toBe(day.slice(0, 7))
  expect(day > from && day < daysAfter(from, 100)).toBe(true)
  const last30 = lastOf30(day)
  expect(daysAfter(last30, 1)).toEndWith('-01')
  expect(last30 > day && last30.endsWith('-30')).toBe(true)
  const { from: first, to: last } = wholeTest(from)
  expect(first < daysAfter(from, -1) && day < last).toBe(true)
})
