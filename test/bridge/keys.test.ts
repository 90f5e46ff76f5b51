import { describe, expect, test } from 'bun:test'
import { keyIn, keyOf, markerOf, remoteIdOf } from '../../src/bridge/keys.ts'

const bill = { install: 'guid-1', kind: 'scan', id: '0199a1b2', part: 0 } as const

describe('the key of a part', () => {
  test('is 26 letters and digits, the same whenever it is asked for', () => {
    expect(keyOf(bill)).toMatch(/^[a-z2-7]{26}$/)
    expect(keyOf({ ...bill })).toBe(keyOf(bill))
  })

  test('is base32 of a SHA-256, as any other program would reckon it', () => {
    // printf 'guid-1|scan|0199a1b2|0' | sha256sum | xxd -r -p | base32, its first 26 letters
    expect(keyOf(bill)).toBe('hew57veyzmz4arg2syvirtoucv')
  })

  test.each([
    { ...bill, install: 'guid-2' },
    { ...bill, kind: 'order' as const },
    { ...bill, id: '0199a1b3' },
    { ...bill, part: 1 },
  ])('is another for %p', (other) => {
    expect(keyOf(other)).not.toBe(keyOf(bill))
  })

  test('is found again in a narration, also where the books changed its case', () => {
    const key = keyOf(bill)
    expect(keyIn(`Bill 118 ${markerOf(key)}`)).toBe(key)
    expect(keyIn(`BILL 118 ${markerOf(key).toUpperCase()}`)).toBe(key)
    expect(keyIn('Bill 118')).toBeUndefined()
    expect(keyIn('Bill 118 [DB:short]')).toBeUndefined()
  })

  test('makes the name under which Tally knows a voucher again', () => {
    expect(remoteIdOf(keyOf(bill))).toBe(`db1-${keyOf(bill)}`)
  })
})
