import { expect, test } from 'bun:test'
import { lastDigits, referenceKey, sameReference } from '../../../src/bridge/vouchers/voucher.ts'

test.each([
  ['ST/0118/26-27', 'st-118'],
  ['ST 118', 'ST/118'],
  ['INV/2026-27/007', 'Inv 7'],
  ['2026-2027/45', '45'],
])('%s and %s are one number', (a, b) => {
  expect(sameReference(a, b)).toBe(true)
})

test.each([
  ['ST/118', 'ST/1180'],
  ['A-1', 'B-1'],
  ['', ''],
  ['INV/12-13', 'INV/13-14'],
])('%p and %p are not', (a, b) => {
  expect(sameReference(a, b)).toBe(false)
})

test('a number that is a year alone stays', () => {
  expect(referenceKey('26-27')).toBe('2627')
})

test.each([
  ['ST/0118/26-27', '18'],
  ['INV-2026-5', '5'],
  ['INV/2026/007', '7'],
  ['GST/26/9', '9'],
  ['A-100', '00'],
  ['A-118B', '18'],
  ['INV/26-27', '27'],
])('%s ends with %s, however it is typed', (reference, digits) => {
  expect(lastDigits(reference)).toBe(digits)
})

test('a number without digits ends with none', () => {
  expect(lastDigits('Nil')).toBeUndefined()
})
