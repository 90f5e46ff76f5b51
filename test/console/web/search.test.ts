import { describe, expect, test } from 'bun:test'
import { choiceSearch, pageSearch, textSearch } from '../../../src/console/web/search.ts'

describe('the state of a list in its address', () => {
  test('has the page, unless it is the first or none', () => {
    expect(pageSearch({ page: 3 })).toEqual({ page: 3 })
    for (const page of [1, 0, -2, 1.5, '3', null, undefined])
      expect(pageSearch({ page })).toEqual({})
  })

  test('has a choice, unless it is none of those offered', () => {
    const stateOf = choiceSearch('state', ['active', 'ended'])
    expect(stateOf({ state: 'ended' })).toEqual({ state: 'ended' })
    for (const state of ['gone', '', 7, undefined]) expect(stateOf({ state })).toEqual({})
  })

  test('has a text, unless it is empty', () => {
    const wordsOf = textSearch('q')
    expect(wordsOf({ q: 'rice' })).toEqual({ q: 'rice' })
    for (const q of ['', 7, undefined]) expect(wordsOf({ q })).toEqual({})
  })
})
