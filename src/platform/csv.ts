import Papa from 'papaparse'

// The pages run this file as well: it is pure.

/** What Excel writes, by country: commas, semicolons, tabs. `|` is none of them: it separates aliases. */
export const csvDelimiters = [',', ';', '\t']

/** Excel takes a file without it for one of an old Windows code page, and garbles every Indian script. */
const byteOrderMark = '\uFEFF'

/**
 * What a spreadsheet takes for a formula and works out, with apostrophes in front or without (source: OWASP, "CSV
 * Injection"). In a file that is written such a text gets one more apostrophe, which spreadsheets know as the sign of a
 * text; `textOfCell` takes it off again, so that a file that is written and read changes nothing.
 */
const formulaStart = /^'*[=+\-@\t\r\n＝＋－＠]/
const apostropheBeforeFormula = new RegExp(`^'(?=${formulaStart.source.slice(1)})`)

/** The same, but for a plain number below zero. */
const formulaNoNumber = new RegExp(`^(?!-\\d+(?:\\.\\d+)?$)${formulaStart.source.slice(1)}`)

/** A spreadsheet that divides at another character than ours does not cut a formula out of a cell in quotation marks. */
const anyDelimiter = /[,;\t]/

/**
 * Texts, row by row, as a CSV file for a spreadsheet that holds no formulas. Every file that is downloaded is made here.
 * `hasNumbers`: what is a number below zero stays one, for the program that imports the file.
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

/** The rows of a file, the header with them, each with the line where it begins; and what divides their cells. */
type CsvTable = { rows: { line: number; cells: string[] }[]; delimiter: string }

/**
 * Reads a CSV file; what divides it is judged by its first line unless that is known. Returns a sentence that says why the
 * file cannot be read, where it cannot.
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
 * The text of a file that a spreadsheet wrote: UTF-16 when it begins with its mark, UTF-8, and else the old code page of
 * Excel's plain "CSV", in which no Indian script can be written.
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

/** What a cell of a file says. */
export function textOfCell(cell: string): string {
  return cell.replace(apostropheBeforeFormula, '')
}

/** What divides a file, judged by its header alone, whose names hold no delimiter: commas in the values cannot mislead it. */
export function delimiterOf(header: string): string {
  return Papa.parse(header, { delimitersToGuess: csvDelimiters }).meta.delimiter
}
