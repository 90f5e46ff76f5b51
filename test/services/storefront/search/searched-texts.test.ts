import { expect, test } from 'bun:test'
import { SearchedTexts } from '../../../../src/services/storefront/search/searched-products.ts'

/** More than the store takes room for at first. */
const count = 4_000
const filler = 'नमक oil '.repeat(20)

/** As SQLite gives a text. */
function bytesOf(text: string): Uint8Array {
  return new TextEncoder().encode(`${text}\n`)
}

/** By `seq`, which words a text has: every third is marked. */
function textOf(seq: number): string {
  return `${seq % 3 === 0 ? 'घी' : 'rice'} ${seq}\n${filler}`
}

function marked(texts: SearchedTexts, words: readonly string[]): number[] {
  return [...texts.match(words).entries()].filter(([, mark]) => mark === 1).map(([seq]) => seq)
}

const seqs = Array.from({ length: count }, (_, index) => index + 1)

test('texts are found by all of their words, while the store grows, changes and closes its gaps', () => {
  const texts = new SearchedTexts(0)
  const expected = new Map<number, string>()
  const check = () => {
    for (const words of [['घी'], ['rice', '1'], ['oil'], ['घी', 'नमक', '7'], ['salt'], []]) {
      const found = [...expected].filter(([, text]) => words.every((word) => text.includes(word)))
      expect(marked(texts, words)).toEqual(found.map(([seq]) => seq).toSorted((a, b) => a - b))
    }
  }
  const set = (seq: number, text: string) => {
    texts.set(seq, bytesOf(text))
    expected.set(seq, text)
  }
  for (const seq of seqs) set(seq, textOf(seq))
  check()
  for (const seq of seqs.filter((each) => each % 2 === 0)) {
    texts.delete(seq)
    expected.delete(seq)
  }
  check()
  for (let round = 1; round <= 3; round++) {
    for (const seq of seqs.filter((each) => each % 5 > 0)) set(seq, textOf(seq + round))
    check()
  }
})

test('a word is never found across two texts, or in one that was changed', () => {
  const texts = new SearchedTexts(2)
  texts.set(1, bytesOf('salt\nfine'))
  texts.set(2, bytesOf('rice\nlong'))
  expect(marked(texts, ['finerice'])).toEqual([])
  texts.set(1, bytesOf('oil\n'))
  expect([marked(texts, ['salt']), marked(texts, ['oil'])]).toEqual([[], [1]])
  expect([
    texts.equals(1, bytesOf('oil\n')),
    texts.equals(1, bytesOf('oil')),
    texts.equals(3, bytesOf('')),
  ]).toEqual([true, false, false])
})

test('first lines compare by code points, a shorter one first', () => {
  const texts = new SearchedTexts(4)
  const names = ['oil', 'oil 2', 'घी', '\uffe6', '😀']
  for (const [seq, name] of names.entries()) texts.set(seq, bytesOf(`${name}\n${9 - seq}`))
  for (let seq = 1; seq < names.length; seq++) {
    expect(texts.compareFirstLines(seq - 1, seq)).toBeLessThan(0)
    expect(texts.compareFirstLines(seq, seq - 1)).toBeGreaterThan(0)
  }
  expect(texts.compareFirstLines(2, 2)).toBe(0)
})
