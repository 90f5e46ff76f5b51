import type { Piece } from '../level.ts'
import type { Row } from '../rows.ts'
import { type Content, contentOf, isFigure, mayStand } from './content.ts'
import type { Heading } from './heading-cells.ts'

/* Finds the borders of columns in the gaps between the words below two headings. */

/** A column holds all words from `left` to `right`. */
export type Column = {
  readonly label: string
  readonly key: string | undefined
  readonly heading: Heading
  readonly left: number
  readonly right: number
  /** A sentence that says why the content may belong to another column. */
  readonly doubt?: string
}

/** The number of rows below a heading that decide where its columns are. */
const rowsMax = 200
/** The cost of a border through a word, in words on its wrong side. */
const crossingCost = 2
/** The cost of a border through a word of the heading. */
const headingCost = 3
/** The cost of a border outside the space between two headings. */
const outsideCost = 0.2
/** The cost of a text that begins with a figure: names seldom do, and the column before it holds figures. */
const leadingFigureCost = 0.5
/** Heights: wider gaps count no more than this. */
const gapWidthMax = 6
const gapWorth = 0.1

/** The columns of a table, by its headings and the rows below. */
export function columnsOf(headings: readonly Heading[], rows: readonly Row[]): Column[] {
  const body = rows.slice(0, rowsMax)
  const byGaps = columnsBetween(
    headings,
    headings.slice(1).map((after, index) => {
      const before = headings[index]
      return before === undefined ? after.left : borderBetween(before, after, body)
    }),
  )
  // Right-aligned figures may not reach below their own left-aligned headings.
  const byLeftEdges = columnsBetween(
    headings,
    headings.slice(1).map(({ left }) => left - 1),
  )
  const [filled, filledByEdges] = [byGaps, byLeftEdges].map((columns) => filledIn(columns, body))
  const isBetter = (filledByEdges ?? 0) > (filled ?? 0) && !isCrossed(byLeftEdges, body)
  return isBetter ? byLeftEdges : byGaps
}

function columnsBetween(headings: readonly Heading[], borders: readonly number[]): Column[] {
  return headings.map((heading, index) => ({
    label: heading.label,
    key: heading.key,
    heading,
    left: borders[index - 1] ?? -Infinity,
    right: borders[index] ?? Infinity,
  }))
}

/** The number of filled columns in the fullest row. */
function filledIn(columns: readonly Column[], rows: readonly Row[]): number {
  return Math.max(
    0,
    ...rows.map((row) => cellsOf(row, columns).filter((cell) => cell.length > 0).length),
  )
}

/** Whether a border crosses a figure. */
function isCrossed(columns: readonly Column[], rows: readonly Row[]): boolean {
  return rows.some(({ pieces }) =>
    pieces.some(
      ({ word, left, right }) =>
        isFigure(word.text) &&
        columns.some((column) => left + 1 < column.left && right - 1 > column.left),
    ),
  )
}

function borderBetween(before: Heading, after: Heading, rows: readonly Row[]): number {
  const from = (before.left + before.right) / 2
  const to = (after.left + after.right) / 2
  const between = rows.map(({ pieces }) =>
    pieces.filter((piece) => piece.right > from && piece.left < to),
  )
  const height = rows[0]?.height ?? 1
  let best = { border: (before.right + after.left) / 2, cost: Infinity }
  for (const gap of gapsBetween(between.flat(), before, after, from, to)) {
    const border = borderIn(gap, before, after)
    const width = Math.min((gap.right - gap.left) / height, gapWidthMax)
    const cost = costOf(border, between, before, after) - width * gapWorth
    if (cost < best.cost) best = { border, cost }
  }
  return best.border
}

type Gap = { left: number; right: number }

/** The ranges between edges of words. Every border in one range crosses the same words. */
function gapsBetween(
  pieces: readonly Piece[],
  before: Heading,
  after: Heading,
  from: number,
  to: number,
): Gap[] {
  const edges = [from, to, before.right, after.left]
    .concat(pieces.flatMap(({ left, right }) => [left, right]))
    .filter((edge) => edge >= from && edge <= to)
    .toSorted((a, b) => a - b)
  return edges.slice(1).map((right, index) => ({ left: edges[index] ?? from, right }))
}

/** The middle of the gap, within the space between the headings if the gap reaches it. */
function borderIn({ left, right }: Gap, before: Heading, after: Heading): number {
  const [inner, outer] = [Math.max(left, before.right), Math.min(right, after.left)]
  return inner < outer ? (inner + outer) / 2 : (left + right) / 2
}

function costOf(
  border: number,
  rows: readonly (readonly Piece[])[],
  before: Heading,
  after: Heading,
): number {
  const isInside = border >= before.right && border <= after.left
  const isThrough = border < before.right - 1 || border > after.left + 1
  const contents = [contentOf(before.key), contentOf(after.key)] as const
  const cost = (isInside ? 0 : outsideCost) + (isThrough ? headingCost : 0)
  return rows.reduce((sum, pieces) => sum + costOfRow(border, pieces, contents), cost)
}

function costOfRow(
  border: number,
  pieces: readonly Piece[],
  [left, right]: readonly [Content, Content],
): number {
  let cost = 0
  for (const piece of pieces) {
    if (piece.left < border && piece.right > border) {
      const inside = Math.min(border - piece.left, piece.right - border)
      cost += crossingCost * Math.min(1, inside / ((piece.right - piece.left) / 4))
    } else if (!mayStand(piece.word.text, piece.right <= border ? left : right)) cost += 1
  }
  const first = pieces.find((piece) => piece.left >= border)
  const beginsWithFigure = right === 'text' && left !== 'text' && isFigure(first?.word.text ?? '')
  return cost + (beginsWithFigure ? leadingFigureCost : 0)
}

/** The words of a row by column, in the order of the columns. */
export function cellsOf(row: Row, columns: readonly Column[]): Piece[][] {
  const cells = columns.map((): Piece[] => [])
  for (const piece of row.pieces) cells[columnAt(piece, columns)]?.push(piece)
  return cells
}

function columnAt(piece: Piece, columns: readonly Column[]): number {
  let best = { index: 0, overlap: -Infinity }
  for (const [index, column] of columns.entries()) {
    const overlap = Math.min(piece.right, column.right) - Math.max(piece.left, column.left)
    if (overlap > best.overlap) best = { index, overlap }
  }
  return best.index
}
