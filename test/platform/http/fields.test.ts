import { describe, expect, test } from 'bun:test'
import {
  choiceField,
  queryOf,
  textField,
  wholeNumberField,
} from '../../../src/platform/http/fields.ts'
import { refusalOf } from '../../support/temporary-database.ts'

const limit = wholeNumberField('limit', {
  minimum: 1,
  maximum: 1000,
  default: 500,
  description: 'How many.',
})
const category = choiceField('category', {
  choices: ['invoice', 'order'],
  description: 'Which kind.',
})
const after = textField('after', { maxLength: 5, description: 'Where.' })

describe('a whole number in a query', () => {
  test.each([
    ['limit=1', 1],
    ['limit=1000', 1000],
    ['limit=007', 7],
    ['', 500],
    ['limit=', 500],
    ['other=3', 500],
    ['limit=&limit=4', 4],
  ])('?%s is %d', (query, value) => {
    expect(limit.read(new URLSearchParams(query))).toBe(value)
  })

  test('given twice is refused: nobody can tell which was meant', async () => {
    const refusal = await refusalOf(() => limit.read(new URLSearchParams('limit=3&limit=4')))
    expect(refusal.code).toBe('invalid_request')
    expect(refusal.message).toBe('limit is given more than once: send it once.')
  })

  test.each(['0', '1001', '-1', '1.5', '1e1', '0x10', ' 5', '5 ', 'abc', '１', '9'.repeat(30)])(
    '%p is refused, never clamped or guessed',
    async (text) => {
      const refusal = await refusalOf(() => limit.read(new URLSearchParams({ limit: text })))
      expect(refusal.code).toBe('invalid_request')
      expect(refusal.message).toBe(
        `limit must be a whole number from 1 to 1000, got ${JSON.stringify(text)}.`,
      )
    },
  )
})

describe('a word of a list', () => {
  test('is one of them, or not given', () => {
    expect(category.read(new URLSearchParams('category=order'))).toBe('order')
    expect(category.read(new URLSearchParams('category='))).toBeUndefined()
    expect(category.read(new URLSearchParams(''))).toBeUndefined()
  })

  test.each(['Order', 'orders', 'constructor'])('%p is refused with the list', async (text) => {
    const refusal = await refusalOf(() => category.read(new URLSearchParams({ category: text })))
    expect(refusal.message).toBe(
      `category must be one of invoice, order, got ${JSON.stringify(text)}.`,
    )
  })
})

test('a text has a longest length, and a longer one is not shown whole', async () => {
  expect(after.read(new URLSearchParams('after=abcde'))).toBe('abcde')
  const refusal = await refusalOf(() => after.read(new URLSearchParams({ after: 'x'.repeat(99) })))
  expect(refusal.message).toStartWith('after must be at most 5 characters, got "xxx')
  expect(refusal.message).not.toContain('x'.repeat(61))
})

test('the query of a request is what stands behind its first question mark', () => {
  const query = queryOf(new Request('http://localhost/a?b=%26&c=x+y?z'))
  expect([...query]).toEqual([
    ['b', '&'],
    ['c', 'x y?z'],
  ])
  expect([...queryOf(new Request('http://localhost/a'))]).toEqual([])
})
