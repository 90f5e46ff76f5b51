import type { Piece } from '../level.ts'
import { gapBetween, type Row, wordGapMax } from '../rows.ts'
import { isFigure, isMonth } from './content.ts'
import { type KeyOf, partOfGroup, partsOfGroup } from './heading-keys.ts'
import { keyByWords } from '../../paper/fields/heading-words.ts'

/*
 * Decides whether two words of a heading stand over one column or two. Between narrow columns the gap may be no wider
 * than a space, so the rows below decide.
 */

/** Heights: the gap within one cell, and the gap between two cells. */
const joinedGap = -0.1
const partedGap = 0.6
/** Heights: a figure this near to a name is part of it. */
const nameGapMax = 0.5
/** The number of rows of figures that decide, and the number of rows searched for them. */
const askedMax = 4
const lookedMax = 10
/** The share of words with digits in a row of figures. */
const digitsMin = 0.25
/** A row of figures has at least this share of the words of the fullest row. */
const fullMin = 0.6

/** The rows below a row of a heading. */
export type Below = {
  /** The rows of figures. */
  readonly rows: readonly Row[]
  /** Whether each heading spans several columns. Then the end of a column below does not separate the heading's words. */
  readonly isSpanning: boolean
}

/** The rows below a row, if that row is part of a heading. */
export function belowOf(rows: readonly Row[], index: number): Below {
  const parts = rows[index + 1]?.pieces.filter(({ word }) => partOfGroup(word.text) !== undefined)
  const figures = rows.slice(index + 1, index + 1 + lookedMax).filter(isFigureRow)
  // Details of an item also have figures, but only few.
  const fullest = Math.max(0, ...figures.map(({ pieces }) => pieces.length))
  const full = figures.filter(({ pieces }) => pieces.length >= fullMin * fullest)
  return { rows: full.slice(0, askedMax), isSpanning: (parts ?? []).length > 1 }
}

function isFigureRow({ pieces }: Row): boolean {
  const digits = pieces.filter(({ word }) => /\p{Nd}/u.test(word.text)).length
  return pieces.length > 2 && digits > pieces.length * digitsMin
}

/** The gap between two words of a heading, in heights: as most rows below show, else as printed. */
export function headingGap(
  before: Piece,
  after: Piece,
  { rows, isSpanning }: Below,
  keyOf: KeyOf,
): number {
  const gap = gapBetween(before, after)
  if (gap >= partedGap) return gap
  const texts = [before, after].map(({ word }) => word.text)
  if (texts.some((text) => connector.test(text)) || /^no\.?$/i.test(after.word.text))
    return joinedGap
  const isKnown = keyOf(after.word.text) !== undefined
  const text = texts.join(' ')
  const isLabel = (keyOf(text) ?? keyByWords(text) ?? partsOfGroup(text, keyOf)) !== undefined
  // "(excl. GST)"
  if (/\([^)]*$/.test(before.word.text)) return joinedGap
  if (!isLabel && !isSpanning && areParted(before, after, rows, isKnown)) return partedGap
  const middle = (before.right + after.left) / 2
  const joined = rows.filter((row) => !isGapAt(row, middle)).length
  return joined * 2 > rows.length ? Math.min(gap, joinedGap) : gap
}

/** "Qty x Rate", "Batch / Exp". */
const connector = /^[x×*@+&/|-]$/i

/** Whether a common gap runs through the rows below, with one column ending below the first word and another beginning below the second. */
function areParted(before: Piece, after: Piece, below: readonly Row[], isKnown: boolean): boolean {
  const borders = below.flatMap((row) => borderIn(row, before, after, isKnown) ?? [])
  // A single row decides only if it has figures under both words.
  const isOverFigures = [before, after].every((word) =>
    below.some(({ pieces }) =>
      pieces.some((piece) => isBelow(piece, word) && isFigure(piece.word.text)),
    ),
  )
  const isMost = borders.length * 2 > below.length && (below.length > 1 || isOverFigures)
  return isMost && borders.some((border) => below.every((row) => isGapAt(row, border)))
}

function isGapAt({ pieces }: Row, at: number): boolean {
  return pieces.every(({ left, right }) => left >= at || right <= at)
}

function borderIn(
  { pieces }: Row,
  before: Piece,
  after: Piece,
  isKnown: boolean,
): number | undefined {
  for (const [index, piece] of pieces.entries()) {
    const next = pieces[index + 1]
    if (next === undefined || !isBelow(piece, before) || !isBelow(next, after)) continue
    const isBetween = piece.right < middleOf(after) && next.left > middleOf(before)
    // Names may contain figures.
    const isInName = !isFigure(piece.word.text) && !isKnown && gapBetween(piece, next) < nameGapMax
    if (isBetween && !isInName && isBorder(piece, next)) return (piece.right + next.left) / 2
  }
  return undefined
}

function isBelow(piece: Piece, word: Piece): boolean {
  return piece.left < word.right && piece.right > word.left
}

/** "₹ 450.00", "18 %" and "11 Nov 2025" are one value. A figure beside a text is another value. */
function isBorder(one: Piece, next: Piece): boolean {
  const [a, b] = [one.word.text, next.word.text]
  if (![a, b].every((text) => /[\p{L}\p{Nd}]/u.test(text))) return false
  const isDate = [a, b].some(isMonth) || /^\d{1,2},$/.test(a)
  if (isDate && gapBetween(one, next) <= wordGapMax) return false
  return (
    gapBetween(one, next) > wordGapMax ||
    isFigure(a) !== isFigure(b) ||
    (isFigure(a) && isFigure(b))
  )
}

function middleOf({ left, right }: Piece): number {
  return (left + right) / 2
}
