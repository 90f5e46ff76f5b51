import { choiceField, queryOf } from '../../../../platform/http/fields.ts'
import { foldText } from '../../../../platform/text.ts'
import { categories } from '../../../../paper/categories.ts'
import { builtInKeys, likelyKey, listBuiltIn } from '../../../../paper/rules/built-in-labels.ts'
import { dismissedOf } from '../../../../services/scan-export/rename-rules/dismissed-offers.ts'
import {
  listRuleKeys,
  listRulesPage,
  type StoredRule,
} from '../../../../services/scan-export/service.ts'
import {
  type ChangeProgress,
  previewRules,
} from '../../../../services/scan-export/rename-rules/change-rules.ts'
import { identityOf, type RenameRule, rulesMax } from '../../../../paper/rules/rules.ts'
import type { unknownFinder } from '../../../../services/scan-export/rename-rules/find-unknown.ts'
import type { ConsoleDeps } from '../../../api/deps.ts'
import {
  listQueryOf,
  pageOf,
  readPage,
  readSort,
  searchFieldOf,
  sortFieldOf,
} from '../../../api/fields.ts'
import { jobs } from '../../../../platform/jobs.ts'
import type { Session } from '../../../api/guard.ts'
import { readCsv, textOfCell } from '../../../../platform/csv.ts'
import { AppError } from '../../../../platform/errors.ts'
import type { JsonObject, JsonValue } from '../../../../platform/json/json.ts'
import { eachInTurns } from '../../../../platform/turns.ts'
import {
  importRules,
  planImport,
} from '../../../../services/scan-export/rename-rules/import-rules.ts'
import {
  readRuleLine,
  ruleTable,
  ruleTextMax,
} from '../../../../services/scan-export/rename-rules/rules.ts'
import { csvFile } from '../../../api/reply.ts'

const searchField = searchFieldOf('Found in a label, a field or a value.')

const typeField = choiceField('type', {
  choices: ['label', 'value'],
  description: 'Only rules for labels, or only those for values.',
})

const categoryField = choiceField('category', {
  choices: categories,
  description: 'Only of one category of documents.',
})

const ruleCategoryField = choiceField('category', {
  choices: ['all', ...categories],
  description: 'Only rules for one category of documents, or with `all` those for every document.',
})

const sortField = sortFieldOf(['from', 'updated'])

const kindField = choiceField('kind', {
  choices: ['labels', 'values'],
  description: 'Labels or values that no rule knows.',
})

const showField = choiceField('show', {
  choices: ['dismissed'],
  description: 'Those that were dismissed, instead of those that are offered.',
})

export const listQuery = listQueryOf([searchField, typeField, ruleCategoryField], sortField)
export const builtInQuery = listQueryOf([searchField, categoryField])
export const unknownQuery = listQueryOf([searchField, categoryField, kindField, showField])

/** A page of the organisation's rules. */
export function listRules({ database }: ConsoleDeps, request: Request) {
  const query = queryOf(request)
  const { page, size } = readPage(query)
  const category = ruleCategoryField.read(query)
  const selection = {
    search: searchField.read(query) ?? '',
    type: typeField.read(query),
    category: category === 'all' ? ('' as const) : category,
    sort: readSort(query, sortField, { by: 'from', isDescending: false }),
  }
  const offset = (page - 1) * size
  const { rules, total } = listRulesPage(database.read, selection, { limit: size, offset })
  return { items: rules.map(shownRule), total, page, size }
}

/** A rule for the page. `category` is null for all documents, `key` only exists for a value rule. */
function shownRule({ id, type, category, key, from, to, updatedAt }: StoredRule) {
  return {
    id,
    type,
    category: category === '' ? null : category,
    key: type === 'value' ? key : null,
    from,
    to,
    updatedAt: new Date(updatedAt).toISOString(),
  }
}

/** A page of the labels that Daybook knows by itself. */
export function listBuiltInLabels(request: Request) {
  const query = queryOf(request)
  const rows = listBuiltIn(searchField.read(query) ?? '', categoryField.read(query))
  return pageOf(rows, query)
}

/** The keys that rules may name: built-in keys and keys in the organisation's rules. */
export function listKeys({ database }: ConsoleDeps) {
  const own = listRuleKeys(database.read).all()
  return { keys: [...new Set([...builtInKeys(), ...own.map(({ key }) => key)])].toSorted() }
}

/**
 * A page of the labels or values in the newest scans that no rule covers, or of the dismissed ones among them. Also
 * the numbers of both, and of all dismissed ones of this kind.
 */
export async function listUnknown(
  { database: { read } }: ConsoleDeps,
  findUnknown: ReturnType<typeof unknownFinder>,
  request: Request,
) {
  const query = queryOf(request)
  const kind = kindField.read(query) ?? 'labels'
  const category = categoryField.read(query)
  const search = foldText(searchField.read(query) ?? '')
  const isWanted = (of: string, texts: readonly string[]) =>
    (category === undefined || category === of) &&
    texts.some((text) => foldText(text).includes(search))
  const { scans, ...unknown } = await findUnknown()
  const [isLabel, isValue] = [dismissedOf(read, 'label'), dismissedOf(read, 'value')]
  const labels = Object.groupBy(unknown.labels, (row) => side(isLabel({ kind: 'label', ...row })))
  const values = Object.groupBy(unknown.values, (row) => side(isValue({ kind: 'value', ...row })))
  const counts = {
    scans,
    labels: labels.offered?.length ?? 0,
    values: values.offered?.length ?? 0,
    dismissed: (kind === 'labels' ? labels : values).dismissed?.length ?? 0,
  }
  const shown = side(showField.read(query) === 'dismissed')
  if (kind === 'labels') {
    const rows = labels[shown] ?? []
    const found = rows.filter((row) => isWanted(row.category, [row.label, row.example]))
    const { items, ...page } = pageOf(found, query)
    const withLikely = items.map((row) => ({
      ...row,
      likely: likelyKey(row.label, row.category, row.place),
    }))
    return { kind, ...counts, ...page, items: withLikely }
  }
  const rows = values[shown] ?? []
  const found = rows.filter((row) => isWanted(row.category, [row.key, row.value]))
  return { kind, ...counts, ...pageOf(found, query) }
}

function side(isDismissed: boolean): 'dismissed' | 'offered' {
  return isDismissed ? 'dismissed' : 'offered'
}

/** The most changed scans in a preview. The preview counts all of them. */
const scansShown = 20

/** The effect of changed rules on waiting scans. */
export async function showPreview(
  { scanExport }: ConsoleDeps,
  change: { put: readonly RenameRule[]; remove: readonly string[] },
  signal: AbortSignal,
) {
  const { scans, ...counts } = await previewRules(scanExport, change, { scansShown, signal })
  const shown = scans.map(({ createdAt, ...scan }) => ({
    ...scan,
    createdAt: new Date(createdAt).toISOString(),
  }))
  return { ...counts, scans: shown }
}

/** A change of rules in progress. Without `progress` it waits for its turn. */
type ChangeUnderWay = {
  id: string
  by: Pick<Session, 'userId' | 'name'>
  /** The change in a few words. */
  what: string
  progress: ChangeProgress | null
}

type ChangesUnderWay = ReturnType<typeof changesUnderWay>

export function changesUnderWay(deps: Pick<ConsoleDeps, 'clock' | 'log'>) {
  const { run, underWay } = jobs<ChangeUnderWay>(deps)
  return {
    /** In the order of the requests. */
    list: (): ChangeUnderWay[] =>
      underWay().map(({ id, by, what, progress }) => ({ id, by, what, progress })),
    /** Does the work and records its progress. */
    run: <T>(
      { userId, name }: Session,
      what: string,
      work: (onProgress: (progress: ChangeProgress) => void) => Promise<T>,
    ): Promise<T> =>
      run({ id: crypto.randomUUID(), by: { userId, name }, what, progress: null }, (job) =>
        work((progress) => {
          job.progress = progress
        }),
      ),
  }
}

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
