import { describe, expect, test } from 'bun:test'
import { pairingCodes } from '../../../src/accounts/keys/pairing-codes.ts'
import { countedTries } from '../../../src/accounts/sessions/guessing.ts'

const now = Date.parse('2026-11-23T10:00:00Z')
const minuteMs = 60_000
const address = '192.168.1.9'

describe('a code for the keys of a bridge', () => {
  test('is whose it was made for, however it is typed, and works once', () => {
    const codes = pairingCodes(countedTries())
    const { code } = codes.make('om', now)
    expect(codes.take(` ${code.toLowerCase().replace('-', '')} `, address, now)).toBe('om')
    expect(() => codes.take(code, address, now)).toThrow('was used')
  })

  test('ends after ten minutes, and when its owner makes a newer one', () => {
    const codes = pairingCodes(countedTries())
    const { code: late, expiresAt } = codes.make('om', now)
    expect(expiresAt).toBe(now + 10 * minuteMs)
    expect(() => codes.take(late, address, expiresAt)).toThrow('older than 10 minutes')
    const { code: first } = codes.make('om', now)
    const { code: second } = codes.make('om', now)
    expect(() => codes.take(first, address, now)).toThrow('does not work')
    expect(codes.take(second, address, now)).toBe('om')
  })

  test('lets an address try five times, then wait, and holds up no other address', () => {
    const codes = pairingCodes(countedTries())
    const { code } = codes.make('om', now)
    for (let i = 0; i < 5; i++) expect(() => codes.take('WRNG-CDES', address, now)).toThrow('work')
    expect(() => codes.take(code, address, now)).toThrow('Too many wrong tries')
    expect(codes.take(code, '192.168.1.10', now)).toBe('om')
  })

  test('ends with all others after 50 wrong tries from wherever', () => {
    const codes = pairingCodes(countedTries())
    const { code } = codes.make('om', now)
    for (let i = 0; i < 50; i++) {
      expect(() => codes.take('WRNG-CDES', `10.0.0.${i}`, now)).toThrow('work')
    }
    expect(() => codes.take(code, address, now)).toThrow('does not work')
    const { code: next } = codes.make('om', now)
    expect(codes.take(next, address, now)).toBe('om')
  })
})
