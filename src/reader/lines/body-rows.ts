import { amountLabelOf } from '../../paper/fields/foot-words.ts'
import type { Piece } from '../level.ts'
import { gapBetween, phrasesOf, type Row, textOf } from '../rows.ts'
import { cellsOf, type Column } from './columns.ts'
import {
  contentOf,
  figureOf,
  isAmount,
  isCarriedOver,
  isFigure,
  isSum,
  isUnnamedMoney,
  mayStand,
  moneyKeys,
  isNameKey,
} from './content.ts'

/* Sorts the rows below a heading into figures of a line, further text of a line, and the foot of the table. */

/** A row below a heading, with its words by column. */
export type BodyRow = {
  readonly row: Row
  readonly cells: readonly (readonly Piece[])[]
  /**
   * `figures`: the amounts of a line. `text`: further text of a line. `sum`: totals, taxes and other rows of the foot.
   * `carried`: sums carried forward to the next page.
   */
  readonly kind: 'figures' | 'text' | 'sum' | 'carried'
}

/** Heights: a word this near to the word before it belongs to the same text. */
const spillGapMax = 0.9

/** A row by columns, judged without its neighbours. */
export function bodyRowOf(row: Row, columns: readonly Column[]): BodyRow {
  const cells = withoutSpill(cellsOf(row, columns), columns)
  const kind = kindOf(row, cells, columns)
  return { row, cells: kind === 'text' ? wholePhrases(row, cells, columns) : cells, kind }
}

/** In a row without figures, a text that begins in a text column stays whole, even if it reaches into other columns. */
function wholePhrases(
  row: Row,
  cells: readonly (readonly Piece[])[],
  columns: readonly Column[],
): Piece[][] {
  const whole = columns.map((): Piece[] => [])
  for (const { pieces } of phrasesOf(row)) {
    const at = (piece: Piece | undefined) =>
      cells.findIndex((cell) => piece !== undefined && cell.includes(piece))
    const first = at(pieces[0])
    const isText = contentOf(columns[first]?.key) === 'text'
    for (const piece of pieces) whole[isText ? first : at(piece)]?.push(piece)
  }
  return whole
}

function kindOf(
  row: Row,
  cells: readonly (readonly Piece[])[],
  columns: readonly Column[],
): BodyRow['kind'] {
  const text = textOf(row.pieces)
  const filled = filledKeys(cells, columns)
  if (columns.some(({ key }) => key === 'balance')) return statementRowKind(text, filled)
  if (isCarriedOver(text)) return 'carried'
  const isLine =
    filled.has('sl_no') || filled.has('hsn') || (filled.has('qty') && filled.has('rate'))
  const isFoot = hasSum(row) || isFootRow(row, hasMoneyIn(filled)) || isNamedSum(row)
  if (!isLine && !isTaxRow(cells, columns) && isFoot) return 'sum'
  return hasMoneyIn(filled) ||
    hasUnnamedMoney(cells, columns) ||
    (filled.has('qty') && filled.has('rate') && !isOneText(row))
    ? 'figures'
    : 'text'
}

/** "1. DISHWASH BAR 300 G (34025000)": digits of a name stand below the headings of figures. */
function isOneText(row: Row): boolean {
  return row.pieces.length > 2 && phrasesOf(row).length === 1
}

function hasMoneyIn(filled: ReadonlySet<string>): boolean {
  return [...moneyKeys].some((key) => filled.has(key))
}

/** "Goods Total 3 1,500.00": the name of a sum, followed by figures only. */
function isNamedSum(row: Row): boolean {
  const [name, ...others] = phrasesOf(row).map(({ text }) => text)
  const key = amountLabelOf(name ?? '')?.key ?? ''
  const isSumName = ['subtotal', 'total', 'taxable_value'].includes(key)
  return isSumName && others.length > 0 && others.every((text) => isFigure(text))
}

/** Labels of sums side by side, over or beside their amounts. One label is enough if no column of the lines holds its amount. */
function isFootRow({ pieces }: Row, hasMoney: boolean): boolean {
  const phrases = phrasesOf({ pieces }).map(({ text }) => text)
  const labels = phrases.filter(
    (text) => amountLabelOf(text.replace(/[\s:₹]*-?[\d,]+\.\d{2}$/, '')) !== undefined,
  )
  const isAllOf = phrases.every((text) => labels.includes(text) || isAmount(text))
  // "CGST 9% 11.00 SGST 9% 11.00" below the name of an item.
  if (!hasMoney && /[cisu]t?gst\s*@?\s*\d[\d.]*\s*%/i.test(textOf(pieces))) return false
  if (labels.length > 1) return true
  return labels.length === 1 && isAllOf && !hasMoney && isAmount(pieces.at(-1)?.word.text ?? '')
}

/** "Items: 2", "Qty: 46" and "Sub Total 1,608.88" may stand side by side. The rate of a tax without an amount is a detail of a line. */
function hasSum({ pieces }: Row): boolean {
  const hasAmount = pieces.some(({ word }) => isAmount(word.text))
  const text = textOf(pieces)
  if (!hasAmount) return isSum(text) && !/^\W*(?:[cisu]?t?gst|tax)\b.*%/i.test(text)
  return isSum(text) || phrasesOf({ pieces }).some(isSumPhrase)
}

/** "18% IGST" after a name is the rate of a line. */
function isSumPhrase({ text }: { text: string }, index: number): boolean {
  return isSum(text) && !(index > 0 && /^\d[\d.]*\s*%\s*[cisu]?t?gst$/i.test(text))
}

/** If no heading names an amount, the last column holds amounts when its cell is an amount. */
function hasUnnamedMoney(
  cells: readonly (readonly Piece[])[],
  columns: readonly Column[],
): boolean {
  if (columns.some(({ key }) => moneyKeys.has(key ?? ''))) return false
  const last = cells.at(-1) ?? []
  return isUnnamedMoney(columns.at(-1)?.key, columns) && last.length > 0 && isAmount(textOf(last))
}

/** Marketplaces print the kinds of tax of a line below each other, in a column of their own. */
function isTaxRow(cells: readonly (readonly Piece[])[], columns: readonly Column[]): boolean {
  return columns.some(({ label }, index) => isTaxType(label) && (cells[index] ?? []).length > 0)
}

export function isTaxType(label: string): boolean {
  return /^(?:tax type|type of tax)$/i.test(label)
}

/** The keys of the columns with fitting content. Columns of figures also need a digit. */
function filledKeys(
  cells: readonly (readonly Piece[])[],
  columns: readonly Column[],
): ReadonlySet<string> {
  const keys = columns.flatMap(({ key }, index) => {
    const pieces = cells[index] ?? []
    if (key === undefined || pieces.length === 0) return []
    const content = contentOf(key)
    const isThere = pieces.some(
      ({ word }) => mayStand(word.text, content) && (content === 'text' || /\d/.test(word.text)),
    )
    return isThere ? [key] : []
  })
  return new Set(keys)
}

/** Moves text that runs into a column of figures back to the column where it began. */
function withoutSpill(cells: readonly (readonly Piece[])[], columns: readonly Column[]): Piece[][] {
  const fixed = cells.map((pieces) => [...pieces])
  for (let index = 1; index < fixed.length; index++) {
    const before = fixed[index - 1]
    const own = fixed[index]
    if (before === undefined || own === undefined) continue
    const content = contentOf(columns[index]?.key)
    if (content === 'text') continue
    if (contentOf(columns[index - 1]?.key) !== 'text') {
      if (isNameOfTax(before.at(-1), own)) before.push(...own.splice(0, 1))
      continue
    }
    // A quantity's unit stands after the number, so a cell of quantities begins with a number.
    const expected = content === 'quantity' ? 'number' : content
    while (isSpill(before.at(-1), own, expected)) before.push(...own.splice(0, 1))
  }
  return fixed
}

/** "18% IGST" before a quantity: the name stays with its rate. */
function isNameOfTax(last: Piece | undefined, [first, next]: readonly Piece[]): boolean {
  if (last?.word.text.endsWith('%') !== true || first === undefined || next === undefined)
    return false
  return gapBetween(last, first) <= spillGapMax && /^\p{L}+$/u.test(first.word.text)
}

function isSpill(
  last: Piece | undefined,
  [first, second]: readonly Piece[],
  content: ReturnType<typeof contentOf>,
): boolean {
  if (last === undefined || first === undefined) return false
  if (gapBetween(last, first) > spillGapMax) return false
  // "500 ml" at the end of a name: the unit shows that the number belongs to the name, not to the next column.
  const isUnitNext =
    second !== undefined &&
    !isFigure(second.word.text) &&
    gapBetween(first, second) < spillGapMax / 2 &&
    content === 'digits'
  return !mayStand(first.word.text, content) || isUnitNext
}

/* The rows of an account statement. Its texts may contain any words, so words alone do not make a row a sum. */

/** The columns of which a movement fills at least one, beside the balance. */
const movedKeys = ['debit', 'credit', 'amount']

/** Kinds as in BodyRow. `filled`: the keys of the columns with content. */
function statementRowKind(
  text: string,
  filled: ReadonlySet<string>,
): 'figures' | 'text' | 'sum' | 'carried' {
  const hasMoved = movedKeys.some((key) => filled.has(key))
  if (filled.has('date') && filled.has('balance') && hasMoved) return 'figures'
  if (isBalance(text) || isCarriedOver(text)) return 'carried'
  if (statementSum.test(text)) return 'sum'
  return hasMoved || filled.has('balance') ? 'figures' : 'text'
}

/** The opening or closing balance, whatever stands before its name. */
function isBalance(text: string): boolean {
  return /^[\W\d]*(?:\d{1,2}[-/ ]\p{L}{3,9}[-/ ]\d{2,4}\s+)?(?:opening|closing) bal/iu.test(text)
}

const statementSum =
  /^\W*(?:(?:grand|sub|page|net)? ?totals?\b|(?:statement |account |transaction )?summary\b|end of (?:the )?statement|no of (?:debit|credit)|(?:dr|cr|debit|credit) count|this is (?:a |an )?(?:computer|system|electronic)|legends?\b|abbreviations?\b|disclaimer\b|important\b|note\s*:)/i

/* Decides which rows with figures are lines and which are sums. A single row does not always show that. */

/** Whether the figures of a row prove each other: quantity × rate = amount, or the balance follows from the balance before. */
export type ProvenBy = (row: BodyRow, columns: readonly Column[]) => boolean

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
    : withoutNameless(withoutLedgerRows(withoutSumsOfColumns(rows), columns), columns)
}

/** Whatever its name, a row with the sums of two columns of the rows above is no line. Two rows may be alike by chance. */
function withoutSumsOfColumns(rows: readonly BodyRow[]): BodyRow[] {
  const sums: number[] = []
  let count = 0
  return rows.map((row) => {
    if (row.kind !== 'figures') return row
    const figures = row.cells.map((cell) => figureOf(textOf(cell)) ?? 0)
    const isSumAt = (at: number) => Math.abs((sums[at] ?? 0) - (figures[at] ?? 0)) <= roundingMax
    const equal = figures.filter((figure, at) => figure !== 0 && isSumAt(at))
    if (count > 1 && equal.length > 1) return asSum(row)
    count += 1
    for (const [at, figure] of figures.entries()) sums[at] = (sums[at] ?? 0) + figure
    return row
  })
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
    const isSumOfLines =
      Math.abs(sum - amount) <= roundingMax && (count > 1 || sumName.test(textOf(row.row.pieces)))
    if (isSumOfLines || (count > 0 && isCharge(row, columns))) return asSum(row)
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
  const named = cells.filter((_, index) => isNameKey(columns[index]?.key)).flat()
  return textOf(named.length > 0 ? named : row.pieces.slice(0, -1))
}

function asSum(row: BodyRow): BodyRow {
  return row.kind === 'figures' ? { ...row, kind: 'sum' } : row
}

function isComplete({ cells }: BodyRow, columns: readonly Column[]): boolean {
  const filled = filledKeys(cells, columns)
  // Without quantities, a "rate" is the line's amount.
  const isRateAmount = columns.every(({ key }) => key !== 'qty')
  return lineKeys.some((key) => filled.has(key) && !(key === 'rate' && isRateAmount))
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
  return rows.map((row, index) => (index < from || provenBy(row, columns) ? row : asSum(row)))
}
