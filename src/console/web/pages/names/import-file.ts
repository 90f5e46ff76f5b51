import { textOfCell } from '../../../../platform/csv.ts'
import { api, ask } from '../../client.ts'
import { decodeUtf8, readCsvTable } from '../../components/csv.ts'
import { formatCount } from '../../components/values.tsx'
import { Refusal } from '../../refusal.ts'
import type { NameKind } from './data.ts'

/** A row of a file by its number, the header being row 1. */
export type FileRow = { row: number; name: string; aliases: string }

/** What became of a row. */
export type RowResult = FileRow & Awaited<ReturnType<typeof sendRows>>['rows'][number]

/** What bringing a file in did, or would do: `results` has at least the rows that there is something to say of. */
export type Outcome = Awaited<ReturnType<typeof checkNameFile>>['outcome']

/** Rows in one request: few enough for the bar to move, within what the server takes. */
const batchRows = 200

/** Rows of one file: as many as the server looks through. */
const fileRowsMax = 50_000

/** It was moved or changed since it was chosen, or belongs to a program that locks it. */
const unreadable = 'The file could not be read. Choose it again.'

/** Reads a CSV file and asks what bringing it in would do. Throws Refusal that says why it cannot be read. */
export async function checkNameFile(kind: NameKind, file: File) {
  const bytes = await file.arrayBuffer().catch(() => {
    throw new Refusal(unreadable, 400)
  })
  const rows = rowsOf(bytes)
  const sent = rows.map(({ name, aliases }) => ({ name, aliases }))
  const { counts, noted } = await ask(api.names.import.check.post({ kind, rows: sent }))
  const results: RowResult[] = noted.flatMap(({ at, ...result }) => {
    const row = rows[at]
    return row === undefined ? [] : [{ ...row, ...result }]
  })
  return { rows, outcome: { counts, results } }
}

function rowsOf(bytes: ArrayBuffer): FileRow[] {
  const text = decodeUtf8(bytes)
  if (text === undefined) {
    throw new Refusal(
      'The file is not UTF-8. In Excel choose “Save as” and “CSV UTF-8”, and choose it again.',
      400,
    )
  }
  const table = readCsvTable(text)
  if (typeof table === 'string') throw new Refusal(table, 400)
  const [header = [], ...lines] = table.rows
  const columns = header.map((cell) => cell.trim().toLowerCase())
  const [name, aliases] = [columns.indexOf('name'), columns.indexOf('aliases')]
  if (name < 0) throw new Refusal('The first row must name the columns: name and aliases.', 400)
  const rows = lines
    .map((cells, i) => ({ row: i + 2, name: cells[name] ?? '', aliases: cells[aliases] ?? '' }))
    .filter((row) => row.name.trim() !== '' || row.aliases.trim() !== '')
  if (rows.length === 0) throw new Refusal('The file has no rows below its first one.', 400)
  if (rows.length > fileRowsMax) {
    throw new Refusal(
      `The file has ${formatCount(rows.length)} rows; bring in at most ${formatCount(fileRowsMax)} at once.`,
      400,
    )
  }
  return rows
}

/** Sends the rows a part at a time; `onSent` hears how many are done. Those that were sent stay when a later part fails. */
export async function importRows(
  kind: NameKind,
  rows: readonly FileRow[],
  onSent: (done: number) => void,
): Promise<Outcome> {
  const counts = { created: 0, updated: 0, unchanged: 0, refused: 0 }
  const results: RowResult[] = []
  for (let start = 0; start < rows.length; start += batchRows) {
    const batch = rows.slice(start, start + batchRows)
    const answer = await sendRows(kind, batch)
    for (const [i, result] of answer.rows.entries()) {
      const row = batch[i]
      counts[result.outcome] += 1
      if (row !== undefined) results.push({ ...row, ...result })
    }
    onSent(start + batch.length)
  }
  return { counts, results }
}

/** The rows that were refused, as a file to be mended and brought in again: with the reason beside each. */
export function refusedRows(results: readonly RowResult[]): string[][] {
  const refused = results.filter(({ outcome }) => outcome === 'refused')
  const rows = refused.map(({ name, aliases, message }) => [
    textOfCell(name),
    textOfCell(aliases),
    message ?? '',
  ])
  return [['name', 'aliases', 'why'], ...rows]
}

function sendRows(kind: NameKind, rows: readonly FileRow[]) {
  const sent = rows.map(({ name, aliases }) => ({ name, aliases }))
  return ask(api.names.import.post({ kind, rows: sent }))
}
