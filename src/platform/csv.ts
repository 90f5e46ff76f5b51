import Papa from 'papaparse'

// Pure: the pages run this file as well.

/** What Excel writes, by country: commas, semicolons, tabs. `|` is not included: it separates aliases. */
export const csvDelimiters = [',', ';', '\t']

/** Excel takes a file without this mark for an old Windows code page, and garbles every Indian script. */
const byteOrderMark = '\uFEFF'

/**
 * A text that a spreadsheet takes for a formula and computes, with or without apostrophes before it (source: OWASP, "CSV Injection").
 * Written files put one more apostrophe before such a text, which spreadsheets know as the sign of a text. `textOfCell` removes that
 * apostrophe, so that writing and reading a file changes nothing.
 */
const formulaStart = /^'*[=+\-@\t\r\n＝＋－＠]/
const apostropheBeforeFormula = new RegExp(`^'(?=${formulaStart.source.slice(1)})`)

/** The start of a formula, except plain negative numbers. */
const formulaNoNumber = new RegExp(`^(?!-\\d+(?:\\.\\d+)?$)${formulaStart.source.slice(1)}`)

/** A spreadsheet with another delimiter than ours does not cut a formula out of a cell in quotation marks. */
const anyDelimiter = /[,;\t]/

/**
 * Texts, row by row, as a CSV file that contains no formulas for a spreadsheet. Every downloaded file is made here. `hasNumbers`: negative
 * numbers stay numbers, for the program that imports the file.
 */
export function writeCsv(
  rows: readonly (readonly string[])[],
  delimiter = ',',
  { hasNumbers = false } = {},
): string {
  const text = Papa.unparse(
    rows.map((row) => [...row]),
    {
      delimiter,
      newline: '\r\n',
      escapeFormulae: hasNumbers ? formulaNoNumber : formulaStart,
      quotes: (cell: string) => anyDelimiter.test(cell),
    },
  )
  return `${byteOrderMark}${text}\r\n`
}

/** The rows of a file, with the header, each with the line where it begins, and the delimiter of the cells. */
type CsvTable = { rows: { line: number; cells: string[] }[]; delimiter: string }

/**
 * Reads a CSV file. Without `known`, the first line decides the delimiter. Returns a sentence that says why, when the file cannot be read.
 */
export function readCsv(text: string, known?: string): CsvTable | string {
  const delimiter = known ?? delimiterOf(firstLineOf(text))
  const { data, errors } = Papa.parse<string[]>(text, { delimiter })
  const open = errors.find(({ type }) => type === 'Quotes')
  if (open !== undefined) {
    return `Row ${(open.row ?? 0) + 1} has a quotation mark that is not closed, or stands where it cannot.`
  }
  let line = 1
  const rows = data.map((cells) => {
    const row = { line, cells }
    line += cells.reduce((lines, cell) => lines + cell.split('\n').length - 1, 1)
    return row
  })
  return { rows, delimiter }
}

function firstLineOf(text: string): string {
  return text.split(/\r?\n/).find((line) => line.trim() !== '') ?? ''
}

/**
 * The text of a file from a spreadsheet: UTF-16 when it begins with its mark, otherwise UTF-8, otherwise the old code page of Excel's plain
 * "CSV", which has no Indian script.
 */
export function decodeCsv(bytes: Uint8Array): { text: string; isOldCodePage: boolean } {
  const [one, two] = bytes
  const isLittle = one === 0xff && two === 0xfe
  if (isLittle || (one === 0xfe && two === 0xff)) {
    const text = new TextDecoder(isLittle ? 'utf-16le' : 'utf-16be').decode(bytes)
    return { text, isOldCodePage: false }
  }
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return { text, isOldCodePage: false }
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes), isOldCodePage: true }
  }
}

/** The text of a cell in a file. */
export function textOfCell(cell: string): string {
  return cell.replace(apostropheBeforeFormula, '')
}

/** The delimiter of a file, by its header alone: names in a header contain no delimiter, and commas in the values cannot mislead. */
export function delimiterOf(header: string): string {
  return Papa.parse(header, { delimitersToGuess: csvDelimiters }).meta.delimiter
}
