import { describe, expect, test } from 'bun:test'
import { assert, property, string } from 'fast-check'
import { printable } from '../../src/platform/print.ts'

describe('what is printed', () => {
  test.each([
    ['colours and the title of the window', '\u001b]0;owned\u0007', '\\u001b]0;owned\\u0007'],
    ['the one-byte form of the same', '\u009b31m', '\\u009b31m'],
    ['a line that writes over the one before', 'ok\rno', 'ok\\u000dno'],
    ['a name that is written backwards', 'bill\u202efdp.exe', 'bill\\u202efdp.exe'],
  ])('shows as codes: %s', (_what, text, shown) => {
    expect(printable(text)).toBe(shown)
  })

  test('leaves lines, tabs, and the scripts of India as they are', () => {
    const text = 'राम ट्रेडर्स\tક્ષ\nക്‍ഷ ₹ 1,23,456'
    expect(printable(text)).toBe(text)
  })

  test('means the same as JSON, whatever stands in it', () => {
    assert(
      property(string({ unit: 'binary' }), (text) => {
        const shown = printable(JSON.stringify(text))
        expect(JSON.parse(shown)).toBe(text)
        expect(shown).not.toMatch(/\p{Cc}/u)
      }),
    )
  })
})
