import type { Piece } from './level.ts'
import { medianOf } from './medians.ts'
import type { Box } from './page.ts'

/* Joins the letters of widely spaced names and titles: "L O T U S  M A R K E T I N G". In the file, each letter is a word. */

/** Fewer letters may be initials or a list of sizes. */
const lettersMin = 5
/** In heights of type: the widest gap between two letters, and how much wider a space between two words is. */
const [gapMax, wordGapMore] = [1, 0.15]

/** The pieces of a row from left to right. The letters of widely spaced words are joined. */
export function withoutLetterSpacing(pieces: readonly Piece[]): readonly Piece[] {
  const runs = runsOf(pieces)
  return runs.length === pieces.length ? pieces : runs.flatMap(wordsOf)
}

/** Groups letters with no more than a space between them. All other pieces stay single. */
function runsOf(pieces: readonly Piece[]): Piece[][] {
  const runs: Piece[][] = []
  for (const piece of pieces) {
    const last = runs.at(-1)?.at(-1)
    const isSame = last !== undefined && isLetter(last) && isLetter(piece)
    if (isSame && gapOf(last, piece) <= gapMax) runs.at(-1)?.push(piece)
    else runs.push([piece])
  }
  return runs
}

function isLetter({ word }: Piece): boolean {
  return /^[\p{L}&.]$/u.test(word.text.trim())
}

function gapOf(before: Piece, after: Piece): number {
  return (after.left - before.right) / (before.bottom - before.top)
}

function wordsOf(run: readonly Piece[]): Piece[] {
  if (run.length < lettersMin) return [...run]
  const gaps = run.slice(1).map((piece, at) => gapOf(run[at] ?? piece, piece))
  const wordGap = medianOf(gaps) + wordGapMore
  const words: Piece[][] = []
  for (const [at, piece] of run.entries()) {
    if (at === 0 || (gaps[at - 1] ?? 0) > wordGap) words.push([piece])
    else words.at(-1)?.push(piece)
  }
  return words.map((word) => joined(word))
}

/** Joins neighbouring pieces to one word. */
export function joined(letters: readonly Piece[], between = ''): Piece {
  return letters.reduce((word, letter) => ({
    ...word,
    word: {
      text: `${word.word.text.trim()}${between}${letter.word.text.trim()}`,
      box: around(word.word.box, letter.word.box),
      confidence: Math.min(word.word.confidence, letter.word.confidence),
    },
    right: letter.right,
    top: Math.min(word.top, letter.top),
    bottom: Math.max(word.bottom, letter.bottom),
  }))
}

function around(one: Box, other: Box): Box {
  return [
    Math.min(one[0], other[0]),
    Math.min(one[1], other[1]),
    Math.max(one[2], other[2]),
    Math.max(one[3], other[3]),
  ]
}
