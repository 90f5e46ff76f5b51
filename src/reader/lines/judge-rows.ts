import { amountLabelOf } from '../../paper/fields/foot-words.ts'
import { textOf } from '../rows.ts'
import { type BodyRow, filledKeys } from './body-rows.ts'
import type { Column } from './columns.ts'
import { figureOf } from './content.ts'

/* Decides which rows with figures are lines and which are sums. A single row does not always show that. */

/** Whether the figures of a row prove each other: quantity × rate = amount, or the balance follows from the balance before. */
export type ProvenBy = (row: BodyRow, columns: readonly Column[], before?: BodyRow) => boolean

/** Lines have some of these beside their amount. Rows of tax and rounding have none. */
const lineKeys = ['sl_no', 'hsn', 'qty', 'rate', 'rate_incl_tax', 'date', 'mrp', 'batch_no']

/** `body`: the rows from the first line to the last, without sums between them. `foot`: all rows below. */
export function judgeRows(
  rows: readonly BodyRow[],
  { columns, isBare }: { columns: readonly Column[]; isBare: boolean },
  provenBy: ProvenBy,
): { body: BodyRow[]; foot: BodyRow['row'][] } {
  const judged = onlyProven(withoutSums(rows, columns), columns, isBare, provenBy)
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

function withoutSums(rows: readonly BodyRow[], columns: readonly Column[]): BodyRow[] {
  const isStatement = columns.some(({ key }) => key === 'balance')
  return isStatement
    ? onlyMovements(rows, columns)
    : withoutNameless(withoutLedgerRows(rows, columns), columns)
}

/** A date may stand once for several rows. A movement has some text, under any of these keys. Sums of a page have none. */
function onlyMovements(rows: readonly BodyRow[], columns: readonly Column[]): BodyRow[] {
  const isMovement = ({ cells }: BodyRow) =>
    [...filledKeys(cells, columns)].some((key) => movementKeys.has(key))
  return rows.map((row) => (isMovement(row) ? row : asSum(row)))
}

const movementKeys: ReadonlySet<string> = new Set([
  'date',
  'value_date',
  'narration',
  'description',
  'reference',
])

/** Rows of tax, freight and rounding have a name and an amount. Lines also have a quantity, a rate or a code. */
function withoutLedgerRows(rows: readonly BodyRow[], columns: readonly Column[]): BodyRow[] {
  const figures = rows.filter(({ kind }) => kind === 'figures')
  const complete = figures.filter((row) => isComplete(row, columns))
  if (complete.length === 0) return withoutCharges(rows, columns)
  const least = Math.min(
    ...complete.flatMap((row) =>
      isNamedCharge(row, columns) ? [] : filledKeys(row.cells, columns).size,
    ),
  )
  return rows.map((row) => {
    const isLess = filledKeys(row.cells, columns).size < least
    return isComplete(row, columns) && !(isLess && isNamedCharge(row, columns)) ? row : asSum(row)
  })
}

/** If most lines have names, numbers or codes, a row of figures alone is a sum. */
function withoutNameless(rows: readonly BodyRow[], columns: readonly Column[]): BodyRow[] {
  const hasName = (row: BodyRow) => isNamed(row, columns)
  const figures = rows.filter(({ kind }) => kind === 'figures')
  if (figures.filter(hasName).length * 2 <= figures.length) return [...rows]
  return rows.map((row) => (hasName(row) ? row : asSum(row)))
}

function isNamed({ row, cells }: BodyRow, columns: readonly Column[]): boolean {
  const filled = filledKeys(cells, columns)
  const isNumbered = ['sl_no', 'hsn', 'item_code', 'date'].some((key) => filled.has(key))
  return isNumbered || row.pieces.some(({ word }) => /\p{L}{2}|\p{M}/u.test(word.text))
}

/** A service has some of these beside its amount. A charge below the goods has none. */
const servedKeys = ['rate', 'hsn', 'gst_rate', 'cgst', 'sgst', 'igst', 'tax_amount']

/** "Shipping And Handling Charges" without a rate or a tax of its own. */
function isNamedCharge(row: BodyRow, columns: readonly Column[]): boolean {
  const text = nameIn(row, columns)
  const filled = filledKeys(row.cells, columns)
  const isServed = servedKeys.some((key) => filled.has(key))
  return !isServed && /\b(?:charges?|freight|carting|cartage)$/i.test(text) && isChargeLabel(text)
}

/** The most words of a charge. A longer text is a service. */
const chargeWordsMax = 3
/** The sum of a single line must have one of these names. */
const sumName = /\b(?:value|amount|amt|total|sum)\b/i
/** Rupees by which rounding may change a sum. */
const roundingMax = 0.011

/**
 * "Delivery charges" below goods without quantities is not a line. The sum of the goods is not a line either, whatever
 * its name. A carrier's first line may be called a charge.
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

function isCharge(row: BodyRow, columns: readonly Column[]): boolean {
  const text = nameIn(row, columns)
  return text.split(' ').length <= chargeWordsMax && isChargeLabel(text)
}

function isChargeLabel(text: string): boolean {
  return ['charge', 'freight', 'discount'].includes(amountLabelOf(text)?.key ?? '')
}

function nameIn({ row, cells }: BodyRow, columns: readonly Column[]): string {
  const named = cells.filter((_, index) => nameKeys.includes(columns[index]?.key ?? '')).flat()
  return textOf(named.length > 0 ? named : row.pieces.slice(0, -1))
}

const nameKeys = ['description', 'product_name']

function asSum(row: BodyRow): BodyRow {
  return row.kind === 'figures' ? { ...row, kind: 'sum' } : row
}

function isComplete({ cells }: BodyRow, columns: readonly Column[]): boolean {
  const filled = filledKeys(cells, columns)
  // Without quantities, a "rate" is the line's amount.
  const isAmount = columns.every(({ key }) => key !== 'qty')
  return lineKeys.some((key) => filled.has(key) && !(key === 'rate' && isAmount))
}

/**
 * After the first sum, and on a page without a heading, only rows that prove themselves are lines: sums may also stand
 * between groups of lines.
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
