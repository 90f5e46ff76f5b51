import type { Piece } from '../level.ts'
import { gapBetween, phrasesOf, type Row, textOf } from '../rows.ts'
import { isAmountWord, readAmountInWords } from './amount-in-words.ts'

/* Finds the amount in words anywhere on the page: behind a label, below a label, over two lines. */

export type WordsAmount = {
  readonly text: string
  readonly label: string
  readonly paise: number
  readonly pieces: readonly Piece[]
}

/** An amount takes at most this many lines. */
const linesMax = 3
/** In heights of type. A wider gap ends a line of words. */
const gapMax = 1.6

/** The amounts in words. Amounts of only the tax are left out. */
export function findAmountsInWords(rows: readonly Row[]): WordsAmount[] {
  const found: WordsAmount[] = []
  for (const [index, { pieces }] of rows.entries()) {
    for (const [at, piece] of pieces.entries()) {
      const isTaken = found.some((amount) => amount.pieces.includes(piece))
      if (isTaken || !isAmountWord(piece.word.text, { begins: true })) continue
      const amount = amountFrom(rows, index, at)
      if (amount !== undefined) found.push(amount)
    }
  }
  return found
}

function amountFrom(rows: readonly Row[], index: number, at: number): WordsAmount | undefined {
  const pieces = wordsFrom(rows, index, at)
  const words = textOf(pieces).replace(/^[\s(:-]+/, '')
  const text = withoutEnd(words, /[\s).]/).replace(currencyLabel, '')
  const paise = readAmountInWords(text)
  const label = labelOf(rows, index, at)
  if (isBroken(rows[index], at) || isContinued(rows[index - 1], at)) return undefined
  if (
    paise === undefined ||
    /\btax\b(?! invoice)|gst/i.test(
      label.slice(-labelMax).replace(/after tax|incl\S* .*(?:tax(?:es)?|gst)\b/i, ''),
    )
  )
    return undefined
  const isSaid = wordsLabel.test(label) || /rupee|inr|only|रुप|रूप|मात्र/i.test(text)
  return isSaid ? { text, label, paise, pieces } : undefined
}

/** "Rs. : Five Hundred Only": a currency with a colon is a label. */
const currencyLabel = /^(?:rs\.?|inr|₹|rupees)\s*[:-]+\s*/i

/** Whether the start of the amount was missed: a word that is no label stands right before it. */
function isBroken(row: Row | undefined, at: number): boolean {
  const [before, start] = [row?.pieces[at - 1], row?.pieces[at]]
  if (before === undefined || start === undefined || gapBetween(before, start) > gapMax)
    return false
  const { text } = before.word
  // "Rs. 500.00 (Rupees …", "that is Rupees …"
  if (/\d/.test(text)) return false
  if (/^[a-z]{1,3}$/.test(text)) return isAmountWord(text)
  return /\p{L}/u.test(text) && !/[:)\-–]$/.test(text) && !beginnings.test(text)
}

/** Whether the amount begins at the end of the row above, where it was not read. */
function isContinued(above: Row | undefined, at: number): boolean {
  const last = above?.pieces.at(-1)?.word.text ?? ''
  return at === 0 && isAmountWord(last) && !/^(?:only|a)\b/i.test(last)
}

const beginnings =
  /^\(?(?:rs\.?|inr|rupees?|words?|total|amount|value|payable|in|of|में|शब्दों|रु)$/i

/** The words of an amount from a piece on. If the words fill the line, they go on in the line below. */
function wordsFrom(rows: readonly Row[], index: number, at: number): Piece[] {
  const taken: Piece[] = []
  const left = leftOf(rows[index], at)
  for (const row of rows.slice(index, index + linesMax)) {
    const line = lineFrom(row, left, taken.length === 0 ? at : 0)
    const end = line.findIndex(({ word }) => !isPart(word.text))
    taken.push(...line.slice(0, end === -1 ? line.length : end))
    // The amount may go on behind an unreadable word.
    if (end > 0 && !isEnd(taken.at(-1)) && /\p{L}{2}/u.test(line[end]?.word.text ?? '')) return []
    if (end !== -1 || line.length === 0 || isEnd(taken.at(-1))) break
  }
  return taken
}

function isEnd(piece: Piece | undefined): boolean {
  return /only|मात्र|केवल/i.test(piece?.word.text ?? '')
}

/** The left edge of the piece's phrase with its label. Lines below begin there. */
function leftOf(row: Row | undefined, at: number): number {
  const piece = row?.pieces[at]
  const phrase = phrasesOf(row ?? { pieces: [] }, gapMax).find(
    ({ pieces }) => piece !== undefined && pieces.includes(piece),
  )
  return phrase?.left ?? 0
}

/** Signs between two words, such as a hyphen or an ampersand, belong to the amount. */
function isPart(word: string): boolean {
  return isAmountWord(word) || /^[&\-–().:/]+$/.test(word)
}

/** The phrase of a row that holds the amount or continues it. */
function lineFrom({ pieces, height }: Row, left: number, at: number): Piece[] {
  const from = at > 0 ? at : pieces.findIndex((piece) => piece.left >= left - height)
  if (from === -1) return []
  const rest = pieces.slice(from)
  const end = rest.findIndex((piece, index) => {
    const before = rest[index - 1]
    return before !== undefined && gapBetween(before, piece) > gapMax
  })
  return end === -1 ? rest : rest.slice(0, end)
}

const wordsLabel = /words|शब्दों|chargeable/i

/** The text before the amount in its phrase. If there is none, the text above, if that text announces words. */
function labelOf(rows: readonly Row[], index: number, at: number): string {
  const start = rows[index]?.pieces[at]
  const before = withoutEnd(textOf(rows[index]?.pieces.slice(0, at) ?? []), labelEnd)
  if (before !== '' || start === undefined) return before
  const above = phrasesOf(rows[index - 1] ?? { pieces: [] })
  const nearest = above.find(({ left, right }) => left <= start.right && right >= start.left)
  return nearest !== undefined && wordsLabel.test(nearest.text)
    ? withoutEnd(nearest.text, labelEnd)
    : ''
}

const labelEnd = /[\s:(–-]/

/** At most this many characters of a label are looked at: those next to the amount. */
const labelMax = 200

/** The text without the characters in `ends` at its end. A regular expression would begin anew at each such character on the way. */
function withoutEnd(text: string, ends: RegExp): string {
  let length = text.length
  while (length > 0 && ends.test(text.charAt(length - 1))) length--
  return text.slice(0, length)
}
