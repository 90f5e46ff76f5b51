import {
  identityOf,
  importRules,
  planImport,
  previewRules,
  type RenameRule,
  readRuleLine,
  rulesMax,
  ruleTextMax,
} from '../../../services/scan-export/service.ts'
import type { Session } from '../guard.ts'
import type { ConsoleDeps } from '../deps.ts'
import type { ChangesUnderWay } from './changes-under-way.ts'
import { scansShown, shownPreview } from './list-rules.ts'
import Papa from 'papaparse'
import { delimiterOf, textOfCell } from '../../../platform/csv.ts'
import { AppError } from '../../../platform/errors.ts'
import type { JsonObject, JsonValue } from '../../../platform/json/json.ts'
import { eachInTurns } from '../../../platform/turns.ts'
import { csvFile } from '../reply.ts'

/** Refused rows that are told one by one. */
const refusedShownMax = 100

/** What a file of rules would do, to the rules and to the scans that wait. */
export async function checkCsv({ scanExport }: ConsoleDeps, csv: string, signal: AbortSignal) {
  const { rules, refused, ignored } = await readOnce(csv)
  const { outcomes, changed } = await planImport(scanExport.database.read, rules)
  const change = { put: changed, remove: [] }
  const preview = await previewRules(scanExport, change, { scansShown, signal })
  const emptying = changed.filter(({ type, to }) => type === 'value' && to.trim() === '').length
  return { ...counted(outcomes, refused), emptying, ignored, preview: shownPreview(preview) }
}

/** Brings the rules of a file into force; rows that say no rule are left out. */
export async function importCsv(
  { scanExport }: ConsoleDeps,
  changes: ChangesUnderWay,
  csv: string,
  { userId, name }: Session,
) {
  const { rules, refused } = await readOnce(csv)
  const what = rules.length === 1 ? '1 rule from a file' : `${rules.length} rules from a file`
  const outcomes = await changes.run({ userId, name }, what, (onProgress) =>
    importRules(scanExport, rules, { by: userId, onProgress }),
  )
  return counted(outcomes, refused)
}

/** The rules of a file, each once: a row for what an earlier row has a rule for is left out. */
async function readOnce(csv: string) {
  const { rules, refused, ignored } = await rulesFromCsv(csv)
  const lineOf = new Map<string, number>()
  const once: RenameRule[] = []
  const repeated: RefusedRow[] = []
  for (const { line, rule } of rules) {
    const match = identityOf(rule)
    const first = lineOf.get(match)
    if (first === undefined) {
      lineOf.set(match, line)
      once.push(rule)
    } else repeated.push({ line, message: `It is for the same ${rule.type} as line ${first}.` })
  }
  const all = [...refused, ...repeated].toSorted((a, b) => a.line - b.line)
  return { rules: once, refused: all, ignored }
}

function counted(outcomes: readonly string[], refused: readonly RefusedRow[]) {
  const countOf = (wanted: string) => outcomes.filter((outcome) => outcome === wanted).length
  return {
    created: countOf('created'),
    updated: countOf('updated'),
    unchanged: countOf('unchanged'),
    refusedCount: refused.length,
    refused: refused.slice(0, refusedShownMax),
  }
}

/** A row that is left out. */
type RefusedRow = { line: number; message: string }

type ReadCsv = {
  rules: { line: number; rule: RenameRule }[]
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
async function rulesFromCsv(text: string): Promise<ReadCsv> {
  const { header, rows } = readTable(text)
  requireColumns(header)
  if (rows.length > rulesMax) {
    throw refusedFile(`The file has ${rows.length} rows; at most ${rulesMax} are allowed.`)
  }
  const rules: ReadCsv['rules'] = []
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

/** What a cell must say, when it is empty. */
const wanted: Readonly<Record<string, string>> = {
  from: 'what the document prints',
  to: 'the field that the label stands for',
  key: 'the field in which the value stands',
  type: 'label or value',
}

const choices: Readonly<Record<string, string>> = {
  type: 'write label or value',
  category:
    'write vendor_invoice, purchase_order or bank_entry, or leave it empty for all documents',
}

/** Why a row is no rule, in the words of whoever made the file: by its columns. */
function refusedRow({ details, message }: AppError, cell: (column: string) => string): string {
  const { field } = details
  if (typeof field !== 'string') return message
  const text = cell(field).trim()
  if (text === '') return `The column “${field}” is empty: it must say ${wanted[field]}.`
  const allowed = choices[field]
  if (allowed !== undefined) return `“${shortened(text)}” is no ${field}: ${allowed}.`
  return `The column “${field}” has ${text.length} characters; at most ${ruleTextMax} are allowed.`
}

/** Characters of a cell that are shown back. */
const shownMax = 40

function shortened(text: string): string {
  const characters = Array.from(text)
  return characters.length <= shownMax ? text : `${characters.slice(0, shownMax).join('')}…`
}
