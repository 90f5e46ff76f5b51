import type { Piece } from '../level.ts'
import { phrasesOf, type Row } from '../rows.ts'

/** Words of a row that is part of a sentence, and heights between its rows. */
const [sentenceWordsMin, gapMax] = [8, 1]

/** The row below, where a sentence fills its row and goes on there: "… against our invoice no. 118 dated / 05/11/2026". */
export function restOfSentence(rows: readonly Row[], index: number): readonly Piece[] {
  const [row, next] = [rows[index], rows[index + 1]]
  if (row === undefined || next === undefined || row.pieces.length < sentenceWordsMin) return []
  const isSet =
    Math.abs(next.left - row.left) <= row.height && next.top - row.bottom <= gapMax * row.height
  return isSet && phrasesOf(row).length === 1 ? next.pieces : []
}
