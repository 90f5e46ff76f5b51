import { describe, expect, test } from 'bun:test'
import { writeXlsx } from 'hucre/xlsx'
import { readSheets } from '../../../src/reader/pages/read-file.ts'
import { readBankFile } from '../../../src/reader/bank/bank-file.ts'
import { review } from '../../../src/reader/judge.ts'
import { type ReadDocument, textsOf } from '../../../src/reader/page.ts'
import { bankFiles } from './bank-files.ts'

function readBytes(bytes: Uint8Array): ReadDocument[] {
  return readBankFile({ pages: [], attachments: [{ name: 'statement', bytes }] })
}

function read(text: string): ReadDocument {
  const [document] = readBytes(new TextEncoder().encode(text))
  if (document === undefined) throw new Error('No statement was found.')
  return document
}

const texts = (text: string) => {
  const { head, lines } = read(text)
  return { head: textsOf(head), lines: lines.map(textsOf) }
}

function findings(text: string) {
  return review(read(text), { ownGstin: null, today: '2026-11-22' }).doubts
}

describe('a statement as CSV', () => {
  test('has the bank’s notes over its headings, stars around them, and a summary below', () => {
    expect(texts(bankFiles.hdfc)).toEqual({
      head: {
        account_name: 'KULKARNI GENERAL STORES',
        account_no: '50200012345678',
        bank_name: 'HDFC BANK Ltd.',
        branch: 'LAXMI ROAD',
        ifsc: 'HDFC0000123',
        statement_from: '01/04/2026',
        statement_to: '30/04/2026',
        opening_balance: '10,000.00',
        closing_balance: '12,400.00',
      },
      lines: [
        {
          date: '02/04/26',
          narration: 'UPI-TEJAS ELECTRICALS-TEJAS@OKSBI PAYMENT',
          reference: '0000609876543210',
          value_date: '02/04/26',
          debit: '600.00',
          balance: '9,400.00',
        },
        {
          date: '03/04/26',
          narration: 'CASH DEPOSIT',
          reference: '000000000000',
          value_date: '03/04/26',
          credit: '3,000.00',
          balance: '12,400.00',
        },
      ],
    })
    expect(findings(bankFiles.hdfc)).toEqual([])
  })

  test.each([';', '\t', '|'])('is divided by "%s" as well', (delimiter) => {
    const text = bankFiles.plain.replaceAll(',', delimiter)
    expect(texts(text).lines).toHaveLength(3)
  })

  test('is read in UTF-16 and in the old code page of Excel', () => {
    const text = bankFiles.plain.replace('RENT', 'CAFÉ')
    const wide = new Uint8Array([0xff, 0xfe, ...new Uint8Array(Buffer.from(text, 'utf16le'))])
    const old = new Uint8Array(Buffer.from(text, 'latin1'))
    for (const bytes of [wide, old]) {
      expect(readBytes(bytes)[0]?.lines[1]?.['narration']?.text).toBe('CAFÉ')
    }
  })

  test('says what its balances were before the first row, newest first as well', () => {
    const [heading = '', ...rows] = bankFiles.plain.trim().split('\n')
    const turned = [heading, ...rows.toReversed()].join('\n')
    for (const text of [bankFiles.plain, turned]) {
      expect(read(text).head['opening_balance']).toMatchObject({
        text: '1000.00',
        source: 'derived',
      })
      expect(read(text).head['closing_balance']).toMatchObject({ text: '700.00' })
      expect(findings(text).filter(({ key }) => key.includes('balance'))).toEqual([])
    }
  })

  test('with a row that is missing is a doubt about the next one', () => {
    const text = bankFiles.plain.replace(/.*RENT.*\n/, '')
    expect(findings(text)).toContainEqual(expect.objectContaining({ key: 'balance', line: 1 }))
  })

  test('with American days has all of them turned', () => {
    const text = bankFiles.plain
      .replace('01/04/2026', '04/01/2026')
      .replace('02/04/2026', '04/02/2026')
      .replace('13/04/2026', '04/13/2026')
    expect(texts(text).lines.map(({ date }) => date)).toEqual([
      '01/04/2026',
      '02/04/2026',
      '13/04/2026',
    ])
  })

  test('with two columns of references keeps the second under its own heading', () => {
    expect(texts(bankFiles.twoReferences).lines).toEqual([
      {
        date: '01/04/2026',
        reference: 'S1234',
        'Cheque. No./Ref. No.': '778899',
        narration: 'CHEQUE PAID',
        debit: '500.00',
        balance: '500.00',
      },
    ])
  })

  test('keeps the zeros that a spreadsheet would lose', () => {
    const text = bankFiles.plain.replace('RENT,', 'RENT,="000042"')
    expect(texts(text).lines[1]).toMatchObject({ reference: '000042' })
  })
})

describe('a workbook', () => {
  test('is read sheet by sheet, its days and amounts as they are shown', async () => {
    const rows = [
      ['Account No', '50200012345678'],
      [],
      ['Date', 'Narration', 'Withdrawal Amt.', 'Deposit Amt.', 'Closing Balance'],
      [new Date('2026-04-01'), 'RENT', 300.1, null, 699.9],
      [new Date('2026-04-02'), 'CASH', null, 100, 799.9],
    ]
    const bytes = await writeXlsx({
      sheets: [
        { name: 'Notes', rows: [['Notes']] },
        { name: 'April', rows },
      ],
    })
    const [document] = readBankFile({ pages: [], attachments: [], sheets: await readSheets(bytes) })
    expect(document?.lines.map(textsOf)).toEqual([
      { date: '2026-04-01', narration: 'RENT', debit: '300.1', balance: '699.9' },
      { date: '2026-04-02', narration: 'CASH', credit: '100', balance: '799.9' },
    ])
    expect(document?.head['opening_balance']).toMatchObject({ text: '1000.00', source: 'derived' })
  })

  test('that is a table of a web page is one too', () => {
    expect(texts(bankFiles.web).lines).toEqual([
      { date: '01/04/2026', narration: 'RENT & WATER', debit: '300.00', balance: '700.00' },
    ])
  })
})

describe('formats of programs', () => {
  test.each(['ofx1', 'ofx2'] as const)('%s says each movement with its side', (name) => {
    expect(texts(bankFiles[name])).toEqual({
      head: {
        account_no: '50200012345678',
        ifsc: 'HDFC0000123',
        currency: 'INR',
        statement_from: '2026-04-01',
        statement_to: '2026-04-30',
        opening_balance: '1000.00',
        closing_balance: '1200.50',
      },
      lines: [
        {
          date: '2026-04-02',
          narration: 'TEJAS & SONS INVOICE 42',
          reference: '778899',
          debit: '300.00',
        },
        { date: '2026-04-03', narration: 'CASH DEPOSIT BY SELF', credit: '500.50' },
      ],
    })
  })

  test('MT940 says days across the year’s end, reversals and parted texts', () => {
    expect(texts(bankFiles.mt940)).toEqual({
      head: {
        account_no: '50200012345678',
        currency: 'INR',
        statement_from: '2025-12-31',
        statement_to: '2026-01-02',
        opening_balance: '-1000',
        closing_balance: '-1200.50',
      },
      lines: [
        {
          date: '2026-01-01',
          value_date: '2025-12-31',
          narration: 'RENT FOR DECEMBER',
          reference: '778899',
          debit: '300.00',
        },
        {
          date: '2026-01-02',
          value_date: '2026-01-02',
          narration: 'CHEQUE RETURNED UNPAID TEJAS AND SONS',
          reference: 'BANKREF',
          credit: '99.50',
        },
      ],
    })
    expect(findings(bankFiles.mt940)).toEqual([])
  })

  test('CAMT.053 leaves out what is not booked', () => {
    expect(texts(bankFiles.camt)).toEqual({
      head: {
        account_no: '50200012345678',
        account_name: 'KULKARNI GENERAL STORES',
        bank_name: 'HDFC BANK',
        ifsc: 'HDFC0000123',
        currency: 'INR',
        statement_from: '2026-04-01',
        statement_to: '2026-04-30',
        opening_balance: '1000.00',
        closing_balance: '-200.00',
      },
      lines: [
        {
          date: '2026-04-02',
          value_date: '2026-04-03',
          narration: 'INVOICE 42 AND 43',
          reference: 'E2E-1',
          debit: '1200.00',
        },
      ],
    })
  })

  test('is no statement: an invoice, a list of goods, nothing', () => {
    for (const text of ['<Invoice/>', 'sku,name\nA,B', '', '{}', '<table>', ':60F:']) {
      expect(readBytes(new TextEncoder().encode(text))).toEqual([])
    }
  })
})

/** Numbers that are the same in each run. */
function* numbers(seed: number): Generator<number> {
  let state = seed
  for (;;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    yield state
  }
}

describe('a file that is damaged', () => {
  test.each(Object.entries(bankFiles))('is read or is none: %s', (name, text) => {
    const original = new TextEncoder().encode(text)
    const random = numbers(name.length)
    const next = (below: number) => Number(random.next().value) % below
    for (let run = 0; run < 200; run++) {
      const bytes = original.slice(0, next(4) === 0 ? next(original.length) : original.length)
      for (let change = next(20); change > 0 && bytes.length > 0; change--) {
        bytes[next(bytes.length)] = next(256)
      }
      for (const { kind, lines } of readBytes(bytes)) {
        expect(kind).toBe('bank statement')
        expect(lines.length).toBeLessThan(100)
      }
    }
  })
})
