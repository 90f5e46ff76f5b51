import { describe, expect, test } from 'bun:test'
import { array, assert, constantFrom, integer, property, record } from 'fast-check'
import type { DeliveredOrder } from '../../../src/bridge/vouchers/delivered.ts'
import type { ImportCode } from '../../../src/platform/import-codes.ts'
import { balanceOf, totalOf } from '../../../src/bridge/vouchers/voucher.ts'
import { vouchersOf } from '../../../src/bridge/vouchers/vouchers-of.ts'
import { taxByHsn } from '../../../src/platform/money.ts'
import { lineAmounts, type PricedLine } from '../../../src/services/storefront/orders/rules.ts'
import { deliveredOrder, orderItem, shopMappings } from '../../support/delivered.ts'

const items = [{ name: 'Rice', sku: 'RICE-5KG', item: 'Basmati 5 kg', unit: 'Bag' }]
const orders = shopMappings({ items })
const sales = shopMappings({ items, settings: { order_as: 'sales' } })

function partOf(order: DeliveredOrder, theirs = orders) {
  const [part] = vouchersOf({ kind: 'order', order }, theirs, '2026-11-23')
  if (part === undefined) throw new Error('An order is always one part.')
  return part
}

function amountsOf(line: PricedLine) {
  return lineAmounts(line) ?? { lineTotal: 0, gstAmount: 0 }
}

describe('a web order', () => {
  test('is a sales order of stock items, dated where the shop is', () => {
    const { voucher, problems } = partOf(deliveredOrder())
    expect(problems).toEqual([])
    expect(voucher).toMatchObject({
      kind: 'sales_order',
      date: '2026-11-06',
      reference: '2026-27/00001',
      party: 'Web Customers',
      entries: [
        { ledger: 'Web Customers', paise: 90_000, isParty: true },
        { ledger: 'Output CGST', paise: -2143 },
        { ledger: 'Output SGST', paise: -2143 },
      ],
      items: [
        {
          item: 'Basmati 5 kg',
          ledger: 'Sales',
          paise: -85_714,
          billedQty: 2,
          unit: 'Bag',
          rate: 428.57,
        },
      ],
    })
  })

  test('is a sale without stock items where the shop wants that', () => {
    const { voucher } = partOf(deliveredOrder(), sales)
    expect(voucher?.items).toEqual([])
    expect(voucher?.entries.map(({ ledger, paise }) => [ledger, paise])).toEqual([
      ['Web Customers', 90_000],
      ['Sales', -85_714],
      ['Output CGST', -2143],
      ['Output SGST', -2143],
    ])
  })

  test('that goes to another state has IGST and that state as the place of supply', () => {
    const { voucher } = partOf(deliveredOrder({ shipping_state: 'Karnataka' }), sales)
    expect(voucher?.entries).toContainEqual({ ledger: 'Output IGST', paise: -4286, role: 'igst' })
    expect(voucher?.tax).toMatchObject({ placeOfSupply: 'Karnataka', registration: 'Unregistered' })
  })

  test('debits what is taken off', () => {
    const { voucher } = partOf(deliveredOrder({ discount: 100, total: 800 }))
    expect(voucher && totalOf(voucher)).toBe(80_000)
    expect(voucher?.entries).toContainEqual({ ledger: 'Discount', paise: 10_000, role: 'beside' })
  })

  test('has CGST and SGST alike, as the shop’s own invoices, and what they are off by as round-off', () => {
    const lines = [orderItem({ line_total: 154.5, gst_amount: 23.57, gst_pct: 18 })]
    const { voucher, problems } = partOf(deliveredOrder({ items: lines, total: 154.5 }), sales)
    expect(problems).toEqual([])
    expect(voucher?.entries.slice(-3).map(({ ledger, paise }) => [ledger, paise])).toEqual([
      ['Round Off', -1],
      ['Output CGST', -1_178],
      ['Output SGST', -1_178],
    ])
    expect(voucher && balanceOf(voucher)).toBe(0)
  })

  test('counts a line whose own tax rounds to nothing in the taxable value', () => {
    const lines = [
      orderItem({ quantity: 2, gst_pct: 5, line_total: 0.04, gst_amount: 0 }),
      orderItem({ quantity: 6, gst_pct: 5, line_total: 58241.16, gst_amount: 2773.39 }),
    ]
    const { voucher } = partOf(deliveredOrder({ items: lines, total: 58241.2 }), sales)
    expect(voucher?.entries.slice(-2).map(({ ledger, paise }) => [ledger, paise])).toEqual([
      ['Output CGST', -138_670],
      ['Output SGST', -138_670],
    ])
    expect(voucher && balanceOf(voucher)).toBe(0)
  })

  test('has the tax of its invoice and comes to its total, whatever was sold', () => {
    const sold = record({
      quantity: integer({ min: 1, max: 40 }),
      unitPrice: integer({ min: 1, max: 999_999 }),
      gstBasisPoints: constantFrom(0, 500, 1_800),
      hsn: constantFrom('1006', '8528'),
    })
    assert(
      property(array(sold, { minLength: 1, maxLength: 8 }), (drawn) => {
        const lines = drawn.map((line) => ({ ...line, ...amountsOf(line) }))
        const total = lines.reduce((sum, { lineTotal }) => sum + lineTotal, 0)
        const delivered = lines.map(({ quantity, hsn, gstBasisPoints, lineTotal, gstAmount }) =>
          orderItem({
            quantity,
            hsn,
            gst_pct: gstBasisPoints / 100,
            line_total: lineTotal / 100,
            gst_amount: gstAmount / 100,
          }),
        )
        const { voucher } = partOf(deliveredOrder({ items: delivered, total: total / 100 }), sales)
        const split = { isInterState: false, halvesAreEqual: true }
        const onInvoice = taxByHsn(lines, split).reduce((sum, { cgst }) => sum - cgst, 0)
        const entered = (head: string) =>
          voucher?.entries.reduce((sum, { role, paise }) => sum + (role === head ? paise : 0), 0)
        expect([entered('cgst'), entered('sgst')]).toEqual([onInvoice, onInvoice])
        expect(voucher && [totalOf(voucher), balanceOf(voucher)]).toEqual([total, 0])
      }),
    )
  })

  test('takes the ledger of a customer who has one by their GSTIN, and no seller for a customer', () => {
    const parties = [
      { gstin: '24AFRFA1455R1ZN', name: 'Rao Stores', ledger: 'Rao Stores, Surat' },
      { gstin: '', name: 'Asha Rao', ledger: 'Asha Rao, who sells rice' },
    ]
    const theirs = { ...orders, parties }
    const order = deliveredOrder({ customer_gstin: '24AFRFA1455R1ZN' })
    expect(partOf(order, theirs).voucher?.party).toBe('Rao Stores, Surat')
    expect(partOf(deliveredOrder(), theirs).voucher?.party).toBe('Web Customers')
  })
})

describe('a web order is no voucher', () => {
  const refusals: [string, Partial<DeliveredOrder>, ImportCode, string][] = [
    [
      'with lines that are not delivered',
      { excluded_items: { count: 1, amount: 40 } },
      'totals_mismatch',
      'excluded_items',
    ],
    ['whose total is another', { total: 901 }, 'totals_mismatch', 'total'],
    ['that was cancelled', { status: 'cancelled' }, 'other', 'status'],
    [
      'of which some came back',
      { items: [orderItem({ returned_quantity: 1 })] },
      'other',
      'returned_quantity',
    ],
    [
      'with a third of a paisa',
      { items: [orderItem({ gst_amount: 42.857 })] },
      'totals_mismatch',
      'line_total',
    ],
    [
      'of something that is no stock item',
      { items: [orderItem({ sku: 'X', product_name: 'Home delivery' })] },
      'item_missing',
      'item:Home delivery',
    ],
  ]
  test.each(refusals)('%s', (_, more, code, field) => {
    const { problems } = partOf(deliveredOrder(more))
    expect(problems).toContainEqual({ code, field, message: expect.any(String) })
  })

  test('and the refusal names both figures', () => {
    const order = deliveredOrder({ total: 940, excluded_items: { count: 1, amount: 40 } })
    expect(partOf(order).problems[0]?.message).toBe(
      'The order comes to ₹940.00, and ₹40.00 of it are lines without a SKU or that were entered before: enter it by hand, or leave it out.',
    )
  })
})
