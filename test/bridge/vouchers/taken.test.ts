import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import type { Books } from '../../../src/bridge/books.ts'
import type { Delivered } from '../../../src/bridge/vouchers/delivered.ts'
import type { Mappings } from '../../../src/bridge/vouchers/lookup.ts'
import { vouchersOf } from '../../../src/bridge/vouchers/vouchers-of.ts'
import { oil, plain, type Paper, soap, today } from '../../support/bill-vouchers.ts'
import { openDesk, type TestDesk } from '../../support/bridge-desk.ts'
import { delivered, deliveredOrder, orderItem, shopMappings } from '../../support/delivered.ts'
import { erpnextMappings, openErpnextDesk } from '../../support/erpnext-desk.ts'

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

const tallyMappings = shopMappings({
  ledgers,
  parties: [{ gstin: '', name: 'Shree Traders', ledger: 'Om Sai Wholesale' }],
  items: [
    { name: 'Sunflower Oil 1 L', sku: '', item: 'Sunflower Oil 1 L', unit: 'Pouch' },
    { name: 'Rice', sku: 'RICE-5KG', item: 'Basmati Rice 5 kg', unit: 'Bag' },
  ],
  units: [{ ours: 'Pcs', theirs: 'Pouch' }],
})

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

/** 1,000 at 5 % and 99.99 at 18 %, whose tax is printed as the seller rounded it: 34.00 each, where it comes to 33.9991. */
const twoRates = {
  head: {
    ...plain.head,
    'Taxable Value': '1,099.99',
    CGST: '34.00',
    SGST: '34.00',
    'Round Off': '0.01',
    Total: '1,168.00',
  },
  lines: [
    { ...oil, 'GST %': '5%', Amount: '1,000.00' },
    { ...soap, Rate: '19.998', 'GST %': '18%', Amount: '99.99' },
  ],
}
const reversed = {
  head: {
    ...plain.head,
    'Reverse Charge': 'Yes',
    CGST: '',
    SGST: '',
    Total: '1,000.00',
  },
  lines: plain.lines,
}

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

type Kind = [string, Delivered, Partial<Mappings['settings']>?]

const kinds: readonly Kind[] = [
  ['a purchase', bill(paper)],
  ['a purchase of stock items', bill(paper), { invoice_as: 'items' }],
  ['a note of credit', bill(note)],
  ['a note of credit on stock items', bill(note), { invoice_as: 'items' }],
  ['a note of debit', bill(debit)],
  ['a payment', row({ Withdrawal: '250.50' })],
  ['a receipt', row({ Supplier: 'Shree Traders', Deposit: '10.00' })],
  ['cash that was paid in', row({ Narration: 'CASH DEPOSIT', Deposit: '500' })],
  ['a sales order', order],
  ['a sale', order, { order_as: 'sales' }],
  ['a sale of stock items', order, { order_as: 'sales', invoice_as: 'items' }],
]

const programs: [string, () => Promise<TestDesk>, Mappings, readonly Kind[]][] = [
  ['Tally', openDesk, tallyMappings, [...kinds, ['a draft', bill(paper), { as_optional: true }]]],
  [
    'ERPNext',
    openErpnextDesk,
    erpnextMappings,
    [
      ...kinds,
      ['a purchase of stock items at two rates', bill(twoRates), { invoice_as: 'items' }],
      ['a purchase on which the buyer owes the tax', bill(reversed)],
    ],
  ],
]

describe.each(programs)('by %s', (_, open, mappings, taken) => {
  let desk: TestDesk
  let books: Books

  beforeAll(async () => {
    desk = await open()
    books = desk.books
  })

  afterAll(() => desk.close())

  test.each([...taken])(
    '%s is taken, and reads back as it was sent',
    async (name, what, settings = {}) => {
      const theirs = { ...mappings, settings: { ...mappings.settings, ...settings } }
      const [part] = vouchersOf(what, theirs, today)
      expect(part?.problems).toEqual([])
      const voucher = part?.voucher
      if (voucher === undefined) throw new Error(`${name} is no voucher.`)
      expect(await books.check(voucher)).toEqual([])
      const key = keyFor(name)
      const text = await books.render(voucher, key)
      expect(await books.write(text)).toMatchObject({ outcome: 'accepted' })
      const entered = await books.withKey(key, voucher.date, 'near')
      expect(entered).toHaveLength(1)
      expect(entered.map((one) => books.differences(voucher, one))).toEqual([[]])
    },
  )
})

function keyFor(name: string): string {
  return Bun.SHA256.hash(name, 'hex')
    .replace(/[^a-f]/g, 'a')
    .slice(0, 26)
}
