import type { ReadValue } from '../page.ts'
import { boxOf, confidenceOf, phrasesOf, type Row } from '../rows.ts'

/* The texts beside each other in a row. Pages and sheets have the same form here, so that one reader reads the heads of both. */

/** A cell, or words without a column between them. `left` and `right` are in the unit of the page or sheet. */
export type Segment = {
  readonly text: string
  readonly left: number
  readonly right: number
  readonly place: Omit<ReadValue, 'text' | 'label'>
}

export type Rows = readonly (readonly Segment[])[]

/** A value may stand up to this many rows below its label. */
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

/** Nothing in a data file can be misread. */
export const inFile = { source: 'text', confidence: 1 } as const
