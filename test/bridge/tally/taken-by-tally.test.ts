import { afterAll, beforeAll, expect, test } from 'bun:test'
import { answerOf } from '../../../src/bridge/tally/requests.ts'
import { differences } from '../../../src/bridge/tally/compare.ts'
import { readVouchers } from '../../../src/bridge/tally/read-vouchers.ts'
import { renderVoucher } from '../../../src/bridge/tally/render.ts'
import { type Transport, tallyAt } from '../../../src/bridge/tally/transport.ts'
import type { Delivered } from '../../../src/bridge/vouchers/delivered.ts'
import type { Mappings } from '../../../src/bridge/vouchers/lookup.ts'
import { vouchersOf } from '../../../src/bridge/vouchers/vouchers-of.ts'
import { type FakeTally, openFakeTally } from '../../../src/stand-ins/tally/fake-tally.ts'
import { oil, plain, type Paper, today } from '../../support/bill-vouchers.ts'
import { delivered, deliveredOrder, orderItem, shopMappings } from '../../support/delivered.ts'

const company = 'Kulkarni General Stores'
const year = { from: '2026-04-01', to: '2027-03-31' }

const ledgers = {
  'purchase:5': 'Purchase 5%',
  'purchase:18': 'Purchase 18%',
  sales: 'Sales 5%',
  cgst_input: 'Input CGST',
  sgst_input: 'Input SGST',
  cgst_output: 'Output CGST',
  sgst_output: 'Output SGST',
  freight: 'Freight Inward',
  discount: 'Discount Allowed',
  round_off: 'Round Off',
  customer: 'Web Customers',
  bank: 'HDFC Bank Current A/c',
  cash: 'Cash',
  suspense: 'Suspense',
}

const mappings = shopMappings({
  ledgers,
  parties: [{ gstin: '', name: 'Shree Traders', ledger: 'Om Sai Wholesale' }],
  items: [
    { name: 'Sunflower Oil 1 L', sku: '', item: 'Sunflower Oil 1 L', unit: 'Pouch' },
    { name: 'Rice', sku: 'RICE-5KG', item: 'Basmati Rice 5 kg', unit: 'Bag' },
  ],
  units: [{ ours: 'Pcs', theirs: 'Pouch' }],
})

const byItems = settled({ invoice_as: 'items' })

function settled(settings: Partial<Mappings['settings']>): Mappings {
  return { ...mappings, settings: { ...mappings.settings, ...settings } }
}

const paper = {
  head: {
    ...plain.head,
    Discount: '100.00',
    Freight: '40.00',
    'Taxable Value': '900.00',
    CGST: '22.50',
    SGST: '22.50',
    'Round Off': '0.00',
    Total: '985.00',
  },
  lines: [{ ...oil, Free: '2', 'GST %': '5%', Amount: '1,000.00' }],
}
const note = { ...paper, head: { ...paper.head, 'Document Type': 'Credit Note' } }
const debit = { ...paper, head: { ...paper.head, 'Document Type': 'Debit Note' } }

function bill({ head, lines }: Paper): Delivered {
  const raw = { invoice_metadata: head, line_items: lines }
  return { kind: 'scan', scan: delivered('vendor_invoice', raw) }
}

function row(more: Record<string, string>): Delivered {
  const rows = [
    { Date: '03/11/2026', 'Value Date': '04/11/2026', Narration: 'NEFT-मीठा & Co', ...more },
  ]
  return {
    kind: 'scan',
    scan: delivered('bank_entry', { invoice_metadata: {}, line_items: rows }),
  }
}

const order: Delivered = {
  kind: 'order',
  order: deliveredOrder({ discount: 50, total: 850, items: [orderItem()] }),
}

let tally: FakeTally
let transport: Transport

beforeAll(async () => {
  tally = await openFakeTally()
  transport = tallyAt(tally.url)
})

afterAll(() => tally.close())

const kinds: [string, Delivered, Mappings][] = [
  ['a purchase', bill(paper), mappings],
  ['a purchase of stock items', bill(paper), byItems],
  ['a note of credit', bill(note), mappings],
  ['a note of credit on stock items', bill(note), byItems],
  ['a note of debit', bill(debit), mappings],
  ['a draft', bill(paper), settled({ as_optional: true })],
  ['a payment', row({ Withdrawal: '250.50' }), mappings],
  ['a receipt', row({ Supplier: 'Shree Traders', Deposit: '10.00' }), mappings],
  ['cash that was paid in', row({ Narration: 'CASH DEPOSIT', Deposit: '500' }), mappings],
  ['a sales order', order, mappings],
  ['a sale', order, settled({ order_as: 'sales' })],
  ['a sale of stock items', order, settled({ order_as: 'sales', invoice_as: 'items' })],
]

test.each(kinds)('%s is taken, and reads back as it was sent', async (name, what, theirs) => {
  const [part] = vouchersOf(what, theirs, today)
  expect(part?.problems).toEqual([])
  const voucher = part?.voucher
  if (voucher === undefined) throw new Error(`${name} is no voucher.`)
  const key = Bun.SHA256.hash(name, 'hex')
    .replace(/[^a-f]/g, 'a')
    .slice(0, 26)
  const sent = await transport.write(renderVoucher(voucher, { key, company }))
  expect(answerOf('answer' in sent ? sent.answer : sent.lost)).toMatchObject({
    outcome: 'accepted',
  })
  const entered = await readVouchers(transport, company, year, [
    `$Narration CONTAINS "[DB:${key}]"`,
  ])
  expect(entered).toHaveLength(1)
  expect(entered.map((one) => differences(voucher, one))).toEqual([[]])
})
