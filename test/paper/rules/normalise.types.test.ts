import { describe, expect, test } from 'bun:test'
import type { JsonObject } from '../../../src/platform/json/json.ts'
import { label, lineOf, metadataOf, nothingRead, value } from './normalise-one.ts'

describe('types', () => {
  test.each(['qty', 'rate', 'amount', 'debit', 'credit', 'balance'])(
    '%s becomes a number',
    (key) => {
      expect(lineOf({ [key]: '₹1,23,456.50' })).toEqual({ [key]: 123456.5 })
      expect(lineOf({ [key]: '12 Nos' })).toEqual({ [key]: 12 })
      expect(lineOf({ [key]: '(200)' })).toEqual({ [key]: -200 })
      expect(lineOf({ [key]: 7.25 })).toEqual({ [key]: 7.25 })
      expect(metadataOf({ [key]: '1,200' })).toMatchObject({ [key]: 1200 })
    },
  )

  test('an unreadable number stays under its raw label, or with (2) when that is the key', () => {
    expect(lineOf({ Qty: 'as per list' })).toEqual({ Qty: 'as per list' })
    expect(lineOf({ qty: 'as per list' })).toEqual({ 'qty (2)': 'as per list' })
    expect(lineOf({ Rate: '18%', Amount: [1] })).toEqual({ Rate: '18%', Amount: [1] })
  })

  test('an unreadable one never stands under another typed key', () => {
    const rules = [label('amount', 'rate')]
    expect(lineOf({ amount: 'free' }, rules)).toEqual({ 'amount (2)': 'free' })
  })

  test('an empty number is left out', () => {
    expect(lineOf({ Qty: '', Rate: null, Amount: '  ', UOM: '' })).toEqual({ unit: '' })
  })

  test('invoice_date becomes yyyy-mm-dd, day first; an unreadable one stays under its raw label', () => {
    expect(metadataOf({ 'Bill Date': '05/11/2026' })).toMatchObject({ invoice_date: '2026-11-05' })
    expect(metadataOf({ 'Bill Date': '31/02/2026' })).toEqual({
      ...nothingRead,
      'Bill Date': '31/02/2026',
    })
    expect(metadataOf({ invoice_date: 'soon' })).toEqual({
      ...nothingRead,
      'invoice_date (2)': 'soon',
    })
  })

  test('other dates are read where they can be, and stay where they cannot', () => {
    const raw = { 'PO Date': '5-11-26', 'Due Date': 'on delivery' }
    expect(metadataOf(raw)).toMatchObject({ po_date: '2026-11-05', due_date: 'on delivery' })
  })

  test('invoice_no, gstin and hsn become texts', () => {
    expect(metadataOf({ 'Bill No': 1007, GSTIN: ' 27aapfu 0939f1zv' })).toMatchObject({
      invoice_no: '1007',
      gstin: '27AAPFU0939F1ZV',
    })
    expect(lineOf({ HSN: 8471 })).toEqual({ hsn: '8471' })
    expect(lineOf({ HSN: null })).toEqual({})
    expect(metadataOf({ Invoice: { no: '7' }, gstin: ['x'] })).toEqual({
      ...nothingRead,
      Invoice: { no: '7' },
      'gstin (2)': ['x'],
    })
  })

  test('every text comes out in NFC, labels too, and otherwise unchanged', () => {
    const decomposed = 'Re\u0301sume\u0301'
    expect(
      lineOf({ [decomposed]: ` ${decomposed}  №`, nested: { [decomposed]: [decomposed] } }),
    ).toEqual({
      Résumé: ' Résumé  №',
      nested: { Résumé: ['Résumé'] },
    })
    expect(lineOf({ [decomposed]: 1, Résumé: 2 })).toEqual({ Résumé: 1, 'Résumé (2)': 2 })
  })
})

describe('the metadata', () => {
  test('always has invoice_no, invoice_date, gstin and name as texts', () => {
    expect(metadataOf({})).toEqual(nothingRead)
    expect(metadataOf({ invoice_no: null, invoice_date: '', gstin: ' ', name: null })).toEqual(
      nothingRead,
    )
    expect(metadataOf({ name: 7 })).toMatchObject({ name: '7' })
    expect(metadataOf({ name: ['a'] })).toEqual({ ...nothingRead, 'name (2)': ['a'] })
  })

  test('takes the name from the vendor when it has no value of its own', () => {
    expect(metadataOf({ Supplier: 'Acme' })).toMatchObject({ vendor_name: 'Acme', name: 'Acme' })
    expect(metadataOf({ Supplier: 'Acme', Name: ' ' })).toMatchObject({ name: 'Acme' })
    expect(metadataOf({ Supplier: 'Acme', Name: 'Bill of Acme' })).toMatchObject({
      name: 'Bill of Acme',
    })
    expect(metadataOf({ vendor_name: 7 })).toMatchObject({ vendor_name: 7, name: '' })
  })

  test('of a purchase order keeps the order’s own number and date', () => {
    const raw = { 'PO No.': 'P-7', Date: '05/11/2026' }
    expect(metadataOf(raw, [], 'purchase_order')).toEqual({
      ...nothingRead,
      po_no: 'P-7',
      po_date: '2026-11-05',
    })
  })
})

describe('dangerous labels', () => {
  const dangerous =
    '{"__proto__":{"polluted":true},"constructor":"c","toString":1,"hasOwnProperty":null}'

  test('are ordinary labels, in metadata, lines and rules', () => {
    const raw: JsonObject = JSON.parse(dangerous)
    expect(JSON.stringify(lineOf(raw))).toBe(dangerous)
    expect(JSON.stringify(metadataOf(raw))).toStartWith(dangerous.slice(0, -1))
    const rules = [
      label('x', '__proto__'),
      value('__proto__', 'a', '__proto__'),
      label('constructor', 'built'),
    ]
    expect(JSON.stringify(lineOf({ x: 'A', constructor: 'c' }, rules))).toBe(
      '{"__proto__":"__proto__","built":"c"}',
    )
  })

  test('change no prototype', () => {
    const line = lineOf(JSON.parse(dangerous)) ?? {}
    expect(Object.getPrototypeOf(line)).toBe(Object.prototype)
    expect('polluted' in {}).toBe(false)
  })
})
