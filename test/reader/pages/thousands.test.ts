import { expect, test } from 'bun:test'
import { withThousands } from '../../../src/reader/pages/ocr/words-of-line.ts'

test.each([
  ['2.295.32', '2,295.32'],
  ['1.25.000.00', '1,25,000.00'],
  ['1,25.000.00', '1,25,000.00'],
  ['1,274,50', '1,274.50'],
  ['₹3.230.28', '₹3,230.28'],
  ['4.593.24/-', '4,593.24/-'],
])('of the points of an amount only the last parts the paise: %s', (read, printed) => {
  expect(withThousands(read)).toBe(printed)
})

test.each([
  '295.32',
  '1,234.50',
  '12.05.2026',
  '10.123.45.67',
  '1.234.567',
  '0.500',
  '123456.789.10',
])('points that may be something else stay: %s', (word) => {
  expect(withThousands(word)).toBe(word)
})
