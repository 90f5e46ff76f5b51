import { describe, expect, test } from 'bun:test'
import {
  busyColumns,
  type Columns,
  ownColumns,
  usualColumns,
} from '../../../src/bridge/files/columns.ts'
import { refusalOf } from '../../../src/bridge/files/formats.ts'
import type { Voucher } from '../../../src/bridge/vouchers/voucher.ts'
import { plain, voucherOf } from '../../support/bill-vouchers.ts'

const bill = voucherOf(plain)

function paperOf(more: Record<string, string>): Voucher {
  return voucherOf({ ...plain, head: { ...plain.head, ...more } })
}

function refusedBy(columns: Columns, voucher: Voucher): string | undefined {
  return refusalOf(voucher, { format: 'xlsx', columns })[0]?.message
}

describe('a sheet holds the kinds that its columns say', () => {
  const creditNote = paperOf({ 'Document Type': 'Credit Note', 'Invoice No': 'CN/9' })
  const debitNote = paperOf({ 'Document Type': 'Debit Note', 'Invoice No': 'DN/9' })
  const order: Voucher = { ...bill, kind: 'sales_order' }

  test('of Busy’s purchases: no note, and no web order', () => {
    expect(refusedBy(busyColumns, bill)).toBeUndefined()
    expect(refusedBy(busyColumns, { ...bill, kind: 'purchase_items' })).toBeUndefined()
    expect(refusedBy(busyColumns, creditNote)).toContain('holds no credit notes of sellers')
    expect(refusedBy(busyColumns, debitNote)).toContain('holds no debit notes of sellers')
    expect(refusedBy(busyColumns, order)).toContain('holds no orders of customers')
  })

  test('purchases alone where it says none and no column tells them from notes', () => {
    const { kinds: _, ...columns } = busyColumns
    expect(refusedBy(columns, bill)).toBeUndefined()
    expect(refusedBy(columns, creditNote)).toContain('holds no credit notes')
  })

  test('all where a column tells them, or a side does', () => {
    const tally = ownColumns.get('tally') ?? busyColumns
    for (const voucher of [bill, creditNote, debitNote, order]) {
      expect(refusedBy(usualColumns, voucher)).toBeUndefined()
      expect(refusedBy(tally, voucher)).toBeUndefined()
    }
  })
})
