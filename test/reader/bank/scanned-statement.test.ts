import { describe, expect, test } from 'bun:test'
import { textsOf } from '../../../src/reader/page.ts'
import { review } from '../../../src/reader/judge.ts'
import { drawnPage } from '../drawn-page.ts'
import { ownGstin, read } from '../read-drawing.ts'
import { top } from './drawn-statement.ts'

/* Statements as pixels show them. */

function scanned(rows: string, confidence = 0.95) {
  const drawing = `${top}
Date         Narration                Withdrawal     Deposit        Balance
             Opening Balance                                        10,000.00
${rows}`
  const [document] = read(drawnPage(drawing, { source: 'ocr', confidence }))
  if (document === undefined) throw new Error('Nothing was read.')
  return document
}

function doubtsOf(rows: string, confidence?: number) {
  const { doubts } = review(scanned(rows, confidence), { ownGstin, today: '2026-11-22' })
  return doubts.filter(({ key }) => ['debit', 'credit', 'balance'].includes(key))
}

const rows = `
02/08/2026   NEFT TEJAS               1,300.00                      8,700.00
03/08/2026   BY CASH                                 5,000.00       13,700.00
04/08/2026   UPI RENT                 700.50                        12,999.50
`

describe('a figure that pixels spoilt', () => {
  test.each([
    ['a balance', '13,700.00', '13;7O0.00', { balance: '13700.00' }],
    [
      'a balance that can be read, but is another one',
      '13,700.00',
      '13,100.00',
      { balance: '13700.00' },
    ],
    ['an amount', '5,000.00', 'S,00O.00', { credit: '5000.00' }],
    [
      'an amount that can be read, but is another one',
      '5,000.00',
      '8,000.00',
      { credit: '5000.00' },
    ],
  ])(
    'is put right where the balances around it prove it: %s',
    (_what, printed, shown, expected) => {
      const spoilt = rows.replace(printed.padEnd(shown.length), shown.padEnd(printed.length))
      expect(textsOf(scanned(spoilt).lines[1] ?? {})).toMatchObject(expected)
      expect(doubtsOf(spoilt)).toEqual([])
    },
  )

  test('stays, and is doubted, where more than a digit would have to be another', () => {
    const spoilt = rows.replace('13,700.00', '18,100.00')
    expect(textsOf(scanned(spoilt).lines[1] ?? {})).toMatchObject({ balance: '18,100.00' })
    expect(doubtsOf(spoilt)).not.toEqual([])
  })

  test('stays, and is doubted, in the last row, behind which nothing proves it', () => {
    const spoilt = rows.replace('12,999.50', '12,909.50')
    expect(textsOf(scanned(spoilt).lines[2] ?? {})).toMatchObject({ balance: '12,909.50' })
    expect(doubtsOf(spoilt)).toContainEqual(expect.objectContaining({ key: 'balance', line: 2 }))
  })

  test('is never put right in the text of a PDF', () => {
    const spoilt = rows.replace('13,700.00', '13,100.00')
    const drawing = `${top}
Date         Narration                Withdrawal     Deposit        Balance
             Opening Balance                                        10,000.00
${spoilt}`
    const [document] = read(drawnPage(drawing))
    expect(textsOf(document?.lines[1] ?? {})).toMatchObject({ balance: '13,100.00' })
  })
})

test('figures that the balances prove are certain, however hard they were to read', () => {
  expect(doubtsOf(rows, 0.5)).toEqual([])
})

test.each([
  ['UP/CR/KAVITA/ybI/GROCERY', 'UPI/CR/KAVITA/ybl/GROCERY'],
  ['NEFT-SUNRISE-SCH0OL', 'NEFT-SUNRISE-SCHOOL'],
  ['B00K-DEPOT/ib1/PAY', 'BOOK-DEPOT/ibl/PAY'],
  // Nobody knows how many of these are right.
  ['F000DS-DEPOT', 'F000DS-DEPOT'],
  ['S1ANPU00X42/CDM0X', 'S1ANPU00X42/CDMOX'],
  ['HDFC0164736/0042', 'HDFC0164736/0042'],
])('a narration that was read as %s is %s', (shown, expected) => {
  const spoilt = rows.replace('NEFT TEJAS'.padEnd(24), shown.padEnd(24))
  expect(textsOf(scanned(spoilt).lines[0] ?? {})['narration']).toBe(expected)
})
