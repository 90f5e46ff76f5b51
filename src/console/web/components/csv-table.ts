import Papa from 'papaparse'
import { delimiterOf } from '../../../platform/csv.ts'

type CsvTable = { rows: string[][]; delimiter: string }

/** The cells of a CSV file, its first line with them, or a sentence that says why they cannot be read. */
export function readCsvTable(text: string): CsvTable | string {
  const firstLine = text.split(/\r?\n/).find((line) => line.trim() !== '') ?? ''
  const delimiter = delimiterOf(firstLine)
  const { data, errors } = Papa.parse<string[]>(text, { delimiter })
  const open = errors.find(({ type }) => type === 'Quotes')
  return open === undefined
    ? { rows: data, delimiter }
    : `Row ${(open.row ?? 0) + 1} has a quotation mark that is not closed, or stands where it cannot.`
}
