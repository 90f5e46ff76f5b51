import type { ReadValue } from '../page.ts'
import { boxOf, confidenceOf, phrasesOf, type Row } from '../rows.ts'

/* What stands beside each other in a row of a page or of a sheet: the same eyes read the heads of both. */

/** Words without a column between them, or a cell. `left` and `right` are in the unit of its page or sheet. */
export type Segment = {
  readonly text: string
  readonly left: number
  readonly right: number
  readonly place: Omit<ReadValue, 'text' | 'label'>
}

export type Rows = readonly (readonly Segment[])[]

/** Rows below a label that its value may stand in. */
export const rowsBelow = 2

export function segmentsOf(row: Row, source: 'text' | 'ocr'): Segment[] {
  return phrasesOf(row).map(({ text, pieces, left, right }) => ({
    text,
    left,
    right,
    place: { source, page: row.page, box: boxOf(pieces), confidence: confidenceOf(pieces) },
  }))
}

/** The cells of a sheet's row that are not empty. */
export function segmentsOfCells(cells: readonly string[]): Segment[] {
  return cells.flatMap((cell, column) => {
    const text = cell.replaceAll(/\s+/g, ' ').trim()
    return text === '' ? [] : [{ text, left: column, right: column + 1, place: inFile }]
  })
}

/** Data says what it says. */
export const inFile = { source: 'text', confidence: 1 } as const
