import type { FileRow } from './import-file.ts'
import type { Outcome, RowResult } from './import-rows.ts'

/** What rows have become that are sent again, if they were written and only the answer was lost: as `expected` told. */
export function madeBefore(
  again: readonly FileRow[],
  expected: readonly RowResult[] = [],
): ReadonlyMap<number, Outcome> {
  const rows = new Set(again.map(({ row }) => row))
  return new Map(
    expected.filter(({ row }) => rows.has(row)).map(({ row, outcome }) => [row, outcome]),
  )
}

/** A row that is there because the first try wrote it counts as what that try made of it. */
export function asMade(result: RowResult, made: Outcome | undefined): RowResult {
  const { outcome, warnings } = result
  const isMade =
    (made === 'created' && (outcome === 'unchanged' || outcome === 'changed')) ||
    (made === 'changed' && outcome === 'unchanged')
  if (!isMade) return result
  const warning = 'Made already by the try before, whose answer was lost.'
  return { ...result, outcome: made, warnings: [warning, ...warnings] }
}
