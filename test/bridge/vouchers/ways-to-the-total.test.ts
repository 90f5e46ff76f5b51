import { describe, expect, test } from 'bun:test'
import type { LedgerEntry } from '../../../src/bridge/vouchers/voucher.ts'
import { ledgersOf, mappings, partOf, seller, voucherOf } from '../../support/bill-vouchers.ts'
import { shopMappings } from '../../support/delivered.ts'

type Row = Record<string, string>

const dated = { ...seller, 'Invoice No': '1', 'Invoice Date': '03/08/2026' }
const oil = { Description: 'Oil', Qty: '10', Rate: '100', 'GST %': '5%', Amount: '1,000.00' }
const dear = { Description: 'Fan', Qty: '1', Rate: '100', 'GST %': '18%', Amount: '100.00' }
const halves = { CGST: '25.00', SGST: '25.00' }
const halvesOfFive = [
  ['Input CGST', 2500],
  ['Input SGST', 2500],
]

const ways: [string, Row, Row[], (string | number)[][]][] = [
  [
    'prices with the tax in them',
    { ...halves, Total: '1,050.00' },
    [{ ...oil, Rate: '105', Amount: '1,050.00' }],
    [['Purchase', 100_000], ...halvesOfFive],
  ],
  [
    'one sum of tax',
    { 'Total Tax': '50.00', Total: '1,050.00' },
    [oil],
    [['Purchase', 100_000], ...halvesOfFive],
  ],
  [
    'no tax that is printed',
    { Total: '1,050.00' },
    [oil],
    [['Purchase', 100_000], ...halvesOfFive],
  ],
  [
    'freight that is taxed',
    {
      Freight: '40.00',
      'Taxable Value': '1,040.00',
      CGST: '26.00',
      SGST: '26.00',
      Total: '1,092.00',
    },
    [oil],
    [
      ['Purchase', 100_000],
      ['Freight', 4000],
      ['Input CGST', 2600],
      ['Input SGST', 2600],
    ],
  ],
  [
    'a scheme that lowers what is taxed',
    {
      'Scheme Discount': '100.00',
      'Taxable Value': '900.00',
      CGST: '22.50',
      SGST: '22.50',
      Total: '945.00',
    },
    [oil],
    [
      ['Purchase', 100_000],
      ['Discount', -10_000],
      ['Input CGST', 2250],
      ['Input SGST', 2250],
    ],
  ],
  [
    'tax that is kept back',
    { 'Less TDS': '20.00', ...halves, Total: '1,030.00' },
    [oil],
    [['Purchase', 100_000], ['TDS', -2000], ...halvesOfFive],
  ],
  [
    'cess',
    { CGST: '25.00', SGST: '25.00', Cess: '120.00', Total: '1,170.00' },
    [oil],
    [['Purchase', 100_000], ...halvesOfFive, ['Input Cess', 12_000]],
  ],
  [
    'something exempt among its lines',
    { ...halves, Total: '1,250.00' },
    [oil, { Description: 'Milk', Qty: '10', Amount: '200.00' }],
    [['Purchase', 100_000], ['Purchase', 20_000], ...halvesOfFive],
  ],
  [
    'no lines',
    { 'Taxable Value': '1,000.00', ...halves, Total: '1,050.00' },
    [],
    [['Purchase', 100_000], ...halvesOfFive],
  ],
]

test.each(ways)('a bill with %s comes to its total', (_, head, lines, expected) => {
  const [, ...others] = ledgersOf(voucherOf({ head: { ...dated, ...head }, lines }))
  expect(others).toEqual(expected)
})

describe('a shop that enters stock items', () => {
  const byItems = shopMappings({
    parties: mappings.parties,
    settings: { invoice_as: 'items' },
    items: ['Oil', 'Fan'].map((name) => ({ name, sku: '', item: name, unit: 'Nos' })),
  })

  test('enters what has no quantity without them', () => {
    const rent = { Description: 'Rent', 'GST %': '18%', Amount: '1,000.00' }
    const head = { ...dated, CGST: '90.00', SGST: '90.00', Total: '1,180.00' }
    const voucher = voucherOf({ head, lines: [rent] }, byItems)
    expect(voucher).toMatchObject({ kind: 'purchase', items: [] })
  })

  test('enters free pieces that are printed behind the quantity', () => {
    const head = { ...dated, ...halves, Total: '1,050.00' }
    const { items } = voucherOf({ head, lines: [{ ...oil, Qty: '10+2' }] }, byItems)
    expect(items).toMatchObject([{ billedQty: 10, actualQty: 12, rate: 100 }])
  })

  const refused: [string, Row, string, string, string][] = [
    ['takes something back', { Qty: '-1', Amount: '-100.00' }, '81.00', '1,062.00', 'line_items'],
    ['has a quantity that cannot be read', { Qty: 'l0' }, '99.00', '1,298.00', 'qty'],
  ]
  test.each(refused)('does not enter a bill of which a line %s', (_, more, tax, total, field) => {
    const lines = [
      { ...oil, 'GST %': '18%' },
      { ...dear, ...more },
    ]
    const paper = { head: { ...dated, CGST: tax, SGST: tax, Total: total }, lines }
    expect(partOf(paper, byItems).problems).toMatchObject([{ field }])
  })

  test('enters a discount at the foot and charges beside them', () => {
    const head = {
      ...dated,
      Discount: '110.00',
      Freight: '40.00',
      CGST: '30.60',
      SGST: '30.60',
      Total: '1,091.20',
    }
    const { items, entries } = voucherOf({ head, lines: [oil, dear] }, byItems)
    expect(items.map(({ item, paise, gstPercent }) => [item, paise, gstPercent])).toEqual([
      ['Oil', 100_000, 5],
      ['Fan', 10_000, 18],
    ])
    const amount = (ledger: string) =>
      entries.find((one: LedgerEntry) => one.ledger === ledger)?.paise
    expect([amount('Discount'), amount('Freight')]).toEqual([-11_000, 4000])
  })
})
