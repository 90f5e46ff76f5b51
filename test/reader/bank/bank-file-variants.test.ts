import { describe, expect, test } from 'bun:test'
import { readBankFile } from '../../../src/reader/bank/bank-file.ts'
import { review } from '../../../src/reader/judge.ts'
import { textsOf } from '../../../src/reader/page.ts'
import { bankFiles } from './bank-files.ts'

/* Bank files as banks and spreadsheets vary them. */

function read(text: string) {
  const bytes = new TextEncoder().encode(text)
  return readBankFile({ pages: [], attachments: [{ name: 'statement', bytes }] })
}

function linesOf(text: string) {
  return read(text).flatMap(({ lines }) => lines.map(textsOf))
}

function doubtsOf(text: string) {
  const context = { ownGstin: null, today: '2026-11-22' }
  return read(text).flatMap((document) =>
    review(document, context).doubts.map(({ message }) => message),
  )
}

const moved = [{ debit: '300.00' }, { credit: '900.50' }]

const csv: [what: string, text: string][] = [
  [
    'headings over two rows',
    `Account No,123456789012,,,
"Txn","","Withdrawal","Deposit","Closing"
"Date","Narration","Amount (Rs.)","Amount (Rs.)","Balance"
01/04/2026,UPI,300.00,,700.00
02/04/2026,CASH,,900.50,1600.50`,
  ],
  [
    'a column that says DEBIT and CREDIT',
    `Date,Particulars,Type,Amount,Balance
01/04/2026,UPI,DEBIT,300.00,700.00
02/04/2026,CASH,CREDIT,900.50,1600.50`,
  ],
  [
    'the side behind each amount',
    `Date;Particulars;Amount;Balance
01/04/2026;UPI;300.00 Dr;700.00 Cr
02/04/2026;CASH;900.50Cr;1600.50Cr`,
  ],
  [
    'brackets for what went out',
    `Date,Description,Amount,Balance
2026-04-01,UPI,(300.00),700.00
2026-04-02,CASH,900.50,1600.50`,
  ],
  [
    'a minus in the column of debits',
    `Date,Narration,Debit,Credit,Balance
01/04/2026,UPI,-300.00,0.00,700.00
02/04/2026,CASH,0.00,900.50,1600.50`,
  ],
  [
    'decimal commas, as a spreadsheet in Europe writes them',
    `Date;Narration;Debit;Credit;Balance
01/04/2026;UPI;300,00;;700,00
02/04/2026;CASH;;900,50;1.600,50`,
  ],
]

function rows(from: string, to: string): string {
  return `Date,Narration,Debit,Credit,Balance
01/04/2026,UPI A/c no 99998888777,300.00,,${from}
02/04/2026,CASH,,900.50,${to}`
}

describe('a CSV file of a bank', () => {
  test.each(csv)('has %s', (_what, text) => {
    expect(linesOf(text)).toMatchObject(moved)
    expect(textsOf(read(text)[0]?.head ?? {})).toMatchObject({
      opening_balance: '1000.00',
      closing_balance: '1600.50',
    })
  })

  test('with several accounts is as many statements', () => {
    const text = `Account No,111122223333
${rows('700.00', '1600.50')}
Total,,300.00,900.50,
Account No,444455556666
${rows('9700.00', '10600.50')}`
    expect(read(text).map(({ head }) => head['account_no']?.text)).toEqual([
      '111122223333',
      '444455556666',
    ])
    expect(doubtsOf(text)).toEqual([])
  })

  test.each([
    ['XXXXXXXX3333', '111122223333'],
    ['111122223333', '1111XXXX3333'],
    ['XX3333', '111122223333'],
  ])('is one statement where one account is %s and %s', (first, second) => {
    const text = `Account No,${first}
${rows('700.00', '1600.50')}
Account No,${second}
Date,Narration,Debit,Credit,Balance
03/04/2026,RENT,600.50,,1000.00`
    expect(read(text).map(({ head, lines }) => [head['account_no']?.text, lines.length])).toEqual([
      ['111122223333', 3],
    ])
  })

  test.each(['XXXXXXXX3334', '2222XXXX3333'])(
    'is two where what %s shows is not of 111122223333',
    (other) => {
      const text = `Account No,111122223333
${rows('700.00', '1600.50')}
Account No,${other}
${rows('9700.00', '10600.50')}`
      expect(read(text)).toHaveLength(2)
    },
  )

  test('whose amounts have no side and no balance that says it is doubted', () => {
    const text = `Account No,111122223333,,
Date,Narration,Amount,Balance
01/04/2026,UPI,300.00,
02/04/2026,CASH,900.50,`
    expect(doubtsOf(text)).toContain('Amount: nothing says whether it came in or went out.')
  })

  test.each(['', 'a,b,c\n1,2,3', '\0\0\0\0', '\u{1F4A9}'.repeat(500), '<table><tr>'])(
    'is none that says %j',
    (text) => {
      expect(read(text)).toEqual([])
    },
  )
})

describe('a file that programs write', () => {
  test('has several accounts', () => {
    const ofx = bankFiles.ofx1.replace(
      /<STMTRS>.*<\/STMTRS>/s,
      (statement) => `${statement}${statement.replace('50200012345678', '50200099999999')}`,
    )
    expect(read(ofx).map(({ head }) => head['account_no']?.text)).toEqual([
      '50200012345678',
      '50200099999999',
    ])
  })

  test('as OFX without signs says by kinds what went out', () => {
    const unsigned = bankFiles.ofx1.replace('-300.00', '300.00')
    expect(linesOf(unsigned)).toMatchObject([{ debit: '300.00' }, { credit: '500.50' }])
  })

  test('as OFX with a plus alone says that it came in, whatever its kind', () => {
    const refunded = bankFiles.ofx1
      .replace('-300.00', '300.00')
      .replace('<TRNTYPE>CREDIT', '<TRNTYPE>FEE')
      .replace('500.50', '+500.50')
    expect(linesOf(refunded)).toMatchObject([{ debit: '300.00' }, { credit: '500.50' }])
  })

  test('that is cut off is doubted, not delivered', () => {
    const cutOff = 'The file ends before the end of the statement: it may be cut off.'
    for (const text of [bankFiles.ofx1, bankFiles.mt940]) {
      expect(doubtsOf(text)).not.toContain(cutOff)
      expect(doubtsOf(text.slice(0, text.length * 0.7))).toContain(cutOff)
    }
  })
})
