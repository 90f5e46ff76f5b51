import { expect, test } from 'bun:test'
import { wrongLetters } from '../../src/reader/labels/match.ts'

test.each([
  ['grandtotal', 'grandtotal', 0],
  ['grandtolal', 'grandtotal', 1],
  ['grandtoal', 'grandtotal', 1],
  ['gramdtotall', 'grandtotal', 2],
  ['kitten', 'sitting', 3],
  ['', 'ab', 2],
])('%p differs from %p in %d letters', (a, b, letters) => {
  expect(wrongLetters(a, b, 3)).toBe(letters)
  expect(wrongLetters(b, a, 3)).toBe(letters)
})

test('what differs in more letters than are asked for is told as one more', () => {
  expect(wrongLetters('kitten', 'sitting', 1)).toBe(2)
  expect(wrongLetters('invoice', 'x', 2)).toBe(3)
})

test('a text longer than any label is compared as well', () => {
  const long = 'terms and conditions '.repeat(20)
  expect(wrongLetters(long, `${long}.`, 2)).toBe(1)
})
