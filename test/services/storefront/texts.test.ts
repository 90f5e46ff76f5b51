import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { numberedSlug, slugCharactersMax, slugOf } from '../../../src/services/storefront/texts.ts'

const graphemes = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

/** Pieces that are hard to cut, to join or to fold. */
const pieces = [
  'मि',
  'ठा',
  'क्',
  'ष',
  'é',
  'e',
  '\u0301',
  '-',
  ' ',
  'İ',
  'Σ',
  'ß',
  '👩‍👧',
  'தி',
  '1',
  'ﬁ',
]

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 120 }),
  fc.string({ unit: fc.constantFrom(...pieces), maxLength: 200 }),
)

describe('a slug', () => {
  test.each([
    ['Basmati Rice 5 kg', 'basmati-rice-5-kg'],
    ['  Tea -- "Red Label" (500g) ', 'tea-red-label-500g'],
    ['मीठा पान', 'मीठा-पान'],
    ['தமிழ் புத்தகம்', 'தமிழ்-புத்தகம்'],
    ['Cafe\u0301', 'café'],
    ['क्\u200dया', 'क्या'],
    ['१० रुपये', '१०-रुपये'],
    ['!!! — ???', ''],
    ['../etc/passwd', 'etc-passwd'],
  ])('of %s is %s', (text, slug) => {
    expect(slugOf(text)).toBe(slug)
  })

  test('is its own slug', () => {
    fc.assert(fc.property(anyText, (text) => slugOf(slugOf(text)) === slugOf(text)))
  })

  test('has letters, marks, digits and single hyphens between them, in NFC', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const slug = slugOf(text)
        expect(slug).toMatch(/^([\p{L}\p{M}\p{Nd}]+(-[\p{L}\p{M}\p{Nd}]+)*)?$/u)
        expect(slug.normalize('NFC')).toBe(slug)
        expect(slug.toLowerCase()).toBe(slug)
      }),
    )
  })

  test('has at most 80 characters and never a part of a grapheme', () => {
    const letters = fc.string({
      unit: fc.constantFrom('मि', 'ठा', 'क्षि', 'தி', 'é', 'a'),
      maxLength: 150,
    })
    fc.assert(
      fc.property(letters, (text) => {
        const slug = slugOf(text)
        const kept = [...graphemes.segment(slug)].map(({ segment }) => segment)
        const all = [...graphemes.segment(text)].map(({ segment }) => segment)
        expect(Array.from(slug).length).toBeLessThanOrEqual(slugCharactersMax)
        expect(kept).toEqual(all.slice(0, kept.length))
        const next = all[kept.length]
        if (next !== undefined) {
          expect(Array.from(slug).length + Array.from(next).length).toBeGreaterThan(
            slugCharactersMax,
          )
        }
      }),
    )
  })

  test('with a number is a slug as well, and no longer', () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 2, max: 99_999 }), (text, number) => {
        const slug = slugOf(text)
        fc.pre(slug !== '')
        const numbered = numberedSlug(slug, number)
        expect(slugOf(numbered)).toBe(numbered)
        expect(numbered.endsWith(`-${number}`)).toBe(true)
      }),
    )
  })
})
