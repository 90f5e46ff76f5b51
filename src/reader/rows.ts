import type { Box, ReadPage, Word } from './page.ts'
import { heightOf, levelPieces, medianOf, middleOf, type Piece } from './level.ts'

/* Groups the words of a page into rows, as people see them, and rows into phrases. Lengths are in the page's own unit. */

/** Words beside each other, from left to right. The edges are those of the levelled page. */
export type Row = {
  readonly page: number
  readonly pieces: readonly Piece[]
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
  /** The usual height of its words. */
  readonly height: number
}

/** Words of a row with no more than spaces between them. */
export type Phrase = {
  readonly text: string
  readonly pieces: readonly Piece[]
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/**
 * How far the middle of a word may be from the middle of its row, in heights of the smaller one. Half the distance of two rows is about
 * 0.55.
 */
const offRowMax = 0.42
/** In heights: how far the middles of two words may be apart that certainly stand on one line. */
const offLineMax = 0.2
/** A dash or a point counts as at least this part of the usual word height of the page. */
const heightPartMin = 0.6
/** In heights of type. A wider gap is more than a space between words. */
export const wordGapMax = 0.9

/** Kept, because heads, lines and statements use the rows of the same pages several times. */
const rowsOfPages = new WeakMap<ReadPage, readonly Row[]>()

/** The rows of a page from top to bottom, each from left to right. */
export function rowsOf(page: ReadPage): readonly Row[] {
  return rowsOfPages.getOrInsertComputed(page, () => findRows(page))
}

/** A page with some of its words, as they are in its rows. There, a widely spaced word is one word. In `page.words` it is many. */
export function withWords(page: ReadPage, isLeft: (word: Word) => boolean): ReadPage {
  const words = rowsOf(page).flatMap(({ pieces }) => pieces.map(({ word }) => word))
  return { ...page, words: words.filter(isLeft) }
}

function findRows(page: ReadPage): Row[] {
  const pieces = levelPieces(page)
  const usual = medianOf(pieces.map(heightOf))
  const rows: Piece[][] = []
  for (const piece of pieces.toSorted((a, b) => middleOf(a) - middleOf(b))) {
    const row = nearestRow(rows, piece, usual)
    if (row === undefined) rows.push([piece])
    else row.push(piece)
  }
  const found = withLoneValues(rows.map(rowOf).toSorted((a, b) => middleOf(a) - middleOf(b)))
  const whole = withPaise(found.map((row) => row.pieces))
  return found.map((row, at) => ({ ...row, pieces: whole[at] ?? row.pieces }))
}

/**
 * Words drift down along a row of several types. What stands alone just below a row, behind the last word of that row and at its height, is
 * the end of the row: the value of a label.
 */
function withLoneValues(rows: readonly Row[]): Row[] {
  const whole: Row[] = []
  for (const row of rows) {
    const [before, last] = [whole.at(-1), whole.at(-1)?.pieces.at(-1)]
    const [first] = row.pieces
    const isEnd =
      before !== undefined &&
      last !== undefined &&
      first !== undefined &&
      first.left > last.right &&
      phrasesOf(row).length === 1 &&
      Math.abs(middleOf(first) - middleOf(last)) <= offLineMax * heightOf(first)
    if (isEnd) whole.splice(-1, 1, rowOf([...before.pieces, ...row.pieces]))
    else whole.push(row)
  }
  return whole
}

/** The latest rows are looked at first. A tall word begins at most this many rows back. */
const rowsBack = 6

function nearestRow(rows: readonly Piece[][], piece: Piece, usual: number): Piece[] | undefined {
  let nearest: { row: Piece[]; off: number } | undefined
  for (const row of rows.slice(-rowsBack)) {
    const off = offRow(row, piece, usual)
    if (off <= offRowMax && off < (nearest?.off ?? Infinity)) nearest = { row, off }
  }
  return nearest?.row
}

function offRow(row: readonly Piece[], piece: Piece, usual: number): number {
  const middle = medianOf(row.map(middleOf))
  const height = Math.min(medianOf(row.map(heightOf)), heightOf(piece))
  return Math.abs(middleOf(piece) - middle) / Math.max(height, usual * heightPartMin)
}

function rowOf(pieces: readonly Piece[]): Row {
  const sorted = withoutLetterSpacing(pieces.toSorted((a, b) => a.left - b.left))
  const page = sorted[0]?.page ?? 0
  return { page, pieces: sorted, ...edgesOf(sorted), height: medianOf(sorted.map(heightOf)) }
}

/** Joins the words of a row to phrases if at most `gapMax` heights are between them. */
export function phrasesOf(row: { pieces: readonly Piece[] }, gapMax = wordGapMax): Phrase[] {
  const groups: Piece[][] = []
  for (const piece of row.pieces) {
    const group = groups.at(-1)
    const before = group?.at(-1)
    if (group !== undefined && before !== undefined && gapBetween(before, piece) <= gapMax) {
      group.push(piece)
    } else groups.push([piece])
  }
  return groups.map(phraseOf)
}

function phraseOf(pieces: readonly Piece[]): Phrase {
  return { text: textOf(pieces), pieces, ...edgesOf(pieces) }
}

/** The gap between two words of a row, in heights of the smaller one. */
export function gapBetween(before: Piece, after: Piece): number {
  return (after.left - before.right) / Math.min(heightOf(before), heightOf(after))
}

export function textOf(pieces: readonly Piece[]): string {
  return pieces.map(({ word }) => word.text.trim()).join(' ')
}

/** The box around words on the paper. */
export function boxOf(pieces: readonly Piece[]): Box {
  const boxes = pieces.map(({ word }) => word.box)
  return [
    Math.min(...boxes.map(([left]) => left)),
    Math.min(...boxes.map(([, top]) => top)),
    Math.max(...boxes.map(([, , right]) => right)),
    Math.max(...boxes.map(([, , , bottom]) => bottom)),
  ]
}

/** The lowest confidence of the words. */
export function confidenceOf(pieces: readonly Piece[]): number {
  return Math.min(1, ...pieces.map(({ word }) => word.confidence))
}

function edgesOf(pieces: readonly Piece[]) {
  return {
    ...spanOf(pieces),
    top: Math.min(...pieces.map(({ top }) => top)),
    bottom: Math.max(...pieces.map(({ bottom }) => bottom)),
  }
}

/** A stretch of the page's width. */
export type Span = { readonly left: number; readonly right: number }

/** The span around others. */
export function spanOf(spans: readonly Span[]): Span {
  return {
    left: Math.min(...spans.map(({ left }) => left)),
    right: Math.max(...spans.map(({ right }) => right)),
  }
}

/** The width that two spans have in common. Below zero: the gap between them. */
export function overlapOf(a: Span, b: Span): number {
  return Math.min(a.right, b.right) - Math.max(a.left, b.left)
}

/** How far two spans are from sharing the left edge, the middle or the right edge. */
export function offEdges(a: Span, b: Span): number {
  return Math.min(
    Math.abs(a.left - b.left),
    Math.abs(a.left + a.right - b.left - b.right) / 2,
    Math.abs(a.right - b.right),
  )
}

/* Some bills have columns of their own for rupees and paise: "1,000 | 50" under "Rs. | P.". This joins both into one amount. */

/** The headings of such a pair of columns. */
type Columns = { readonly rupees: Piece; readonly paise: Piece }

const rupeesHeading = /^(?:rs|rupees|₹)\.?$/i
const paiseHeading = /^(?:ps?|paise)\.?$/i
const rupeesForm = /^-?\d[\d,]*$/
const paiseForm = /^\d{2}$/

/** The rows of a page from top to bottom. Below such headings, the paise are joined to their rupees. */
function withPaise(rows: readonly (readonly Piece[])[]): readonly (readonly Piece[])[] {
  const columns: Columns[] = []
  return rows.map((row) => {
    const headings = pairsIn(row, isHeading)
    columns.push(...headings.map(([rupees, paise]) => ({ rupees, paise })))
    if (headings.length > 0) return joinPairs(row, headings, ' ')
    const amounts = pairsIn(row, (rupees, paise) =>
      columns.some((own) => isAmount(rupees, paise, own)),
    )
    return amounts.length > 0 ? joinPairs(row, amounts, '.') : row
  })
}

type Pair = readonly [Piece, Piece]

function pairsIn(row: readonly Piece[], isPair: (rupees: Piece, paise: Piece) => boolean): Pair[] {
  return row.slice(1).flatMap((paise, at): Pair[] => {
    const rupees = row[at]
    return rupees !== undefined && isPair(rupees, paise) ? [[rupees, paise]] : []
  })
}

function isHeading(rupees: Piece, paise: Piece): boolean {
  return rupeesHeading.test(rupees.word.text) && paiseHeading.test(paise.word.text)
}

/** Whether two digits of paise stand under their heading, beside rupees that end under theirs. */
function isAmount(rupees: Piece, paise: Piece, columns: Columns): boolean {
  const height = paise.bottom - paise.top
  const middle = (paise.left + paise.right) / 2
  return (
    rupeesForm.test(rupees.word.text) &&
    paiseForm.test(paise.word.text) &&
    middle > columns.paise.left - height &&
    middle < columns.paise.right + height &&
    rupees.right > columns.rupees.left - height &&
    rupees.right < columns.paise.left + height
  )
}

function joinPairs(row: readonly Piece[], pairs: readonly Pair[], between: string): Piece[] {
  const seconds = new Set(pairs.map(([, paise]) => paise))
  return row.flatMap((piece) => {
    const pair = pairs.find(([rupees]) => rupees === piece)
    if (pair !== undefined) return joined(pair, between)
    return seconds.has(piece) ? [] : [piece]
  })
}

/* Joins the letters of widely spaced names and titles: "L O T U S  M A R K E T I N G". In the file, each letter is a word. */

/** Fewer letters may be initials or a list of sizes. */
const lettersMin = 5
/** In heights of type: the widest gap between two letters, and how much wider a space between two words is. */
const [gapMax, wordGapMore] = [1, 0.15]

/** The pieces of a row from left to right. The letters of widely spaced words are joined. */
function withoutLetterSpacing(pieces: readonly Piece[]): readonly Piece[] {
  const runs = runsOf(pieces)
  return runs.length === pieces.length ? pieces : runs.flatMap(wordsOf)
}

/** Groups letters with no more than a space between them. All other pieces stay single. */
function runsOf(pieces: readonly Piece[]): Piece[][] {
  const runs: Piece[][] = []
  for (const piece of pieces) {
    const last = runs.at(-1)?.at(-1)
    const isSame = last !== undefined && isLetter(last) && isLetter(piece)
    if (isSame && gapBetween(last, piece) <= gapMax) runs.at(-1)?.push(piece)
    else runs.push([piece])
  }
  return runs
}

function isLetter({ word }: Piece): boolean {
  return /^[\p{L}&.]$/u.test(word.text.trim())
}

function wordsOf(run: readonly Piece[]): Piece[] {
  if (run.length < lettersMin) return [...run]
  const gaps = run.slice(1).map((piece, at) => gapBetween(run[at] ?? piece, piece))
  const wordGap = medianOf(gaps) + wordGapMore
  const words: Piece[][] = []
  for (const [at, piece] of run.entries()) {
    if (at === 0 || (gaps[at - 1] ?? 0) > wordGap) words.push([piece])
    else words.at(-1)?.push(piece)
  }
  return words.flatMap((word) => joined(word))
}

/** Joins neighbouring pieces to one word. */
function joined(pieces: readonly Piece[], between = ''): Piece[] {
  const [first] = pieces
  if (first === undefined) return []
  const text = pieces.map(({ word }) => word.text.trim()).join(between)
  const word = { text, box: boxOf(pieces), confidence: confidenceOf(pieces) }
  return [{ ...first, ...edgesOf(pieces), word }]
}
