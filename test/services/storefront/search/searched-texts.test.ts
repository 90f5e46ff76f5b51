import { expect, test } from 'bun:test'
import { SearchedTexts } from '../../../../src/services/storefront/search/searched-texts.ts'

/** More than the store takes room for at first. */
const count = 4_000
const filler = 'नमक oil '.repeat(20)

/** A name and a description, as SQLite gives them. */
function bytesOf(name: string, description: string): Uint8Array {
  return new TextEncoder().encode(`${name}\t${description}\n`)
}

/** By `seq`, which words a name has: every third is marked. */
function nameOf(seq: number): string {
  return `${seq % 3 === 0 ? 'घी' : 'rice'} ${seq}`
}

function marked(texts: SearchedTexts, words: readonly string[]): number[] {
  const { marks, total } = texts.match(words)
  const found = [...marks.entries()].filter(([, mark]) => mark === 1).map(([seq]) => seq)
  expect(total).toBe(found.length)
  return found
}

const seqs = Array.from({ length: count }, (_, index) => index + 1)

test('texts are found by all of their words, while the store grows, changes and closes its gaps', () => {
  const texts = new SearchedTexts(0)
  const expected = new Map<number, string>()
  const check = () => {
    expect(texts.size).toBe(expected.size)
    for (const words of [['घी'], ['rice', '1'], ['oil'], ['घी', 'नमक', '7'], ['salt'], []]) {
      const found = [...expected].filter(([, text]) => words.every((word) => text.includes(word)))
      expect(marked(texts, words)).toEqual(found.map(([seq]) => seq).toSorted((a, b) => a - b))
    }
  }
  const set = (seq: number, name: string) => {
    texts.delete(seq)
    texts.add([seq], bytesOf(name, filler))
    expected.set(seq, `${name}\t${filler}`)
  }
  for (const seq of seqs) set(seq, nameOf(seq))
  check()
  for (const seq of seqs.filter((each) => each % 2 === 0)) {
    texts.delete(seq)
    expected.delete(seq)
  }
  check()
  for (let round = 1; round <= 3; round++) {
    for (const seq of seqs.filter((each) => each % 5 > 0)) set(seq, nameOf(seq + round))
    check()
  }
  const kept = [...expected.keys()].filter((seq) => seq % 7 === 0)
  texts.keepOnly([...kept, count + 1])
  for (const seq of expected.keys()) if (seq % 7 > 0) expected.delete(seq)
  check()
})

test('several texts are added at once, each with its product', () => {
  const texts = new SearchedTexts(2)
  texts.add([7, 3], Buffer.concat([bytesOf('salt', ''), bytesOf('rice', 'with salt')]))
  texts.add([5], bytesOf('', 'oil'))
  expect([marked(texts, ['salt']), marked(texts, ['rice']), marked(texts, ['oil'])]).toEqual([
    [3, 7],
    [3],
    [5],
  ])
})

test('the first texts may be larger than the room at first', () => {
  const texts = new SearchedTexts(count)
  texts.add(seqs, Buffer.concat(seqs.map((seq) => bytesOf(nameOf(seq), filler))))
  expect(marked(texts, ['3999'])).toEqual([3999])
  expect(marked(texts, ['oil'])).toHaveLength(count)
})

test('a word is never found across two texts, or in one that was changed', () => {
  const texts = new SearchedTexts(2)
  texts.add([1], bytesOf('salt', 'fine'))
  texts.add([2], bytesOf('rice', 'long'))
  expect(marked(texts, ['finerice'])).toEqual([])
  texts.delete(1)
  texts.add([1], bytesOf('oil', ''))
  expect([marked(texts, ['salt']), marked(texts, ['oil'])]).toEqual([[], [1]])
  expect([
    texts.equals(1, bytesOf('oil', '')),
    texts.equals(1, bytesOf('oil', 'x')),
    texts.equals(3, bytesOf('', '')),
  ]).toEqual([true, false, false])
})
