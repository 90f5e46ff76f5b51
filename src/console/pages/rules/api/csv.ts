import { readCsv, textOfCell } from '../../../../platform/csv.ts'
import { AppError } from '../../../../platform/errors.ts'
import type { JsonObject, JsonValue } from '../../../../platform/json/json.ts'
import { eachInTurns } from '../../../../platform/turns.ts'
import { identityOf, rulesMax, type RenameRule } from '../../../../paper/rules/rules.ts'
import {
  importRules,
  planImport,
} from '../../../../services/scan-export/rename-rules/import-rules.ts'
import {
  readRuleLine,
  ruleTable,
  ruleTextMax,
} from '../../../../services/scan-export/rename-rules/rules.ts'
import type { ConsoleDeps } from '../../../api/deps.ts'
import type { Session } from '../../../api/guard.ts'
import { csvFile } from '../../../api/reply.ts'
import { type ChangesUnderWay, showPreview } from './lists.ts'

/** The most refused rows that are listed. */
const refusedShownMax = 100

const { columns, required, objectOf } = ruleTable

/** Rules as a CSV file that can be imported again. `lines` are lines of an export. */
export function rulesFile(lines: readonly JsonObject[]): Response {
  const rows = lines.map((line) => columns.map((column) => textIn(line[column])))
  return csvFile('rename-rules.csv', columns, rows)
}

/** All columns of a rule are texts. Other values are empty cells. */
function textIn(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : ''
}

/** The effect of a file of rules on the rules and on waiting scans. */
export async function checkCsv(deps: ConsoleDeps, csv: string, signal: AbortSignal) {
  const { rules, refused, ignored } = await rulesFromCsv(csv)
  const { outcomes, changed } = await planImport(deps.database.read, rules)
  const preview = await showPreview(deps, { put: changed, remove: [] }, signal)
  const emptying = changed.filter(({ type, to }) => type === 'value' && to.trim() === '').length
  return { ...counted(outcomes, refused), emptying, ignored, preview }
}

/** Puts the rules of a file into effect, without rows that are not rules. */
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

/** A refused row. `line` is its first line in the file. */
type RefusedRow = { line: number; message: string }

type ReadFile = {
  rules: RenameRule[]
  refused: RefusedRow[]
  /** Names of unknown columns. */
  ignored: string[]
}

/**
 * Reads a table of rules, yielding to other requests between rows. Rows that are not rules, or that repeat an earlier
 * row's subject, are left out with a reason. Throws AppError `invalid_request` if the first row does not name the
 * columns or there are too many rows.
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

/** The rule in a row, or why there is none. */
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

/** The content that an empty cell lacks. */
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

/** The most characters of a cell that are shown. */
const shownMax = 40

/** Why a row is not a rule, in the words of the file's author: by its columns. */
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
