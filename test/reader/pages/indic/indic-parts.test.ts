import { describe, expect, test } from 'bun:test'
import {
  addedParts,
  lettersBeside,
  type LinePart,
} from '../../../../src/reader/pages/ocr/indic-parts.ts'

/** A word from the one place of its line to the other. */
function part(text: string, from: number, to: number, confidence = 0.95): LinePart {
  return { text, from, to, confidence }
}

/** Letters that were recognised at equal distances over a whole line. */
function letters(text: string, confidence: number) {
  const all = Array.from(text)
  return all.map((letter, at) => ({ text: letter, at: (at + 0.5) / all.length, confidence }))
}

describe('what a language adds to a line', () => {
  const garbage = letters('a ef3f3', 0.5)

  test('is words of its script, and figures that nobody else saw', () => {
    const read = [part('दाल', 0, 0.5), part('500', 0.55, 0.7), part('ग्राम', 0.75, 1)]
    expect(addedParts(read, garbage, 'hi').map(({ text }) => text)).toEqual(['दाल', 'ग्राम', '500'])
  })

  test.each([
    ['another script', part('દાળ', 0, 1)],
    ['one sign', part('क', 0, 1)],
    ['digits of the script', part('१२३', 0, 1)],
    ['what is read unsurely', part('दाल', 0, 1, 0.3)],
    ['Latin letters and figures', part('51/04954', 0, 1)],
  ])('is not %s', (_, read) => {
    expect(addedParts([read], garbage, 'hi')).toEqual([])
  })

  test('is nothing where the letters are sure', () => {
    expect(addedParts([part('दाल', 0, 1)], letters('Total', 0.99), 'hi')).toEqual([])
  })

  test('is a word alone without the rule and the figure that it touches, and its share of the line', () => {
    const [word] = addedParts([part('|500दाल', 0, 0.7)], garbage, 'hi')
    expect(word?.text).toBe('दाल')
    expect(word?.from).toBeCloseTo(0.4)
    expect(word?.to).toBeCloseTo(0.7)
  })

  test('keeps the point of what is shortened, and no marks that nobody sees', () => {
    const read = [part('नं.', 0, 0.4), part('इन्\u200D्वॉइस', 0.5, 1)]
    expect(addedParts(read, garbage, 'hi').map(({ text }) => text)).toEqual(['नं.', 'इन्वॉइस'])
  })

  test('ends where the next word begins', () => {
    const [first] = addedParts([part('टिफिन', 0, 0.9), part('डिब्बा', 0.6, 1)], garbage, 'hi')
    expect(first?.to).toBe(0.6)
  })
})

test('a figure is never cut by a word that reaches into it', () => {
  const line = { letters: letters('f200', 0.9) }
  const rest = lettersBeside(line, [part('हल्दी', 0, 0.45)])
  expect(rest.map(({ text }) => text).join('')).toBe('200')
})

test('letters stay that stand beside what was added', () => {
  const line = { letters: letters('xyz/Total', 0.9) }
  const rest = lettersBeside(line, [part('कुल', 0, 3 / 9)])
  expect(rest.map(({ text }) => text).join('')).toBe('/Total')
})
