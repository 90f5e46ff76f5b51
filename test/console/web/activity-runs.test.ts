import { describe, expect, test } from 'bun:test'
import type { HistoryAction } from '../../../src/console/api/history.ts'
import type { Entry } from '../../../src/console/pages/activity/data.ts'
import { foldRuns, runWords } from '../../../src/console/pages/activity/page.tsx'

const ravi = { id: 'r', name: 'Ravi' }
const noon = new Date(2026, 10, 20, 12).getTime()

let made = 0

function entry(
  action: HistoryAction,
  details: Entry['details'] = {},
  { by = ravi, minutesAgo = 0 }: { by?: Entry['by']; minutesAgo?: number } = {},
): Entry {
  const at = new Date(noon - minutesAgo * 60_000).toISOString()
  return { id: String(made++), at, action, kind: null, by, keyName: null, details }
}

const changed = (id: string, minutesAgo = 0) =>
  entry('product changed', { id, name: `Product ${id}` }, { minutesAgo })

const wordsOf = (entries: readonly Entry[]) => foldRuns(entries).map(runWords)

describe('runs of the activity', () => {
  test('of one kind by one person are one line, with all of them in it', () => {
    const runs = foldRuns([changed('a'), changed('b', 1), changed('b', 2), changed('c', 3)])
    expect(runs.map(runWords)).toEqual(['3 products changed'])
    expect(runs[0]?.more).toHaveLength(3)
  })

  test('are broken by something else, by somebody else, and by midnight', () => {
    const others = { by: { id: 'p', name: 'Priya' } }
    const entries = [
      changed('a'),
      changed('b'),
      entry('signed out'),
      changed('c'),
      entry('product changed', { id: 'd', name: 'D' }, others),
      changed('e', 13 * 60),
    ]
    expect(foldRuns(entries)).toHaveLength(entries.length)
  })

  test('of two stay two', () => {
    expect(wordsOf([changed('a'), changed('b')])).toEqual([
      'The product “Product a” was changed',
      'The product “Product b” was changed',
    ])
  })

  test('add up what programs did', () => {
    const took = (updated: number, source = 'Tally') =>
      entry('scans acknowledged', { updated, source })
    expect(wordsOf([took(5), took(1), took(4), took(2, 'Busy')])).toEqual([
      '10 documents delivered to Tally in 3 calls',
      '2 documents delivered to Busy',
    ])
    const sent = entry('products sent', { added: 2, changed: 3 })
    expect(wordsOf([sent, sent, sent])).toEqual(['Products sent 3 times: 6 added, 9 changed'])
  })

  test('of keys that were made are one, though each is of another key', () => {
    const made3 = ['a', 'b', 'c'].map((name): Entry => {
      return { ...entry('key created', { name }), kind: 'keys', keyName: name }
    })
    expect(wordsOf(made3)).toEqual(['3 API keys made'])
  })

  test('that have no words of their own say the newest, and how many more', () => {
    const made3 = [1, 2, 3].map(() => entry('backup made'))
    expect(wordsOf(made3)).toEqual(['A backup was made, and 2 more of the kind'])
  })
})
