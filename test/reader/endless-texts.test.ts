import { expect, test } from 'bun:test'
import { amountLabelOf } from '../../src/paper/fields/foot-words.ts'
import { balancesIn } from '../../src/reader/bank/named-balances.ts'
import { findAmountsInWords } from '../../src/reader/head/amount-in-words.ts'
import type { Row } from '../../src/reader/rows.ts'

/*
 * Texts of which nobody prints the like, made to be looked at again from each of their characters: work that grows with the
 * square of this many would take longer than any test may.
 */
const endless = 1_000_000

/** One row of words, one beside the other. */
function rowOf(...texts: string[]): Row {
  const pieces = texts.map((text, at) => {
    const [left, right] = [at * 10, at * 10 + 9]
    const box = [left, 0, right, 10] as const
    return { word: { text, box, confidence: 1 }, page: 1, left, top: 0, right, bottom: 10 }
  })
  return { page: 1, pieces, left: 0, top: 0, right: texts.length * 10, bottom: 10, height: 10 }
}

test('a label that never ends is none', () => {
  expect(amountLabelOf(`Total ${'1'.repeat(endless)}`)).toBeUndefined()
  expect(amountLabelOf(`Total${' '.repeat(endless)}x`)).toBeUndefined()
  expect(amountLabelOf(`Total ${'.'.repeat(60)}`)).toBeUndefined()
  expect(amountLabelOf(`Grand Total${' '.repeat(200)}`)).toEqual({ key: 'total', strength: 2 })
})

test.each([
  ['spaces', `Opening Balance ${' '.repeat(endless)}x`],
  ['digits', `Opening Balance ${'1'.repeat(endless)}x`],
  ['names', 'Opening Balance '.repeat(endless / 20)],
])('a balance behind %s without end is not looked for again from each of them', (_, text) => {
  const place = { source: 'text', confidence: 1 } as const
  expect(balancesIn([[{ text, left: 0, right: 1, place }]], 0)).toEqual([])
})

test('balances in one text are taken apart behind their amounts, and behind the side of those', () => {
  const place = { source: 'text', confidence: 1 } as const
  const text = 'Opening Balance: 1,000.00 Cr. Closing Balance: 2,000.00'
  const found = balancesIn([[{ text, left: 0, right: 1, place }]], 0)
  expect(found.map(({ key, value }) => [key, value.text])).toEqual([
    ['opening_balance', '1,000.00 Cr'],
    ['closing_balance', '2,000.00'],
  ])
})

test('an amount in words behind a label of marks without end is read all the same', () => {
  const label = `Amount in words ${'('.repeat(endless)}x:`
  const words = ['Rupees', 'Five', 'Hundred', `Only${')'.repeat(endless)}`]
  const [found] = findAmountsInWords([rowOf(label, ...words)])
  expect(found?.paise).toBe(500_00)
})
