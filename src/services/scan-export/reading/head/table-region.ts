import type { Category } from '../../categories.ts'
import { builtInLabels, foldLabel } from '../../normalising/labels.ts'
import { phrasesOf, type Row } from '../rows.ts'
import { footAmounts } from './foot-amounts.ts'

/* Which rows of a page are the table of its lines: the head's labels do not stand there. */

/** Indexes of rows: from the table's heading to before what it comes to. */
export type TableRegion = { readonly from: number; readonly to: number }

/** Columns that make a table. */
const columnsMin = 3

export function findTable(rows: readonly Row[], category: Category): TableRegion | undefined {
  const from = rows.findIndex((row) => headingsIn(row, category).size >= columnsMin)
  if (from === -1) return undefined
  const sums = rows.findIndex((row, index) => index > from + 1 && isSum(row))
  return { from, to: sums === -1 ? rows.length : sums }
}

function headingsIn(row: Row, category: Category): ReadonlySet<string> {
  const labels = builtInLabels(category, 'line')
  const keys = phrasesOf(row, 0.7).flatMap(({ text }) => labels.get(foldLabel(text)) ?? [])
  return new Set(keys)
}

function isSum(row: Row): boolean {
  return footAmounts([row], false).some(({ key }) => key !== '' && key !== 'discount')
}
