import { afterAll, beforeAll, expect, test } from 'bun:test'
import type { Books } from '../../../src/bridge/books.ts'
import type { Delivered } from '../../../src/bridge/vouchers/delivered.ts'
import type { Mappings } from '../../../src/bridge/vouchers/lookup.ts'
import { vouchersOf } from '../../../src/bridge/vouchers/vouchers-of.ts'
import { type FakeErpnext, openFakeErpnext } from '../../stand-ins/erpnext/fake-erpnext.ts'
import { oil, plain, type Paper, soap, today } from '../../support/bill-vouchers.ts'
import { delivered, deliveredOrder, orderItem } from '../../support/delivered.ts'
import { booksOf, erpnextMappings as mappings } from '../../support/erpnext-desk.ts'

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

let erpnext: FakeErpnext
let books: Books

beforeAll(async () => {
  erpnext = await openFakeErpnext()
  books = await booksOf(erpnext)
})

afterAll(() => erpnext.close())

const kinds: [string, Delivered, Mappings][] = [
  ['a purchase', bill(paper), mappings],
  ['a purchase of stock items', bill(paper), byItems],
  ['a purchase of stock items at two rates', bill(twoRates), byItems],
  ['a purchase on which the buyer owes the tax', bill(reversed), mappings],
  ['a note of credit', bill(note), mappings],
  ['a note of credit on stock items', bill(note), byItems],
  ['a note of debit', bill(debit), mappings],
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
  expect(await books.check(voucher)).toEqual([])
  const key = keyFor(name)
  expect(await books.write(await books.render(voucher, key))).toMatchObject({ outcome: 'accepted' })
  const entered = await books.withKey(key, voucher.date, 'near')
  expect(entered).toHaveLength(1)
  expect(entered.map((one) => books.differences(voucher, one))).toEqual([[]])
})

function keyFor(name: string): string {
  return Bun.SHA256.hash(name, 'hex')
    .replace(/[^a-f]/g, 'a')
    .slice(0, 26)
}
