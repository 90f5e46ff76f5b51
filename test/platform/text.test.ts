import { describe, expect, test } from 'bun:test'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { foldText, toNfc } from '../../src/platform/text.ts'

const anyText = fc.string({ unit: 'binary', maxLength: 40 })

describe('folding a text', () => {
  test.each([
    ['ACME  Traders', 'acme traders'],
    ['  Acme\tTraders\n', 'acme traders'],
    ['Acme\u00a0\u2003Traders\u0085', 'acme traders'],
    ['ＡＣＭＥ', 'acme'],
    ['ﬁne № 1', 'fine no 1'],
    ['STRASSE', 'strasse'],
    ['Straße', 'strasse'],
    ['STRAẞE', 'strasse'],
    ['ſtraſſe', 'strasse'],
    ['ΟΔΟΣ', 'οδοσ'],
    ['οδος', 'οδοσ'],
    ['Re\u0301sume\u0301', 'résumé'],
    ['मीठा  पान', 'मीठा पान'],
    ['', ''],
    [' \u3000 ', ''],
  ])('makes %j %j', (text, folded) => {
    expect(foldText(text)).toBe(folded)
  })

  test('keeps apart what only looks alike: vowel signs and punctuation count', () => {
    expect(foldText('मीठा')).not.toBe(foldText('मिठा'))
    expect(foldText('A-1')).not.toBe(foldText('A 1'))
  })

  test('a folded text folds to itself, whatever the text', () => {
    fc.assert(
      fc.property(anyText, (text) => foldText(foldText(text)) === foldText(text)),
      {
        numRuns: 2_000,
      },
    )
  })

  test('every single character folds to something that folds to itself', () => {
    const unstable: string[] = []
    for (let code = 0; code <= 0x1ffff; code += 1) {
      const folded = foldText(String.fromCodePoint(code))
      if (foldText(folded) !== folded) unstable.push(code.toString(16))
    }
    expect(unstable).toEqual([])
  })

  test('upper case, lower case and composition make no difference', () => {
    const letters = fc.string({
      unit: fc.constantFrom(...'abzéßñçστςΣअीक़'.split('')),
      maxLength: 12,
    })
    fc.assert(
      fc.property(letters, (text) => {
        const folded = foldText(text)
        expect(foldText(text.toUpperCase())).toBe(folded)
        expect(foldText(text.normalize('NFD'))).toBe(folded)
      }),
    )
  })

  test('ASCII takes the short way to the same form', () => {
    const ascii = fc.string({ unit: 'binary-ascii', maxLength: 40 })
    fc.assert(
      fc.property(ascii, (text) => {
        // The letter é sends the same text the long way.
        expect(foldText(`${text}-é`)).toBe(`${foldText(`${text}-e`).slice(0, -1)}é`)
      }),
    )
  })

  test('the scripts of India take a short way to the same form: nukta, vowel signs in two parts, joiners', () => {
    const indic = fc.oneof(
      fc.constantFrom(...'Az9 क\u093c\u094d\u0958\u0929ৎো\u09c7\u09be\u09dcਲ਼'.split('')),
      fc.constantFrom(
        ...'\u0b47\u0b3eொ\u0bc6\u0bbe\u0bcdക\u0d46\u0d3e\u0dd9\u0dcf\u200c\u200d\n'.split(''),
      ),
      fc.integer({ min: 0x0900, max: 0x0dff }).map((code) => String.fromCodePoint(code)),
    )
    fc.assert(
      fc.property(fc.string({ unit: indic, maxLength: 30 }), (text) => {
        expect(foldText(`${text}-é`)).toBe(`${foldText(`${text}-e`).slice(0, -1)}é`)
      }),
      { numRuns: 5_000 },
    )
  })

  test('each letter of India takes a short way to the same form, alone and before each mark', () => {
    const marks = [
      '',
      '\u093c',
      '\u09bc',
      '\u0bbe',
      '\u0bd7',
      '\u0c56',
      '\u0cd5',
      '\u0d57',
      '\u0dca',
    ]
    const different: string[] = []
    for (let code = 0x0900; code <= 0x0dff; code++) {
      for (const mark of marks) {
        const text = `A${String.fromCodePoint(code)}${mark}`
        if (foldText(`${text}é`) !== `${foldText(text)}é`) different.push(text)
      }
    }
    expect(different).toEqual([])
  })
})

describe('NFC', () => {
  test('composes what is decomposed and leaves the rest', () => {
    expect(toNfc('Re\u0301sume\u0301  № ')).toBe('Résumé  № ')
    expect(toNfc('Plain  text')).toBe('Plain  text')
  })

  // Each of these took minutes: putting marks in order takes time with the square of their number.
  test.each([
    ['in two runs', '\u0315'.repeat(100_000) + '\u0300'.repeat(100_000)],
    ['in turns', '\u0315\u0300'.repeat(100_000)],
    ['among half-wide ones', '\uff9e\u0300'.repeat(100_000)],
  ])('of two hundred thousand marks %s is made at once, and again from itself', (_, marks) => {
    for (const form of [toNfc, foldText]) {
      const made = form(`a${marks}`)
      expect(made.length).toBeGreaterThan(200_000)
      expect(form(made)).toBe(made)
    }
  })

  test('leaves thirty marks in a row as Unicode has them', () => {
    const text = `a${'\u0315\u0300'.repeat(15)}`
    expect(toNfc(text)).toBe(text.normalize('NFC'))
  })

  test('is made in one place, which keeps it from taking long', async () => {
    const glob = new Bun.Glob('src/**/*.ts')
    const root = join(import.meta.dir, '../..')
    const makers: string[] = []
    for await (const file of glob.scan(root)) {
      const isBrowsers = file.startsWith('src/console/') && !/\/api(\.ts$|\/)/.test(file)
      if (!isBrowsers && (await Bun.file(join(root, file)).text()).includes('.normalize('))
        makers.push(file)
    }
    expect(makers).toEqual(['src/platform/text.ts'])
  })
})
