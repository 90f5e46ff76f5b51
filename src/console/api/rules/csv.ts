import { readCsv, textOfCell } from '../../../platform/csv.ts'
import { AppError } from '../../../platform/errors.ts'
import type { JsonObject, JsonValue } from '../../../platform/json/json.ts'
import { eachInTurns } from '../../../platform/turns.ts'
import {
  identityOf,
  importRules,
  planImport,
  readRuleLine,
  rulesMax,
  ruleTable,
  ruleTextMax,
  type RenameRule,
} from '../../../services/scan-export/service.ts'
import type { ConsoleDeps } from '../deps.ts'
import type { Session } from '../guard.ts'
import { csvFile } from '../reply.ts'
import type { ChangesUnderWay } from './changes-under-way.ts'
import { showPreview } from './lists.ts'

/** Refused rows that are told one by one. */
const refusedShownMax = 100

const { columns, required, objectOf } = ruleTable

/** Rules, as lines of an export, as a file that can be imported again. */
export function rulesFile(lines: readonly JsonObject[]): Response {
  const rows = lines.map((line) => columns.map((column) => textIn(line[column])))
  return csvFile('rename-rules.csv', columns, rows)
}

/** All columns of a rule are texts; what it has no text for stays empty. */
function textIn(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : ''
}

/** What a file of rules would do, to the rules and to the scans that wait. */
export async function checkCsv(deps: ConsoleDeps, csv: string, signal: AbortSignal) {
  const { rules, refused, ignored } = await rulesFromCsv(csv)
  const { outcomes, changed } = await planImport(deps.database.read, rules)
  const preview = await showPreview(deps, { put: changed, remove: [] }, signal)
  const emptying = changed.filter(({ type, to }) => type === 'value' && to.trim() === '').length
  return { ...counted(outcomes, refused), emptying, ignored, preview }
}

/** Brings the rules of a file into force; rows that say no rule are left out. */
export async function importCsv(
  { scanExport }: ConsoleDeps,
  changes: ChangesUnderWay,
  csv: string,
  session: Session,
) {
  const { rules, refused } = await rulesFromCsv(csv)
  const what = rules.length === 1 ? '1 rule from a file' : `${rules.length} rules from a file`
  const outcomes = await changes.run(session, what, (onProgress) =>
    importRules(scanExport, rules, { by: session.userId, onProgress }),
  )
  return counted(outcomes, refused)
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

/** A row that is left out; `line` is where it begins in the file. */
type RefusedRow = { line: number; message: string }

type ReadFile = {
  rules: RenameRule[]
  refused: RefusedRow[]
  /** Names of columns that mean nothing here. */
  ignored: string[]
}

/**
 * Reads a table of rules, each once; others get their turn in between. A row that says no rule, or is for what an earlier
 * row has a rule for, is left out with its reason.
 * Throws AppError `invalid_request` when the first row does not name the columns, or there are too many rows.
 */
async function rulesFromCsv(text: string): Promise<ReadFile> {
  const { header, rows } = readTable(text)
  const read: ReadFile = {
    rules: [],
    refused: [],
    ignored: header.filter((name) => name !== '' && !columns.includes(name)),
  }
  const lineOf = new Map<string, number>()
  await eachInTurns(rows, ({ line, cells }) => {
    const rule = readRow(header, cells)
    if (typeof rule === 'string') {
      read.refused.push({ line, message: rule })
      return
    }
    const first = lineOf.getOrInsert(identityOf(rule), line)
    if (first === line) read.rules.push(rule)
    else read.refused.push({ line, message: `It is for the same ${rule.type} as line ${first}.` })
  })
  return read
}

function readTable(text: string) {
  const table = readCsv(text)
  if (typeof table === 'string') throw refusedFile(table)
  const [first, ...rows] = table.rows.filter(({ cells }) =>
    cells.some((cell) => cell.trim() !== ''),
  )
  const header = (first?.cells ?? []).map((cell) => cell.trim().toLowerCase())
  const missing = required.filter((name) => !header.includes(name))
  if (missing.length > 0) {
    throw refusedFile(
      `The first row must name the columns ${columns.join(', ')}: it lacks ${missing.join(', ')}.`,
    )
  }
  if (rows.length > rulesMax) {
    throw refusedFile(`The file has ${rows.length} rows; at most ${rulesMax} are allowed.`)
  }
  return { header, rows }
}

function refusedFile(reason: string): AppError {
  return new AppError('invalid_request', `${reason} Nothing was changed.`, { field: 'csv' })
}

/** The rule, or why the row says none. */
function readRow(header: readonly string[], cells: readonly string[]): RenameRule | string {
  const cell = (column: string) => textOfCell(cells[header.indexOf(column)] ?? '')
  if (cells.slice(header.length).some((extra) => extra.trim() !== '')) {
    return `The row has ${cells.length} cells, and the header has ${header.length}.`
  }
  try {
    return readRuleLine(objectOf(cell))
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return refusedRow(error, cell)
  }
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

/** Characters of a cell that are shown back. */
const shownMax = 40

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

function shortened(text: string): string {
  const characters = Array.from(text)
  return characters.length <= shownMax ? text : `${characters.slice(0, shownMax).join('')}…`
}
