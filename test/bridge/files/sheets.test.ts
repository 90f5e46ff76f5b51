import { describe, expect, test } from 'bun:test'
import {
  busyColumns,
  type Columns,
  ownColumns,
  usualColumns,
  writeWorkbook,
} from '../../../src/bridge/files/columns.ts'
import { refusalOf } from '../../../src/bridge/files/formats.ts'
import { totalOf, type Voucher } from '../../../src/bridge/vouchers/voucher.ts'
import { readXlsxTable } from '../../../src/platform/xlsx.ts'
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

describe('a sheet of lines leaves no part of a bill out without a word', () => {
  const withAll: Voucher = {
    ...bill,
    entries: [
      ...bill.entries.map((entry) =>
        entry.isParty === true ? { ...entry, paise: entry.paise - 51_150 } : entry,
      ),
      { ledger: 'Freight', role: 'beside', paise: 50_000 },
      { ledger: 'Round off', role: 'round_off', paise: -50 },
      { ledger: 'Input Cess', role: 'cess', paise: 1_200 },
    ],
  }

  test('Busy’s comes to the total, with cess, freight and what was rounded off', async () => {
    expect(refusedBy(busyColumns, withAll)).toBeUndefined()
    const read = await readXlsxTable(
      await writeWorkbook([{ voucher: withAll, key: '' }], busyColumns),
    )
    if (typeof read === 'string') throw new Error(read)
    const [header = [], row = []] = read.rows
    const parts = ['Amount', 'CGST', 'SGST', 'IGST', 'Cess', 'Other Charges', 'Rounded Off']
    const paise = parts.map((name) => Math.round(Number(row[header.indexOf(name)]) * 100))
    expect(paise.reduce((sum, one) => sum + one, 0)).toBe(totalOf(withAll))
  })

  test.each([
    ['{beside}', 'other charges'],
    ['{round_off}', 'round-off'],
    ['{cess}', 'cess'],
  ])('one without a column for %s says so', (field, named) => {
    expect(refusedBy(without(field), withAll)).toContain(`no column for its ${named},`)
    expect(refusedBy(without(field), bill)).toBeUndefined()
  })

  test('one that shows the whole total leaves nothing out', () => {
    const total = { header: 'Total', value: '{total}' }
    const { columns, ...sheet } = without('{beside}', '{round_off}', '{cess}')
    expect(refusedBy({ ...sheet, columns: [...columns, total] }, withAll)).toBeUndefined()
  })
})

function without(...fields: string[]): Columns {
  const columns = busyColumns.columns.filter(({ value }) => !fields.includes(value))
  return { ...busyColumns, columns }
}
