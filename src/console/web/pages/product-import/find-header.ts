import { fieldOfTitle } from './guess-columns.ts'
import type { TableRow } from './import-file.ts'

/** Rows at the start of a table among which its titles are looked for. */
export const headerRowsMax = 30

/** Titles that make a row one of titles: a single one may be a word of a heading. */
const titlesMin = 2

/** The number of the row that names the columns: programs put the firm, the report and the period above it. */
export function findHeader(table: readonly TableRow[]): number {
  const first = table.slice(0, headerRowsMax)
  const place = first.findIndex(({ cells }) => knownTitles(cells) >= titlesMin)
  const [found, next] = first.slice(Math.max(place, 0))
  const isOnTwoLines = place >= 0 && next !== undefined && knownTitles(next.cells) >= titlesMin
  return (isOnTwoLines ? next : found)?.row ?? 1
}

/** How many cells say what a column is. */
export function knownTitles(cells: readonly string[]): number {
  return new Set(cells.map(fieldOfTitle).filter((field) => field !== undefined)).size
}

/** The titles in a row. One that is empty may stand in the row above, where titles are on two lines. */
export function titlesAt(table: readonly TableRow[], headerRow: number): readonly string[] {
  const cells = table.find(({ row }) => row === headerRow)?.cells ?? []
  const above = table.find(({ row }) => row === headerRow - 1)?.cells ?? []
  return cells.map((cell, place) => {
    const title = (above[place] ?? '').trim()
    return cell.trim() === '' && fieldOfTitle(title) !== undefined ? title : cell.trim()
  })
}
