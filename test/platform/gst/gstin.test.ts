import { describe, expect, test } from 'bun:test'
import { gstinCheckDigit, isGstin, makeGstin } from '../../../src/platform/gst/gstin.ts'

const good = ['27AAPFU0939F1ZV', '06AABCO6063D1ZQ', '29AAGCB7383J1Z4']

describe('a GSTIN', () => {
  test('is accepted when its check digit is right', () => {
    for (const gstin of good) expect(isGstin(gstin)).toBe(true)
  })

  test('is refused when any one character is changed', () => {
    for (const gstin of good) {
      for (let at = 0; at < gstin.length; at += 1) {
        const other = gstin[at] === '7' ? '8' : '7'
        if (gstin[at] === other) continue
        expect(isGstin(gstin.slice(0, at) + other + gstin.slice(at + 1))).toBe(false)
      }
    }
  })

  test('is refused when two different neighbours change places', () => {
    expect(isGstin('27AAPFU9039F1ZV')).toBe(false)
    expect(isGstin('27APAFU0939F1ZV')).toBe(false)
  })

  test('is refused in lower case, with spaces, too short or with an unknown state', () => {
    expect(isGstin('27aapfu0939f1zv')).toBe(false)
    expect(isGstin(' 27AAPFU0939F1ZV')).toBe(false)
    expect(isGstin('27AAPFU0939F1Z')).toBe(false)
    expect(isGstin(makeGstin('27', 'AAPFU0939F', '1').slice(1))).toBe(false)
    expect(isGstin(makeGstin('55', 'AAPFU0939F', '1'))).toBe(false)
    expect(isGstin('')).toBe(false)
  })

  test('of a sandbox with a wrong check digit is refused', () => {
    expect(isGstin('34AACCC1596Q002')).toBe(false)
    expect(isGstin('29AAFCA7488L1Z0')).toBe(false)
  })

  test('may belong to a non-resident or a United Nations body', () => {
    for (const first14 of ['0726USA00001NR', '9926SGP29002OS', '0717UNO00157UN']) {
      expect(isGstin(first14 + gstinCheckDigit(first14))).toBe(true)
    }
  })

  test('is made from state, PAN and entity', () => {
    expect(makeGstin('27', 'AAPFU0939F', '1')).toBe('27AAPFU0939F1ZV')
  })

  test('cannot get a check digit from anything but 14 characters', () => {
    expect(() => gstinCheckDigit('27AAPFU0939F1')).toThrow(RangeError)
    expect(() => gstinCheckDigit('27aapfu0939f1z')).toThrow(RangeError)
  })
})
