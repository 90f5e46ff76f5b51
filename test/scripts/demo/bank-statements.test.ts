import { describe, expect, test } from 'bun:test'
import type { JsonObject } from '../../../src/platform/json/json.ts'
import { paise, shop, texts } from './printed.ts'

const statements = shop.scans
  .filter((scan) => scan.category === 'bank_entry')
  .flatMap(({ raw }) => (raw === null ? [] : [raw]))
const rows = statements.flatMap((statement) => statement.line_items)

describe('a bank statement', () => {
  test('has 8 to 25 rows', () => {
    for (const { line_items } of statements) expect(line_items.length).toBeWithin(8, 26)
  })

  test('runs from the opening to the closing balance without a gap', () => {
    for (const { invoice_metadata, line_items } of statements) {
      const [opening, closing] = texts(invoice_metadata).slice(-2).map(paise)
      let balance = opening ?? Number.NaN
      for (const row of line_items) {
        const [debit, credit, after] = amountsOf(row)
        balance += (credit ?? 0) - (debit ?? 0)
        expect(after).toBe(balance)
        expect(balance).toBeGreaterThan(0)
      }
      expect(balance).toBe(closing ?? Number.NaN)
    }
  })

  test('has either a debit or a credit on every row', () => {
    for (const row of rows) {
      const [debit, credit] = amountsOf(row)
      expect([debit, credit].filter((amount) => amount !== 0)).toHaveLength(1)
    }
  })

  test('goes on where the one before it of the same account ended, unless that one is locked', () => {
    const accounts = Map.groupBy(statements, ({ invoice_metadata }) => texts(invoice_metadata)[1])
    expect(accounts.size).toBe(4)
    for (const ofAccount of accounts.values()) {
      const bounds = ofAccount.map(({ invoice_metadata }) => {
        return texts(invoice_metadata).slice(-2).map(paise)
      })
      const gaps = bounds.slice(1).filter(([opening], at) => opening !== bounds[at]?.[1])
      expect(gaps).toHaveLength(15 - ofAccount.length)
    }
  })

  test('names vendors in many of its rows', () => {
    const names = shop.vendors.flatMap(({ name, aliases }) => [name, ...aliases])
    const capitals = names.map((name) => name.toUpperCase())
    const hits = rows.filter((row) => {
      return texts(row).some((text) => capitals.some((name) => text.includes(name)))
    })
    expect(hits.length / rows.length).toBeWithin(0.25, 0.6)
  })

  test('shows the usual kinds of movement', () => {
    const text = JSON.stringify(rows)
    for (const kind of [
      'UPI/',
      'NEFT CR-',
      'NEFT DR-',
      'IMPS-',
      'ACH D-',
      'POS ',
      'CHQ PAID',
      'ATM WDL',
      'CASH DEPOSIT',
      'CHARGES',
    ]) {
      expect(text).toContain(kind)
    }
  })
})

/** Every layout ends with debit, credit and balance, in this order. */
function amountsOf(row: JsonObject): number[] {
  return texts(row).slice(-3).map(paise)
}
