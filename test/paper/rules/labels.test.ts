import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import type { Place } from '../../../src/paper/fields.ts'
import {
  builtInSets,
  columnLookup,
  foldLabel,
  spellingsOf,
} from '../../../src/paper/rules/labels.ts'
import { categories, type Category } from '../../../src/paper/categories.ts'

describe('folding a label', () => {
  test.each([
    'inv_num',
    'Inv. Num',
    'INV NUM',
    ' inv-num: ',
    '#Inv(Num)',
    'INV/NUM',
    'ｉｎｖ＿ｎｕｍ',
  ])('_ - . : # / ( ) count as spaces: %j', (label) => {
    expect(foldLabel(label)).toBe('inv num')
  })

  test('other characters count as themselves', () => {
    expect(foldLabel('GST %')).toBe('gst %')
    expect(foldLabel('Item & Description')).toBe('item & description')
  })

  test('a folded label folds to itself', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 30 }), (label) => {
        expect(foldLabel(foldLabel(label))).toBe(foldLabel(label))
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('built-in labels', () => {
  test.each([
    [
      'invoice_no',
      [
        'Bill No.',
        'Invoice #',
        'Inv No',
        'Tax Invoice No',
        'Voucher No',
        'INVOICE NUMBER',
        'BillNo',
      ],
    ],
    ['invoice_date', ['Bill Date', 'Dated', 'Invoice Dt.', 'Date', 'date', 'InvoiceDate']],
    [
      'gstin',
      [
        'GSTIN/UIN',
        'GST No',
        'GSTIN of supplier',
        'Supplier GSTIN',
        "Company's GSTIN",
        'Company’s GSTIN',
      ],
    ],
    ['buyer_gstin', ['GSTIN of buyer', 'Customer GSTIN', "Buyer's GSTIN/UIN"]],
    ['vendor_name', ['Supplier', 'Vendor', 'Party Name', 'Sold By', 'M/s', 'M/s.', 'vendorName']],
    ['buyer_name', ['Buyer (Bill to)', 'Bill To', 'Customer Name']],
    ['po_no', ['PO No', 'P.O. No.', 'Order No', "Buyer's Order No."]],
    ['po_date', ['PO Date', 'Order Date']],
    ['taxable_value', ['Taxable Value', 'Taxable Amt', 'Assessable Value']],
    ['cgst', ['CGST', 'C.G.S.T.', 'Central Tax', 'CGST Amount (₹)']],
    ['total', ['Total', 'Grand Total', 'Invoice Total', 'Net Amount', 'Grand Total (Rs.)']],
    ['place_of_supply', ['Place of Supply', 'Place Of Supply:']],
    ['irn', ['IRN', 'IRN No.']],
    ['name', ['Name']],
    ['round_off', ['Round Off', 'R/Off', 'Rounded Off', 'Round Off (+/-)']],
  ])('give %s to what the head of a bill prints', (key, labels) => {
    for (const label of labels)
      expect([label, keyOf('vendor_invoice', 'head', label)]).toEqual([label, key])
  })

  test.each([
    [
      'description',
      [
        'Description of Goods',
        'Particulars',
        'Item & Description',
        'Description',
        'Description of Goods and Services',
      ],
    ],
    ['hsn', ['HSN/SAC', 'HSN Code', 'SAC', 'HSN/SAC Code']],
    ['qty', ['Qty', 'Quantity', 'Qnty', 'Billed Qty', 'QTY.']],
    ['rate', ['Rate', 'Unit Price', 'Price', 'Rate (₹)', 'Rate/Unit', 'Rate (Rs.)']],
    ['amount', ['Amount', 'Line Total', 'Amt', 'Amount (INR)', 'Amount(₹)', 'Amount in Rs.']],
    ['product_name', ['Item', 'Product', 'Item Name', 'Name of Product']],
    ['unit', ['UOM', 'per', 'Unit', 'U.O.M.']],
    ['sl_no', ['Sl No', 'Sr.', 'S.No', 'Sr. No.']],
    ['gst_rate', ['GST %', 'GST Rate', 'Tax %']],
    ['mrp', ['MRP', 'M.R.P.']],
  ])('give %s to the column headings of a bill', (key, labels) => {
    for (const label of labels)
      expect([label, keyOf('vendor_invoice', 'line', label)]).toEqual([label, key])
  })

  test.each([
    ['date', ['Date', 'Txn Date', 'Tran Date', 'Transaction Date']],
    ['value_date', ['Value Dt', 'Value Date']],
    ['narration', ['Narration', 'Particulars', 'Transaction Remarks']],
    ['description', ['Description']],
    [
      'reference',
      ['Chq./Ref.No.', 'Ref No./Cheque No.', 'CHQNO', 'Chq / Ref number', 'Cheque Number'],
    ],
    ['debit', ['Withdrawal Amt.', 'Debit', 'Dr', 'Withdrawal Amount (INR )', 'WITHDRAWAL (DR)']],
    ['credit', ['Deposit Amt.', 'Credit', 'Cr', 'Deposit Amount (INR )', 'DEPOSIT (CR)']],
    ['balance', ['Closing Balance', 'Balance', 'BAL', 'Balance (INR )', 'Balance (Rs.)']],
    ['amount', ['Amount', 'Amount (Rs.)', 'Transaction Amount']],
    ['vendor_name', ['Vendor Name']],
  ])('give %s to the columns of a bank statement', (key, labels) => {
    for (const label of labels)
      expect([label, keyOf('bank_entry', 'line', label)]).toEqual([label, key])
  })

  test('of a category come before those of all', () => {
    expect(keyOf('vendor_invoice', 'line', 'Particulars')).toBe('description')
    expect(keyOf('bank_entry', 'line', 'Particulars')).toBe('narration')
    expect(keyOf('purchase_order', 'head', 'Dated')).toBe('po_date')
    expect(keyOf('purchase_order', 'head', 'Voucher No.')).toBe('po_no')
    expect(keyOf('purchase_order', 'head', 'Invoice No.')).toBe('invoice_no')
  })

  test('leave what they do not know as it is', () => {
    expect(keyOf('vendor_invoice', 'head', 'Gate Pass No.')).toBe('Gate Pass No.')
    expect(keyOf('vendor_invoice', 'line', '#')).toBe('#')
    expect(keyOf('vendor_invoice', 'line', 'constructor')).toBe('constructor')
  })

  test('never give one label to two keys', () => {
    const clashes: string[] = []
    for (const category of [null, ...categories]) {
      for (const place of ['head', 'line'] as const) {
        const keys = new Map<string, string>()
        for (const { key, label } of printed(category, place)) {
          if ((keys.get(label) ?? key) !== key)
            clashes.push(`${category} ${place} ${label}: ${key}`)
          keys.set(label, key)
        }
      }
    }
    expect(clashes).toEqual([])
  })

  test('map every canonical key to itself, except that a date at the head of a bill is the bill’s', () => {
    const moved: string[] = []
    for (const category of categories) {
      for (const place of ['head', 'line'] as const) {
        for (const { key } of [...printed(null, place), ...printed(category, place)]) {
          if (keyOf(category, place, key) !== key) moved.push(`${category} ${place} ${key}`)
        }
      }
    }
    expect(moved).toEqual([])
    expect(keyOf('vendor_invoice', 'head', 'date')).toBe('invoice_date')
  })

  test('give the same answer for a label that is met again', () => {
    const columnOf = columnLookup('vendor_invoice', 'line', new Map(), new Map())
    for (let label = 0; label < 5_000; label += 1) {
      expect(columnOf(`Column ${label}`).key).toBe(`Column ${label}`)
    }
    expect(columnOf('Qty')).toEqual(columnOf('Qty'))
    expect(columnOf('Qty').key).toBe('qty')
    const long = `${'x'.repeat(200)} Qty`
    expect(columnOf(long).key).toBe(columnOf(long).key)
  })
})

function keyOf(category: Category, place: Place, label: string): string {
  return columnLookup(category, place, new Map(), new Map())(label).key
}

function printed(category: Category | null, place: Place): { key: string; label: string }[] {
  return builtInSets
    .filter((set) => set.category === category && (set.place ?? place) === place)
    .flatMap((set) => Object.entries(set.labels))
    .flatMap(([key, labels]) => labels.split('|').map((label) => ({ key, label })))
    .flatMap(({ key, label }) => spellingsOf(key, label).map((each) => ({ key, label: each })))
}
