import { expect, test } from 'bun:test'
import type { JsonObject } from '../../../../src/platform/json/json.ts'
import { unknownInScan } from '../../../../src/services/scan-export/rename-rules/unknown-in-scan.ts'
import { compileRules } from '../../../../src/paper/rules/rules.ts'

const scan = { id: '1', filename: 'statement.csv', category: 'bank_entry' } as const

/** More different ones of a key without rules are no vocabulary. */
const vocabularyMax = 12

test('of a statement that is read wrongly only some of its values are kept', () => {
  const { values } = occurrences(linesOf(5_000, (n) => ({ Debit: `illegible ${letters(n)}` })))
  expect(values.size).toBe(100)
})

test('only some of thousands of labels are kept', () => {
  const { labels } = occurrences(linesOf(5_000, (n) => ({ [`Unheard of ${letters(n)}`]: 'x' })))
  expect(labels.size).toBe(100)
})

test('of what is no vocabulary just so many values are kept as tell that it is none', () => {
  const { values } = occurrences(linesOf(5_000, (n) => ({ Reference: `ref ${letters(n)}` })))
  expect([...values.values()].map(({ reason }) => reason)).toEqual(
    Array.from({ length: vocabularyMax + 1 }, () => 'recurs'),
  )
})

test('a value that is there a hundred times takes no room of another', () => {
  const often = linesOf(100, () => ({ Reference: 'cash' }))
  const { values } = occurrences([...often, { Reference: 'cheque' }])
  expect([...values.values()].map(({ value }) => value)).toEqual(['cash', 'cheque'])
})

function occurrences(lines: JsonObject[]) {
  const document = { invoice_metadata: {}, line_items: lines }
  return unknownInScan(scan, document, compileRules([]))
}

function linesOf(count: number, lineOf: (n: number) => JsonObject): JsonObject[] {
  return Array.from({ length: count }, (_, n) => lineOf(n))
}

/** Numbers would be read as such. */
function letters(n: number): string {
  return Array.from(String(n), (digit) => 'abcdefghij'.charAt(Number(digit))).join('')
}
