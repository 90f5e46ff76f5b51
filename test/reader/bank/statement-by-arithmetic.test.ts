import { expect, test } from 'bun:test'
import { textsOf } from '../../../src/reader/page.ts'
import { drawnPage } from '../drawn-page.ts'
import { read } from '../read-drawing.ts'
import { findings, lines, statement, top } from './drawn-statement.ts'

/* Statements that are read by arithmetic rather than by what stands over their columns. */

test('columns without headings are told by the balances that go on', () => {
  const drawing = `
BANK OF MAHARASHTRA
KULKARNI GENERAL STORES
A/C 60123456789
23/04/2026  BY CASH                       S92673             4,500.00    70,735.84Cr
24/04/2026  POS SETTLEMENT TID 6671       44256945           1,392.00    72,127.84Cr
24/04/2026  POS FUEL STATION KARVE RD     93460797 3,929.00              68,198.84Cr
            PUNE
26/04/2026  ACH D- CHIT FUND EMI          15110684 1,549.00              66,649.84Cr
28/04/2026  UPI/CR/SANJAY KALE            26201211           1,003.00    67,652.84Cr
`
  expect(lines(drawing)).toEqual([
    {
      date: '23/04/2026',
      narration: 'BY CASH',
      reference: 'S92673',
      credit: '4,500.00',
      balance: '70,735.84Cr',
    },
    {
      date: '24/04/2026',
      narration: 'POS SETTLEMENT TID 6671',
      reference: '44256945',
      credit: '1,392.00',
      balance: '72,127.84Cr',
    },
    {
      date: '24/04/2026',
      narration: 'POS FUEL STATION KARVE RD PUNE',
      reference: '93460797',
      debit: '3,929.00',
      balance: '68,198.84Cr',
    },
    {
      date: '26/04/2026',
      narration: 'ACH D- CHIT FUND EMI',
      reference: '15110684',
      debit: '1,549.00',
      balance: '66,649.84Cr',
    },
    {
      date: '28/04/2026',
      narration: 'UPI/CR/SANJAY KALE',
      reference: '26201211',
      credit: '1,003.00',
      balance: '67,652.84Cr',
    },
  ])
  expect(textsOf(statement(drawing).head)).toMatchObject({
    bank_name: 'BANK OF MAHARASHTRA',
    account_no: '60123456789',
    account_name: 'KULKARNI GENERAL STORES',
    opening_balance: '66235.84',
  })
  expect(findings(drawing)).toEqual([])
})

test('"Pay Bill" in a text makes no bill of movements without headings', () => {
  const drawing = `
BANK OF MAHARASHTRA
A/C 60123456789
23/04/2026  BY CASH                       S92673             4,500.00    70,735.84Cr
24/04/2026  UPI/DR/VISHAL STEEL/paytm/PAY 44256945           1,392.00    72,127.84Cr
            BILL
25/04/2026  POS FUEL STATION KARVE RD     93460797 3,929.00              68,198.84Cr
26/04/2026  ACH D- CHIT FUND EMI          15110684 1,549.00              66,649.84Cr
`
  expect(statement(drawing).kind).toBe('bank statement')
  expect(lines(drawing)).toHaveLength(4)
})

test('amounts that stand far from their headings keep their columns', () => {
  const drawing = `${top}
Date       Narration              Amount              Balance
02/08/2026 UPI/TEJAS                   300.00 Dr             700.00 Cr
03/08/2026 CASH DEPOSIT                900.50 Cr           1,600.50 Cr
04/08/2026 NEFT SAHYOG                 100.50 Dr           1,500.00 Cr
05/08/2026 CASH DEPOSIT                500.00 Cr           2,000.00 Cr
`
  expect(lines(drawing)).toMatchObject([
    { debit: '300.00', balance: '700.00 Cr' },
    { credit: '900.50', balance: '1,600.50 Cr' },
    { debit: '100.50', balance: '1,500.00 Cr' },
    { credit: '500.00', balance: '2,000.00 Cr' },
  ])
})

const table = (from: string, to: string) => `
Date         Particulars                  Debit          Credit         Balance
02/08/2026   UPI/TEJAS                    300.00                        ${from}
03/08/2026   A/c no 99998888777 CASH                     900.50         ${to}
`

test.each([
  ['11112222333', '44445555666'],
  ['11112226666', '44445556666'],
])(
  'each account of a file is a statement of its own, also where both are on one page: %s, %s',
  (one, other) => {
    const drawing = `
FEDERAL BANK
KULKARNI GENERAL STORES
Account No : ${one}
${table('700.00', '1,600.50')}


FEDERAL BANK
KULKARNI GENERAL STORES
Account No : ${other}
${table('9,700.00', '10,600.50')}
`
    const documents = read(drawnPage(drawing))
    expect(
      documents.map(({ head }) => [head['account_no']?.text, head['closing_balance']?.text]),
    ).toEqual([
      [one, '1600.50'],
      [other, '10600.50'],
    ])
    expect(documents.map((document) => document.lines.length)).toEqual([2, 2])
  },
)

test('"Dr/Cr" beside two columns of amounts is the side of the balance', () => {
  const drawing = `${top}
Date         Particulars              Withdrawals    Deposits       Balance      DR/CR
             Opening Balance                                        1,000.00     DR
02/08/2026   UPI/TEJAS                300.00                        1,300.00     DR
03/08/2026   CASH DEPOSIT                            1,900.50       600.50       CR
`
  expect(lines(drawing)).toMatchObject([
    { debit: '300.00', balance: '1,300.00 Dr' },
    { credit: '1,900.50', balance: '600.50 Cr' },
  ])
  expect(lines(drawing).some((line) => 'dr_cr' in line)).toBe(false)
  expect(statement(drawing).head['opening_balance']?.text).toBe('1,000.00 DR')
  expect(findings(drawing)).toEqual([])
})

test('what a credit account owes is printed without a sign, and is a balance below zero', () => {
  const drawing = `${top}
Date         Particulars              Debit          Credit         Balance
             Brought Forward                                        1,000.00
02/08/2026   UPI/TEJAS                300.00                        1,300.00
03/08/2026   CASH DEPOSIT                            500.00         800.00
`
  expect(lines(drawing)).toMatchObject([{ balance: '1,300.00 Dr' }, { balance: '800.00 Dr' }])
  expect(textsOf(statement(drawing).head)).toMatchObject({
    opening_balance: '1,000.00 Dr',
    closing_balance: '-800.00',
  })
  expect(findings(drawing)).toEqual([])
})

test('the side on which nothing moved may say 0.00', () => {
  const drawing = `${top}
Date         Particulars              Debit          Credit         Balance
02/08/2026   UPI/TEJAS                300.00         0.00           700.00
03/08/2026   CASH DEPOSIT             0.00           900.50         1,600.50
`
  expect(lines(drawing)).toEqual([
    { date: '02/08/2026', narration: 'UPI/TEJAS', debit: '300.00', balance: '700.00' },
    { date: '03/08/2026', narration: 'CASH DEPOSIT', credit: '900.50', balance: '1,600.50' },
  ])
})

test('days without a year have that of the statement, also over the turn of one', () => {
  const drawing = `
Account No :  220602172677
Statement From 15/12/2025 to 14/01/2026
Date      Particulars              Debit          Credit         Balance
28 Dec    UPI/TEJAS                300.00                        700.00
03 Jan    CASH DEPOSIT                            900.50         1,600.50
`
  expect(lines(drawing)).toMatchObject([{ date: '28 Dec 2025' }, { date: '03 Jan 2026' }])
})

test('a head may have no labels at all', () => {
  const drawing = `
YES BANK
Statement for the month of April 2026
MEERA TRADERS
SHOP 4 LAXMI ROAD
808358478073 | Current Account | INR
YESB0757466 | PUNE CAMP
Date         Particulars              Debit          Credit         Balance
02/04/2026   UPI/TEJAS                300.00                        700.00
03/04/2026   CASH DEPOSIT                            900.50         1,600.50
`
  expect(textsOf(statement(drawing).head)).toMatchObject({
    bank_name: 'YES BANK',
    account_name: 'MEERA TRADERS',
    account_no: '808358478073',
    ifsc: 'YESB0757466',
    statement_from: '1 April 2026',
    statement_to: '30 April 2026',
  })
})

test('two balances in one sentence are told apart', () => {
  const drawing = `${top}
Date         Particulars              Amount         Balance
02/08/2026   UPI/TEJAS                300.00         700.00
03/08/2026   CASH DEPOSIT             900.50         1,600.50

Opening Balance: 1,000.00 Closing Balance: 1,600.50
`
  expect(textsOf(statement(drawing).head)).toMatchObject({
    opening_balance: '1,000.00',
    closing_balance: '1,600.50',
  })
  expect(lines(drawing)).toMatchObject([{ debit: '300.00' }, { credit: '900.50' }])
})

test('pages of a passbook that lie off, and say nothing of their columns, have those of the first', () => {
  const first = `
BANK OF INDIA
Name KULKARNI GENERAL STORES
A/C NO. 60123456789 CUST ID 470949069
IFSC / MICR : BKID0000575 / 411002003
DATE         PARTICULARS              CHQ NO       WITHDRAWAL   DEPOSIT      BALANCE
02/04/2026   BY CASH                                            500.00       1,500.00Cr
`
  const second = `
      03/04/2026   UPI/POOJA HOME APP PAY   654667701169 300.00                    1,200.00Cr
                   BILL
      04/04/2026   CHQ PAID SPARKLE HOME    559587       200.00                    1,000.00Cr
                   CARE
      05/04/2026   BY CASH                                            500.00       1,500.00Cr
`
  expect(lines(first, second)).toMatchObject([
    { narration: 'BY CASH', credit: '500.00' },
    { narration: 'UPI/POOJA HOME APP PAY BILL', reference: '654667701169', debit: '300.00' },
    { narration: 'CHQ PAID SPARKLE HOME CARE', reference: '559587', debit: '200.00' },
    { narration: 'BY CASH', credit: '500.00' },
  ])
  expect(textsOf(statement(first, second).head)).toMatchObject({
    account_name: 'KULKARNI GENERAL STORES',
    account_no: '60123456789',
    customer_id: '470949069',
    ifsc: 'BKID0000575',
    micr: '411002003',
  })
})

test('the last row of a page keeps all of its text, and a day that goes over two rows its year', () => {
  const drawing = `${top}
Date            Description                  Chq/Ref No      Debit        Credit       Balance
August 20,      UPI/TEJAS ELECTRIC           654667701169    300.00                    700.00
2026            STORES                       0042
August 21,      NEFT CR KRISHNA              N6059840968792               500.00       1,200.00
2026            CATERERS                     80
`
  expect(lines(drawing)).toMatchObject([
    {
      date: 'August 20, 2026',
      narration: 'UPI/TEJAS ELECTRIC STORES',
      reference: '6546677011690042',
    },
    {
      date: 'August 21, 2026',
      narration: 'NEFT CR KRISHNA CATERERS',
      reference: 'N605984096879280',
    },
  ])
})
