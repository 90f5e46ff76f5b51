import { describe, expect, test } from 'bun:test'
import { Value } from '@sinclair/typebox/value'
import { checkedExplained, explainedValue, keptDoubts } from '../../../../src/paper/received.ts'

const explained = (doubts: string[]) => ({ source: 'text', confidence: 1, doubts })

test('of very many doubts about one value the first are kept, with how many more there are', () => {
  const doubts = Array.from({ length: 25 }, (_, at) => `Doubt ${at + 1}.`)
  const kept = keptDoubts(doubts)
  expect(kept.slice(0, 2)).toEqual(['Doubt 1.', 'Doubt 2.'])
  expect(kept.at(-1)).toBe('And 16 more doubts.')
  expect(Value.Check(explainedValue, explained(doubts))).toBe(false)
  expect(Value.Check(explainedValue, explained(kept))).toBe(true)
})

test('a few doubts are kept as they are, and one that is too long is cut', () => {
  expect(keptDoubts(['One.', 'Two.'])).toEqual(['One.', 'Two.'])
  const [cut = ''] = keptDoubts(['x'.repeat(900)])
  expect(cut.endsWith('…')).toBe(true)
  expect(Value.Check(explainedValue, explained([cut]))).toBe(true)
})

describe.each(['invoice_metadata.Total', 'invoice_metadata.Bill\nNo', ''])('at %j', (path) => {
  test('is taken what is a value, and nothing else', () => {
    const value = explained(['Is it 7?'])
    expect(JSON.stringify(checkedExplained({ [path]: value }))).toBe(
      JSON.stringify({ [path]: value }),
    )
    for (const wrong of [7, { ...value, source: 'guessed' }, { ...value, more: 1 }]) {
      expect(() => checkedExplained({ [path]: wrong })).toThrow('no explained values')
    }
  })
})
