import { expect } from 'bun:test'
import type { Part, Voucher } from '../../src/bridge/vouchers/voucher.ts'
import { vouchersOf } from '../../src/bridge/vouchers/vouchers-of.ts'
import { delivered, shopMappings } from './delivered.ts'

export const seller = { Vendor: 'Shree Traders', GSTIN: '27AAPFU0939F1ZV' }
export const parties = [
  { gstin: '27AAPFU0939F1ZV', name: 'Shree Traders', ledger: 'Shree Traders' },
]
export const mappings = shopMappings({ parties })
export const today = '2026-11-23'

export const oil = {
  Description: 'Sunflower Oil 1 L',
  HSN: '1512',
  Qty: '10',
  Unit: 'Pcs',
  Rate: '100',
}
export const soap = { Description: 'Soap', HSN: '3401', Qty: '5', Unit: 'Pcs', Rate: '20' }
export const plain = {
  head: {
    ...seller,
    'Invoice No': 'ST/118',
    'Invoice Date': '03/08/2026',
    'Taxable Value': '1,000.00',
    CGST: '25.00',
    SGST: '25.00',
    Total: '₹1,050.00',
  },
  lines: [{ ...oil, 'GST %': '5%', Amount: '1,000.00' }],
}

export type Paper = { head: Record<string, string>; lines: Record<string, string>[] }

export function partOf({ head, lines }: Paper, theirs = mappings): Part {
  const scan = delivered('vendor_invoice', { invoice_metadata: head, line_items: lines })
  const [part] = vouchersOf({ kind: 'scan', scan }, theirs, today)
  if (part === undefined) throw new Error('A bill is always one part.')
  return part
}

export function voucherOf(paper: Paper, theirs = mappings): Voucher {
  const { voucher, problems } = partOf(paper, theirs)
  expect(problems).toEqual([])
  if (voucher === undefined) throw new Error('The bill is no voucher.')
  return voucher
}

export function ledgersOf({ entries }: Voucher) {
  return entries.map(({ ledger, paise }) => [ledger, paise])
}
