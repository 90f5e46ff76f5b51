import Papa from 'papaparse'

/** What Excel writes, by country: commas, semicolons, tabs. */
const delimiters = [',', ';', '\t']

type CsvTable = { rows: string[][]; delimiter: string }

/** The cells of a CSV file, its first line with them, or a sentence that says why they cannot be read. */
export function readCsvTable(text: string): CsvTable | string {
  const firstLine = text.split(/\r?\n/).find((line) => line.trim() !== '') ?? ''
  // By the header alone: commas in the values cannot mislead it.
  const { delimiter } = Papa.parse(firstLine, { delimitersToGuess: delimiters }).meta
  const { data, errors } = Papa.parse<string[]>(text, { delimiter })
  const open = errors.find(({ type }) => type === 'Quotes')
  return open === undefined
    ? { rows: data, delimiter }
    : `Row ${(open.row ?? 0) + 1} has a quotation mark that is not closed, or stands where it cannot.`
}
