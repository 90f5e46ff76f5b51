import { describe, expect, test } from 'bun:test'
import { makeGstin } from '../../../src/platform/gst/gstin.ts'
import type { Category } from '../../../src/paper/categories.ts'
import { checkDocument } from '../../../src/paper/checks/check-document.ts'

type Fields = Record<string, string>
type Paper = { category?: Category; head?: Fields; lines: Fields[]; ownGstin?: string }

const maharashtra = '27AAPFU0939F1ZV'
const delhi = makeGstin('07', 'AAACF4433E', '2')

const bill: Fields = {
  invoice_no: 'A/26-27/118',
  invoice_date: '05/11/2026',
  vendor_name: 'Acme Traders',
  gstin: maharashtra,
}

function findingsIn({ category = 'vendor_invoice', head = {}, lines, ownGstin }: Paper) {
  const against = { today: '2026-11-22', ownGstin: ownGstin ?? null }
  const whole = category === 'vendor_invoice' ? { ...bill, ...head } : head
  return checkDocument({ category, head: whole, lines }, against)
}

describe('nothing is found in a bill', () => {
  const papers: Record<string, Paper> = {
    'with a round-off in brackets': {
      head: {
        taxable_value: '1,000.50',
        cgst: '25.01',
        sgst: '25.01',
        round_off: '(-)0.52',
        total: '1,050.00',
      },
      lines: [{ description: 'Rice', qty: '3 Bag', rate: '333.50', amount: '1,000.50' }],
    },
    'with a round-off to be taken away that has no sign': {
      head: {
        taxable_value: '1,000.38',
        igst: '50.02',
        round_off: '0.40',
        total: '1,050',
        gstin: delhi,
      },
      lines: [{ qty: '2', rate: '500.19', amount: '1,000.38' }],
    },
    'whose total is rounded without a word': {
      head: { cgst: '9.09', sgst: '9.09', total: '119' },
      lines: [{ qty: '1', rate: '101.00', amount: '101.00', gst_rate: '18%' }],
    },
    'whose subtotal is before the discounts of its lines': {
      head: {
        subtotal: '200.00',
        discount: '20.00',
        taxable_value: '180.00',
        cgst: '4.50',
        sgst: '4.50',
        total: '189.00',
      },
      lines: [{ qty: '2', rate: '100.00', discount_pct: '10', amount: '180.00', gst_rate: '5%' }],
    },
    'with free goods': {
      head: { taxable_value: '1000.00', cgst: '25.00', sgst: '25.00', total: '1050.00' },
      lines: [
        { qty: '10+2', rate: '100.00', amount: '1000.00', gst_rate: '5' },
        { qty: '1', rate: '', amount: '0.00', gst_rate: '5', description: 'Free mug' },
      ],
    },
    'with prices that have the tax in them': {
      head: { taxable_value: '100.00', cgst: '9.00', sgst: '9.00', total: '118.00' },
      lines: [{ qty: '2', rate: '59.00', amount: '118.00', gst_rate: '18%' }],
    },
    'that prints both rates, with and without tax': {
      head: { taxable_value: '200.00', cgst: '18.00', sgst: '18.00', total: '236.00' },
      lines: [
        { qty: '2', rate_incl_tax: '118.00', rate: '100.00', amount: '200.00', gst_rate: '18%' },
      ],
    },
    'of a composition seller, who charges no tax': {
      head: { total: '236.00', gstin: maharashtra },
      lines: [{ qty: '2 Kg', rate: '118.00', amount: '236.00' }],
    },
    'without a number and without a GSTIN': {
      head: { invoice_no: '', gstin: '', total: 'Rs. 236/-' },
      lines: [{ qty: '2', rate: '118', amount: '236' }],
    },
    'under reverse charge, whose tax the buyer pays': {
      head: {
        reverse_charge: 'Yes',
        taxable_value: '5,000.00',
        cgst: '125.00',
        sgst: '125.00',
        total: '5,000.00',
      },
      lines: [{ description: 'Goods transport', hsn: '996511', amount: '5,000.00' }],
    },
    'with a discount on each line': {
      head: {
        taxable_value: '1,710.00',
        cgst: '42.75',
        sgst: '42.75',
        round_off: '0.50',
        total: '1,796.00',
      },
      lines: [
        { qty: '10', rate: '100.00', discount: '10%', amount: '900.00', gst_rate: '5%' },
        { qty: '10', rate: '90.00', discount: '90.00', amount: '810.00', gst_rate: '5%' },
      ],
    },
    'whose lines are before their discount': {
      head: {
        subtotal: '1,000.00',
        discount: '50.00',
        taxable_value: '950.00',
        igst: '47.50',
        round_off: '0.50',
        total: '998.00',
        gstin: delhi,
      },
      lines: [{ qty: '10', rate: '100.00', discount_pct: '5', amount: '1,000.00', gst_rate: '5%' }],
    },
    'with freight and packing': {
      head: {
        subtotal: '1,000.00',
        freight: '100.00',
        'Packing Charges': '50.00',
        taxable_value: '1,150.00',
        cgst: '103.50',
        sgst: '103.50',
        total: '1,357.00',
      },
      lines: [{ qty: '4', rate: '250.00', amount: '1,000.00', gst_rate: '18' }],
    },
    'with a cess': {
      head: {
        taxable_value: '1,000.00',
        cgst: '140.00',
        sgst: '140.00',
        cess: '120.00',
        total: '1,400.00',
      },
      lines: [{ hsn: '22021010', qty: '20', rate: '50.00', amount: '1,000.00', gst_rate: '28%' }],
    },
    'with rates of a dozen': {
      head: { total: '240.00', gstin: '' },
      lines: [{ qty: '24 Pcs', unit: 'Doz', rate: '120.00', amount: '240.00' }],
    },
    'with weighed goods, rounded by hand': {
      head: { gstin: '', total: '99' },
      lines: [{ qty: '2.350 Kg', rate: '42', amount: '99' }],
    },
    'whose rates were rounded when they were printed': {
      head: {
        taxable_value: '847.50',
        cgst: '76.28',
        sgst: '76.28',
        round_off: '-0.06',
        total: '1,000.00',
      },
      lines: [{ qty: '1000', rate: '0.85', amount: '847.50', gst_rate: '18%' }],
    },
    'with tax and total on each line': {
      head: { taxable_value: '300.00', cgst: '14.50', sgst: '14.50', total: '329.00' },
      lines: [
        {
          qty: '1',
          rate: '100.00',
          taxable_value: '100.00',
          cgst_rate: '2.5%',
          cgst: '2.50',
          sgst_rate: '2.5%',
          sgst: '2.50',
          total: '105.00',
        },
        {
          qty: '2',
          rate: '100.00',
          taxable_value: '200.00',
          cgst: '6% 12.00',
          sgst: '6% 12.00',
          gst_rate: '12',
          total: '224.00',
        },
      ],
    },
    'of a chemist': {
      head: { subtotal: '1,904.76', cgst: '47.62', sgst: '47.62', total: '2,000.00' },
      lines: [
        {
          description: 'Paracetamol 650',
          hsn: '30049099',
          pack: '10 Tab',
          batch_no: 'AX12',
          expiry_date: '12/27',
          mrp: '105.00',
          qty: '20',
          rate: '100.00',
          gst_rate: '5',
          amount: '1,904.76',
        },
      ],
    },
    'with tax on all of it, rounded to the rupee': {
      head: { taxable_value: '2,346.00', cgst: '211.00', sgst: '211.00', total: '2,768.00' },
      lines: [{ qty: '2', rate: '1,173.00', amount: '2,346.00', gst_rate: '18%' }],
    },
    'sold into a special economic zone': {
      head: {
        buyer_name: 'Zed Exports, SEZ Unit 4',
        place_of_supply: 'Maharashtra',
        taxable_value: '100.00',
        igst: '18.00',
        total: '118.00',
      },
      lines: [{ qty: '1', rate: '100.00', amount: '100.00', gst_rate: '18%' }],
    },
    'of a counter in another state': {
      head: {
        gstin: delhi,
        buyer_gstin: maharashtra,
        taxable_value: '100.00',
        cgst: '9.00',
        sgst: '9.00',
        total: '118.00',
      },
      lines: [{ qty: '1', rate: '100.00', amount: '100.00', gst_rate: '18%' }],
      ownGstin: maharashtra,
    },
    'of a union territory': {
      head: { gstin: '', cgst: '9.00', utgst: '9.00', taxable_value: '100.00', total: '118.00' },
      lines: [{ qty: '1', rate: '100.00', amount: '100.00', gst_rate: '18%' }],
    },
    'that says only what all taxes come to': {
      head: { taxable_value: '100.00', tax_amount: '18.00', total: '118.00' },
      lines: [{ qty: '1', rate: '100.00', amount: '100.00', gst_rate: '18%' }],
    },
    'for services, without quantities': {
      head: { taxable_value: '12,000.00', cgst: '1,080.00', sgst: '1,080.00', total: '14,160.00' },
      lines: [{ description: 'Rent for November', hsn: '997212', amount: '12,000.00' }],
    },
    'of which only the head was typed': {
      head: { taxable_value: '1,000.00', cgst: '25.00', sgst: '25.00', total: '1,050.00' },
      lines: [],
    },
    'that is a note of credit, below zero': {
      head: {
        document_type: 'Credit Note',
        taxable_value: '-100.00',
        cgst: '-9.00',
        sgst: '-9.00',
        total: '-118.00',
      },
      lines: [{ qty: '-1', rate: '100.00', amount: '-100.00', gst_rate: '18%' }],
    },
    'in Hindi digits': {
      head: { total: '₹१,०५०.००', gstin: '' },
      lines: [{ qty: '१०', rate: '१०५', amount: '१,०५०' }],
    },
  }
  test.each(Object.keys(papers))('%s', (name) => {
    const paper = papers[name]
    expect(paper === undefined ? 'no paper' : findingsIn(paper)).toEqual([])
  })
})

describe('nothing is found in a statement', () => {
  const head = {
    account_no: 'XXXX1234',
    statement_from: '01/11/2026',
    statement_to: '10/11/2026',
    opening_balance: '1,000.00',
    closing_balance: '1,300.00',
  }
  const rows: Fields[] = [
    { date: '02/11/2026', narration: 'UPI/abc', debit: '200.00', credit: '', balance: '800.00' },
    { date: '05/11/2026', narration: 'NEFT/x', debit: '', credit: '500.00', balance: '1,300.00' },
  ]
  test.each([
    ['that begins with the oldest row', head, rows],
    ['that begins with the newest row', head, rows.toReversed()],
    ['without balances in its rows', head, rows.map((row) => ({ ...row, balance: '' }))],
    ['without opening and closing balance', { account_no: '1' }, rows],
    [
      'of an overdrawn account, with the side behind each amount',
      { account_no: '1', opening_balance: '100.00 Dr' },
      [
        { date: '02/11/2026', amount: '200.00 Dr', balance: '300.00 Dr' },
        { date: '03/11/2026', amount: '500.00', dr_cr: 'Cr', balance: '200.00 Cr' },
      ],
    ],
    [
      'whose first row brings the balance forward',
      { account_no: '1' },
      [{ narration: 'B/F', balance: '1,000.00' }, ...rows],
    ],
  ])('%s', (_, statement: Fields, lines: Fields[]) => {
    expect(findingsIn({ category: 'bank_entry', head: statement, lines })).toEqual([])
  })
})
