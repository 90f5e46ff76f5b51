import { fieldName } from '../../checks/field-names.ts'
import { movementOf, type RowValues } from './row-values.ts'

/*
 * What the balances do not prove is asked for. Where a row was left out the next balance does not go on from the one before,
 * and words of that row may stand in either.
 */

/** Rows from the oldest to the newest, with the balance before the first in paise, where it is printed. */
export function doubtUnproven(
  rows: readonly RowValues[],
  opening: number | undefined,
): RowValues[] {
  const breaks = breaksIn(rows, opening)
  return rows.map((row, at) => {
    if (breaks.some(({ from, to }) => at >= from && at <= to)) return doubted(row, ownKeys)
    return breaks.some(({ from }) => at === from - 1) ? doubted(row, textKeys) : row
  })
}

/** The rows from behind one balance to the next, where they do not come to it. */
type Break = { readonly from: number; readonly to: number }

function breaksIn(rows: readonly RowValues[], opening: number | undefined): Break[] {
  const breaks: Break[] = []
  let expected = opening
  let from = 0
  for (const [to, { moved, balance }] of rows.map(movementOf).entries()) {
    if (expected !== undefined) expected += moved
    if (balance === undefined) continue
    if (expected !== undefined && expected !== balance) breaks.push({ from, to })
    expected = balance
    from = to + 1
  }
  // Behind the last balance nothing proves anything.
  return from > 0 && from < rows.length ? [...breaks, { from, to: rows.length - 1 }] : breaks
}

const textKeys = ['narration', 'description', 'reference']
const ownKeys = [...textKeys, 'date', 'value_date', 'debit', 'credit', 'amount']

function doubted(row: RowValues, keys: readonly string[]): RowValues {
  const doubts = keys.flatMap((key) => {
    const value = row[key]
    if (value === undefined) return []
    const doubt = `${fieldName(key)}: the balances do not prove this row. Compare it with the paper.`
    return [[key, { ...value, doubts: [...(value.doubts ?? []), doubt] }] as const]
  })
  return { ...row, ...Object.fromEntries(doubts) }
}
