import { describe, expect, test } from 'bun:test'
import { checkDocument } from '../../../src/paper/checks/check-document.ts'

type Fields = Record<string, string>

const seller = '27AAPFU0939F1ZV'
const against = { today: '2026-11-22', ownGstin: null }

const head: Fields = {
  invoice_no: 'A-1',
  invoice_date: '05/11/2026',
  vendor_name: 'Acme Traders',
  gstin: seller,
  place_of_supply: 'Maharashtra',
  taxable_value: '1,000.00',
  cgst: '25.00',
  sgst: '25.00',
  round_off: '0.00',
  total: '1,050.00',
}

const lines: Fields[] = [
  { qty: '4 Bag', rate: '200.00', gst_rate: '5%', amount: '800.00' },
  { qty: '10', rate: '20.00', gst_rate: '5%', amount: '200.00' },
]

function messagesOf(change: Fields, changedLines = lines): string[] {
  const document = {
    category: 'vendor_invoice',
    head: { ...head, ...change },
    lines: changedLines,
  } as const
  return checkDocument(document, against).map(({ line, message }) =>
    line === undefined ? message : `${line}: ${message}`,
  )
}

describe('a bill says where it does not add up', () => {
  test('the total', () => {
    expect(messagesOf({ total: '1,062.00' })).toEqual([
      'Total: ₹12.00 more than its figures come to (₹1,050.00).',
    ])
  })

  test('a line', () => {
    expect(
      messagesOf({}, [
        { qty: '4 Bag', rate: '203.00', gst_rate: '5%', amount: '800.00' },
        ...lines.slice(1),
      ]),
    ).toEqual(['0: Amount: ₹12.00 less than 4 × 203 = ₹812.00.'])
  })

  test('a line of a hundred, whose rate lost its point', () => {
    expect(
      messagesOf({}, [
        { qty: '100', unit: 'Pair', rate: '800', gst_rate: '5%', amount: '800.00' },
        ...lines.slice(1),
      ]),
    ).toEqual(['0: Amount: ₹79,200.00 less than 100 × 800 = ₹80,000.00.'])
  })

  test('a line with a discount', () => {
    const discounted = {
      qty: '4',
      rate: '250.00',
      discount: '10%',
      gst_rate: '5%',
      amount: '800.00',
    }
    expect(messagesOf({}, [discounted, ...lines.slice(1)])).toEqual([
      '0: Amount: ₹100.00 less than 4 × 250 − 10% = ₹900.00.',
    ])
  })

  test('the sum of the lines', () => {
    expect(messagesOf({ taxable_value: '1,010.00' })).toEqual([
      'Taxable value: ₹10.00 more than the lines add up to (₹1,000.00).',
    ])
  })

  test('a round-off that is none', () => {
    expect(messagesOf({ round_off: '12.00', total: '1,062.00' })).toEqual([
      'Round-off: ₹12.00 is more than a rounding takes.',
    ])
  })

  test('CGST and SGST that differ', () => {
    expect(messagesOf({ cgst: '26.00', total: '1,051.00' })).toContain(
      'CGST and SGST are always equal: here they are ₹26.00 and ₹25.00.',
    )
  })

  test('tax that is not what the rates come to', () => {
    expect(messagesOf({ cgst: '90.00', sgst: '90.00', total: '1,180.00' })).toEqual([
      'CGST and SGST: ₹180.00, but the rates of the lines come to ₹50.00.',
    ])
  })

  test('tax of a rate that there is not, on the one line of a bill', () => {
    const one = [{ qty: '1', rate: '1000.00', amount: '1,000.00' }]
    expect(messagesOf({ cgst: '95.00', sgst: '95.00', total: '1,190.00' }, one)).not.toEqual([])
  })

  test('IGST within a state', () => {
    expect(messagesOf({ cgst: '', sgst: '', igst: '50.00' })).toEqual([
      'IGST is charged, but the seller and the place of supply are in one state: that is CGST and SGST.',
    ])
  })

  test('CGST and SGST between states', () => {
    expect(messagesOf({ place_of_supply: '29-Karnataka' })).toEqual([
      'CGST and SGST are charged, but the seller and the place of supply are in two states: that is IGST.',
    ])
  })

  test('a total below zero that is no note of credit', () => {
    expect(messagesOf({ total: '-1,050.00' })).toEqual(['Total: -₹1,050.00 is below zero.'])
  })

  test("somebody else's GSTIN as the buyer's", () => {
    const document = {
      category: 'vendor_invoice',
      head: { ...head, buyer_gstin: seller },
      lines,
    } as const
    const ownGstin = '27AGDFO8688H1ZB'
    expect(checkDocument(document, { ...against, ownGstin })).toMatchObject([
      { key: 'buyer_gstin', code: 'tax' },
    ])
  })

  test.each([
    [{ invoice_no: '' }, 'Bill number is missing.'],
    [{ invoice_date: '' }, 'Bill date is missing.'],
    [{ vendor_name: '', gstin: '' }, 'Seller is missing.'],
    [{ total: '' }, 'Total is missing.'],
  ])('what is missing: %j', (change: Fields, message) => {
    expect(messagesOf(change)).toContain(message)
  })
})

describe('a statement says where it does not add up', () => {
  const account: Fields = {
    account_no: '1',
    statement_from: '01/11/2026',
    statement_to: '10/11/2026',
    opening_balance: '1,000.00',
    closing_balance: '1,300.00',
  }
  const rows: Fields[] = [
    { date: '02/11/2026', debit: '200.00', balance: '800.00' },
    { date: '05/11/2026', credit: '500.00', balance: '1,300.00' },
  ]
  const statement = (change: Fields, changed = rows) => {
    const document = {
      category: 'bank_entry',
      head: { ...account, ...change },
      lines: changed,
    } as const
    return checkDocument(document, against).map(
      ({ line, message }) => `${line ?? 'head'}: ${message}`,
    )
  }

  test('a row', () => {
    expect(statement({}, [rows[0] ?? {}, { ...rows[1], credit: '512.00' }])).toEqual([
      '1: Balance: ₹12.00 less than what came before and this come to (₹1,312.00).',
    ])
  })

  test('a lost row', () => {
    expect(statement({}, rows.slice(1))).toEqual([
      '0: Balance: ₹200.00 less than what came before and this come to (₹1,500.00).',
    ])
  })

  test('the closing balance', () => {
    expect(statement({ closing_balance: '1,312.00' })).toEqual([
      'head: Closing balance: ₹12.00 more than what came before and this come to (₹1,300.00).',
    ])
  })

  test('a row outside its days, and money on both sides', () => {
    expect(statement({ statement_from: '03/11/2026' })).toEqual([
      '0: Date: 02/11/2026 is outside the days of the statement.',
    ])
    expect(statement({}, [{ ...rows[0], credit: '1.00' }, ...rows.slice(1)])).toContain(
      '0: Money in and money out in one row: one of the two is wrong, or is another row’s.',
    )
  })

  test('days the wrong way round', () => {
    expect(statement({ statement_to: '01/10/2026' }, [])).toContain(
      'head: To: the statement ends before it begins.',
    )
  })
})
