import { expect, test } from 'bun:test'
import { withSmallL } from '../../../src/reader/pages/ocr/words-of-line.ts'

test.each([
  ['BdI', 'Bdl'],
  ['mI', 'ml'],
  ['OiI', 'Oil'],
  ['500mI', '500ml'],
  ['DaIda', 'Dalda'],
])('a stroke that no word has as a capital I is a small l: %s', (read, printed) => {
  expect(withSmallL(read)).toBe(printed)
})

test.each(['PhaseII', 'INDIA', 'II', 'MICR', 'A1I', 'eINVOICE', 'I'])(
  'a capital I that may be one stays: %s',
  (word) => {
    expect(withSmallL(word)).toBe(word)
  },
)
