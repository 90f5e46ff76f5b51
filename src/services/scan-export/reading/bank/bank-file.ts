import Papa from 'papaparse'
import { decodeCsv } from '../../../../platform/csv.ts'
import type { ReadDocument, ReadFile } from '../page.ts'
import { treeOf } from '../structured/xml-invoice.ts'
import { readCamt } from './camt.ts'
import { hasHtmlTable, htmlRows } from './html-table.ts'
import { isMt940, readMt940 } from './mt940.ts'
import { isOfx, readOfx } from './ofx.ts'
import { readSheetStatements } from './sheet-statement.ts'

/* Statements as the files that banks give: told by what is in them, never by their names. */

/** The statements of a file without pages; none when it is something else. */
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
  return hasHtmlTable(text) ? readSheetStatements(htmlRows(text)) : readCsvStatements(text)
}

/** The first line says little: notes without a delimiter may stand over the table. */
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

/** A spreadsheet set to Europe writes 1.234,50, and then nowhere 1,234.50. */
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
