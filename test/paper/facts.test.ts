import { describe, expect, test } from 'bun:test'
import { FormatRegistry } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import * as fc from 'fast-check'
import type { Category } from '../../src/paper/categories.ts'
import {
  deliveredFacts,
  type DeliveredFacts,
  exampleFacts,
  factsSchema,
} from '../../src/paper/delivered-facts.ts'
import { factsOf } from '../../src/paper/facts.ts'
import { documentOf } from '../../src/paper/paper.ts'
import { normaliseDocument } from '../../src/paper/rules/normalise.ts'
import { readDay } from '../../src/paper/values.ts'
import { compileRules } from '../../src/paper/rules/rules.ts'
import type { JsonObject } from '../../src/platform/json/json.ts'

describe('facts of a bill', () => {
  test('are typed, whatever the paper prints', () => {
    const facts = factsOfPaper({
      'Bill No.': 'A-41',
      Dated: '05-Nov-26',
      Supplier: 'Acme',
      GSTIN: '27 AAPFU0939F 1ZV',
      'Taxable Value': '₹17,600.00',
      CGST: '9% 1,584.00',
      SGST: '1584/-',
      'Round Off': '(-)0.40',
      Total: 'Rs. 20,767.60',
      'Place of Supply': '27-Maharashtra',
    })
    expect(facts).toMatchObject({
      kind: 'bill',
      number: 'A-41',
      date: '2026-11-05',
      seller: { name: 'Acme', gstin: '27AAPFU0939F1ZV' },
      currency: 'INR',
      place_of_supply: '27',
      taxable_value: 17600,
      cgst: 1584,
      sgst: 1584,
      round_off: -0.4,
      total: 20767.6,
      unread: [],
    })
  })

  test('have the figures of each line', () => {
    const facts = factsOfPaper({}, [
      {
        Particulars: 'Rice',
        'HSN Code': '10.06',
        Qty: '2.350 Kg',
        Rate: '1,180.505',
        'Disc %': '5%',
        'GST %': '18',
        Amount: '2,635.48',
      },
    ])
    expect(facts.lines).toEqual([
      {
        description: 'Rice',
        hsn: '1006',
        quantity: 2.35,
        rate: 1180.505,
        discount_percent: 5,
        gst_rate: 18,
        amount: 2635.48,
      },
    ])
  })

  test('name charges and deductions by their labels', () => {
    const { charges } = factsOfPaper({ Packing: '120', 'Less: Scheme': '20.50' })
    expect(charges).toEqual([
      { name: 'Packing', amount: 120 },
      { name: 'Less: Scheme', amount: -20.5 },
    ])
  })

  test('say by which papers nothing is owed, and which are notes', () => {
    const titles = ['Tax Invoice', 'Credit Note', 'Debit Note', 'Delivery Challan', 'Quotation']
    expect(titles.map((title) => factsOfPaper({ 'Document Type': title }).kind)).toEqual([
      'bill',
      'credit_note',
      'debit_note',
      'other',
      'other',
    ])
  })

  test('tell which bill a note changes', () => {
    const facts = factsOfPaper({
      'Document Type': 'Credit Note',
      'Credit Note No': 'CN-4',
      'Against Invoice No': 'A-41',
      'Original Invoice Date': '5.11.26',
    })
    const original = { number: 'A-41', date: '2026-11-05' }
    expect(facts).toMatchObject({ kind: 'credit_note', number: 'CN-4', original })
  })

  test('tell who pays the tax under reverse charge', () => {
    expect(factsOfPaper({ 'Reverse Charge': 'Yes' }).reverse_charge).toBe(true)
    expect(factsOfPaper({ 'Reverse Charge': 'No' })).not.toHaveProperty('reverse_charge')
  })
})

describe('what cannot be read', () => {
  test('is absent, and named in unread', () => {
    const facts = factsOfPaper(
      { Dated: '31/02/2026', GSTIN: '27AAPFU0939F1ZX', Total: '2 lakh', Packing: 'as agreed' },
      [{}, { Qty: 'two', Rate: '1 234', 'HSN Code': 'rice', Amount: '10' }],
    )
    const unread = [
      'total',
      'charges',
      'seller.gstin',
      'date',
      'lines.1.quantity',
      'lines.1.rate',
      'lines.1.hsn',
    ]
    expect(facts).toEqual({
      kind: 'bill',
      currency: 'INR',
      lines: [{}, { amount: 10 }],
      unread,
    })
  })

  test('is not what the paper does not print, nor a sign for nothing', () => {
    const facts = factsOfPaper({ Total: '', Cess: '-', GSTIN: 'Unregistered', 'Due Date': 'N/A' })
    expect(facts).toEqual({ kind: 'bill', currency: 'INR', lines: [], unread: [] })
  })

  test('is not the name of a transporter, which is no charge', () => {
    const facts = factsOfPaper({ Transporter: 'VRL Logistics', Packing: '120' })
    expect(facts).toMatchObject({ charges: [{ name: 'Packing', amount: 120 }], unread: [] })
  })

  test('is found under a label that only a rule of the shop knows', () => {
    const rule = { type: 'label', from: 'Menge', to: 'qty', category: null } as const
    const rules = compileRules([rule])
    const raw = { invoice_metadata: {}, line_items: [{ Menge: 'zwei' }] }
    const data = normaliseDocument(raw, 'vendor_invoice', rules)
    const paper = documentOf(
      data,
      'vendor_invoice',
      (place, label) => rules.vendor_invoice[place](label).key,
    )
    expect(factsOf(paper).unread).toEqual(['lines.0.quantity'])
  })

  test('is a quantity that three decimals do not say', () => {
    const { lines, unread } = factsOfPaper({}, [{ Qty: 0.3333 }, { Qty: 0.333 }])
    expect(lines).toEqual([{}, { quantity: 0.333 }])
    expect(unread).toEqual(['lines.0.quantity'])
  })

  test('is an amount in another currency', () => {
    expect(factsOfPaper({ Total: 'USD 500', Currency: 'usd' })).toMatchObject({
      currency: 'USD',
      unread: ['total'],
    })
  })

  test('is no currency beside "Currency Conversion Rate"', () => {
    const head = { 'Currency Conversion Rate': '1.00', Total: '500' }
    expect(factsOfPaper(head)).toMatchObject({ currency: 'INR', total: 500, unread: [] })
  })

  test('is a tax with two rates', () => {
    expect(factsOfPaper({ CGST: '9% 162.18 (9%)' })).toMatchObject({ unread: ['cgst'] })
  })
})

describe('facts of an order', () => {
  test('have its own number and date', () => {
    const head = { 'PO No': 'PO-17', 'PO Date': '2.11.2026', Supplier: 'Acme', Total: '945' }
    expect(factsOfPaper(head, [], 'purchase_order')).toEqual({
      kind: 'order',
      number: 'PO-17',
      date: '2026-11-02',
      seller: { name: 'Acme' },
      currency: 'INR',
      total: 945,
      lines: [],
      unread: [],
    })
  })
})

describe('facts of a statement', () => {
  test('have its account, its period, its balances and its rows', () => {
    const head = {
      'A/c No': '50100012345678',
      'Account Holder': 'Kulkarni',
      IFSC: 'HDFC0000123',
      'From Date': '01/11/2026',
      'To Date': '30/11/2026',
      'Opening Balance': '100.00 Dr',
      'Closing Balance': '1,400.50 Cr',
    }
    const rows = [
      {
        Date: '7/11/26',
        Narration: 'UPI/ACME',
        Debit: '0.00',
        Credit: '2,000.50',
        Balance: '1,900.50',
      },
      { Date: '8/11/26', Narration: 'NEFT', Debit: '500', Credit: '0.00', Balance: '1,400.50' },
      { Date: '9/11/26', Amount: '5' },
    ]
    expect(factsOfPaper(head, rows, 'bank_entry')).toEqual({
      kind: 'statement',
      account: { number: '50100012345678', name: 'Kulkarni', ifsc: 'HDFC0000123' },
      period: { from: '2026-11-01', to: '2026-11-30' },
      currency: 'INR',
      opening_balance: -100,
      closing_balance: 1400.5,
      rows: [
        { date: '2026-11-07', narration: 'UPI/ACME', credit: 2000.5, balance: 1900.5 },
        { date: '2026-11-08', narration: 'NEFT', debit: 500, balance: 1400.5 },
        { date: '2026-11-09', amount: 5 },
      ],
      unread: [],
    })
  })
})

describe('facts of anything', () => {
  const labels = [
    'Total',
    'total',
    'Qty',
    'qty',
    'Date',
    'GSTIN',
    'CGST',
    'Balance',
    'Disc',
    'Packing',
    '__proto__',
  ]
  const value = fc.oneof(
    fc.string(),
    fc.double(),
    fc.integer(),
    fc.constant(null),
    fc.constantFrom('₹1,234.50', '12 Nos', '05/11/26', '18%', '9% 12.00', '1e5', '-0'),
  )
  const object = fc.dictionary(fc.constantFrom(...labels), value, { noNullPrototype: true })
  const category = fc.constantFrom<Category>('vendor_invoice', 'purchase_order', 'bank_entry')

  test('fit their schema', () => {
    if (!FormatRegistry.Has('date')) FormatRegistry.Set('date', (text) => readDay(text) === text)
    fc.assert(
      fc.property(object, fc.array(object, { maxLength: 3 }), category, (head, lines, kind) => {
        const facts = factsOfPaper(head, lines, kind)
        expect([...Value.Errors(factsSchema, facts)]).toEqual([])
      }),
    )
  })
})

describe('the examples of the API document', () => {
  test('are one of each kind of paper', () => {
    const kinds = Object.values(exampleFacts).map(({ kind }) => kind)
    expect(kinds).toEqual(['bill', 'credit_note', 'order', 'statement'])
  })

  test('name only keys that the schema describes', () => {
    const described = Object.values(factsSchema.properties).filter(
      (schema) => 'description' in schema || '$id' in schema,
    )
    expect(described.length).toBe(Object.keys(factsSchema.properties).length)
  })
})

const noRules = compileRules([])

/** What a client parses of a document that was read so. */
function factsOfPaper(
  head: JsonObject,
  lines: JsonObject[] = [],
  category: Category = 'vendor_invoice',
): DeliveredFacts {
  const raw = { invoice_metadata: head, line_items: lines }
  const data = normaliseDocument(raw, category, noRules)
  const facts: DeliveredFacts = JSON.parse(
    JSON.stringify(deliveredFacts(factsOf(documentOf(data, category)))),
  )
  return facts
}
