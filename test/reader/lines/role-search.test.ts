import { expect, test } from 'bun:test'
import {
  bestKeys,
  type Budget,
  type Candidate,
  readingsMax,
} from '../../../src/reader/lines/role-search.ts'

const anything = ['qty', 'rate', 'amount', 'taxable_value', 'total', 'tax_amount']

/** A column of figures that no heading names. */
function unnamed(figures: readonly number[]): Candidate {
  const worth = new Map<string | undefined, number>(anything.map((key) => [key, -0.3]))
  return { figures, worth: worth.set(undefined, 0) }
}

function named(key: string, figures: readonly number[]): Candidate {
  return {
    figures,
    worth: new Map<string | undefined, number>([
      [key, 1.5],
      [undefined, -0.4],
    ]),
  }
}

test('a table of 60 columns in which everything is the product of everything ends within its budget', () => {
  const candidates = Array.from({ length: 60 }, () => unnamed([1, 1, 1, 1, 1, 1, 1, 1, 1, 1]))
  const budget: Budget = { left: readingsMax }
  const keys = bestKeys(
    candidates.map(() => undefined),
    candidates,
    budget,
  )
  expect(keys).toHaveLength(60)
  expect(budget.left).toBeGreaterThanOrEqual(0)
})

test('what headings name is found among 60 columns of figures with a part of the budget', () => {
  const noise = Array.from({ length: 57 }, (_, at) => unnamed([at + 0.17, at * 3 + 0.31, at + 7.7]))
  const candidates = [
    ...noise,
    named('qty', [2, 3, 4]),
    unnamed([10.5, 20.25, 30.75]),
    named('amount', [21, 60.75, 123]),
  ]
  const budget: Budget = { left: readingsMax }
  const keys = bestKeys(
    candidates.map((_, index) => (index === 57 ? 'qty' : index === 59 ? 'amount' : undefined)),
    candidates,
    budget,
  )
  expect([keys[57], keys[59]]).toEqual(['qty', 'amount'])
  expect(budget.left).toBeGreaterThan(0)
})
