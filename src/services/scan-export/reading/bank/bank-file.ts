import Papa from 'papaparse'
import { decodeCsv } from '../../../../platform/csv.ts'
import type { ReadDocument, ReadFile } from '../page.ts'
import { treeOf } from '../structured/xml-invoice.ts'
import { readCamt } from './camt.ts'
import { hasHtmlTable, htmlRows } from './html-table.ts'
import { isMt940, readMt940 } from './mt940.ts'
import { isOfx, readOfx } from './ofx.ts'
import { readSheetStatement } from './sheet-statement.ts'

/* Statements as the files that banks give: told by what is in them, never by their names. */

/** The statements of a file without pages; none when it is something else. */
export function readBankFile({ pages, attachments, sheets = [] }: ReadFile): ReadDocument[] {
  if (pages.length > 0) return []
  return [
    ...sheets.flatMap(({ rows }) => readSheetStatement(rows) ?? []),
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
  const statement = hasHtmlTable(text) ? readSheetStatement(htmlRows(text)) : readCsvStatement(text)
  return statement === undefined ? [] : [statement]
}

/** The first line says little: notes without a delimiter may stand over the table. */
const delimiters = [',', '\t', ';', '|', '~']

function readCsvStatement(text: string): ReadDocument | undefined {
  for (const delimiter of delimiters.filter((one) => text.includes(one))) {
    const { data } = Papa.parse<string[]>(text, { delimiter, skipEmptyLines: true })
    const statement = readSheetStatement(data)
    if (statement !== undefined) return statement
  }
  return undefined
}
