import { expect, test } from 'bun:test'
import { textsOf } from '../../../src/reader/page.ts'
import { findings, lines, statement, top } from './drawn-statement.ts'

const twoColumns = `${top}
Date         Narration                    Chq./Ref.No.     Withdrawal     Deposit       Balance
02/08/2026   NEFT DR-TEJAS ELECTRICALS    N869897271735    9,020.00                     848,442.96
             MUM-N869897271735
03/08/2026   BY CASH                                                      5,652.00      854,094.96
04/08/2026   UPI                          117044           100.00                       853,994.96
`

test('a narration goes over several rows, and no word of it makes a row a sum', () => {
  expect(lines(twoColumns)).toEqual([
    {
      date: '02/08/2026',
      narration: 'NEFT DR-TEJAS ELECTRICALS MUM-N869897271735',
      reference: 'N869897271735',
      debit: '9,020.00',
      balance: '848,442.96',
    },
    { date: '03/08/2026', narration: 'BY CASH', credit: '5,652.00', balance: '854,094.96' },
    {
      date: '04/08/2026',
      narration: 'UPI',
      reference: '117044',
      debit: '100.00',
      balance: '853,994.96',
    },
  ])
})

test('balances that are not printed are worked out from the rows, and say so', () => {
  const { head } = statement(twoColumns)
  expect(head['opening_balance']).toMatchObject({ text: '857462.96', source: 'derived', page: 1 })
  expect(head['closing_balance']).toMatchObject({ text: '853994.96', source: 'derived', page: 1 })
  expect(findings(twoColumns)).toEqual([])
})

test('one column of amounts has the side beside each', () => {
  const drawing = `${top}
Date         Particulars                  Chq/Ref No       Withdrawal (Dr)/ Deposit (Cr)      Balance
             Opening Balance                                                                  1,000.00(Cr)
02/08/2026   UPI/TEJAS                    869897271735     300.00(Dr)                         700.00(Cr)
03/08/2026   CASH DEPOSIT                                  900.50(Cr)                         1,600.50(Cr)
             Closing Balance                                                                  1,600.50(Cr)
`
  expect(lines(drawing)).toMatchObject([{ debit: '300.00' }, { credit: '900.50' }])
  expect(statement(drawing).head).toMatchObject({
    opening_balance: { text: '1,000.00(Cr)', source: 'text' },
    closing_balance: { text: '1,600.50(Cr)', source: 'text' },
  })
  expect(findings(drawing)).toEqual([])
})

test('the newest row may stand first', () => {
  const drawing = `${top}
Date         Particulars                  Debit          Credit         Balance
03/08/2026   CASH DEPOSIT                                900.50         1,600.50
02/08/2026   UPI/TEJAS                    300.00                        700.00
`
  expect(lines(drawing)).toMatchObject([{ date: '03/08/2026' }, { date: '02/08/2026' }])
  expect(statement(drawing).head['opening_balance']?.text).toBe('1000.00')
  expect(findings(drawing)).toEqual([])
})

test('where nothing says the side the balance does', () => {
  const drawing = `${top}
Date         Particulars                  Amount         Balance
01/08/2026   B/F                                         1,000.00
02/08/2026   UPI/TEJAS                    300.00         700.00
03/08/2026   CASH DEPOSIT                 900.50         1,600.50
`
  expect(lines(drawing)).toMatchObject([{ debit: '300.00' }, { credit: '900.50' }])
})

test('where a row is missing the row after it is doubted, and the texts of the one before', () => {
  const drawing = twoColumns.replace(/03\/08.*\n/, '')
  const doubted = findings(drawing).map(({ key, line }) => `${line} ${key}`)
  expect(doubted.toSorted()).toEqual([
    '0 narration',
    '0 reference',
    '1 balance',
    '1 date',
    '1 debit',
    '1 narration',
    '1 reference',
  ])
})

test('behind the last balance nothing proves a row', () => {
  const drawing = `${twoColumns}05/08/2026   UPI                          117045           10.00\n`
  expect(findings(drawing)).toContainEqual(expect.objectContaining({ key: 'debit', line: 3 }))
})

test('a table goes on over pages, with and without its heading', () => {
  const row =
    '05/08/2026   ATM WDL                                       50.00                        853,944.96'
  const heading =
    'Date         Narration                    Chq./Ref.No.     Withdrawal     Deposit       Balance'
  for (const further of [`${row}\nPage 2 of 2`, `${heading}\n${row}\nPage 2 of 2`]) {
    expect(lines(twoColumns, further)).toHaveLength(4)
    expect(lines(twoColumns, further).at(-1)).toMatchObject({
      debit: '50.00',
      narration: 'ATM WDL',
    })
  }
})

test('a day may stand once for its rows, and a time of day below it', () => {
  const drawing = `
CANARA BANK
Statement for A/c XXXXXXXXX1234 between 01-Apr-2026 and 30-Apr-2026
Date         Particulars                      Deposits     Withdrawals     Balance
01-04-2026   Opening Balance                                               -1,000.00
02-04-2026   UPI/DR/609876543210/TEJAS                     500.00          -1,500.00
12:10:11     /SBIN/PAYMENT
             By Cash                          2,000.00                     500.00
             Total                            2,000.00     500.00
             Closing Balance                                               500.00
`
  expect(lines(drawing)).toEqual([
    {
      date: '02-04-2026 12:10:11',
      narration: 'UPI/DR/609876543210/TEJAS /SBIN/PAYMENT',
      debit: '500.00',
      balance: '-1,500.00',
    },
    { date: '02-04-2026 12:10:11', narration: 'By Cash', credit: '2,000.00', balance: '500.00' },
  ])
  expect(textsOf(statement(drawing).head)).toEqual({
    bank_name: 'CANARA BANK',
    account_no: 'XXXXXXXXX1234',
    statement_from: '01-Apr-2026',
    statement_to: '30-Apr-2026',
    opening_balance: '-1,000.00',
    closing_balance: '500.00',
  })
  expect(findings(drawing)).toEqual([])
})

test('a day that stands once is that of all rows below it, whatever the column of texts is called', () => {
  const drawing = `${top}
Date         Description                      Cheque           Deposit       Withdrawal     Balance
             Opening Balance                                                                1,000.00
02/08/2026   NEFT CR-SUNRISE SCHOOL-          N123451          500.00                       1,500.00
             N12345167                        67
             SMS CHARGES                                                     15.00          1,485.00
03/08/2026   BY CASH                                           100.00                       1,585.00
             IMPS-55512345678-SNEHA           55512345678      15.00                        1,600.00
`
  expect(lines(drawing)).toMatchObject([
    { date: '02/08/2026', narration: 'NEFT CR-SUNRISE SCHOOL- N12345167', reference: 'N12345167' },
    { date: '02/08/2026', narration: 'SMS CHARGES', debit: '15.00' },
    { date: '03/08/2026', narration: 'BY CASH' },
    { date: '03/08/2026', narration: 'IMPS-55512345678-SNEHA', reference: '55512345678' },
  ])
  expect(findings(drawing)).toEqual([])
})

test.each([
  ['has a heading of its own', 'Tran Date   Value Date   Chq No     ', 'Particulars\n', ''],
  ['has that of an empty column', 'Date        Value Date   Narration  ', '', ''],
  ['has a heading set wide', 'Tran Date   Value Date   Chq No     ', 'N A R R A T I O N\n', ''],
  ['is set a little to the right', 'Tran Date   Value Date   Chq No     ', 'Particulars\n', '    '],
])('a narration in a row of its own below the dates %s', (_what, headings, heading, indent) => {
  const drawing = `${top}
${headings}Debit        Credit       Balance
${heading}01/08/2026  02/08/2026              100.00                    900.00
${indent}UPI/DR/123456789/TEJAS ELECTRICALS/oksbi/PAY BILL FOR GOODS IN JULY
02/08/2026  02/08/2026                           500.00       1,400.00
${indent}NEFT CR-MAHB0000759-SUNRISE ENGLISH SCHOOL-N211361903052124 FEES
03/08/2026  04/08/2026              250.00                    1,150.00
${indent}CHQ PAID-CTS-PUNE-MATOSHRI ENTERPRISES
04/08/2026  04/08/2026                           50.00        1,200.00
${indent}BY CASH
`
  expect(lines(drawing)).toEqual([
    {
      date: '01/08/2026',
      value_date: '02/08/2026',
      narration: 'UPI/DR/123456789/TEJAS ELECTRICALS/oksbi/PAY BILL FOR GOODS IN JULY',
      debit: '100.00',
      balance: '900.00',
    },
    {
      date: '02/08/2026',
      value_date: '02/08/2026',
      narration: 'NEFT CR-MAHB0000759-SUNRISE ENGLISH SCHOOL-N211361903052124 FEES',
      credit: '500.00',
      balance: '1,400.00',
    },
    {
      date: '03/08/2026',
      value_date: '04/08/2026',
      narration: 'CHQ PAID-CTS-PUNE-MATOSHRI ENTERPRISES',
      debit: '250.00',
      balance: '1,150.00',
    },
    {
      date: '04/08/2026',
      value_date: '04/08/2026',
      narration: 'BY CASH',
      credit: '50.00',
      balance: '1,200.00',
    },
  ])
  expect(findings(drawing)).toEqual([])
})

test.each(['Cheque Details', 'Ref/Chq', 'Instr. No.', 'Chq & Ref No', 'Tran Ref'])(
  'the numbers of payments may stand under "%s"',
  (heading) => {
    const drawing = twoColumns.replace('Chq./Ref.No.', heading.padEnd('Chq./Ref.No.'.length))
    expect(lines(drawing)[2]).toMatchObject({ reference: '117044' })
  },
)

test('codes of the branch are found in a sentence', () => {
  const drawing = twoColumns.replace(
    'Statement From',
    'Account no. 220602172677 · IFSC SBIN0144640 · MICR 351030776\nStatement From',
  )
  expect(textsOf(statement(drawing).head)).toMatchObject({ micr: '351030776' })
})

test('a text may stand around the row of its amounts, and the number of the row is none of its values', () => {
  const drawing = `
Bank of Baroda
Account Number : 123456789012
SR NO  TRAN DATE   VALUE DATE   DESCRIPTION                 CHEQUE NO   DEBIT       CREDIT      BALANCE
                                UPI/609876543210/PAYMENT
1      02-04-2026  02-04-2026   FROM PHONE/TEJAS            101         500.00                  1,500.00 Dr
                                OF INDIA
                                NEFT-N123456789-KULKARNI
2      03-04-2026  03-04-2026   GENERAL STORES-RENT                     300.00                  1,800.00 Dr
                                HDFC0000123
`
  expect(lines(drawing)).toEqual([
    {
      date: '02-04-2026',
      value_date: '02-04-2026',
      narration: 'UPI/609876543210/PAYMENT FROM PHONE/TEJAS OF INDIA',
      reference: '101',
      debit: '500.00',
      balance: '1,500.00 Dr',
    },
    {
      date: '03-04-2026',
      value_date: '03-04-2026',
      narration: 'NEFT-N123456789-KULKARNI GENERAL STORES-RENT HDFC0000123',
      debit: '300.00',
      balance: '1,800.00 Dr',
    },
  ])
  expect(statement(drawing).columns).toMatchObject({ narration: 'DESCRIPTION' })
  expect(findings(drawing)).toEqual([])
})
