import { expect, test } from 'bun:test'
import { withCapitalI } from '../../../src/reader/pages/ocr/words-of-line.ts'

test.each([
  ['lvory', 'Ivory'],
  ['lodised', 'Iodised'],
  ['lnvoice', 'Invoice'],
  ['lNDIA', 'INDIA'],
  ['MlLK', 'MILK'],
])('a stroke that no word has as a small l is a capital I: %s', (read, printed) => {
  expect(withCapitalI(read)).toBe(printed)
})

test.each(['litre', 'ltr', 'lbs', 'ltd.', 'lyophilised', 'l', 'Btl', 'Gl', 'llama', 'lemon'])(
  'a small l that may be one stays: %s',
  (word) => {
    expect(withCapitalI(word)).toBe(word)
  },
)
