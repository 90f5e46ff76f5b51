import { describe, expect, test } from 'bun:test'
import { linesOf, oddTable, taught } from './teach.ts'

const withCodes = (codes: string[]) =>
  linesOf(oddTable(['P77', 'P81']), []).map((line, at) => {
    const { Kod: _, ...others } = line
    return { ...others, item_code: codes[at] ?? '' }
  })

describe('a heading', () => {
  const learnt = taught(oddTable(['P77', 'P81']), { head: {}, lines: withCodes(['P77', 'P81']) })

  test('is what a person entered what stands below it as', () => {
    expect(learnt.columns).toMatchObject([{ heading: 'kod', printed: 'Kod', key: 'item_code' }])
    const next = oddTable(['P80', 'P12'])
    expect(linesOf(next, []).map((line) => line['item_code'])).toEqual([undefined, undefined])
    expect(linesOf(next, [learnt]).map((line) => line['item_code'])).toEqual(['P80', 'P12'])
  })

  test('is learnt although the foot ran into its last cell', () => {
    const lines = withCodes(['P77', 'P81'])
    const { columns } = taught(oddTable(['P77', 'P81 M']), { head: {}, lines })
    expect(columns).toMatchObject([{ heading: 'kod', key: 'item_code' }])
    const both = taught(oddTable(['P77 M', 'P81 M']), { head: {}, lines })
    expect(both.columns).toEqual([])
  })

  test('is not learnt where one line says something else', () => {
    const lines = withCodes(['P77', 'P99'])
    expect(taught(oddTable(['P77', 'P81']), { head: {}, lines }).columns).toEqual([])
  })

  test('is dropped when a person says otherwise', () => {
    const lines = linesOf(oddTable(['P80', 'P12']), []).map((line) => ({ ...line, item_code: '' }))
    const after = taught(oddTable(['P80', 'P12']), { head: {}, lines, known: learnt })
    expect(after.columns).toEqual([])
  })

  test('stays where the bill has none of it', () => {
    const after = taught(oddTable(['P80', 'P12'], 'S.No'), { head: {}, known: learnt })
    expect(after.columns).toEqual(learnt.columns)
  })
})
