import { describe, expect, test } from 'bun:test'
import { cleared, isFiltered, type Filter } from '../../../src/console/components/filters.tsx'
import {
  choiceSearch,
  daySearch,
  pageSearch,
  searchOf,
  textSearch,
} from '../../../src/console/search.ts'

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

  test('has a day, unless it is none', () => {
    const firstOf = daySearch('from')
    expect(firstOf({ from: '2027-03-31' })).toEqual({ from: '2027-03-31' })
    for (const from of ['31/3/2027', '2027-02-31', 'soon', 7]) expect(firstOf({ from })).toEqual({})
  })

  test('is read whole, and what is taken back is not in it', () => {
    const listOf = searchOf(pageSearch, choiceSearch('state', ['active', 'ended']), textSearch('q'))
    const before = { page: 2, state: 'ended', q: 'rice', other: 1 }
    expect(listOf(before)).toEqual({ page: 2, state: 'ended', q: 'rice' })
    expect(listOf({ ...before, page: undefined, state: null, q: '' })).toEqual({})
  })

  test('narrows a list by its filters, and not by its page, its order or which list it is', () => {
    const filters: Filter[] = [
      { by: 'text', label: 'Find a product' },
      { by: 'view', key: 'state', label: 'Which', choices: [{ value: 'all', label: 'All' }] },
    ]
    expect(isFiltered(filters, { page: 3, sort: 'name', state: 'ended' })).toBe(false)
    expect(isFiltered(filters, { page: 3, search: 'rice' })).toBe(true)
    expect(cleared(filters)).toEqual({ search: null })
  })
})
