import Papa from 'papaparse'
import { api, ask } from '../../client.ts'
import type { NameKind } from './names-query.ts'

/** A row of a file by its number, the header being row 1. */
export type FileRow = { row: number; name: string; aliases: string }

/** What became of a row. */
export type RowResult = FileRow & Awaited<ReturnType<typeof sendRows>>['rows'][number]

/** Rows in one request: few enough for the bar to move, within what the server takes. */
const batchRows = 200

/** What Excel writes, by country: commas, semicolons, tabs. `|` is none of them: it stands between aliases. */
const delimiters = [',', ';', '\t']

/** The rows of a CSV file, or a sentence that says why it cannot be read. */
export async function readNameFile(file: File): Promise<FileRow[] | string> {
  const text = decode(await file.arrayBuffer())
  if (text === undefined) {
    return 'The file is not UTF-8. In Excel choose “Save as” and “CSV UTF-8”, and bring it in again.'
  }
  const [firstLine = ''] = text.split(/\r?\n/, 1)
  // By the header alone: commas in the names cannot mislead it.
  const { delimiter } = Papa.parse(firstLine, { delimitersToGuess: delimiters }).meta
  const { data, errors } = Papa.parse<string[]>(text, { delimiter })
  const quotes = errors.find(({ type }) => type === 'Quotes')
  if (quotes !== undefined) {
    return `Row ${(quotes.row ?? 0) + 1} has a quotation mark that is not closed. Nothing was brought in.`
  }
  const [header = [], ...rows] = data
  const columns = header.map((cell) => cell.trim().toLowerCase())
  const [name, aliases] = [columns.indexOf('name'), columns.indexOf('aliases')]
  if (name < 0) return 'The first row must name the columns: name and aliases.'
  return rows
    .map((cells, i) => ({ row: i + 2, name: cells[name] ?? '', aliases: cells[aliases] ?? '' }))
    .filter((row) => row.name.trim() !== '' || row.aliases.trim() !== '')
}

/** Sends the rows a part at a time; `onSent` hears how many are done. Those that were sent stay when a later part fails. */
export async function importRows(
  kind: NameKind,
  rows: readonly FileRow[],
  onSent: (done: number) => void,
): Promise<RowResult[]> {
  const results: RowResult[] = []
  for (let start = 0; start < rows.length; start += batchRows) {
    const batch = rows.slice(start, start + batchRows)
    const answer = await sendRows(kind, batch)
    for (const [i, result] of answer.rows.entries()) {
      const row = batch[i]
      if (row !== undefined) results.push({ ...row, ...result })
    }
    onSent(start + batch.length)
  }
  return results
}

/** The rows that were refused, as a file to be mended and brought in again: with the reason beside each. */
export function refusedRowsCsv(results: readonly RowResult[]): string {
  const refused = results.filter(({ outcome }) => outcome === 'refused')
  const data = refused.map(({ name, aliases, message }) => [name, aliases, message])
  return `\uFEFF${Papa.unparse({ fields: ['name', 'aliases', 'why'], data })}\r\n`
}

function sendRows(kind: NameKind, rows: readonly FileRow[]) {
  const sent = rows.map(({ name, aliases }) => ({ name, aliases }))
  return ask(api.names.import.post({ kind, rows: sent }))
}

function decode(bytes: ArrayBuffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}
