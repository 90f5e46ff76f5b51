import { type BodyRow, filledKeys } from './body-rows.ts'
import type { Column } from './columns.ts'

/* Which rows with figures are lines and which are sums: a row by itself does not always say. */

/** Whether the figures of a row prove each other: quantity × rate = amount, or the balance goes on. */
export type ProvenBy = (row: BodyRow, columns: readonly Column[], before?: BodyRow) => boolean

/** What lines are filled in with beside their amount, and rows of tax and rounding are not. */
const lineKeys = [
  'sl_no',
  'hsn',
  'qty',
  'rate',
  'rate_incl_tax',
  'date',
  'mrp',
  'batch_no',
  'narration',
]

/** `body` are the rows from the first line to the last, without sums between; `foot` all rows below. */
export function judgeRows(
  rows: readonly BodyRow[],
  { columns, isBare }: { columns: readonly Column[]; isBare: boolean },
  provenBy: ProvenBy,
): { body: BodyRow[]; foot: BodyRow['row'][] } {
  const judged = onlyProven(withoutLedgerRows(rows, columns), columns, isBare, provenBy)
  const last = judged.findLastIndex(({ kind }) => kind === 'figures')
  if (last === -1) return { body: [], foot: rows.map(({ row }) => row) }
  const next = judged.findIndex(({ kind }, index) => index > last && kind !== 'text')
  const end = next === -1 ? rows.length : next
  const begin = isBare ? judged.findIndex(({ kind }) => kind === 'figures') : 0
  return {
    body: judged.slice(begin, end).filter(({ kind }) => kind === 'figures' || kind === 'text'),
    foot: judged.slice(end).map(({ row }) => row),
  }
}

/** Rows of tax, freight and rounding have a name and an amount where lines have a quantity, a rate or a code as well. */
function withoutLedgerRows(rows: readonly BodyRow[], columns: readonly Column[]): BodyRow[] {
  const figures = rows.filter(({ kind }) => kind === 'figures')
  const complete = figures.filter((row) => isComplete(row, columns))
  if (complete.length === 0) return [...rows]
  return rows.map((row) => (isComplete(row, columns) ? row : asSum(row)))
}

function asSum(row: BodyRow): BodyRow {
  return row.kind === 'figures' ? { ...row, kind: 'sum' } : row
}

function isComplete({ cells }: BodyRow, columns: readonly Column[]): boolean {
  const filled = filledKeys(cells, columns)
  return lineKeys.some((key) => filled.has(key))
}

/**
 * Behind the first sum, and on a page without a heading, only rows that prove themselves are lines: sums stand between
 * groups of lines too.
 */
function onlyProven(
  rows: readonly BodyRow[],
  columns: readonly Column[],
  isBare: boolean,
  provenBy: ProvenBy,
): BodyRow[] {
  const firstLine = rows.findIndex(({ kind }) => kind === 'figures')
  const firstSum = rows.findIndex(({ kind }, index) => kind === 'sum' && index > firstLine)
  const from = isBare ? 0 : firstSum === -1 ? rows.length : firstSum
  return rows.map((row, index) =>
    index < from || provenBy(row, columns, rows[index - 1]) ? row : asSum(row),
  )
}
