import { describe, expect, test } from 'bun:test'
import type { ReadPage, Word } from '../../src/reader/page.ts'
import { boxOf, confidenceOf, phrasesOf, rowsOf, textOf } from '../../src/reader/rows.ts'

const width = 600
const height = 800

/** A page of lines of words; `askew` moves each word as a camera would. */
function pageOf(
  lines: readonly (readonly (readonly [text: string, x: number])[])[],
  askew: (x: number, y: number) => readonly [x: number, y: number] = (x, y) => [x, y],
): ReadPage {
  const words = lines.flatMap((line, index) =>
    line.map(([text, x]): Word => {
      const wide = text.length * 5
      const [left, top] = askew(x, 40 + index * 13)
      const [right, rightTop] = askew(x + wide, 40 + index * 13)
      const upper = Math.min(top, rightTop)
      const lower = Math.max(top, rightTop) + 10
      return {
        text,
        box: [left / width, upper / height, right / width, lower / height],
        confidence: 0.9,
      }
    }),
  )
  return { number: 1, width, height, turned: 0, source: 'ocr', words, codes: [] }
}

const bill = Array.from({ length: 40 }, (_, index) => [
  [`${index + 1}.`, 30] as const,
  ['Lux', 60] as const,
  ['Soap', 80] as const,
  [`${index + 2}`, 300] as const,
  [`${index * 3 + 10}.00`, 380] as const,
  [`${index * 7 + 100}.00`, 500] as const,
])

const expected = bill.map((line) => line.map(([text]) => text).join(' '))

describe('rows of a page', () => {
  test('hold the words that stand beside each other, in reading order', () => {
    const page = pageOf(bill)
    const mixed = { ...page, words: page.words.toReversed() }
    expect(rowsOf(mixed).map((row) => textOf(row.pieces))).toEqual(expected)
  })

  test('are found on a scan that lies three degrees askew', () => {
    for (const slope of [0.052, -0.052]) {
      const turned = pageOf(bill, (x, y) => [x - slope * y, y + slope * x])
      expect(rowsOf(turned).map((row) => textOf(row.pieces))).toEqual(expected)
    }
  })

  test('are found on a photograph whose lines fan out', () => {
    const fanned = pageOf(bill, (x, y) => [x, y + 0.04 * ((y - 300) / 300) * (x - 300)])
    expect(rowsOf(fanned).map((row) => textOf(row.pieces))).toEqual(expected)
  })

  test('keep a cell that stands half a row lower a row of its own', () => {
    const page = pageOf([
      [
        ['Basmati', 30],
        ['rice', 80],
      ],
      [['premium', 30]],
    ])
    const [first] = page.words
    const between: Word = {
      ...(first ?? { text: '', confidence: 1 }),
      text: '450.00',
      box: [0.8, 46.5 / height, 0.9, 56.5 / height],
    }
    const rows = rowsOf({ ...page, words: [...page.words, between] })
    expect(rows.map((row) => textOf(row.pieces))).toEqual(['Basmati rice', '450.00', 'premium'])
  })

  test('keep a dash in its row', () => {
    const page = pageOf([
      [
        ['Discount', 30],
        ['0.00', 300],
      ],
    ])
    const dash: Word = { text: '-', confidence: 1, box: [0.4, 44 / height, 0.41, 45.5 / height] }
    const rows = rowsOf({ ...page, words: [...page.words, dash] })
    expect(rows.map((row) => textOf(row.pieces))).toEqual(['Discount - 0.00'])
  })
})

describe('phrases of a row', () => {
  test('are the words with no more than spaces between them', () => {
    const [row] = rowsOf(
      pageOf([
        [
          ['Lux', 60],
          ['Soap', 79],
          ['3', 300],
          ['10.00', 340],
        ],
      ]),
    )
    expect(phrasesOf(row ?? { pieces: [] }).map(({ text }) => text)).toEqual([
      'Lux Soap',
      '3',
      '10.00',
    ])
  })

  test('know where they stand on the paper', () => {
    const [row] = rowsOf(
      pageOf([
        [
          ['Lux', 60],
          ['Soap', 79],
        ],
      ]),
    )
    expect(boxOf(row?.pieces ?? [])).toEqual([60 / 600, 40 / 800, 99 / 600, 50 / 800])
    expect(confidenceOf(row?.pieces ?? [])).toBe(0.9)
  })
})
