import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import {
  fieldName,
  fieldOf,
  fields,
  keysWhere,
  nameOfField,
  requiredIn,
  standsIn,
} from '../../src/paper/fields.ts'
import { readSources } from '../import-graph.ts'

/**
 * Keys that a file outside of `paper/` may name. Who uses some fields names them; who names more lists what stands in
 * `fields.ts` already. Keys that are English words do not count.
 */
const keysMax = 13

/** Files that name more, each with its reason. */
const listers = [
  // Which fields the form of each kind of paper shows, and in which order.
  'console/pages/documents/form/kinds.ts',
  // Where e-invoices and invoices in XML keep the value of each field.
  'reader/files/e-invoice.ts',
  'reader/files/xml-invoice.ts',
]

describe('the keys of documents', () => {
  test('are listed in paper/ alone', () => {
    const keys = new Set(Object.keys(fields).filter((key) => key.includes('_')))
    const sources = readSources(join(import.meta.dir, '../../src'))
    const found = [...sources].filter(([file, text]) => {
      const words = text.match(/\b[a-z]+(?:_[a-z]+)+\b/g) ?? []
      const named = new Set(words.filter((word) => keys.has(word)))
      return !file.startsWith('paper/') && named.size > keysMax
    })
    expect(keys.size).toBeGreaterThan(50)
    expect(found.map(([file]) => file).toSorted()).toEqual(listers)
  })
})

describe('the fields of documents', () => {
  test('are called as a clerk calls them, where they stand', () => {
    expect(nameOfField('head', 'taxable_value')).toBe('Taxable value')
    expect(nameOfField('head', 'qty')).toBeUndefined()
    expect(nameOfField('line', 'Bill No.')).toBeUndefined()
    expect(fieldName('name')).toBe('Seller')
    expect(fieldName('Bill No.')).toBe('Bill No.')
  })

  test('stand in the head and on the lines where papers print labels for them in both', () => {
    const inBoth = Object.keys(fields).filter(
      (key) => standsIn(key, 'head') && standsIn(key, 'line'),
    )
    expect(inBoth.join(' ')).toBe(
      'invoice_no invoice_date po_no gstin vendor_name total taxable_value subtotal cgst sgst igst utgst cess_rate cess cgst_rate sgst_rate igst_rate gst_rate tax_amount discount discount_pct round_off freight date branch balance',
    )
  })

  test('that a document must have are asked for by the first of those that would do', () => {
    expect(requiredIn('vendor_invoice')).toEqual([
      ['invoice_no'],
      ['invoice_date'],
      ['vendor_name', 'gstin', 'name'],
      ['total'],
    ])
    expect(requiredIn('purchase_order')).toEqual([
      ['po_no', 'invoice_no'],
      ['po_date', 'invoice_date'],
      ['vendor_name', 'gstin', 'name'],
    ])
    expect(requiredIn('bank_entry')).toEqual([['account_no', 'name', 'account_name']])
  })

  test('that the contract types are those it names', () => {
    const typed = keysWhere(({ delivered }) => delivered !== undefined)
    expect(typed.map((key) => `${key}: ${fieldOf(key)?.delivered}`).toSorted()).toEqual([
      'amount: number',
      'balance: balance',
      'credit: number',
      'date: date',
      'debit: number',
      'due_date: date',
      'gstin: gstin',
      'hsn: number text',
      'invoice_date: invoice date',
      'invoice_no: number text',
      'name: name',
      'po_date: date',
      'qty: number',
      'rate: number',
      'value_date: date',
    ])
  })
})
