import Papa from 'papaparse'
import { formulaStart } from '../../platform/csv-cell.ts'

/** Excel takes a file without it for one of an old Windows code page, and garbles every Indian script. */
const byteOrderMark = '\uFEFF'

/** A table of texts as a CSV file for a spreadsheet, with the names of its columns in the first row. */
export function csvFile(
  filename: string,
  columns: readonly string[],
  rows: readonly (readonly string[])[],
): Response {
  const table = [[...columns], ...rows.map((row) => [...row])]
  const text = Papa.unparse(table, { newline: '\r\n', escapeFormulae: formulaStart })
  return new Response(`${byteOrderMark}${text}\r\n`, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="${filename}"`,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    },
  })
}
