import { readCamt } from './camt.ts'
import { plainText } from './data-values.ts'
import Papa from 'papaparse'
import { decodeCsv } from '../../platform/csv.ts'
import type { ReadDocument, ReadFile } from '../page.ts'
import { treeOf } from '../files/xml-invoice.ts'
import { isMt940, readMt940 } from './mt940.ts'
import { isOfx, readOfx } from './ofx.ts'
import { readSheetStatements } from './sheet-statement.ts'

/* Statements in the files that banks give. The content decides the format, never the file name. */

/** The statements of a file without pages. Empty if the file is something else. */
export function readBankFile({ pages, attachments, sheets = [] }: ReadFile): ReadDocument[] {
  if (pages.length > 0) return []
  return [
    ...sheets.flatMap(({ rows }) => readSheetStatements(rows)),
    ...(sheets.length > 0
      ? []
      : attachments.flatMap(({ bytes }) => readText(decodeCsv(bytes).text))),
  ]
}

function readText(text: string): ReadDocument[] {
  if (isMt940(text)) return readMt940(text)
  if (isOfx(text)) return readOfx(text)
  const tree = treeOf(text)
  if (tree !== undefined && 'Document' in tree) return readCamt(tree)
  return /<table[\s>]/i.test(text) ? readSheetStatements(htmlRows(text)) : readCsvStatements(text)
}

/** Each delimiter is tried, because the first line may be a note without a delimiter. */
const delimiters = [',', '\t', ';', '|', '~']

function readCsvStatements(text: string): ReadDocument[] {
  for (const delimiter of delimiters.filter((one) => text.includes(one))) {
    const { data } = Papa.parse<string[]>(text, { delimiter, skipEmptyLines: true })
    const statements = readSheetStatements(withDecimalPoints(data))
    if (statements.length > 0) return statements
  }
  return []
}

const decimalComma = /^-?\d[\d. ]*,\d{2}$/

/** A spreadsheet with European settings writes 1.234,50 and never 1,234.50. */
function withDecimalPoints(rows: string[][]): string[][] {
  const cells = rows.flat()
  const isEuropean =
    cells.some((cell) => decimalComma.test(cell)) && !cells.some((cell) => /\d\.\d{2}$/.test(cell))
  if (!isEuropean) return rows
  return rows.map((row) => row.map((cell) => (decimalComma.test(cell) ? withPoint(cell) : cell)))
}

function withPoint(cell: string): string {
  return cell.replaceAll(/[. ]/g, '').replace(',', '.')
}

/* Some banks give a web page the name ".xls". Only the cells of its tables are read. */

/** The rows of all tables, with cells as texts. No script runs, and no link is followed. */
function htmlRows(text: string): string[][] {
  const rows: string[][] = []
  let isOpen = false
  for (const [, end, tag = '', content = ''] of text.matchAll(
    /<(\/?)([a-z][a-z\d]*)[^<>]*>([^<]*)/gi,
  )) {
    const name = tag.toLowerCase()
    if (end === '' && name === 'tr') rows.push([])
    else if (name === 'td' || name === 'th') {
      isOpen = end === ''
      if (isOpen) rows.at(-1)?.push(plainText(content))
    } else if (isOpen) addTo(rows.at(-1), plainText(content))
  }
  return rows
}

/** Adds the text behind a tag to the open cell: "<b>Date</b>", "a<br>b". */
function addTo(row: string[] | undefined, text: string): void {
  if (row === undefined || text === '') return
  row.push(`${row.pop() ?? ''} ${text}`.trim())
}
