import { expect, test } from 'bun:test'
import { printMoney } from '../../../scripts/demo/money.ts'

test('amounts are grouped in lakhs and crores', () => {
  expect(printMoney(0)).toBe('0.00')
  expect(printMoney(99_905)).toBe('999.05')
  expect(printMoney(100_000)).toBe('1,000.00')
  expect(printMoney(12_345_650, 'rupee sign')).toBe('₹1,23,456.50')
  expect(printMoney(123_456_789_012, 'Rs.')).toBe('Rs. 1,23,45,67,890.12')
  expect(printMoney(-48)).toBe('-0.48')
})
