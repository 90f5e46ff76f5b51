import { describe, expect, test } from 'bun:test'
import { balanceOf, totalOf } from '../../../src/bridge/vouchers/voucher.ts'
import { vouchersOf } from '../../../src/bridge/vouchers/vouchers-of.ts'
import {
  ledgersOf,
  mappings,
  oil,
  parties,
  partOf,
  plain,
  seller,
  soap,
  today,
  voucherOf,
} from '../../support/bill-vouchers.ts'
import { demoScans, shopMappings } from '../../support/delivered.ts'

describe('a bill', () => {
  test('credits the seller and debits purchases and the taxes', () => {
    const voucher = voucherOf(plain)
    expect(ledgersOf(voucher)).toEqual([
      ['Shree Traders', -105_000],
      ['Purchase', 100_000],
      ['Input CGST', 2500],
      ['Input SGST', 2500],
    ])
    expect(voucher).toMatchObject({
      kind: 'purchase',
      date: '2026-08-03',
      reference: 'ST/118',
      narration: 'Bill ST/118, bill.pdf',
      tax: {
        partyGstin: '27AAPFU0939F1ZV',
        partyState: 'Maharashtra',
        placeOfSupply: 'Maharashtra',
      },
    })
  })

  test('is entered under today where the shop wants that, with the date of the paper beside it', () => {
    const voucher = voucherOf(plain, shopMappings({ parties, settings: { date_from: 'today' } }))
    expect(voucher).toMatchObject({ date: today, referenceDate: '2026-08-03' })
  })

  test('is due by its due date, else by its terms', () => {
    const due = voucherOf({ ...plain, head: { ...plain.head, 'Due Date': '02/09/2026' } })
    expect(due.entries[0]?.bill).toEqual({ name: 'ST/118', type: 'New Ref', dueDays: 30 })
    const terms = voucherOf({ ...plain, head: { ...plain.head, Terms: 'Net 15 Days' } })
    expect(terms.entries[0]?.bill?.dueDays).toBe(15)
  })

  test('takes the ledger of a rate before the one for all rates', () => {
    const ledgers = {
      ...mappings.ledgers,
      'purchase:5': 'Purchase 5%',
      'cgst_input:2.5': 'CGST 2.5',
    }
    expect(ledgersOf(voucherOf(plain, { ...mappings, ledgers }))).toEqual([
      ['Shree Traders', -105_000],
      ['Purchase 5%', 100_000],
      ['CGST 2.5', 2500],
      ['Input SGST', 2500],
    ])
  })

  test('of two rates is divided by what the lines say', () => {
    const voucher = voucherOf(
      {
        head: {
          ...seller,
          'Invoice No': '7',
          'Invoice Date': '03/08/2026',
          CGST: '34.00',
          SGST: '34.00',
          Total: '1,168.00',
        },
        lines: [
          { ...oil, 'GST %': '5%', Amount: '1,000.00' },
          { ...soap, 'GST %': '18%', Amount: '100.00' },
        ],
      },
      {
        ...mappings,
        ledgers: { ...mappings.ledgers, 'cgst_input:9': 'CGST 9', 'purchase:18': 'Dear' },
      },
    )
    expect(ledgersOf(voucher)).toEqual([
      ['Shree Traders', -116_800],
      ['Purchase', 100_000],
      ['Dear', 10_000],
      ['Input CGST', 2500],
      ['CGST 9', 900],
      ['Input SGST', 3400],
    ])
  })

  test('enters freight, packing, discount and rounding as they are printed', () => {
    const voucher = voucherOf({
      head: {
        ...seller,
        'Invoice No': '8',
        'Invoice Date': '03/08/2026',
        Discount: '100.00',
        Freight: '40.00',
        'Packing Charges': '10.00',
        CGST: '22.50',
        SGST: '22.50',
        'Round Off': '0.00',
        Total: '995.00',
      },
      lines: [{ ...oil, 'GST %': '5%', Amount: '1,000.00' }],
    })
    expect(ledgersOf(voucher)).toEqual([
      ['Shree Traders', -99_500],
      ['Purchase', 90_000],
      ['Freight', 4000],
      ['Purchase Expenses', 1000],
      ['Input CGST', 2250],
      ['Input SGST', 2250],
    ])
  })

  test('with a rounding that is printed without its sign goes by its total', () => {
    const head = { ...plain.head, 'Taxable Value': '1,000.40', 'Less Round Off': '0.40' }
    const lines = [{ Description: 'Oil', 'GST %': '5%', Amount: '1,000.40' }]
    expect(ledgersOf(voucherOf({ head, lines }))).toContainEqual(['Round Off', -40])
  })

  test('where TCS is collected enters it', () => {
    const head = { ...plain.head, 'TCS @ 0.1%': '1.05', Total: '1,051.05' }
    expect(ledgersOf(voucherOf({ ...plain, head }))).toContainEqual(['TCS', 105])
  })

  test('under reverse charge owes the seller no tax', () => {
    const { CGST: _cgst, SGST: _sgst, ...head } = plain.head
    const voucher = voucherOf({
      ...plain,
      head: { ...head, 'Reverse Charge': 'Yes', Total: '1,000.00' },
    })
    expect(ledgersOf(voucher)).toEqual([
      ['Shree Traders', -100_000],
      ['Purchase', 100_000],
    ])
    expect(voucher.tax.isReverseCharge).toBe(true)
  })

  test('from another state has IGST, and our state as the place of supply', () => {
    const { CGST: _cgst, SGST: _sgst, ...head } = plain.head
    const voucher = voucherOf(
      { ...plain, head: { ...head, GSTIN: '24AFRFA1455R1ZN', IGST: '50.00' } },
      shopMappings({ parties: [{ gstin: '', name: 'SHREE  traders', ledger: 'Shree, Surat' }] }),
    )
    expect(ledgersOf(voucher)).toContainEqual(['Input IGST', 5000])
    expect(voucher).toMatchObject({
      party: 'Shree, Surat',
      tax: { partyState: 'Gujarat', placeOfSupply: 'Maharashtra' },
    })
  })
})

describe('a bill that is handwritten', () => {
  test('without rates asks for the ledgers without rates, where its tax is at no one rate', () => {
    const head = { ...plain.head, CGST: '31.17', SGST: '31.17', Total: '1,062.34' }
    const lines = [{ Description: 'Oil', Amount: '1,000.00' }]
    const { problems } = partOf({ head, lines }, { ...mappings, ledgers: {} })
    expect(problems.map(({ field }) => field)).toEqual([
      'ledger:purchase',
      'ledger:cgst_input',
      'ledger:sgst_input',
    ])
  })

  test('without rates is of the one rate that its tax comes to', () => {
    const lines = [{ Description: 'Oil', Amount: '1,000.00' }]
    const { problems } = partOf({ head: plain.head, lines }, { ...mappings, ledgers: {} })
    expect(problems[0]?.field).toBe('ledger:purchase:5')
  })
})

describe('a note', () => {
  test('of credit is our debit note, against the bill that it names', () => {
    const head = { ...plain.head, 'Document Type': 'CREDIT NOTE', 'Original Invoice No': 'ST/90' }
    const voucher = voucherOf({ ...plain, head })
    expect(voucher.kind).toBe('debit_note')
    expect(ledgersOf(voucher)[0]).toEqual(['Shree Traders', 105_000])
    expect(voucher.entries[0]?.bill).toEqual({ name: 'ST/90', type: 'Agst Ref' })
  })

  test.each([
    'credit_note',
    'Credit-Note',
    'CREDITNOTE',
    'Cr. Note',
    'Cr Note',
    'CN',
    'C.N.',
    'CRN',
    'Sales Return',
  ])('of credit may call itself %s', (type) => {
    expect(voucherOf({ ...plain, head: { ...plain.head, 'Document Type': type } }).kind).toBe(
      'debit_note',
    )
  })

  test.each(['debit_note', 'Debit-Note', 'Dr. Note', 'DBN'])('of debit %s', (type) => {
    expect(voucherOf({ ...plain, head: { ...plain.head, 'Document Type': type } }).kind).toBe(
      'credit_note',
    )
  })

  test.each(['Tax Invoice', 'Tax Invoice cum Delivery Challan', 'Cash/Credit Memo'])(
    'is not what calls itself %s',
    (type) => {
      expect(voucherOf({ ...plain, head: { ...plain.head, 'Document Type': type } }).kind).toBe(
        'purchase',
      )
    },
  )

  test('of credit may print its amounts below zero', () => {
    const head = {
      ...plain.head,
      'Document Type': 'Credit Note',
      'Taxable Value': '-1,000.00',
      CGST: '-25.00',
      SGST: '-25.00',
      Total: '-1,050.00',
    }
    const lines = [{ Description: 'Oil', 'GST %': '5%', Amount: '-1,000.00' }]
    expect(ledgersOf(voucherOf({ head, lines }))).toEqual([
      ['Shree Traders', 105_000],
      ['Purchase', -100_000],
      ['Input CGST', -2500],
      ['Input SGST', -2500],
    ])
  })

  test('of debit, by which we owe more, is our credit note', () => {
    const head = { ...plain.head, 'Document Type': 'DEBIT NOTE' }
    const voucher = voucherOf({ ...plain, head })
    expect(voucher.kind).toBe('credit_note')
    expect(ledgersOf(voucher)[0]).toEqual(['Shree Traders', -105_000])
  })
})

test('every bill of the demo is a voucher of its total, once its seller is known', () => {
  const scans = demoScans('vendor_invoice')
  expect(scans.length).toBeGreaterThan(100)
  for (const scan of scans) {
    const [part] = vouchersOf({ kind: 'scan', scan }, mappings, today)
    const others = part?.problems.filter(({ field }) => !field.startsWith('party:'))
    expect(others, scan.filename).toEqual([])
    expect(part?.voucher && balanceOf(part.voucher), scan.filename).toBe(0)
    const [printed = ''] = /[\d,]+\.\d\d/.exec(String(scan.data.invoice_metadata['total'])) ?? []
    expect(part?.voucher && totalOf(part.voucher), scan.filename).toBe(
      Number(printed.replace(/\D/g, '')),
    )
  }
})

test('every bill of the demo is a voucher of stock items too, once they are known', () => {
  const units = ['', 'Pcs'].map((ours) => ({ ours, theirs: 'Nos' }))
  for (const scan of demoScans('vendor_invoice')) {
    const items = scan.data.line_items.map((line) => ({
      name: String(line['product_name'] ?? line['description']),
      sku: '',
      item: 'Something',
      unit: String(line['unit'] ?? 'Nos'),
    }))
    const theirs = shopMappings({ items, units, settings: { invoice_as: 'items' } })
    const [part] = vouchersOf({ kind: 'scan', scan }, theirs, today)
    const others = part?.problems.filter(({ field }) => !field.startsWith('party:'))
    expect(others, scan.filename).toEqual([])
    expect(part?.voucher?.items.length, scan.filename).toBe(scan.data.line_items.length)
    expect(part?.voucher && balanceOf(part.voucher), scan.filename).toBe(0)
  }
})
