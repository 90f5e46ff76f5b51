import { describe, expect, test } from 'bun:test'
import {
  leftText,
  placeText,
  queueText,
  resultText,
  secondsUntil,
} from '../../../../../src/console/pages/documents/reading-notes.tsx'

const reading = {
  waiting: 4,
  own: 2,
  secondsLeft: 40,
  queue: [
    { id: 'a', place: 1 },
    { id: 'c', place: 3 },
  ],
  underWay: [{ id: 'a', page: 2, pages: 5 }],
  putOff: [],
}
const finding = { key: 'total', code: 'doubt' as const, message: 'Is it 10?' }

describe('what is said while documents are read', () => {
  test('is how many of the own, how many beside, and how long', () => {
    expect(queueText(reading)).toBe(
      '2 documents are being read (2 of others beside), about 40 seconds left.',
    )
    const one = { ...reading, waiting: 1, own: 1, secondsLeft: null }
    expect(queueText(one)).toBe('1 document is being read.')
    expect(leftText(200)).toBe(', about 3 minutes left')
  })

  test('is where each stands', () => {
    expect(placeText(reading, 'a')).toBe('is being read, page 2 of 5')
    expect(placeText(reading, 'c')).toBe('waits to be read, number 3')
    expect(placeText(reading, 'gone')).toBeUndefined()
    // Of the 40 seconds of all four.
    expect(secondsUntil(reading, 'a')).toBe(10)
    expect(secondsUntil(reading, 'gone')).toBeNull()
    const begun = { ...reading, underWay: [{ id: 'a', page: null, pages: null }] }
    expect(placeText(begun, 'a')).toBe('is being read')
  })
})

test.each([
  ['check', [finding], null, 'was read: 1 value is to be checked'],
  ['check', [finding, finding], null, 'was read: 2 values are to be checked'],
  ['waiting', [], null, 'was read, and waits to be delivered'],
  ['failed', [], 'Too dark.', 'could not be read. Too dark.'],
  ['pending', [], null, 'is added, to be typed in'],
] as const)(
  'a file that is %p: what came of it is said',
  (state, findings, failureReason, text) => {
    expect(resultText({ state, findings: [...findings], failureReason })).toBe(text)
  },
)
