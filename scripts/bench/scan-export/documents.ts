import type { JsonObject } from '../../../src/platform/json/json.ts'
import type { RawDocument } from '../../../src/paper/rules/normalise.ts'
import type { RenameRule } from '../../../src/paper/rules/rules.ts'
import type { Category } from '../../../src/paper/categories.ts'

/*
 * Bills, purchase orders and bank statements with the headings of different programs, about 1 KB each. The content of a
 * document depends on its number alone, so every run measures the same documents.
 */

export type SampleDocument = { category: Category; raw: RawDocument }

/** The number of different vendors and products in the documents. */
export const vendorCount = 400
export const productCount = 300

/** Of ten documents, seven are bills, two are purchase orders and one is a bank statement. */
export function documentNumber(index: number): SampleDocument {
  const kind = index % 10
  if (kind === 9) return { category: 'bank_entry', raw: statement(index) }
  return { category: kind > 6 ? 'purchase_order' : 'vendor_invoice', raw: bill(index) }
}

export function vendorName(index: number): string {
  return `Vendor ${index % vendorCount} Traders`
}

export function productName(index: number): string {
  return `Basmati rice ${index % productCount} kg`
}

/** Two rules that change every document. The rules of the next round change every document again. */
export function rulesForAll(round: number): RenameRule[] {
  return [
    { type: 'label', from: 'Place of Supply', to: `place_of_supply_${round}`, category: null },
    { type: 'label', from: 'IFSC', to: `ifsc_${round}`, category: null },
  ]
}

export const organisationRules: RenameRule[] = [
  { type: 'label', from: 'UOM', to: 'unit_of_measure', category: null },
  { type: 'label', from: 'Party', to: 'buyer_name', category: 'vendor_invoice' },
  { type: 'value', key: 'place_of_supply', from: 'MH', to: 'Maharashtra', category: null },
  { type: 'value', key: 'description', from: 'Basmati rice 1 kg', to: 'Basmati 1', category: null },
]

const headings = [
  {
    head: ['M/s', 'GSTIN/UIN', 'Invoice No.', 'Dated', 'Buyer (Bill to)', 'GSTIN of buyer'],
    line: ['Sl No', 'Description of Goods', 'HSN/SAC', 'Quantity', 'Rate', 'per', 'Amount'],
  },
  {
    head: ['Supplier', 'GST No.', 'Bill No.', 'Bill Date', 'Party', 'Customer GSTIN'],
    line: ['Sr.', 'Particulars', 'HSN Code', 'Qty', 'Unit Price', 'UOM', 'Line Total'],
  },
  {
    head: ['vendor_name', 'gstin', 'invoice_no', 'invoice_date', 'buyer_name', 'buyer_gstin'],
    line: ['sl_no', 'description', 'hsn', 'qty', 'rate', 'unit', 'amount'],
  },
] as const

const dates = ['05/11/2026', '5-Nov-26', '2026-11-05', '05.11.26', 'Nov 5, 2026']
const quantities = ['12', '12 Nos', '5.5 kg', '1,200', 'as per list']

function bill(index: number): RawDocument {
  const { head, line } = headings[index % headings.length] ?? headings[0]
  const values = [
    vendorName(index),
    '27AAPFU0939F1ZV',
    `INV/26-27/${index}`,
    dates[index % dates.length] ?? '',
    'Sharma General Stores',
    '27AAACR5055K1Z7',
  ]
  const metadata = Object.fromEntries(head.map((label, at) => [label, values[at] ?? '']))
  const foot = {
    'Place of Supply': index % 3 === 0 ? 'MH' : 'Maharashtra',
    'Taxable Value': `₹${index},234.00`,
    CGST: '90.00',
    SGST: '90.00',
    'Round Off': '0.40',
    'Grand Total': 'Rs. 1,23,456.00',
  }
  const line_items = Array.from({ length: 5 }, (_, at) => billLine(line, index + at))
  return { invoice_metadata: { ...metadata, ...foot }, line_items }
}

function billLine(labels: readonly string[], seed: number): JsonObject {
  const quantity = quantities[seed % quantities.length] ?? ''
  const values = [seed % 5, productName(seed), 1006, quantity, '1,180.50', 'Nos']
  const amount = `₹${1 + (seed % 9)},23,456.50`
  return Object.fromEntries(labels.map((label, at) => [label, values[at] ?? amount]))
}

function statement(index: number): RawDocument {
  const line_items = Array.from({ length: 20 }, (_, at) => ({
    Date: '05/11/26',
    Narration: `UPI/${vendorName(index + at).toUpperCase()}/98${at}@ybl/PAY`,
    'Chq./Ref.No.': `0000${index}${at}`,
    'Value Dt': '05/11/26',
    'Withdrawal Amt.': at % 2 === 0 ? '1,234.00' : '',
    'Deposit Amt.': at % 2 === 0 ? '' : '12,34,567.00',
    'Closing Balance': `${1 + (index % 9)},23,456.78 Cr`,
  }))
  return { invoice_metadata: { 'Account No': '50100012345678', IFSC: 'HDFC0000123' }, line_items }
}
