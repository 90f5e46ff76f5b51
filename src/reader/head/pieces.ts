import type { ReadPage } from '../page.ts'
import type { Piece } from '../level.ts'
import { phrasesOf, type Row, rowsOf } from '../rows.ts'

/* The rows of a page. A label and a value that are printed without a space, such as "No.:1204", are parted. */

/** A label that ends in a colon or a stroke, and its value. Web addresses and times of day do not match. */
const gluedColon = /^([^:=]*\p{L}[^:=]*[:=][-:]?)([^/:\s].*)$/u
const gluedPoint =
  /^((?:no|nos|dt|date|inv|bill|ph|mo|mob|gstin|pan)\.-?|(?:ph|mo|mob|tel|gstin|pan|d\.?l\.?)-)([\dA-Z/].*)$/i

/** "of₹500.00(Rupees": an amount in a sentence. */
const gluedAmount = /^(\p{L}+)([₹].*)$|^(.*\d\.\d\d)(\(.*)$/u
/** "Pune✆9823012345" */
const gluedPhone = /^(.*[^☎☏✆℡])([☎☏✆℡].*)$/u

/** ":ASJFC9075J" */
const leadingColon = /^([:=]+)[^:=]/

/** Rows from top to bottom. Each piece is a word or a part of a word. */
export function headRows(page: ReadPage): Row[] {
  return rowsOf(page).map((row) => ({ ...row, pieces: row.pieces.flatMap(splitPiece) }))
}

function splitPiece(piece: Piece): Piece[] {
  const [, colon] = leadingColon.exec(piece.word.text) ?? []
  if (colon !== undefined) {
    const { length } = piece.word.text
    return [partOf(piece, 0, colon.length), ...splitPiece(partOf(piece, colon.length, length))]
  }
  const [, ...parts] =
    gluedColon.exec(piece.word.text) ??
    gluedPoint.exec(piece.word.text) ??
    gluedAmount.exec(piece.word.text) ??
    gluedPhone.exec(piece.word.text) ??
    []
  const [before, after] = parts.filter((part) => part !== undefined)
  if (before === undefined || after === undefined) return [piece]
  return [
    partOf(piece, 0, before.length),
    ...splitPiece(partOf(piece, before.length, piece.word.text.length)),
  ]
}

/** A part of a word. Its place is worked out as if all characters had the same width. */
function partOf(piece: Piece, from: number, to: number): Piece {
  const { word, left, right } = piece
  const share = (at: number) => at / word.text.length
  const between = (start: number, end: number, at: number) => start + (end - start) * share(at)
  const [boxLeft, top, boxRight, bottom] = word.box
  return {
    ...piece,
    word: {
      ...word,
      text: word.text.slice(from, to),
      box: [between(boxLeft, boxRight, from), top, between(boxLeft, boxRight, to), bottom],
    },
    left: between(left, right, from),
    right: between(left, right, to),
  }
}

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
