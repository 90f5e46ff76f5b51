import { expect, test } from 'bun:test'
import {
  savedText,
  inOrder,
  placeInQueue,
} from '../../../../../../src/console/pages/documents/form/queue/queue-bar.tsx'

test('a queue counts what was saved in it, and leads back to what was left out', () => {
  expect(placeInQueue('a', [], ['a', 'b', 'c'])).toEqual({
    position: 1,
    total: 3,
    next: 'b',
    previous: null,
  })
  expect(placeInQueue('c', ['a'], ['b', 'c'])).toEqual({
    position: 3,
    total: 3,
    next: 'b',
    previous: 'b',
  })
  expect(placeInQueue('c', ['a', 'b'], ['b', 'c'])).toMatchObject({ position: 3, next: null })
  expect(placeInQueue('x', ['a'], ['b'])).toBeNull()
})

test('what is to be checked of a list is gone through first, as it is listed', () => {
  const waiting = { ids: ['a', 'b', 'c', 'd', 'e'], held: ['b', 'd', 'e'] }
  expect(inOrder(waiting, ['e', 'x', 'c', 'b'])).toEqual(['e', 'b', 'a', 'c', 'd'])
  expect(inOrder(waiting, [])).toEqual(waiting.ids)
})

test.each([
  [{ state: 'waiting', findings: [] }, 'b.pdf is saved. It waits to be delivered.'],
  [
    { state: 'duplicate', findings: [], original: { filename: 'a.pdf', state: 'waiting' } },
    'b.pdf is saved. It is held back: an older document has this number, a.pdf.',
  ],
  [
    { state: 'duplicate', findings: [], original: { filename: 'a.pdf', state: 'check' } },
    'b.pdf is saved. It waits for a.pdf, an older one with its number, whose values are to be checked.',
  ],
  [
    { state: 'check', findings: [{ message: 'There is no 33rd of November.' }] },
    'b.pdf is saved. It is held back: check its values. There is no 33rd of November.',
  ],
  [{ state: 'settled', findings: [] }, 'b.pdf is saved.'],
])('what became of a document is said as it is: %o', (saved, text) => {
  expect(savedText('b.pdf', saved)).toBe(text)
})
