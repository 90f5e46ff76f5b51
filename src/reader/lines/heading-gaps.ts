import type { Piece } from '../level.ts'
import { gapBetween, type Row, wordGapMax } from '../rows.ts'
import { isFigure, isMonth } from './content.ts'
import { type KeyOf, partOfGroup, partsOfGroup } from './heading-keys.ts'
import { keyByWords } from './heading-words.ts'

/*
 * Whether two words of a heading stand over one column or over two: narrow columns leave no wider gap between their
 * headings than words have. What stands below them says it.
 */

/** Heights: as near as the words of one cell, and as far apart as those of two. */
const joinedGap = -0.1
const partedGap = 0.6
/** Heights between a name and a figure that is part of it. */
const nameGapMax = 0.5
/** Rows of figures below a heading that are asked, and rows that they are looked for in. */
const askedMax = 4
const lookedMax = 10
/** Part of the words of a row of figures that have digits. */
const digitsMin = 0.25
/** Part of the words of the fullest row that a row of figures has. */
const fullMin = 0.6

/** What stands below a row of a heading. */
export type Below = {
  /** Rows of figures. */
  readonly rows: readonly Row[]
  /** Whether the row's headings span several columns each: a column that ends below one parts none of its words. */
  readonly isSpanning: boolean
}

/** What stands below a row, if it is one of a heading. */
export function belowOf(rows: readonly Row[], index: number): Below {
  const parts = rows[index + 1]?.pieces.filter(({ word }) => partOfGroup(word.text) !== undefined)
  const figures = rows.slice(index + 1, index + 1 + lookedMax).filter(isFigureRow)
  // Details of an item have figures as well, but only few.
  const fullest = Math.max(0, ...figures.map(({ pieces }) => pieces.length))
  const full = figures.filter(({ pieces }) => pieces.length >= fullMin * fullest)
  return { rows: full.slice(0, askedMax), isSpanning: (parts ?? []).length > 1 }
}

function isFigureRow({ pieces }: Row): boolean {
  const digits = pieces.filter(({ word }) => /\p{Nd}/u.test(word.text)).length
  return pieces.length > 2 && digits > pieces.length * digitsMin
}

/** The gap between two words of a heading in heights, as most rows below them say, else as it is printed. */
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

/** Whether a gap runs through the rows in which a column ends below the one word and another begins below the other. */
function areParted(before: Piece, after: Piece, below: readonly Row[], isKnown: boolean): boolean {
  const borders = below.flatMap((row) => borderIn(row, before, after, isKnown) ?? [])
  // One row alone says it by figures under both words.
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
    // Names have figures in them.
    const isInName = !isFigure(piece.word.text) && !isKnown && gapBetween(piece, next) < nameGapMax
    if (isBetween && !isInName && isBorder(piece, next)) return (piece.right + next.left) / 2
  }
  return undefined
}

function isBelow(piece: Piece, word: Piece): boolean {
  return piece.left < word.right && piece.right > word.left
}

/** "₹ 450.00", "18 %" and "11 Nov 2025" are one thing; a text has figures beside it, but not in it. */
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
