import { expect, test } from 'bun:test'
import { takeMonth, takeValue } from '../../../src/reader/bank/head-labels.ts'
import { readHead } from '../../../src/reader/bank/read-head.ts'
import { textsOf } from '../../../src/reader/page.ts'
import { statement } from './drawn-statement.ts'

const rows = `
Date        Particulars            Chq No     Debit        Credit       Balance
01/08/2026  UPI/DR/123456789       123456     100.00                    900.00
02/08/2026  BY CASH                                        500.00       1,400.00
`

test.each([
  [
    'a co-operative bank’s',
    `
THE PUNE MERCHANTS CO-OP BANK LTD
A/c Holder : KULKARNI GENERAL STORES        CIF No. : 88990011
A/c Number : 220602172677                   Op. Bal. : 1,000.00`,
    'THE PUNE MERCHANTS CO-OP BANK LTD',
    '1,000.00',
  ],
  [
    'a small bank’s',
    `
AU SMALL FINANCE BANK
Primary Account Holder Name : KULKARNI GENERAL STORES    CRN : 88990011
Account No. 220602172677 (Current)          Account Opening Date : 01 Jan 2019`,
    'AU SMALL FINANCE BANK',
    '1000.00',
  ],
  [
    'one with two names for a number',
    `
UNION BANK OF INDIA
Account Title: KULKARNI GENERAL STORES     Customer/CIF ID: 88990011
Account No: 220602172677                   Opening Balance: 1,000.00`,
    'UNION BANK OF INDIA',
    '1,000.00',
  ],
  [
    'a credit society’s, which is the bank and not the holder',
    `
SHREE CREDIT CO-OPERATIVE SOCIETY LTD.
Member : KULKARNI GENERAL STORES           Member No : 88990011
Account : Current 220602172677             Opening Balance : 1,000.00`,
    'SHREE CREDIT CO-OPERATIVE SOCIETY LTD.',
    '1,000.00',
  ],
])('the head of a statement has labels of many words: %s', (_what, drawing, bank, opening) => {
  expect(textsOf(statement(drawing + rows).head)).toMatchObject({
    bank_name: bank,
    account_name: 'KULKARNI GENERAL STORES',
    account_no: '220602172677',
    customer_id: '88990011',
    opening_balance: opening,
  })
})

test.each([
  ['Chq No', undefined],
  ['Cheque Details', undefined],
  ['Value Date', undefined],
  ['KULKARNI STORES', 'KULKARNI STORES'],
])('the holder is no heading of a column: "%s"', (text, holder) => {
  expect(headOf(text)['account_name']?.text).toBe(holder)
})

test('texts that never end take no longer than they are long', () => {
  const endless = 'credit '.repeat(20_000).trim()
  expect(headOf(endless)).toEqual({})
  expect(takeMonth(`${'statement for '.repeat(10_000)}2026`)).toBeUndefined()
  expect(takeMonth('Statement of account for August 2026')).toEqual({
    from: '1 August 2026',
    to: '31 August 2026',
  })
  expect(takeValue('account_no', '1'.repeat(2000))).toBeUndefined()
  expect(takeValue('account_no', '2206 0217 2677 (Current)')).toBe('220602172677')
})

/** The head of a page with one text over its table. */
function headOf(text: string) {
  const place = { source: 'text', confidence: 1 } as const
  return readHead({ above: [[{ text, left: 0, right: 1, place }]], inTable: [], below: [] }).head
}
