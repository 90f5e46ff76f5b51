import type { Piece } from '../level.ts'
import type { Row } from '../rows.ts'
import { type Column, cellsOf } from './columns.ts'
import { contentOf, isAmount, isFigure } from './content.ts'
import type { Heading } from './heading-cells.ts'

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
      return [serials, within(heading, serials.right, heading.right)]
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
    return before === undefined || serialOf(word.text) > serialOf(before.word.text)
  })
  const left = Math.min(...serials.map((piece) => piece.left))
  const right = Math.max(...serials.map((piece) => piece.right))
  const isClear = numbered.every(([, second]) => (second?.left ?? 0) > right)
  return isRising && isClear ? { label: '', key: 'sl_no', pieces: [], left, right } : undefined
}

/** Names after the serial numbers, without a heading of their own. */
function namesBehind(cells: readonly (readonly Piece[])[], columns: readonly Column[]): Heading {
  const names = cells.flatMap((pieces) => pieces.slice(1))
  const hasNames = columns.some(({ key }) => key === 'description' || key === 'product_name')
  return {
    label: '',
    key: hasNames ? undefined : 'description',
    pieces: [],
    left: Math.min(...names.map(({ left }) => left)),
    right: Math.max(...names.map(({ right }) => right)),
  }
}

function edgesOf({ left, right }: Heading) {
  return { left, right }
}

function isSerial(piece: Piece | undefined): boolean {
  return /^\d{1,3}[.)]?$/.test(piece?.word.text ?? '')
}

function serialOf(text: string): number {
  return Number.parseInt(text, 10)
}

function within(heading: Heading, left: number, right: number): Heading {
  return { ...heading, left: Math.max(heading.left, left), right: Math.max(right, left + 1) }
}

/** A column of figures or codes after or before the heading's own column. */
function figuresIn(cells: readonly (readonly Piece[])[], heading: Heading): Heading[] | undefined {
  const ends = cells.flatMap((pieces) => endOf(pieces))
  if (ends.length < Math.max(rowsMin, cells.length * mostMin)) return undefined
  const left = Math.min(...ends.map(({ last }) => last.left))
  const right = Math.max(...ends.map(({ last }) => last.right))
  const isClear = ends.every(({ before }) => before.right < left)
  if (!isClear) return undefined
  const unnamed: Heading = { label: '', key: undefined, pieces: [], left, right }
  const beforeRight = Math.max(...ends.map(({ before }) => before.right))
  const beforeLeft = Math.min(...ends.map(({ before }) => before.left))
  // The heading stands over one of the two columns.
  if ((heading.left + heading.right) / 2 < (beforeRight + left) / 2) {
    return [{ ...heading, right: Math.min(heading.right, beforeRight) }, unnamed]
  }
  const over = { ...unnamed, left: beforeLeft, right: beforeRight }
  return [over, { ...heading, left: Math.max(heading.left, left) }]
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
