import { describe, expect, test } from 'bun:test'
import type { ImportCode } from '../../../src/platform/import-codes.ts'
import { vouchersOf } from '../../../src/bridge/vouchers/vouchers-of.ts'
import { mappings, partOf, plain, today } from '../../support/bill-vouchers.ts'
import { delivered, ownGstin, shopMappings } from '../../support/delivered.ts'

describe('a bill is no voucher', () => {
  const refusals: [string, Record<string, string>, ImportCode, string][] = [
    ['whose total is another than its figures', { Total: '1,100.00' }, 'totals_mismatch', 'total'],
    ['without a total', { Total: '' }, 'totals_mismatch', 'total'],
    ['without a date', { 'Invoice Date': '' }, 'date_out_of_period', 'invoice_date'],
    ['with IGST beside CGST', { IGST: '50.00' }, 'gst_mismatch', 'cgst'],
    [
      'that is made out to another',
      { 'Buyer GSTIN': '24AFRFA1455R1ZN' },
      'gst_mismatch',
      'buyer_gstin',
    ],
    ['in dollars', { Currency: 'USD' }, 'other', 'currency'],
    [
      'that takes back more than it sells and says nothing of it',
      { Total: '-1,050.00' },
      'totals_mismatch',
      'total',
    ],
    ['of nothing', { Total: '0.00' }, 'totals_mismatch', 'total'],
    [
      'that rounds by hundreds',
      { 'Round Off': '500.00', Total: '1,550.00' },
      'totals_mismatch',
      'total',
    ],
    ['with IGST within the state', { CGST: '', SGST: '', IGST: '50.00' }, 'gst_mismatch', 'cgst'],
    ['with CGST of another state', { GSTIN: '24AFRFA1455R1ZN' }, 'gst_mismatch', 'cgst'],
    ['of a day to come', { 'Invoice Date': '03/08/2062' }, 'date_out_of_period', 'date'],
    ['with tax under reverse charge', { RCM: 'Yes' }, 'gst_mismatch', 'reverse_charge'],
  ]
  test.each(refusals)('%s', (_, more, code, field) => {
    const { problems } = partOf({ ...plain, head: { ...plain.head, ...more } })
    expect(problems).toContainEqual({ code, field, message: expect.any(String) })
  })

  test.each([
    'Proforma Invoice',
    'Pro-forma Invoice',
    'Delivery Challan',
    'Quotation',
    'Purchase Order',
    'Delivery Note',
    'Estimate',
    'Credit Memo',
  ])('that calls itself %s', (type) => {
    const { problems } = partOf({ ...plain, head: { ...plain.head, 'Document Type': type } })
    expect(problems).toMatchObject([{ code: 'other', field: 'document_type' }])
  })

  test('and the refusal names both figures', () => {
    const head = { ...plain.head, Total: '1,100.00' }
    expect(partOf({ ...plain, head }).problems[0]?.message).toBe(
      'The total is ₹1,100.00, but what is above it comes to ₹1,050.00.',
    )
  })

  test('of a seller whom nobody has mapped', () => {
    const { problems } = partOf(plain, shopMappings())
    expect(problems).toEqual([
      {
        code: 'ledger_missing',
        field: 'party:27AAPFU0939F1ZV|Shree Traders',
        message: 'Nobody has said yet which ledger is “Shree Traders”.',
      },
    ])
  })

  test('for a seller of the same name in another state', () => {
    const others = [{ gstin: '24AFRFA1455R1ZN', name: 'Shree Traders', ledger: 'Shree, Surat' }]
    expect(partOf(plain, shopMappings({ parties: others })).problems).toHaveLength(1)
  })

  test('of one of two sellers who have one name, until somebody said which', () => {
    const two = [
      { gstin: '27AAPFU0939F1ZV', name: 'Shree Traders', ledger: 'Shree, Pune' },
      { gstin: '24AFRFA1455R1ZN', name: 'Shree Traders', ledger: 'Shree, Surat' },
    ]
    const nameless = { ...plain, head: { ...plain.head, GSTIN: '' } }
    expect(partOf(nameless, shopMappings({ parties: two })).problems).toMatchObject([
      { code: 'ledger_missing', field: 'party:|Shree Traders' },
    ])
    const said = [...two, { gstin: '', name: 'Shree Traders', ledger: 'Shree, Pune' }]
    expect(partOf(nameless, shopMappings({ parties: said })).voucher?.party).toBe('Shree, Pune')
  })

  test('when it is a purchase order', () => {
    const scan = delivered('purchase_order', { invoice_metadata: {}, line_items: [] })
    const [part] = vouchersOf({ kind: 'scan', scan }, mappings, today)
    expect(part?.problems[0]).toMatchObject({ code: 'other', field: 'category' })
  })
})

test('the own GSTIN on a bill is no other company', () => {
  expect(partOf({ ...plain, head: { ...plain.head, 'Buyer GSTIN': ownGstin } }).problems).toEqual(
    [],
  )
})
