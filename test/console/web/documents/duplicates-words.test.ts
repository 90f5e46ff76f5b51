import { expect, test } from 'bun:test'
import { fateText } from '../../../../src/console/pages/documents/duplicate-words.ts'

const kept = { filename: 'a.pdf', state: 'waiting', syncedAt: null, originalId: null } as const
const hidden = { filename: 'b.pdf', state: 'duplicate', originalId: 'a' } as const

test.each([
  [
    'held back behind an older one',
    { kept, other: hidden },
    'b.pdf has the same number as a.pdf, which is older. It is held back: when the older one is acknowledged, it counts as a copy and is not delivered.',
  ],
  [
    'waiting for one whose values are to be checked',
    { kept: { ...kept, state: 'check' }, other: hidden },
    'b.pdf has the same number as a.pdf, which is older. It waits for that one, whose values are to be checked: when that is done and the older one acknowledged, it counts as a copy and is not delivered.',
  ],
  [
    'held back by nothing',
    { kept, other: { ...hidden, state: 'waiting', originalId: null } },
    'b.pdf has the same number as a.pdf. Neither holds the other back: both are delivered.',
  ],
  [
    'to be checked beside what was delivered',
    {
      kept: { ...kept, syncedAt: '2026-11-20T10:00:00.000Z' },
      other: { ...hidden, state: 'check', originalId: null },
    },
    'b.pdf has the same number as a.pdf, which was delivered. That does not hold this one back: it is delivered too once the values are checked.',
  ],
] as const)('the fate of a pair is told as it is: %s', (_, pair, text) => {
  expect(fateText({ ...pair, by: 'number', looksSame: true })).toBe(text)
})
