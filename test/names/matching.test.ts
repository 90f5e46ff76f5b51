import { describe, expect, test } from 'bun:test'
import * as fc from 'fast-check'
import { nameMatcher, type NameEntry } from '../../src/names/matching.ts'
import { foldText } from '../../src/platform/text.ts'

function entry(name: string, ...aliases: string[]): NameEntry {
  return { id: name, name, aliases }
}

const vendors = nameMatcher([
  entry('Acme Traders', 'ACME', 'Acme Trading Co.'),
  entry('Acme Traders (Pune)', 'Acme Traders Pune Branch'),
  entry('HP'),
  entry('शर्मा ट्रेडर्स', 'Sharma Traders'),
  entry('Zed Stores', 'Acme Traders'),
])

describe('a whole name', () => {
  test.each([
    ['Acme Traders', 'Acme Traders'],
    ['ACME  traders ', 'Acme Traders'],
    ['acme trading co.', 'Acme Traders'],
    ['ＡＣＭＥ', 'Acme Traders'],
    ['sharma traders', 'शर्मा ट्रेडर्स'],
  ])('matches by normalised value: %j', (name, canonical) => {
    expect(vendors.canonical(name)).toBe(canonical)
  })

  test('matches whole, with its punctuation', () => {
    expect(vendors.canonical('Acme Traders Ltd')).toBeUndefined()
    expect(vendors.canonical('acme-traders')).toBeUndefined()
    expect(vendors.canonical('')).toBeUndefined()
    expect(nameMatcher([entry('A', ' ')]).canonical('')).toBeUndefined()
  })

  test("an entry's name beats another entry's alias, in either order", () => {
    const names = [entry('Bharat Gas', 'Indane'), entry('Indane', 'Bharat Gas')]
    for (const list of [names, names.toReversed()]) {
      expect(nameMatcher(list).canonical('INDANE')).toBe('Indane')
      expect(nameMatcher(list).findIn('upi/indane/1')).toBe('Indane')
    }
  })

  test('of two entries with one alias the first counts', () => {
    const matcher = nameMatcher([entry('One', 'shared'), entry('Two', 'Shared')])
    expect(matcher.canonical('shared')).toBe('One')
  })

  test('words of the language are names like others', () => {
    const matcher = nameMatcher([entry('__proto__', 'constructor'), entry('toString')])
    expect(matcher.canonical('__PROTO__')).toBe('__proto__')
    expect(matcher.canonical('Constructor')).toBe('__proto__')
    expect(matcher.canonical('valueOf')).toBeUndefined()
    expect(matcher.findIn('neft constructor pay')).toBe('__proto__')
  })
})

describe('a name in a text', () => {
  test.each([
    ['UPI/ACME TRADERS/9876@ybl/PAY', 'Acme Traders'],
    ['NEFT-N123-ACME_TRADERS-INV 7', 'Acme Traders'],
    ['ACME', 'Acme Traders'],
    ['IMPS*acme, trading* co', 'Acme Traders'],
    ['TO TRANSFER-UPI/DR/शर्मा ट्रेडर्स/SBIN', 'शर्मा ट्रेडर्स'],
    ['POS HP PETROL', 'HP'],
  ])('is found as whole words: %j', (text, canonical) => {
    expect(vendors.findIn(text)).toBe(canonical)
  })

  test.each(['ACMETRADERS', 'ACME1 TRADERS2', 'PACME', 'HPCL', 'शर्माजी', 'trading co', '', '//'])(
    'is not found inside other words: %j',
    (text) => {
      expect(vendors.findIn(text)).toBeUndefined()
    },
  )

  test('a vowel sign belongs to its word', () => {
    expect(nameMatcher([entry('राम')]).findIn('UPI/रामू/PAY')).toBeUndefined()
    expect(nameMatcher([entry('राम')]).findIn('UPI/राम/PAY')).toBe('राम')
  })

  test('the longest comes first, wherever it stands', () => {
    expect(vendors.findIn('HP VIA ACME TRADERS PUNE')).toBe('Acme Traders (Pune)')
    expect(vendors.findIn('ACME TRADERS PUNE BRANCH HP')).toBe('Acme Traders (Pune)')
    expect(vendors.findIn('ACME TRADERS MUMBAI')).toBe('Acme Traders')
  })

  test('of two equally long ones the first in the text counts', () => {
    const matcher = nameMatcher([entry('Beta'), entry('Acme')])
    expect(matcher.findIn('ACME to BETA')).toBe('Acme')
    expect(matcher.findIn('BETA to ACME')).toBe('Beta')
  })

  test('a name of fewer than two letters or digits is not searched for', () => {
    const matcher = nameMatcher([entry('A+'), entry('@@@'), entry('3M')])
    expect(matcher.findIn('A/c transfer @@@')).toBeUndefined()
    expect(matcher.canonical('a+')).toBe('A+')
    expect(matcher.findIn('UPI/3M/1')).toBe('3M')
  })
})

describe('for any list', () => {
  const word = fc.string({
    unit: fc.constantFrom(...'abcß1अ'.split('')),
    minLength: 1,
    maxLength: 2,
  })
  const name = fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' '))
  const list = fc.array(fc.tuple(name, fc.array(name, { maxLength: 2 })), { maxLength: 8 })

  test('searching finds what trying each name in turn finds', () => {
    fc.assert(
      fc.property(list, fc.array(word, { maxLength: 8 }), (names, words) => {
        const entries = names.map(([own, aliases]) => entry(own, ...aliases))
        const text = words.join('/')
        const found = nameMatcher(entries).findIn(text)
        const hits = entries
          .flatMap((each) => [each.name, ...each.aliases].map((spelling) => ({ each, spelling })))
          .filter(({ spelling }) => isIn(spelling, text))
        const longest = Math.max(0, ...hits.map(({ spelling }) => sizeOf(spelling)))
        const best = hits.filter(({ spelling }) => sizeOf(spelling) === longest)
        expect(found === undefined).toBe(best.length === 0)
        if (found !== undefined) expect(best.map(({ each }) => each.name)).toContain(found)
      }),
      { numRuns: 500 },
    )
  })

  test('every name is itself, and every alias is some entry that has it', () => {
    fc.assert(
      fc.property(list, (names) => {
        const entries = names.map(([own, aliases]) => entry(own, ...aliases))
        const matcher = nameMatcher(entries)
        for (const { name: own, aliases } of entries) {
          expect(foldText(matcher.canonical(own) ?? '')).toBe(foldText(own))
          for (const alias of aliases) expect(matcher.canonical(alias)).toBeDefined()
        }
      }),
    )
  })
})

test('a row costs no more with a long list than with a short one', () => {
  const entries = Array.from({ length: 50_000 }, (_, index) => entry(`Vendor ${index} Traders`))
  const matcher = nameMatcher(entries)
  const start = performance.now()
  for (let row = 0; row < 1_000; row += 1) matcher.findIn(`UPI/VENDOR ${row} TRADERS/98@ybl/PAY`)
  // A search through the list would look at fifty million names here and take many seconds.
  expect(performance.now() - start).toBeLessThan(1_000)
  expect(matcher.findIn('UPI/VENDOR 49999 TRADERS/PAY')).toBe('Vendor 49999 Traders')
})

function isIn(spelling: string, text: string): boolean {
  const words = foldText(spelling)
  return sizeOf(spelling) >= 2 && ` ${foldText(text).replaceAll('/', ' ')} `.includes(` ${words} `)
}

function sizeOf(spelling: string): number {
  return foldText(spelling).replaceAll(' ', '').length
}
