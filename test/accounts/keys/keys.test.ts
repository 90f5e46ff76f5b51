import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { hashKey, isWellFormedKey, makeKey, shownPart } from '../../../src/accounts/keys/rules.ts'

const random = fc.uint8Array({ minLength: 32, maxLength: 32 })
const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

describe('a key', () => {
  test('is dbk_, 43 base62 characters and a checksum of 6', () => {
    fc.assert(
      fc.property(random, (bytes) => {
        const key = makeKey(bytes)
        expect(key).toMatch(/^dbk_[0-9A-Za-z]{49}$/)
        expect(isWellFormedKey(key)).toBe(true)
      }),
    )
  })

  test('carries all of its 256 bits: two of them are never the same key', () => {
    fc.assert(
      fc.property(random, fc.nat(255), (bytes, bit) => {
        const other = Uint8Array.from(bytes)
        other[bit >> 3] = (other[bit >> 3] ?? 0) ^ (1 << (bit & 7))
        expect(makeKey(other)).not.toBe(makeKey(bytes))
      }),
    )
    expect(makeKey(new Uint8Array(32))).toStartWith(`dbk_${'0'.repeat(43)}`)
    const largest = makeKey(new Uint8Array(32).fill(255))
    expect(numberOf(largest.slice(4, 47))).toBe(2n ** 256n - 1n)
  })

  test('that is mistyped in one place, or in two that were swapped, is told from a whole one', () => {
    fc.assert(
      fc.property(
        random,
        fc.integer({ min: 4, max: 52 }),
        fc.constantFrom(...base62.split('')),
        (bytes, at, typed) => {
          const key = makeKey(bytes)
          const mistyped = key.slice(0, at) + typed + key.slice(at + 1)
          expect(isWellFormedKey(mistyped)).toBe(mistyped === key)
          if (at === 52) return
          const swapped = key.slice(0, at) + key.charAt(at + 1) + key.charAt(at) + key.slice(at + 2)
          expect(isWellFormedKey(swapped)).toBe(swapped === key)
        },
      ),
    )
  })

  test.each([
    ['cut short', (key: string) => key.slice(0, -1)],
    ['too long', (key: string) => `${key}0`],
    ['without its prefix', (key: string) => key.slice(4)],
    ['with another prefix', (key: string) => `dbx_${key.slice(4)}`],
    ['with a line break', (key: string) => `${key}\n`],
    ['with a space', (key: string) => ` ${key}`],
  ])('%s is not one', (_, change) => {
    expect(isWellFormedKey(change(makeKey(new Uint8Array(32).fill(7))))).toBe(false)
  })

  test('is made of exactly 32 bytes', () => {
    expect(() => makeKey(new Uint8Array(31))).toThrow(RangeError)
    expect(() => makeKey(new Uint8Array(33))).toThrow(RangeError)
  })

  test('is stored as its SHA-256, and shown by so little that nobody can guess the rest', () => {
    const key = makeKey(new Uint8Array(32).fill(7))
    expect(hashKey(key)).toBe(new Bun.CryptoHasher('sha256').update(key).digest('hex'))
    expect(shownPart(key)).toBe(key.slice(0, 12))
  })
})

function numberOf(digits: string): bigint {
  return digits.split('').reduce((sum, digit) => sum * 62n + BigInt(base62.indexOf(digit)), 0n)
}
