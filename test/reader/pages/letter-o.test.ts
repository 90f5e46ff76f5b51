import { expect, test } from 'bun:test'
import { withLetterO } from '../../../src/reader/pages/ocr/words-of-line.ts'

test.each([
  ['0il', 'Oil'],
  ['0rder', 'Order'],
  ['P0-942', 'PO-942'],
  ['P0/17', 'PO/17'],
  ['N0.', 'NO.'],
])('a zero that no word or number has there is a letter: %s', (read, printed) => {
  expect(withLetterO(read)).toBe(printed)
})

test.each(['0kg', '0pcs', '0.5', '07/26', 'P01', 'N01', 'HDFC0250408', '0x', 'PO-10', 'SI/00860'])(
  'a zero that may be one stays: %s',
  (word) => {
    expect(withLetterO(word)).toBe(word)
  },
)
