import { type Phrase, phrasesOf, type Row } from '../rows.ts'
import { isAmount, isUnnamedMoney } from './content.ts'
import { belowOf, cellsOfLine, type Heading, stackCells } from './heading-cells.ts'
import { type KeyOf, partOfGroup, partsOfGroup } from './heading-keys.ts'
import { keyByWords } from '../../paper/fields/heading-words.ts'

/* Finds the printed heading of a table: one to five rows whose words are best explained as column headings. */

/** A table's heading. It takes the page's rows `first` to `last`. */
export type TableHeading = {
  readonly page: number
  readonly first: number
  readonly last: number
  readonly headings: readonly Heading[]
  readonly worth: number
}

const headingRowsMax = 5
/** Heights between the middles of neighbouring rows of a heading. */
const headingPitchMax = 2.2
/** The share of a heading row's words that may have digits: "Amount (18%)". */
const digitsMax = 0.25
/** The fewest words of a sentence. */
const sentenceWordsMin = 8
/** The least worth of a table's headings: "Particulars | Amount". */
const worthMin = 3.4
const unknownWorth = -0.25
const otherWorth = 0.7
/** For a heading that no list has: a further row that changes a heading may not belong to it. */
const guessedWorth = -0.3
const moneyWorth = 1
/** The cost of leaving out the heading's last row. */
const cutCost = 0.7
/** The cost of leaving out a heading's groups: a plain "Rate" is worth more than the rate of a tax. */
const grouplessCost = 3
/** The share of headings that the row below must fill. */
const fullMin = 0.7

/** The heads of bills print these in a grid of their own. */
export const headKeys = ['invoice_no', 'invoice_date', 'po_no', 'vendor_name', 'gstin']

/** Keys that are typical of tables. */
const worthOfKeys = new Map<string, number>([
  ...['description', 'product_name', 'narration'].map((key) => [key, 2] as const),
  ...['qty', 'rate', 'amount', 'debit', 'credit', 'balance'].map((key) => [key, 1.5] as const),
  ...['hsn', 'total', 'taxable_value', 'sl_no', 'unit', 'mrp'].map((key) => [key, 1] as const),
  ['date', 0.3],
  ...headKeys.map((key) => [key, -0.5] as const),
])

const textKeys = ['description', 'product_name', 'narration', 'item_code', 'hsn']
const figureKeys = ['qty', 'rate', 'amount', 'total', 'taxable_value', 'debit', 'credit', 'balance']

/** The headings of tables on a page, from top to bottom. */
export function findHeadings(rows: readonly Row[], keyOf: KeyOf): TableHeading[] {
  const lines = rows.map(({ pieces }, index) => cellsOfLine(pieces, keyOf, belowOf(rows, index)))
  const found = rows.flatMap((_, index) => {
    if (knownKeys(lines[index] ?? [], keyOf) < 2) return []
    return bestBlock(rows, lines, index, keyOf) ?? []
  })
  const headings: TableHeading[] = []
  for (const heading of found.toSorted((a, b) => b.worth - a.worth)) {
    const isApart = headings.every(
      ({ first, last }) => last < heading.first || heading.last < first,
    )
    if (isApart) headings.push(heading)
  }
  return headings.toSorted((a, b) => a.first - b.first)
}

function knownKeys(cells: readonly Phrase[], keyOf: KeyOf): number {
  return new Set(
    cells.map(({ text }) => keyOf(text) ?? keyByWords(text)).filter((key) => key !== undefined),
  ).size
}

function bestBlock(
  rows: readonly Row[],
  lines: readonly (readonly Phrase[])[],
  index: number,
  keyOf: KeyOf,
): TableHeading | undefined {
  let best: TableHeading | undefined
  for (let first = index; first >= Math.max(0, index - headingRowsMax + 1); first--) {
    if (first < index && !isNextRow(rows[first], rows[first + 1])) break
    for (let last = index; last < Math.min(rows.length, first + headingRowsMax); last++) {
      if (last > index && !isNextRow(rows[last - 1], rows[last])) break
      const headings = stackCells(lines.slice(first, last + 1), keyOf)
      const isCut = isRestOfHeading(rows[last], rows[last + 1], lines[last + 1] ?? [], keyOf)
      const isGroupless = isBelowGroups(rows[first - 1], rows[first], lines[first - 1] ?? [], keyOf)
      const worth =
        worthOf(headings, keyOf, rows[last + 1]) -
        (isCut ? cutCost : 0) -
        (isGroupless ? grouplessCost : 0)
      if (worth < worthMin || worth <= (best?.worth ?? 0)) continue
      best = { page: rows[index]?.page ?? 0, first, last, headings, worth }
    }
  }
  return best
}

function isNextRow(above: Row | undefined, below: Row | undefined): boolean {
  if (above === undefined || below === undefined) return false
  if ([above, below].some((row) => isFigures(row) || hasLabel(row) || isSentence(row))) return false
  const pitch = (below.top + below.bottom - above.top - above.bottom) / 2
  return pitch < headingPitchMax * Math.max(above.height, below.height)
}

/** A row right below names of taxes or discounts is divided by them: "Rate", "Amt" below "Goods & Services Tax". */
function isBelowGroups(
  above: Row | undefined,
  below: Row | undefined,
  cells: readonly Phrase[],
  keyOf: KeyOf,
): boolean {
  const areGroups = cells.every(({ text }) => partsOfGroup(text, keyOf) !== undefined)
  return cells.length > 0 && areGroups && isNextRow(above, below)
}

/** A row right below that has only labels continues the heading: "Fr" below "Qty +", "Code" below "HSN". */
function isRestOfHeading(
  above: Row | undefined,
  below: Row | undefined,
  cells: readonly Phrase[],
  keyOf: KeyOf,
): boolean {
  const areLabels = cells.every(
    ({ text }) => (keyOf(text) ?? keyByWords(text) ?? partOfGroup(text)) !== undefined,
  )
  return cells.length > 0 && areLabels && isNextRow(above, below)
}

/** "State : Maharashtra" is not part of a heading. */
function hasLabel({ pieces }: Row): boolean {
  return pieces.some(({ word }, index) => word.text.endsWith(':') && index < pieces.length - 1)
}

/** Many words without a gap for a column. */
function isSentence(row: Row): boolean {
  return row.pieces.length >= sentenceWordsMin && phrasesOf(row).length === 1
}

function isFigures({ pieces }: Row): boolean {
  return pieces.filter(({ word }) => /\p{Nd}/u.test(word.text)).length > pieces.length * digitsMax
}

function worthOf(headings: readonly Heading[], keyOf: KeyOf, below: Row | undefined): number {
  const keys = new Set(headings.map(({ key }) => key).filter((key) => key !== undefined))
  const hasText =
    textKeys.some((key) => keys.has(key)) || headings.some(({ key }) => key === undefined)
  const isMoney = isOverMoney(headings, below)
  if (!hasText || !(isMoney || figureKeys.some((key) => keys.has(key)))) return 0
  const known = Array.from(keys, (key) => worthOfKeys.get(key) ?? otherWorth)
  const guessed = headings.filter(({ key, label }) => key !== undefined && keyOf(label) !== key)
  // If each heading has content below it, unknown headings cost nothing.
  const isFull = isOverAmount(below) && phrasesOf(below).length >= fullMin * headings.length
  const unknown = isFull ? 0 : headings.filter(({ key }) => key === undefined).length
  const others = unknown * unknownWorth + guessed.length * guessedWorth + (isMoney ? moneyWorth : 0)
  return known.reduce((sum, worth) => sum + worth, others)
}

function isOverAmount(below: Row | undefined): below is Row {
  return isAmount(below?.pieces.at(-1)?.word.text ?? '')
}

/** Whether an amount stands below the last heading, whatever the heading says: "Freight Rs.". */
function isOverMoney(headings: readonly Heading[], below: Row | undefined): boolean {
  const [last, piece] = [headings.at(-1), below?.pieces.at(-1)]
  if (last === undefined || piece === undefined || !isUnnamedMoney(last.key, headings)) return false
  return isAmount(piece.word.text) && piece.right > last.left
}
