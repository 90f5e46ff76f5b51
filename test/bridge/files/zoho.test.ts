import { describe, expect, test } from 'bun:test'
import { refusalOf, sheetOf } from '../../../src/bridge/files/formats.ts'
import { zohoFile } from '../../../src/bridge/files/zoho.ts'
import type { Voucher } from '../../../src/bridge/vouchers/voucher.ts'
import { vouchersOf } from '../../../src/bridge/vouchers/vouchers-of.ts'
import { readCsv } from '../../../src/platform/csv.ts'
import { mappings, oil, plain, soap, today, voucherOf } from '../../support/bill-vouchers.ts'
import { delivered, deliveredOrder, shopMappings } from '../../support/delivered.ts'

const target = { format: 'zoho' } as const

function rowsOf(vouchers: readonly Voucher[]): Record<string, string>[] {
  const text = zohoFile(vouchers)
  expect(text.startsWith('\ufeff')).toBe(true)
  const read = readCsv(text.slice(1))
  if (typeof read === 'string') throw new Error(read)
  const [header = [], ...rows] = read.rows.map(({ cells }) => cells)
  return rows
    .filter((row) => row.length > 1)
    .map((row) => Object.fromEntries(header.map((name, at) => [name, row[at] ?? ''])))
}

function withHead(more: Record<string, string>) {
  return { ...plain, head: { ...plain.head, ...more } }
}

function orderIn(settings: Parameters<typeof shopMappings>[0]): Voucher {
  const [part] = vouchersOf(
    { kind: 'order', order: deliveredOrder() },
    shopMappings(settings),
    today,
  )
  if (part?.voucher === undefined) throw new Error('The order is no voucher.')
  return part.voucher
}

describe('a file for Zoho Books', () => {
  test('of bills has the number of the order, and what is taken off as a number', () => {
    const paper = withHead({ 'PO No': 'PO/77', 'Round Off': '-0.40', Total: '1,049.60' })
    const [row] = rowsOf([voucherOf(paper)])
    expect(row).toMatchObject({ 'Purchase Order Number': 'PO/77', Adjustment: '-0.40' })
    expect(zohoFile([voucherOf(paper)])).toContain(',-0.40,')
  })

  test('of a seller’s credit note is one of vendor credits, against its bill', () => {
    const note = voucherOf(
      withHead({
        'Document Type': 'Credit Note',
        'Invoice No': 'CN/9',
        'Original Invoice No': 'ST/118',
      }),
    )
    expect(sheetOf(note, target)).toBe('vendor-credits')
    expect(rowsOf([note])).toMatchObject([
      {
        'Vendor Credit Date': '2026-08-03',
        'Vendor Credit Number': 'CN/9',
        'Vendor Name': 'Shree Traders',
        'Reference Bill#': 'ST/118',
        'Item Price': '1000',
        'Item Tax': 'GST5',
        'Item Tax %': '5',
        'Item Tax Type': 'Tax Group',
        Total: '1050.00',
      },
    ])
  })

  test('of a seller’s debit note is one of bills: more is owed', () => {
    const note = voucherOf(withHead({ 'Document Type': 'Debit Note' }))
    expect(sheetOf(note, target)).toBe('bills')
  })

  test('of web orders is one of sales orders, or of invoices where orders become sales', () => {
    const items = [{ name: 'Rice', sku: 'RICE-5KG', item: 'Basmati 5 kg', unit: 'Bag' }]
    const order = orderIn({ items })
    expect(sheetOf(order, target)).toBe('sales-orders')
    expect(rowsOf([order])).toMatchObject([
      {
        'Order Date': '2026-11-06',
        'SalesOrder Number': '2026-27/00001',
        'Customer Name': 'Web Customers',
        'Item Name': 'Basmati 5 kg',
        Quantity: '2',
        'Item Price': '428.57',
        'Item Tax': 'GST5',
        Total: '900.00',
      },
    ])
    const sale = orderIn({ items, settings: { order_as: 'sales' } })
    expect(sheetOf(sale, target)).toBe('invoices')
    expect(rowsOf([sale])[0]).toMatchObject({ 'Invoice Number': '2026-27/00001' })
  })

  test('of a bank is one for each account, with what went out and what came in', () => {
    const scan = delivered('bank_entry', {
      invoice_metadata: { 'Account No': '123' },
      line_items: [
        { Date: '01/08/2026', Narration: 'NEFT-RENT', Withdrawal: '1,500.00', Reference: 'N77' },
        { Date: '02/08/2026', Narration: 'UPI-SALE', Deposit: '200.50' },
      ],
    })
    const theirs = shopMappings({ ledgers: { 'bank:123': 'HDFC A/c', suspense: 'Suspense' } })
    const vouchers = vouchersOf({ kind: 'scan', scan }, theirs, today).flatMap(
      ({ voucher }) => voucher ?? [],
    )
    expect(vouchers.map((voucher) => sheetOf(voucher, target))).toEqual([
      'bank-hdfc-a-c',
      'bank-hdfc-a-c',
    ])
    expect(rowsOf(vouchers)).toEqual([
      {
        Date: '2026-08-01',
        Withdrawals: '1500.00',
        Deposits: '',
        Payee: 'Suspense',
        Description: 'NEFT-RENT',
        'Reference Number': 'N77',
      },
      {
        Date: '2026-08-02',
        Withdrawals: '',
        Deposits: '200.50',
        Payee: 'Suspense',
        Description: 'UPI-SALE',
        'Reference Number': '',
      },
    ])
  })

  test('holds no formula, whatever a paper says', () => {
    const evil = {
      ...voucherOf(plain, mappings),
      party: '=cmd()',
      reference: '+1',
      narration: '@x',
    }
    expect(rowsOf([evil])[0]).toMatchObject({
      'Vendor Name': "'=cmd()",
      'Bill Number': "'+1",
      'Vendor Notes': "'@x",
    })
  })
})

describe('Zoho comes to the paper’s total by the adjustment', () => {
  test('where the paper rounds its tax to rupees', () => {
    const voucher = voucherOf({
      head: { ...plain.head, 'Taxable Value': '1,010.00', Total: '1,060.00' },
      lines: [{ ...oil, Rate: '101', 'GST %': '5%', Amount: '1,010.00' }],
    })
    const rows = rowsOf([voucher])
    expect(refusalOf(voucher, target)).toEqual([])
    expect(rows).toMatchObject([{ 'Tax Amount': '50.50', Adjustment: '-0.50', Total: '1060.00' }])
    expect(paiseInZoho(rows)).toBe(106_000)
  })

  test('where halves of a paisa are rounded in each tax, of lines and what stands beside them', () => {
    const voucher = voucherOf({
      head: {
        ...plain.head,
        'Taxable Value': '200.20',
        CGST: '11.52',
        SGST: '11.52',
        Freight: '40.00',
        Total: '263.24',
      },
      lines: [
        { ...oil, Qty: '1', Rate: '100.10', 'GST %': '5%', Amount: '100.10' },
        { ...soap, Qty: '1', Rate: '100.10', 'GST %': '18%', Amount: '100.10' },
      ],
    })
    const rows = rowsOf([voucher])
    expect(rows.map((row) => row['Adjustment'])).toEqual(['40.02', '0.00'])
    expect(paiseInZoho(rows)).toBe(26_324)
  })

  test('of a credit note too', () => {
    const head = { ...plain.head, 'Document Type': 'Credit Note', 'Round Off': '-0.40' }
    const note = voucherOf({ ...plain, head: { ...head, Total: '1,049.60' } })
    expect(rowsOf([note])).toMatchObject([{ Adjustment: '-0.40', Total: '1049.60' }])
  })
})

describe('what Zoho would make another sum of is left to a person', () => {
  const voucher = voucherOf(plain)

  test('reverse charge', () => {
    const reverse = { ...voucher, tax: { ...voucher.tax, isReverseCharge: true } }
    expect(refusalOf(reverse, target)).toMatchObject([{ code: 'other' }])
  })

  test('cess, and tax that is not what the rates of the lines come to', () => {
    const more = (ledger: string, role: 'cess' | 'cgst', paise: number): Voucher => ({
      ...voucher,
      entries: [...voucher.entries, { ledger, role, paise }],
    })
    expect(refusalOf(more('Input Cess', 'cess', 1_000), target)[0]?.message).toContain('cess')
    expect(refusalOf(more('Input CGST', 'cgst', 1_000), target)[0]?.message).toContain('60.00')
    expect(refusalOf(more('Input CGST', 'cgst', 50), target)).toEqual([])
    expect(refusalOf(voucher, target)).toEqual([])
  })
})

/** As Zoho sums a bill up: each line's rate by its quantity, with each half of its tax to the paisa, and the adjustment. */
function paiseInZoho(rows: readonly Record<string, string>[]): number {
  return rows.reduce((sum, row) => {
    const amount = Math.round(Number(row['Rate']) * Number(row['Quantity']) * 100)
    const tax = 2 * Math.round((amount * Number(row['Tax Percentage'])) / 200)
    return sum + amount + tax + Math.round(Number(row['Adjustment']) * 100)
  }, 0)
}
