import { describe, expect, test } from 'bun:test'
import { normaliseDocument } from '../../../src/paper/rules/normalise.ts'
import { compileRules } from '../../../src/paper/rules/rules.ts'
import type { JsonObject } from '../../../src/platform/json/json.ts'

const rules = compileRules([])

function row(line: JsonObject, category: 'bank_entry' | 'vendor_invoice' = 'bank_entry') {
  return normaliseDocument({ invoice_metadata: {}, line_items: [line] }, category, rules)
    .line_items[0]
}

describe('a statement with one column of amounts', () => {
  test.each([
    [{ Amount: '500.00 Dr' }, { amount: 500, debit: 500 }],
    [{ Amount: '500.00(Cr)' }, { amount: 500, credit: 500 }],
    [{ 'Withdrawal (Dr)/ Deposit (Cr)': '1,250.00 Cr.' }, { amount: 1250, credit: 1250 }],
    [
      { 'Amount (INR)': '5,00,000.00', 'Dr/Cr': 'CR' },
      { amount: 500000, dr_cr: 'CR', credit: 500000 },
    ],
    [
      { Amount: '75', 'Debit/Credit': 'Debit' },
      { amount: 75, dr_cr: 'Debit', debit: 75 },
    ],
    [
      { Amount: -75, 'D/C': 'D' },
      { amount: -75, dr_cr: 'D', debit: 75 },
    ],
  ])('gives each row its side: %j', (line, delivered) => {
    expect(row(line)).toEqual(delivered)
  })

  test('leaves a row alone whose side is not said, or that has columns of its own', () => {
    expect(row({ Amount: '500.00' })).toEqual({ amount: 500 })
    expect(row({ Amount: '500.00 Dr', Debit: '400' })).toEqual({ amount: 500, debit: 400 })
    expect(row({ Amount: '500.00', 'Dr/Cr': 'n/a' })).toEqual({ amount: 500, dr_cr: 'n/a' })
  })

  test('is a matter of statements only: an invoice line has no sides', () => {
    expect(row({ Amount: '500.00 Cr' }, 'vendor_invoice')).toEqual({ amount: 500 })
  })
})

test.each([
  ['vendor_invoice', { मात्रा: '2 Nos', दर: '45', राशि: '90' }, { qty: 2, rate: 45, amount: 90 }],
  ['vendor_invoice', { 'Net Price': '12.50' }, { rate: 12.5 }],
] as const)(
  'labels that are printed in Hindi, or less often, are known too: %s %j',
  (category, line, delivered) => {
    expect(row(line, category)).toEqual(delivered)
  },
)
