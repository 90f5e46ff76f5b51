import { counted } from '../../components/values.tsx'
import { repeatedTitles } from './guess-columns.ts'
import type { ImportFile } from './import-file.ts'

/** What was made of a file that its owner may not expect. */
export function noticesOf(file: ImportFile): string[] {
  const { notice, header, totals } = file
  return [
    ...(notice === null ? [] : [notice]),
    ...repeatedTitles(header).map(
      (title) => `Several columns are called “${title}”: say which one is meant.`,
    ),
    ...totals.slice(0, 1).map(({ row, cells }) => {
      const words = cells.find((cell) => cell.trim() !== '')?.trim()
      return totals.length === 1
        ? `Row ${row} (“${words}”) is left out: it adds up the others.`
        : `${counted(totals.length, 'row')} that add up others are left out, the first of them row ${row} (“${words}”).`
    }),
  ]
}

/** What a column is called; where its title does not say which one it is, with its letter in the spreadsheet. */
export function titleOf({ header }: Pick<ImportFile, 'header'>, place: number): string {
  const title = header[place] ?? ''
  if (title === '') return `Column ${letterOf(place)}`
  const isRepeated = header.indexOf(title) !== header.lastIndexOf(title)
  return isRepeated ? `${title} (column ${letterOf(place)})` : title
}

/** A, B, … Z, AA, AB, … */
function letterOf(place: number): string {
  const last = String.fromCodePoint(65 + (place % 26))
  return place < 26 ? last : letterOf(Math.floor(place / 26) - 1) + last
}
