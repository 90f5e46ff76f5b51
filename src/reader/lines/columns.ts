import type { Piece } from '../level.ts'
import { gapBetween, type Row, textOf, wordGapMax, spanOf, overlapOf } from '../rows.ts'
import {
  type Content,
  contentOf,
  figureOf,
  isAmount,
  isFigure,
  mayStand,
  isNameKey,
  isSerial,
} from './content.ts'
import type { Heading } from './heading-cells.ts'
import type { KeyOf } from './heading-keys.ts'
import { keyByWords } from '../../paper/fields/heading-words.ts'

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
    const overlap = overlapOf(piece, column)
    if (overlap > best.overlap) best = { index, overlap }
  }
  return best.index
}

/* "SGST Amount" may be one heading, or two that stand close. The rows below decide. */

/** The share of rows in which each part has its own words, more than a space apart, or figures. */
const bothMin = 0.7

/** Splits the headings that stand over two columns. */
export function splitHeadings(
  headings: readonly Heading[],
  rows: readonly Row[],
  keyOf: KeyOf,
): Heading[] {
  return headings.reduce<Heading[]>((all, heading) => {
    const split = splitsOf(heading, headings, keyOf).find((parts) =>
      isOverTwo(parts, heading, headings, rows),
    )
    return [...all, ...(split ?? [heading])]
  }, [])
}

/** The ways to read a heading as two side by side, with keys that no other column has. */
function splitsOf(heading: Heading, headings: readonly Heading[], keyOf: KeyOf): Heading[][] {
  const sorted = heading.pieces.toSorted((a, b) => a.left - b.left)
  return sorted.slice(1).flatMap((piece, index) => {
    const [before, after] = [sorted.slice(0, index + 1), sorted.slice(index + 1)]
    if (before.some(({ right }) => right > piece.left)) return []
    const parts = [before, after].map((part) => partOf(heading, part, keyOf))
    const isNew = parts.every(
      ({ key }) =>
        key !== undefined && headings.every((other) => other === heading || other.key !== key),
    )
    return isNew && parts[0]?.key !== parts[1]?.key ? [parts] : []
  })
}

/** A heading made of some words of a heading, line by line. */
function partOf({ pieces }: Heading, part: readonly Piece[], keyOf: KeyOf): Heading {
  const label = textOf(pieces.filter((piece) => part.includes(piece)))
  const known = keyOf(label)
  return {
    label,
    key: known ?? keyByWords(label),
    isGuessed: known === undefined,
    pieces: part,
    ...spanOf(part),
  }
}

function isOverTwo(
  parts: readonly Heading[],
  heading: Heading,
  headings: readonly Heading[],
  rows: readonly Row[],
): boolean {
  const split = headings.flatMap((other) => (other === heading ? parts : [other]))
  const columns = columnsOf(split, rows)
  const at = split.findIndex((other) => other === parts[0])
  const cells = rows.map((row) => cellsOf(row, columns))
  const filled = cells.filter((row) => [row[at], row[at + 1]].some((cell) => cell?.length))
  const both = filled.filter((row) => {
    const [before, after] = [row[at]?.at(-1), row[at + 1]?.[0]]
    if (before === undefined || after === undefined) return false
    const areFigures = [before, after].every(({ word }) => figureOf(word.text) !== undefined)
    return areFigures || gapBetween(before, after) > wordGapMax
  })
  return filled.length > 0 && both.length >= bothMin * filled.length
}

/*
 * Finds columns whose heading was not read: reading pixels loses "#" and words in other scripts. In the column beside
 * them, every row has two values of different kinds with a clear gap between.
 */

/** The share of rows that must agree. */
const mostMin = 0.7
/** Heights: a narrower gap is a space between words. */
const stripeMin = 0.8
/** Fewer rows prove nothing. */
const rowsMin = 2

/** The headings, plus a heading without words for each column found between them. */
export function withUnnamedColumns(columns: readonly Column[], rows: readonly Row[]): Heading[] {
  const cells = rows.map((row) => cellsOf(row, columns))
  return columns.flatMap(({ heading, key }, index) => {
    const own = cells.map((row) => row[index] ?? []).filter((pieces) => pieces.length > 0)
    // "10 Nov 2026" does not begin with a serial number.
    const mayBegin = index === 0 && contentOf(key) !== 'date'
    const serials = mayBegin ? serialsIn(own) : undefined
    if (serials !== undefined && key !== 'sl_no') {
      return [serials, { ...heading, left: Math.max(heading.left, serials.right) }]
    }
    if (serials !== undefined)
      return [{ ...heading, ...edgesOf(serials) }, namesBehind(own, columns)]
    const figures = figuresIn(own, heading)
    return figures === undefined ? [heading] : figures
  })
}

/** Rising numbers before the texts of the first column. */
function serialsIn(cells: readonly (readonly Piece[])[]): Heading | undefined {
  const numbered = cells.filter(([first, second]) => second !== undefined && isSerial(first))
  if (numbered.length < Math.max(rowsMin, cells.length * mostMin)) return undefined
  const serials = numbered.flatMap((pieces) => pieces.slice(0, 1))
  const isRising = serials.every(({ word }, index) => {
    const before = serials[index - 1]
    return (
      before === undefined || Number.parseInt(word.text, 10) > Number.parseInt(before.word.text, 10)
    )
  })
  const { left, right } = spanOf(serials)
  const isClear = numbered.every(([, second]) => (second?.left ?? 0) > right)
  return isRising && isClear ? { label: '', key: 'sl_no', pieces: [], left, right } : undefined
}

/** Names after the serial numbers, without a heading of their own. */
function namesBehind(cells: readonly (readonly Piece[])[], columns: readonly Column[]): Heading {
  const names = cells.flatMap((pieces) => pieces.slice(1))
  const hasNames = columns.some(({ key }) => isNameKey(key))
  return {
    label: '',
    key: hasNames ? undefined : 'description',
    pieces: [],
    ...spanOf(names),
  }
}

function edgesOf({ left, right }: Heading) {
  return { left, right }
}

/** A column of figures or codes after or before the heading's own column. */
function figuresIn(cells: readonly (readonly Piece[])[], heading: Heading): Heading[] | undefined {
  const ends = cells.flatMap((pieces) => endOf(pieces))
  if (ends.length < Math.max(rowsMin, cells.length * mostMin)) return undefined
  const [lasts, others] = [
    spanOf(ends.map(({ last }) => last)),
    spanOf(ends.map(({ before }) => before)),
  ]
  if (others.right >= lasts.left) return undefined
  const unnamed = { label: '', key: undefined, pieces: [] }
  // The heading stands over one of the two columns.
  if ((heading.left + heading.right) / 2 < (others.right + lasts.left) / 2) {
    const own = { ...heading, right: Math.min(heading.right, others.right) }
    return [own, { ...unnamed, ...lasts }]
  }
  return [
    { ...unnamed, ...others },
    { ...heading, left: Math.max(heading.left, lasts.left) },
  ]
}

/** A code or an amount at the end of a cell, with a clear gap before it. */
function endOf(pieces: readonly Piece[]): { before: Piece; last: Piece }[] {
  const [last, before] = [pieces.at(-1), pieces.at(-2)]
  if (last === undefined || before === undefined) return []
  const gap = last.left - before.right
  const isCode = /^\d{4,8}$/.test(last.word.text) || isAmount(last.word.text)
  const isOther = isCode || (isFigure(last.word.text) && isFigure(before.word.text))
  return isOther && gap >= stripeMin * (last.bottom - last.top) ? [{ before, last }] : []
}
