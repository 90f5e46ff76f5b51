import { describe, expect, test } from 'bun:test'
import { Value } from '@sinclair/typebox/value'
import { orderSchema, scanSchema } from '../../../src/bridge/vouchers/delivered.ts'
import { readMappings } from '../../../src/bridge/vouchers/lookup.ts'
import { vouchersOf } from '../../../src/bridge/vouchers/vouchers-of.ts'
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

test('all that a bill lacks in the books is asked for at once', () => {
  const { cgst_input: _cgst, ...ledgers } = shopMappings().ledgers
  const mappings = shopMappings({ ledgers, parties: [] })
  const parts = vouchersOf({ kind: 'scan', scan }, mappings, today)
  expect(parts.flatMap(({ problems }) => problems)).toMatchObject([
    { code: 'ledger_missing', field: 'party:27AAPFU0939F1ZV|Shree Traders' },
    { code: 'ledger_missing', field: 'ledger:cgst_input:2.5' },
  ])
})

test('every code of a result has a sentence', () => {
  for (const code of importCodeNames) expect(importSentence(code)).toEndWith('.')
  expect(isImportCode('paid')).toBe(false)
})
