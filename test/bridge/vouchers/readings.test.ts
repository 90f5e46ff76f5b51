import { describe, expect, test } from 'bun:test'
import { Value } from '@sinclair/typebox/value'
import { orderSchema, scanSchema } from '../../../src/bridge/vouchers/delivered.ts'
import { readMappings } from '../../../src/bridge/vouchers/mappings.ts'
import { needsOf } from '../../../src/bridge/vouchers/vouchers-of.ts'
import {
  importCodeNames,
  importSentence,
  isImportCode,
} from '../../../src/platform/import-codes.ts'
import { plain, today } from '../../support/bill-vouchers.ts'
import { delivered, deliveredOrder, shopMappings } from '../../support/delivered.ts'

const raw = { invoice_metadata: plain.head, line_items: plain.lines }
const scan = delivered('vendor_invoice', raw)

describe('what is delivered', () => {
  test('is understood with fields that nobody here knows', () => {
    expect(Value.Check(scanSchema, { ...scan, revision: 'a', lease: {} })).toBe(true)
    expect(Value.Check(orderSchema, { ...deliveredOrder(), revision: 3 })).toBe(true)
  })

  test('is not understood without its data', () => {
    expect(Value.Check(scanSchema, { ...scan, data: {} })).toBe(false)
    expect(Value.Check(orderSchema, { ...deliveredOrder(), total: '900' })).toBe(false)
  })
})

describe('mappings', () => {
  test('are understood with fields that nobody here knows', () => {
    const answer = { ...shopMappings(), godowns: [] }
    expect(readMappings(answer)).toEqual(answer)
  })

  test('of another version are refused, with the place', () => {
    expect(() => readMappings({ ...shopMappings(), ledgers: { freight: 1 } })).toThrow(
      '/ledgers/freight',
    )
  })
})

test('what a bill needs of the books is told whether it is mapped or not', () => {
  const { cgst_input: _cgst, ...ledgers } = shopMappings().ledgers
  expect(needsOf({ kind: 'scan', scan }, shopMappings({ ledgers }), today)).toEqual([
    { kind: 'party', field: 'party:27AAPFU0939F1ZV|Shree Traders', ours: 'Shree Traders' },
    { kind: 'voucher_type', field: 'voucher_type:purchase', ours: 'purchase', theirs: 'Purchase' },
    { kind: 'ledger', field: 'ledger:purchase:5', ours: 'purchases at 5% GST', theirs: 'Purchase' },
    { kind: 'ledger', field: 'ledger:cgst_input:2.5', ours: 'Input CGST 2.5%' },
    {
      kind: 'ledger',
      field: 'ledger:sgst_input:2.5',
      ours: 'Input SGST 2.5%',
      theirs: 'Input SGST',
    },
  ])
})

test('every code of a result has a sentence', () => {
  for (const code of importCodeNames) expect(importSentence(code)).toEndWith('.')
  expect(isImportCode('paid')).toBe(false)
})
