import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import { unzipSync } from 'fflate'
import { billRows, entryFields, lineFields, voucherFields } from '../../../src/bridge/files/rows.ts'
import {
  busyColumns,
  ownColumns,
  readColumns,
  usualColumns,
  writeWorkbook,
} from '../../../src/bridge/files/columns.ts'
import { keyOf } from '../../../src/bridge/keys.ts'
import { zohoFile } from '../../../src/bridge/files/zoho.ts'
import { totalOf, type Voucher } from '../../../src/bridge/vouchers/voucher.ts'
import { vouchersOf } from '../../../src/bridge/vouchers/vouchers-of.ts'
import { readCsv } from '../../../src/platform/csv.ts'
import { readXlsxTable } from '../../../src/platform/xlsx.ts'
import {
  mappings,
  oil,
  parties,
  plain,
  soap,
  today,
  voucherOf,
} from '../../support/bill-vouchers.ts'
import { demoScans, shopMappings } from '../../support/delivered.ts'

const byItems = shopMappings({
  parties,
  settings: { invoice_as: 'items' },
  items: [
    { name: 'Sunflower Oil 1 L', sku: '', item: '=Oil', unit: 'Pcs' },
    { name: 'Soap', sku: '', item: 'Soap', unit: 'Pcs' },
  ],
})

const paper = {
  head: {
    ...plain.head,
    'Taxable Value': '1,100.00',
    CGST: '34.00',
    SGST: '34.00',
    Freight: '40.00',
    'Round Off': '-0.50',
    Total: '1,207.50',
    'Due Date': '02/09/2026',
  },
  lines: [
    { ...oil, HSN: '0713', Free: '2', 'GST %': '5%', Amount: '1,000.00' },
    { ...soap, 'GST %': '18%', Amount: '100.00' },
  ],
}

const voucher = voucherOf(paper, byItems)
const keyed = { voucher, key: 'abcdefghijklmnopqrstuvwxyz' }

/** The cells of a CSV file, row by row, under the names of its columns. */
function tableOf(csv: string): Record<string, string>[] {
  const read = readCsv(csv.replace('\ufeff', ''))
  if (typeof read === 'string') throw new Error(read)
  const [header, ...rows] = read.rows.map(({ cells }) => cells)
  return rows
    .filter((row) => row.length > 1)
    .map((row) => Object.fromEntries(row.map((cell, at) => [header?.[at] ?? '', cell])))
}

async function workbookRows(
  columns = usualColumns,
  all = [keyed],
): Promise<Record<string, string>[]> {
  const read = await readXlsxTable(await writeWorkbook(all, columns))
  if (typeof read === 'string') throw new Error(read)
  const [header = [], ...rows] = read.rows
  return rows.map((row) => Object.fromEntries(header.map((name, at) => [name, row[at] ?? ''])))
}

describe('the rows of a bill', () => {
  test('come to its total with what stands beside them', () => {
    const rows = billRows(voucher)
    expect(rows.map(({ lineTotal }) => lineTotal)).toEqual([105_000, 11_800])
    expect(rows.map(({ beside, roundOff }) => [beside, roundOff])).toEqual([
      [4000, -50],
      [0, 0],
    ])
    expect(rows[0]?.taxes).toEqual({ cgst: 2500, sgst: 2500, igst: 0, cess: 0 })
  })

  test('of the demo come to the total of every bill, to the paisa', () => {
    for (const scan of demoScans('vendor_invoice')) {
      const [part] = vouchersOf({ kind: 'scan', scan }, mappings, today)
      if (part?.voucher === undefined) throw new Error(scan.filename)
      const rows = billRows(part.voucher)
      const sum = rows.reduce(
        (all, { lineTotal, beside, roundOff }) => all + lineTotal + beside + roundOff,
        0,
      )
      expect(sum, scan.filename).toBe(totalOf(part.voucher))
    }
  })

  test('of a note are above zero', () => {
    const head = { ...paper.head, 'Document Type': 'Credit Note' }
    const [first] = billRows(voucherOf({ ...paper, head }, byItems))
    expect(first).toMatchObject({ taxable: 100_000, lineTotal: 105_000, roundOff: -50 })
  })
})

describe('a file for Zoho Books', () => {
  test('has a row for each line, the head repeated', () => {
    const rows = tableOf(zohoFile([voucher]))
    expect(rows).toHaveLength(2)
    expect(rows[0]).toMatchObject({
      'Bill Date': '2026-08-03',
      'Bill Number': 'ST/118',
      'Vendor Name': 'Shree Traders',
      'GST Treatment': 'business_registered_regular',
      'GST Identification Number (GSTIN)': '27AAPFU0939F1ZV',
      'Source of Supply': 'MH',
      'Destination of Supply': 'MH',
      'Due Date': '2026-09-02',
      Account: 'Purchase',
      'HSN/SAC': '0713',
      Quantity: '10',
      Rate: '100',
      'Tax Name': 'GST5',
      'Tax Type': 'Tax Group',
      'Tax Amount': '50.00',
      'Item Total': '1000.00',
      Total: '1207.50',
      Adjustment: '39.50',
    })
    expect(rows[1]?.['Adjustment']).toBe('0.00')
  })

  test('begins with its mark and holds no formula', () => {
    const csv = zohoFile([voucher])
    expect(csv.startsWith('\ufeff')).toBe(true)
    expect(tableOf(csv)[0]?.['Item Name']).toBe("'=Oil")
  })
})

describe('a workbook', () => {
  test('shows days, amounts and codes as what they are', async () => {
    expect((await workbookRows())[0]).toMatchObject({
      Date: '2026-08-03',
      'Bill No': 'ST/118',
      'HSN/SAC': '0713',
      Qty: '10',
      'Free Qty': '2',
      'GST %': '5',
      Taxable: '1000',
      CGST: '25',
      'Other Charges': '40',
      'Round Off': '-0.5',
      'Bill Total': '1207.5',
    })
  })

  test('holds texts, and no formulas', async () => {
    const files = unzipSync(await writeWorkbook([keyed], usualColumns))
    const sheet = Object.entries(files).find(([name]) => name.includes('worksheets/sheet'))?.[1]
    expect((await workbookRows())[0]?.['Item']).toBe('=Oil')
    expect(new TextDecoder().decode(sheet)).not.toContain('<f>')
  })

  test('has the columns that somebody set up for their program', async () => {
    const rows = await workbookRows(readColumns(JSON.stringify(busyColumns)))
    expect(rows[1]).toMatchObject({
      'Vch Series': 'Main',
      'Purc Type': 'L/GST-18%',
      'Item Name': 'Soap',
      Price: '20',
      Amount: '100',
    })
  })

  test('for TallyPrime has a row for each ledger and item, with its side, and comes to nothing', async () => {
    const columns = ownColumns.get('tally')
    const rows = await workbookRows(readColumns(JSON.stringify(columns)))
    expect(rows[0]).toMatchObject({
      'Voucher Date': '2026-08-03',
      'Voucher Type Name': 'Purchase',
      'Reference No.': 'ST/118',
      'Ledger Name': 'Shree Traders',
      'Ledger Amount': '1207.5',
      'Ledger Amount Dr/Cr': 'Cr',
      'Bill Type of Ref': 'New Ref',
      'Bill Name': 'ST/118',
      'Change Mode': 'Item Invoice',
    })
    expect(rows.find((row) => row['Item Name'] === '=Oil')).toMatchObject({
      'Ledger Name': 'Purchase',
      'Ledger Amount': '1000',
      'Ledger Amount Dr/Cr': 'Dr',
      'Actual Quantity': '12',
      'Billed Quantity': '10',
      'Quantity UOM': 'Pcs',
      'Item Rate': '100',
      'Item Rate per': 'Pcs',
      'Item Amount': '1000',
    })
    const paise = rows.map((row) => {
      const amount = Math.round(Number(row['Ledger Amount']) * 100)
      return row['Ledger Amount Dr/Cr'] === 'Dr' ? amount : -amount
    })
    expect(paise.reduce((sum, one) => sum + one, 0)).toBe(0)
  })

  test('for TallyPrime numbers each voucher by itself: two sellers may have one number, a statement none', async () => {
    const others = { ...voucher, party: 'Om Sai' }
    const row: Voucher = { ...voucher, kind: 'payment', reference: '' }
    const all = [voucher, others, row, row].map((one, part) => ({
      voucher: one,
      key: keyOf({ install: 'a', kind: 'scan', id: 'one', part }),
    }))
    const rows = await workbookRows(ownColumns.get('tally'), all)
    const numbers = Object.entries(Object.groupBy(rows, (one) => one['Voucher Number'] ?? ''))
    expect(numbers).toHaveLength(4)
    const entries = voucher.entries.length + voucher.items.length
    for (const [number, same = []] of numbers) {
      expect(number).toMatch(/^DB-[a-z2-7]{10}$/)
      expect(same).toHaveLength(entries)
    }
    expect(rows.map((one) => one['Reference No.'])).toContain('ST/118')
  })

  test('for TallyPrime has the shop’s own number of a sale', async () => {
    const sale: Voucher = { ...voucher, kind: 'sales', reference: '2026-27/00001' }
    const rows = await workbookRows(ownColumns.get('tally'), [{ ...keyed, voucher: sale }])
    expect(rows[0]).toMatchObject({ 'Voucher Number': '2026-27/00001' })
  })

  test('of entries shows no field of lines', () => {
    const columns = { sheet: 'A', rows: 'entries', columns: [{ header: 'X', value: '{taxable}' }] }
    expect(() => readColumns(JSON.stringify(columns))).toThrow('no field {taxable}')
  })

  test.each([
    ['no JSON', '{', 'must be JSON'],
    ['no columns', '{"sheet":"A","columns":[]}', 'must be JSON'],
    [
      'a field that there is not',
      '{"sheet":"A","columns":[{"header":"X","value":"{cost}"}]}',
      'no field {cost}',
    ],
  ])('is not made by a file with %s', (_, text, sentence) => {
    expect(() => readColumns(text)).toThrow(sentence)
  })
})

test('every field that a column may show is in the documentation', async () => {
  const page = await Bun.file(join(import.meta.dir, '../../../src/docs/books.md')).text()
  const fields = { ...voucherFields, ...lineFields, ...entryFields }
  const missing = Object.keys(fields).filter((field) => !page.includes(`\`${field}\``))
  expect(missing).toEqual([])
})
