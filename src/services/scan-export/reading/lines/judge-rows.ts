import { amountLabelOf } from '../amount-labels.ts'
import { textOf } from '../rows.ts'
import { type BodyRow, filledKeys } from './body-rows.ts'
import type { Column } from './columns.ts'
import { figureOf } from './content.ts'

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
  if (complete.length === 0) return withoutCharges(rows, columns)
  return rows.map((row) => (isComplete(row, columns) ? row : asSum(row)))
}

/** Words. A longer text is a service. */
const chargeWordsMax = 3
/** What one line comes to is called so. */
const sumName = /\b(?:value|amount|amt|total|sum)\b/i
/** Rupees that a sum may be off by rounding. */
const roundingMax = 0.011

/**
 * "Delivery charges" below goods without quantities is none of them, nor is what they come to under any name; a carrier's
 * first line may be called so.
 */
function withoutCharges(rows: readonly BodyRow[], columns: readonly Column[]): BodyRow[] {
  let [count, sum] = [0, 0]
  return rows.map((row) => {
    if (row.kind !== 'figures') return row
    const amount = figureOf(row.row.pieces.at(-1)?.word.text ?? '') ?? 0
    const isSum =
      Math.abs(sum - amount) <= roundingMax && (count > 1 || sumName.test(textOf(row.row.pieces)))
    if (isSum || (count > 0 && isCharge(row, columns))) return asSum(row)
    count += 1
    sum += amount
    return row
  })
}

function isCharge({ row, cells }: BodyRow, columns: readonly Column[]): boolean {
  const name = columns.findIndex(({ key }) => key === 'description' || key === 'product_name')
  const named = cells[name] ?? []
  const text = textOf(named.length > 0 ? named : row.pieces.slice(0, -1))
  const key = amountLabelOf(text)?.key ?? ''
  return text.split(' ').length <= chargeWordsMax && ['charge', 'freight', 'discount'].includes(key)
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
