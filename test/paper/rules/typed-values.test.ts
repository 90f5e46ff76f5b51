import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { kindOf, readTyped, unreadable } from '../../../src/paper/rules/typed-values.ts'

describe('which keys have a type', () => {
  test('qty, rate, amount, debit, credit and balance are numbers, in metadata and lines', () => {
    for (const place of ['head', 'line'] as const) {
      for (const key of ['qty', 'rate', 'amount', 'debit', 'credit'])
        expect(kindOf(key, place)).toBe('number')
      expect(kindOf('balance', place)).toBe('balance')
    }
  })

  test('`name` is a text in the metadata only, and other keys stay as they were read', () => {
    expect(kindOf('name', 'head')).toBe('name')
    expect(kindOf('name', 'line')).toBeUndefined()
    expect(kindOf('total', 'head')).toBeUndefined()
    expect(kindOf('constructor', 'line')).toBeUndefined()
  })
})

describe('numbers', () => {
  test('JSON numbers stay, text is read', () => {
    expect(readTyped('number', 12.5)).toBe(12.5)
    expect(readTyped('number', '₹1,23,456.50')).toBe(123456.5)
    expect(readTyped('balance', '200 Dr')).toBe(-200)
  })

  test('nothing is left out, so that the key is never text', () => {
    for (const nothing of [null, '', ' \t']) expect(readTyped('number', nothing)).toBeUndefined()
  })

  test('anything else is unreadable', () => {
    for (const value of ['as per list', true, [1], { value: 1 }, Number('1e999')]) {
      expect(readTyped('number', value)).toBe(unreadable)
    }
  })
})

describe('dates', () => {
  test('invoice_date is a date, nothing, or unreadable', () => {
    expect(readTyped('invoice date', '05/11/2026')).toBe('2026-11-05')
    expect(readTyped('invoice date', 20261105)).toBe('2026-11-05')
    expect(readTyped('invoice date', '')).toBeUndefined()
    expect(readTyped('invoice date', '31/02/2026')).toBe(unreadable)
    expect(readTyped('invoice date', 45966)).toBe(unreadable)
    expect(readTyped('invoice date', ['05/11/2026'])).toBe(unreadable)
  })

  test('other dates are read where they can be and stay where they cannot', () => {
    expect(readTyped('date', '05-NOV-26')).toBe('2026-11-05')
    expect(readTyped('date', 'on delivery')).toBe('on delivery')
    expect(readTyped('date', null)).toBeNull()
  })
})

describe('texts', () => {
  test('invoice_no and hsn are trimmed texts, of a number its plain digits', () => {
    expect(readTyped('number text', ' INV  7 ')).toBe('INV  7')
    expect(readTyped('number text', 8471)).toBe('8471')
    expect(readTyped('number text', 1e21)).toBe('1000000000000000000000')
    expect(readTyped('number text', 1.5e-7)).toBe('0.00000015')
    expect(readTyped('number text', true)).toBe('true')
    expect(readTyped('number text', '  ')).toBe('')
    expect(readTyped('number text', null)).toBeUndefined()
    expect(readTyped('number text', ['INV 7'])).toBe(unreadable)
    expect(readTyped('number text', {})).toBe(unreadable)
  })

  test('of a number the text says exactly that number, without an exponent', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
        const text = readTyped('number text', value)
        expect(text).toMatch(/^-?\d+(\.\d+)?$/)
        expect(Number(text) === value).toBe(true)
      }),
    )
  })

  test('gstin is upper case without spaces', () => {
    expect(readTyped('gstin', ' 27 aapfu0939f 1zv ')).toBe('27AAPFU0939F1ZV')
  })

  test('every other text comes out in NFC and otherwise unchanged, in nested values too', () => {
    expect(readTyped(undefined, ' Re\u0301sume\u0301 ')).toBe(' Résumé ')
    expect(readTyped(undefined, { 'e\u0301': ['e\u0301', 1, null] })).toEqual({ é: ['é', 1, null] })
    expect(JSON.stringify(readTyped(undefined, JSON.parse('{"__proto__":{"x":1}}')))).toBe(
      '{"__proto__":{"x":1}}',
    )
  })

  test('very deep nesting does not exhaust the stack', () => {
    const deep: unknown = JSON.parse(`${'['.repeat(20_000)}1${']'.repeat(20_000)}`)
    expect(Array.isArray(deep) && Array.isArray(readTyped(undefined, deep))).toBe(true)
  })
})
