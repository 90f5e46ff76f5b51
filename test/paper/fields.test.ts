import { describe, expect, test } from 'bun:test'
import {
  fieldName,
  fieldOf,
  fields,
  keysWhere,
  nameOfField,
  requiredIn,
} from '../../src/paper/fields.ts'

describe('the fields of documents', () => {
  test('are called as a clerk calls them, where they stand', () => {
    expect(nameOfField('metadata', 'taxable_value')).toBe('Taxable value')
    expect(nameOfField('metadata', 'qty')).toBeUndefined()
    expect(nameOfField('line', 'Bill No.')).toBeUndefined()
    expect(fieldName('name')).toBe('Seller')
    expect(fieldName('Bill No.')).toBe('Bill No.')
  })

  test('have labels where they stand alone', () => {
    const strays = Object.entries(fields).filter(([, { place, labels = {} }]) => {
      const slots = Object.keys(labels)
      if (place === 'both') return false
      const others =
        place === 'line'
          ? ['both', 'head', 'orderHead', 'statementHead']
          : ['both', 'line', 'statementLine']
      return others.some((slot) => slots.includes(slot))
    })
    expect(strays.map(([key]) => key)).toEqual([])
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
