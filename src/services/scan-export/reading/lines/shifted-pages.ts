import { medianOf } from '../medians.ts'
import type { Row } from '../rows.ts'
import { isAmount } from './content.ts'

/* A passbook is not put into the printer alike for each page: its amounts say how far it lay off. */

/** Heights: less is no shift, more is another table. */
const shiftMin = 0.5
const shiftMax = 15

/** The rows of a page where they would stand on the page of the others; where words stand on the paper stays. */
export function shiftedTo(others: readonly Row[], rows: readonly Row[]): Row[] {
  const by = endOf(others) - endOf(rows)
  const height = rows[0]?.height ?? 1
  const isShifted = Math.abs(by) >= shiftMin * height && Math.abs(by) <= shiftMax * height
  return isShifted ? rows.map((row) => moved(row, by)) : [...rows]
}

/** Of the rows that end with an amount; NaN where none does. */
function endOf(rows: readonly Row[]): number {
  const ends = rows.flatMap(({ pieces }) => {
    const last = pieces.findLast(({ word }) => /\d/.test(word.text))
    return last !== undefined && isAmount(last.word.text) ? (pieces.at(-1)?.right ?? []) : []
  })
  return ends.length === 0 ? NaN : medianOf(ends)
}

function moved(row: Row, by: number): Row {
  const pieces = row.pieces.map((piece) => ({
    ...piece,
    left: piece.left + by,
    right: piece.right + by,
  }))
  return { ...row, pieces, left: row.left + by, right: row.right + by }
}
