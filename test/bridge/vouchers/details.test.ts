import { describe, expect, test } from 'bun:test'
import { renderVoucher } from '../../../src/bridge/tally/render.ts'
import { balanceOf, totalOf } from '../../../src/bridge/vouchers/voucher.ts'
import { vouchersOf } from '../../../src/bridge/vouchers/vouchers-of.ts'
import { ledgersOf, oil, parties, partOf, plain, voucherOf } from '../../support/bill-vouchers.ts'
import { deliveredOrder, orderItem, shopMappings } from '../../support/delivered.ts'

const items = [{ name: 'Sunflower Oil 1 L', sku: '', item: 'Oil 1 L', unit: 'Pcs' }]
const byItems = shopMappings({ parties, items, settings: { invoice_as: 'items' } })

function withHead(more: Record<string, string>) {
  return { ...plain, head: { ...plain.head, ...more } }
}

function withLine(more: Record<string, string>) {
  return { ...plain, lines: [{ ...oil, 'GST %': '5%', Amount: '1,000.00', ...more }] }
}

function xmlOf(paper: Parameters<typeof voucherOf>[0], theirs = byItems): string {
  const key = 'abcdefghijklmnopqrstuvwxyz'
  return renderVoucher(voucherOf(paper, theirs), { key, company: 'Anand & Sons' })
}

test('the number of the order that a bill answers is in Tally’s list of orders', () => {
  const paper = withHead({ 'PO No': 'PO/77' })
  expect(voucherOf(paper).orderNumber).toBe('PO/77')
  expect(xmlOf(paper)).toContain(
    '<INVOICEORDERLIST.LIST><BASICPURCHASEORDERNO>PO/77</BASICPURCHASEORDERNO></INVOICEORDERLIST.LIST>',
  )
  expect(xmlOf(plain)).not.toContain('INVOICEORDERLIST')
})

describe('a batch', () => {
  test.each([
    ['06/27', '2027-06-30', '30-Jun-2027'],
    ['Feb-2028', '2028-02-29', '29-Feb-2028'],
    ['15/03/2027', '2027-03-15', '15-Mar-2027'],
  ])('that expires %s is good until %s', (printed, day, inTally) => {
    const paper = withLine({ 'Batch No': 'B7', 'Expiry Date': printed, 'Mfg Date': '01/08/2026' })
    expect(voucherOf(paper, byItems).items).toMatchObject([
      { batch: 'B7', expires: day, made: '2026-08-01' },
    ])
    expect(xmlOf(paper)).toContain(
      `<BATCHNAME>B7</BATCHNAME><MFDON>20260801</MFDON><EXPIRYPERIOD>${inTally}</EXPIRYPERIOD>`,
    )
  })

  test('without a number has no days, and an expiry that nobody can read is none', () => {
    const [plainGoods] = voucherOf(withLine({ 'Expiry Date': '06/27' }), byItems).items
    expect(plainGoods).not.toHaveProperty('expires')
    const unclear = withLine({ 'Batch No': 'B7', 'Expiry Date': '24 months' })
    expect(voucherOf(unclear, byItems).items[0]).not.toHaveProperty('expires')
  })
})

describe('the composition scheme', () => {
  const composition = shopMappings({ parties, settings: { gst_scheme: 'composition' } })

  test('of a seller is said of the voucher where the paper says it', () => {
    const paper = withHead({ Remarks: 'Composition taxable person, not eligible to collect tax' })
    expect(voucherOf(paper).tax.registration).toBe('Composition')
    expect(xmlOf(paper)).toContain('<GSTREGISTRATIONTYPE>Composition</GSTREGISTRATIONTYPE>')
  })

  test('keeps a bill of supply that prints tax for a person', () => {
    const paper = withHead({ 'Document Type': 'Bill of Supply' })
    expect(partOf(paper).problems).toMatchObject([{ code: 'gst_mismatch', field: 'document_type' }])
    const { CGST: _c, SGST: _s, ...untaxed } = paper.head
    const bill = {
      ...paper,
      head: { ...untaxed, Total: '1,000.00' },
      lines: [{ ...oil, Amount: '1,000.00' }],
    }
    expect(partOf(bill).problems).toEqual([])
  })

  test('of the shop makes the tax of a bill a part of what goods cost', () => {
    expect(ledgersOf(voucherOf(plain, composition))).toEqual([
      ['Shree Traders', -105_000],
      ['Purchase', 105_000],
    ])
  })

  test('of the shop does so for each stock item, to the paisa', () => {
    const theirs = shopMappings({
      parties,
      items,
      settings: { gst_scheme: 'composition', invoice_as: 'items' },
    })
    const voucher = voucherOf(plain, theirs)
    expect(voucher.items.map(({ ledger, paise }) => [ledger, paise])).toEqual([
      ['Purchase', 105_000],
    ])
    expect(voucher.items[0]).not.toHaveProperty('gstPercent')
    expect(balanceOf(voucher)).toBe(0)
  })

  test('of the shop charges no tax on web orders', () => {
    const settings = { gst_scheme: 'composition', order_as: 'sales' } as const
    const order = deliveredOrder({ items: [orderItem()] })
    const [part] = vouchersOf({ kind: 'order', order }, shopMappings({ settings }), '2026-11-23')
    if (part?.voucher === undefined) throw new Error('The order is no voucher.')
    expect(ledgersOf(part.voucher)).toEqual([
      ['Web Customers', totalOf(part.voucher)],
      ['Sales', -totalOf(part.voucher)],
    ])
  })
})
