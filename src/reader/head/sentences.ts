import type { Piece } from '../level.ts'
import { phrasesOf, type Row } from '../rows.ts'

/** A row of a sentence has at least this many words. The next row is at most this many heights below. */
const [sentenceWordsMin, gapMax] = [8, 1]

/** The row below, if a sentence fills its row and goes on: "… against our invoice no. 118 dated / 05/11/2026". */
export function restOfSentence(rows: readonly Row[], index: number): readonly Piece[] {
  const [row, next] = [rows[index], rows[index + 1]]
  if (row === undefined || next === undefined || row.pieces.length < sentenceWordsMin) return []
  const isSet =
    Math.abs(next.left - row.left) <= row.height && next.top - row.bottom <= gapMax * row.height
  return isSet && phrasesOf(row).length === 1 ? next.pieces : []
}
