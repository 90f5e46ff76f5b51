import type { Piece } from '../level.ts'
import { gapBetween, type Row, textOf } from '../rows.ts'
import { readAmountInWords } from './amount-in-words.ts'

/* The amount in words, wherever on the page it stands: behind a label, below it, over two lines. */

export type WordsAmount = {
  readonly text: string
  readonly label: string
  readonly paise: number
  readonly pieces: readonly Piece[]
}

const beginning =
  /^(?:(?:rupees?|inr|indian|rs\.?|total|amount|in|invoice|\(?in)\b|रुप|रूप|एक|शब्दों)/i
const numberWord =
  /^(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thir|four|fif|six|seven|eigh|nine|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred|zero)/i
const labelEnd =
  /^(?:words\)?:?|शब्दों|में:?|:|-|\(?in|amount|chargeable|total|invoice|value|bill|grand|net|payable|rupees\)?:?)$/i
const taxWords = /\btax\b|gst/i
const rowsMax = 3

/** The amounts in words of some rows, as many as there are. Those of the tax alone are left out. */
export function findAmountsInWords(rows: readonly Row[]): WordsAmount[] {
  return rows.flatMap((row, index) => {
    const at = row.pieces.findIndex(
      ({ word }) => beginning.test(word.text) || numberWord.test(word.text),
    )
    return at === -1 ? [] : (amountFrom(rows, index, at) ?? [])
  })
}

function amountFrom(rows: readonly Row[], index: number, at: number): WordsAmount | undefined {
  const row = rows[index]
  if (row === undefined) return undefined
  const label = labelOf(row.pieces.slice(at))
  const isOfTax = taxWords.test(textOf(row.pieces.slice(0, at + label.length)))
  if (isOfTax) return undefined
  const start = row.pieces.slice(at + label.length)
  const left = Math.min(...row.pieces.slice(at).map((piece) => piece.left)) - row.height
  for (let more = rowsMax - 1; more >= 0; more -= 1) {
    const below = rows
      .slice(index + 1, index + 1 + more)
      .map(({ pieces }) => pieces.filter((piece) => piece.left > left))
    const found = longestRun([start, ...below])
    if (found !== undefined) return { ...found, label: textOf(label).replace(/[\s:–-]+$/, '') }
  }
  return undefined
}

function labelOf(pieces: readonly Piece[]): readonly Piece[] {
  const first = pieces.findIndex(
    ({ word }) => !labelEnd.test(word.text) && !/^(?:of|the)$/i.test(word.text),
  )
  // "Rupees" before a number is said as part of it.
  const count = first === -1 ? pieces.length : first
  const last = pieces[count - 1]
  return last !== undefined && /^rupees$/i.test(last.word.text)
    ? pieces.slice(0, count - 1)
    : pieces.slice(0, count)
}

/** The first phrase of each line, read together. */
function longestRun(
  lines: readonly (readonly Piece[])[],
): { text: string; paise: number; pieces: Piece[] } | undefined {
  const pieces = lines.flatMap(firstPhrase)
  const text = textOf(pieces)
  const paise = /[\p{L}\p{M}]{3}/u.test(text) ? readAmountInWords(text) : undefined
  return paise === undefined ? undefined : { text, paise, pieces }
}

function firstPhrase(pieces: readonly Piece[]): Piece[] {
  const end = pieces.findIndex((piece, at) => {
    const before = pieces[at - 1]
    return before !== undefined && gapBetween(before, piece) > 1.6
  })
  return end === -1 ? [...pieces] : pieces.slice(0, end)
}
