import { expect, test } from 'bun:test'
import { assert, jsonValue, property } from 'fast-check'
import { mustBe } from '../../../src/platform/record/sentence.ts'

test('what came is shown as JSON, at most 60 characters of it', () => {
  assert(
    property(jsonValue(), (value) => {
      const json = JSON.stringify(value)
      const shown = json.length <= 60 ? json : `${json.slice(0, 60).toWellFormed()}…`
      expect(mustBe('mrp', 'a number', value)).toBe(`mrp must be a number, got ${shown}.`)
    }),
  )
})

test('what is not shown is not looked at, however large or deeply nested it is', () => {
  const list = Array.from({ length: 1_000 }, () => 7)
  Object.defineProperty(list, 100, {
    get() {
      throw new Error('It was looked at.')
    },
  })
  expect(mustBe('mrp', 'a number', list)).toEndWith(',7,7….')
  expect(mustBe('mrp', 'a number', JSON.parse('['.repeat(100_000) + ']'.repeat(100_000)))).toBe(
    `mrp must be a number, got ${'['.repeat(60)}….`,
  )
})
