import Papa from 'papaparse'
import { delimiterOf, textOfCell } from '../../../platform/csv.ts'
import { AppError } from '../../../platform/errors.ts'
import type { JsonObject, JsonValue } from '../../../platform/json.ts'
import { eachInTurns } from '../../../platform/slices.ts'
import { readRuleLine, rulesMax, type NumberedRule } from '../../../services/scan-export/service.ts'
import { csvFile } from '../csv-file.ts'
import { refusedRow } from './refused-row.ts'

/** A row that is left out. */
export type RefusedRow = { line: number; message: string }

export type ReadCsv = {
  rules: NumberedRule[]
  refused: RefusedRow[]
  /** Names of columns that mean nothing here. */
  ignored: string[]
}

const columns = ['type', 'category', 'key', 'from', 'to']
const required = ['type', 'from', 'to']

/** Rules, as lines of an export, as a file that can be imported again. */
export function rulesFile(lines: readonly JsonObject[]): Response {
  const rows = lines.map((line) => columns.map((column) => textIn(line[column])))
  return csvFile('rename-rules.csv', columns, rows)
}

/** All columns of a rule are texts; what it has no text for stays empty. */
function textIn(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : ''
}

/**
 * Reads a table of rules; others get their turn in between. A row that says no rule is left out with its reason; `line` is where it begins in the file.
 * Throws AppError `invalid_request` when the first row does not name the columns, or there are too many rows.
 */
export async function rulesFromCsv(text: string): Promise<ReadCsv> {
  const { header, rows } = readTable(text)
  requireColumns(header)
  if (rows.length > rulesMax) {
    throw refusedFile(`The file has ${rows.length} rows; at most ${rulesMax} are allowed.`)
  }
  const rules: NumberedRule[] = []
  const refused: RefusedRow[] = []
  await eachInTurns(rows, ({ line, cells }) => {
    const rule = readRow(header, cells)
    if ('message' in rule) refused.push({ line, message: rule.message })
    else rules.push({ line, rule })
  })
  const ignored = header.filter((name) => name !== '' && !columns.includes(name))
  return { rules, refused, ignored }
}

type Row = { line: number; cells: string[] }

function readTable(text: string): { header: string[]; rows: Row[] } {
  const [firstLine = ''] = text.split(/\r?\n/, 1)
  const { data, errors } = Papa.parse<string[]>(text, { delimiter: delimiterOf(firstLine) })
  const [open] = errors.filter(({ type }) => type === 'Quotes')
  if (open !== undefined) {
    throw refusedFile(
      `A quotation mark is not closed, or stands where it cannot, in row ${(open.row ?? 0) + 1}.`,
    )
  }
  let line = 1
  const numbered = data.map((cells) => {
    const row = { line, cells }
    line += 1 + cells.reduce((sum, cell) => sum + cell.split('\n').length - 1, 0)
    return row
  })
  const [first, ...rows] = numbered.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  const header = (first?.cells ?? []).map((cell) => cell.trim().toLowerCase())
  return { header, rows }
}

function requireColumns(header: readonly string[]): void {
  const missing = required.filter((name) => !header.includes(name))
  if (missing.length === 0) return
  throw refusedFile(
    `The first row must name the columns ${columns.join(', ')}: it lacks ${missing.join(', ')}.`,
  )
}

function readRow(header: readonly string[], cells: readonly string[]) {
  const cell = (column: string) => textOfCell(cells[header.indexOf(column)] ?? '')
  if (cells.slice(header.length).some((extra) => extra.trim() !== '')) {
    return { message: `The row has ${cells.length} cells, and the header has ${header.length}.` }
  }
  try {
    return readRuleLine({
      type: cell('type').trim().toLowerCase(),
      category: cell('category').trim().toLowerCase(),
      key: cell('key'),
      from: cell('from'),
      to: cell('to'),
    })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { message: refusedRow(error, cell) }
  }
}

function refusedFile(reason: string): AppError {
  return new AppError('invalid_request', `${reason} Nothing was changed.`, { field: 'csv' })
}
