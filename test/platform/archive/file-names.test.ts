import { expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { safeName } from '../../../src/platform/archive/index-file.ts'

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 600 }),
  fc.string({ unit: 'grapheme', maxLength: 200 }),
  fc.string({
    unit: fc.constantFrom('.', ' ', '/', '\\', ':', 'C', 'ON', 'मी', 'ઠું', '\u202e', '~$'),
  }),
  fc.constantFrom(
    'CON',
    'nul.txt',
    'COM1',
    'lpt¹.tar.gz',
    'aux ',
    'CONIN$',
    'con .x',
    '..',
    '~$bill',
  ),
)

test('any text becomes a name that Windows, FAT, SMB and Linux take, within its bytes', () => {
  fc.assert(
    fc.property(anyText, fc.integer({ min: 8, max: 200 }), (text, bytesMax) => {
      const name = safeName(text, bytesMax)
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(bytesMax)
      expect(name).not.toMatch(/[<>:"/\\|?*\p{Cc}\u202a-\u202e\u2066-\u2069]/u)
      expect(name).not.toMatch(/^[. ]|[. ]$/)
      expect(name).not.toMatch(
        /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)\s*(\.|$)/i,
      )
      expect(name).toBe(name.normalize('NFC'))
      expect(name.isWellFormed()).toBe(true)
    }),
    { numRuns: 3_000 },
  )
})

test('a name that was made safe stays as it is', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const name = safeName(text, 150)
      expect(safeName(name, 150)).toBe(name)
    }),
    { numRuns: 3_000 },
  )
})

test('letters of India stay, and are cut between letters only', () => {
  expect(safeName('श्री गणेश ट्रेडर्स', 150)).toBe('श्री गणेश ट्रेडर्स')
  expect(safeName('શ્રી ગણેશ', 150)).toBe('શ્રી ગણેશ')
  // Each of the two letters has three or more characters, of three bytes each.
  expect(safeName('क्षिक्षि', 20)).toBe('क्षि')
})

test('what a system reserves is told apart', () => {
  expect(safeName('INV/2026-27/001', 150)).toBe('INV-2026-27-001')
  expect(safeName('NUL', 150)).toBe('_NUL')
  expect(safeName('..hidden. ', 150)).toBe('hidden')
  expect(safeName(' \u202e ', 150)).toBe('')
})
