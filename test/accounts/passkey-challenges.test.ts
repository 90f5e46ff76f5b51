import { describe, expect, test } from 'bun:test'
import { challenges } from '../../src/accounts/passkeys/challenges.ts'

const now = Date.parse('2026-11-23T10:00:00Z')

describe('what devices are asked to sign', () => {
  test('is taken once, and not after five minutes', () => {
    const known = challenges()
    known.note({ by: 'counter', address: '192.168.1.5' }, 'one', now)
    known.note({ by: 'office', address: '192.168.1.6' }, 'two', now)
    expect(known.take('counter', now + 1000)).toBe('one')
    expect(() => known.take('counter', now + 1000)).toThrow('Begin again')
    expect(() => known.take('office', now + 5 * 60_000)).toThrow('Begin again')
  })

  test('is not forgotten however often one address, or many, begin anew', () => {
    const known = challenges()
    known.note({ by: 'counter', address: '192.168.1.5' }, 'signed', now)
    for (let i = 0; i < 2000; i++) known.note({ by: `x${i}`, address: '192.168.1.66' }, 'x', now)
    for (let i = 0; i < 2000; i++) {
      known.note({ by: `y${i}`, address: `10.0.0.${i % 30}` }, 'y', now)
    }
    expect(known.take('counter', now + 1000)).toBe('signed')
  })

  test('is the newest of an address that begins often', () => {
    const known = challenges()
    for (let i = 0; i < 60; i++) known.note({ by: `try ${i}`, address: '192.168.1.5' }, `${i}`, now)
    expect(() => known.take('try 0', now)).toThrow('Begin again')
    expect(known.take('try 59', now)).toBe('59')
    expect(known.take('try 10', now)).toBe('10')
  })
})
