import { expect, test } from 'bun:test'
import {
  type Outcome,
  type RowResult,
  asMade,
  madeBefore,
} from '../../../../src/console/pages/product-import/rows.ts'

function result(row: number, outcome: Outcome): RowResult {
  const nothing = { id: null, missingCategory: null, reasons: [], warnings: [], changes: [] }
  return { row, outcome, sku: `S-${row}`, name: 'Tea', cells: [], fault: null, ...nothing }
}

test.each([
  ['created', 'unchanged', 'created'],
  // A second row of the same SKU changed it meanwhile, and the first one changes it back.
  ['created', 'changed', 'created'],
  ['changed', 'unchanged', 'changed'],
  // The first try did not reach the shop.
  ['created', 'created', 'created'],
  ['changed', 'changed', 'changed'],
  ['unchanged', 'unchanged', 'unchanged'],
  ['created', 'refused', 'refused'],
] as const)(
  'a row that should be %s and comes again as %s counts as %s',
  (expected, told, counted) => {
    const made = madeBefore([result(2, told)], [result(2, expected)])
    const { outcome, warnings } = asMade(result(2, told), made.get(2))
    expect(outcome).toBe(counted)
    expect(warnings).toHaveLength(told === counted ? 0 : 1)
  },
)

test('rows behind those that are sent again are what the shop says', () => {
  const made = madeBefore([result(2, 'created')], [result(2, 'created'), result(3, 'created')])
  expect(asMade(result(3, 'unchanged'), made.get(3)).outcome).toBe('unchanged')
})
