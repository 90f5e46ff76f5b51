import { basename } from 'node:path'
import { Argument, type Command } from 'commander'
import Papa from 'papaparse'
import { recordImport } from '../../accounts/history.ts'
import { AppError } from '../../platform/errors.ts'
import { printError } from '../../platform/print.ts'
import { systemClock } from '../../platform/time.ts'
import { command, type CommonOptions, printResult, withDatabase } from '../command.ts'
import { progressBar } from '../terminal.ts'
import { readXlsxTable } from '../../platform/xlsx.ts'
import { delimiterOf, textOfCell } from '../../platform/csv.ts'
import { imageBytesMax } from '../../platform/files/images.ts'
import { isJsonObject, type JsonObject, parseJsonText } from '../../platform/json/json.ts'
import type { RecordTable } from '../../platform/record/field.ts'
import { categories, offers } from './catalogue-lists.ts'
import {
  type ImportKind,
  type ImportTarget,
  type Line,
  newTally,
  type Tally,
  type TallyResult,
} from './kind.ts'
import { productNames, renameRules, vendors } from './names-and-rules.ts'
import { orders } from './orders.ts'
import { products } from './products.ts'
import { scans } from './scans.ts'
import { type ImportSource, withSource } from './source.ts'

const kinds: readonly ImportKind[] = [
  scans,
  renameRules,
  vendors,
  productNames,
  categories,
  offers,
  products,
  orders,
]

type ImportOptions = CommonOptions & { dryRun?: boolean; asOf?: string; sheet?: string }

/** See ImportTarget. */
const pauseMs = 10

/** The most faulty lines and warnings to print. */
const shownMax = 100

export function importCommand(): Command {
  return command('import', 'bring in what a file holds', 'daybook import vendors vendors.csv')
    .addArgument(new Argument('<kind>', 'what it holds').choices(kinds.map(({ name }) => name)))
    .argument(
      '<file>',
      'FILE.jsonl (JSON Lines), FILE.csv, FILE.xlsx, or - for JSON Lines from standard input',
    )
    .option('--dry-run', 'products: only say what would come of it')
    .option(
      '--as-of <time>',
      'products: when their stock was counted (2026-11-05T09:30:00+05:30); what was sold since is taken off',
    )
    .option('--sheet <name>', 'of a workbook: another sheet than its first')
    .addHelpText('after', `\nFields of a line:\n${kinds.map(describeKind).join('\n')}`)
    .action((name: string, file: string, options: ImportOptions) => importFile(name, file, options))
}

async function importFile(name: string, file: string, options: ImportOptions): Promise<void> {
  const kind = kinds.find((candidate) => candidate.name === name)
  if (kind === undefined) throw new Error(`The command let the kind ${name} pass.`)
  const { dryRun = false, asOf } = options
  if (dryRun && kind.canTry !== true) {
    throw new AppError('invalid_request', `--dry-run is for products, not for ${name}.`)
  }
  if (asOf !== undefined && kind !== products) {
    throw new AppError('invalid_request', `--as-of is for products, not for ${name}.`)
  }
  const result = await withSource(
    file,
    (source) =>
      withDatabase(options, async (database, dir) => {
        const target = { database, dir, clock: systemClock, source, pauseMs, dryRun, asOf }
        const became = await importInto(target, kind)
        if (!dryRun) await enterInHistory(target, kind, file, became)
        return became
      }),
    options.sheet,
  )
  if (options.json !== true) printProblems(result)
  const { warned, warnings, ...counts } = result
  printResult(options, warned === 0 ? counts : { ...counts, warned, warnings }, [
    dryRun ? `Tried, and wrote nothing. ${summaryOf(result)}` : summaryOf(result),
  ])
  if (result.errors === 0) return
  const rest = dryRun
    ? 'could not be imported. Correct them first.'
    : 'could not be imported; the rest was. Put the corrected lines into a new file and import that.'
  throw new AppError('invalid_request', `${lineCount(result.errors)} ${rest}`)
}

/** Records the import in account history, unless nothing changed. */
async function enterInHistory(
  { database, clock }: Pick<ImportTarget, 'database' | 'clock'>,
  { name, action }: ImportKind,
  file: string,
  { created: added, updated: changed }: TallyResult,
): Promise<void> {
  if (action === undefined || added + changed === 0) return
  const details = { kind: name, file: file === '-' ? '' : basename(file), added, changed }
  await database.write((conn) => recordImport(conn, clock.now(), { action, details }))
}

/** Enters everything in the source. Throws AppError when nothing can be read. */
export async function importInto(
  target: Omit<ImportTarget, 'tally'>,
  kind: ImportKind,
): Promise<TallyResult> {
  const { source } = target
  const counted = newTally()
  const bar = progressBar(`Importing ${kind.name}`, source.bytes)
  try {
    const lines = linesOf(kind, source, counted, (bytes) => bar.update(bytes))
    await kind.enter(lines, { ...target, tally: counted })
  } finally {
    bar.stop()
  }
  return counted.result()
}

function linesOf(
  { name, table }: ImportKind,
  source: ImportSource,
  counted: Tally,
  onRead: (bytes: number) => void,
): AsyncIterable<Line> {
  if (source.format === 'json-lines') return jsonLines(textLines(source.path, onRead), counted)
  if (table !== undefined && source.format === 'xlsx') {
    return tableLines(xlsxRows(source), table, counted)
  }
  if (table !== undefined) return csvLines(textLines(source.path, onRead), table, counted)
  throw new AppError(
    'invalid_request',
    `A table cannot hold ${name}: their lines are nested. Use JSON Lines (.jsonl).`,
  )
}

function printProblems({ problems, errors, warnings, warned }: TallyResult): void {
  const shownWarnings = warnings.slice(0, shownMax)
  for (const { line, warning } of shownWarnings) printError(`Line ${line}: ${warning}`)
  printRest('warnings', warned - shownWarnings.length)
  const shown = problems.slice(0, shownMax)
  for (const { line, error } of shown) printError(`Line ${line} was left out: ${error}`)
  printRest('bad lines', errors - shown.length)
}

function printRest(what: string, count: number): void {
  if (count > 0) printError(`… and ${count} more ${what}.`)
}

function summaryOf({ total, created, updated, unchanged, errors }: TallyResult): string {
  return `Read ${lineCount(total)}: ${created} created, ${updated} updated, ${unchanged} unchanged, ${errors} with errors.`
}

function lineCount(count: number): string {
  return count === 1 ? '1 line' : `${count} lines`
}

function describeKind({ name, fields, table }: ImportKind): string {
  return `  ${name.padEnd(14)} ${fields}${table === undefined ? ' (JSON Lines only)' : ''}`
}

/** The largest workbook in bytes. It is read whole, and one of this size takes some hundred megabytes of memory. */
const workbookBytesMax = 64 * 1024 * 1024

/** The rows of a workbook's sheet. Throws AppError `invalid_request`, `payload_too_large`. */
async function* xlsxRows({ path, bytes, sheet }: ImportSource): AsyncGenerator<Row> {
  if (bytes > workbookBytesMax) {
    throw new AppError(
      'payload_too_large',
      `${path} is larger than 64 MB. Save the sheet as “CSV UTF-8”, and import that.`,
    )
  }
  const table = await readXlsxTable(await Bun.file(path).bytes(), sheet)
  if (typeof table === 'string') throw new AppError('invalid_request', table)
  for (const [at, cells] of table.rows.entries()) {
    yield { line: at + 1, size: cells.join('').length, cells }
  }
}

/** The bytes of a product's images in base64: 20 images, four bytes for every three. */
const imagesBytesMax = 20 * Math.ceil(imageBytesMax / 3) * 4

/**
 * The longest line in bytes. Every exported line must fit. An exported document has its extraction and correction, at most 2 Mi
 * characters each and 3 bytes per character. An exported product may contain all its images.
 */
const lineBytesMax = 16 * 1024 * 1024 + imagesBytesMax

const newline = 0x0a

const carriageReturn = 0x0d

const decoder = new TextDecoder('utf-8', { fatal: true })

/** A line of a file with its number from 1, without its line end, or why it cannot be read. */
type TextLine = { line: number; text: string } | { line: number; error: string }

/** The objects of a JSON Lines file. Skips blank lines; other content goes to the tally. */
async function* jsonLines(lines: AsyncIterable<TextLine>, tally: Tally): AsyncGenerator<Line> {
  for await (const text of lines) {
    if ('error' in text) {
      tally.fail(text.line, text.error)
      continue
    }
    if (text.text.trim() === '') continue
    const read = objectOf(text.text)
    if ('error' in read) tally.fail(text.line, read.error)
    else yield { line: text.line, size: text.text.length, value: read.value }
  }
}

function objectOf(text: string): { value: JsonObject } | { error: string } {
  try {
    const value = parseJsonText(text, 'The line')
    return isJsonObject(value) ? { value } : { error: 'The line is not a JSON object.' }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { error: error.message }
  }
}

/**
 * Streams the lines of a UTF-8 file, without a byte order mark. Calls `onRead` with the number of bytes read. Throws AppError
 * `invalid_request` for a UTF-16 file.
 */
async function* textLines(path: string, onRead: (bytes: number) => void): AsyncGenerator<TextLine> {
  let line = 1
  let read = 0
  let part = emptyPart()
  for await (const chunk of Bun.file(path).stream()) {
    if (read === 0) refuseUtf16(chunk)
    read += chunk.byteLength
    onRead(read)
    let start = 0
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, start)) {
      yield lineOf(line++, addTo(part, chunk.subarray(start, end)))
      part = emptyPart()
      start = end + 1
    }
    addTo(part, chunk.subarray(start))
  }
  if (part.bytes > 0) yield lineOf(line, part)
}

/** An incomplete line. Beyond the limit only its length is kept. */
type Part = { pieces: Uint8Array[]; bytes: number }

function emptyPart(): Part {
  return { pieces: [], bytes: 0 }
}

function addTo(part: Part, piece: Uint8Array): Part {
  part.bytes += piece.byteLength
  if (part.bytes > lineBytesMax) part.pieces = []
  else if (piece.byteLength > 0) part.pieces.push(piece)
  return part
}

function lineOf(line: number, { pieces, bytes }: Part): TextLine {
  if (bytes > lineBytesMax) {
    return { line, error: `The line has ${bytes} bytes; at most ${lineBytesMax} are allowed.` }
  }
  const all = pieces.length === 1 ? (pieces[0] ?? new Uint8Array()) : Buffer.concat(pieces)
  try {
    return { line, text: decoder.decode(all.at(-1) === carriageReturn ? all.subarray(0, -1) : all) }
  } catch {
    return {
      line,
      error: 'The line is not valid UTF-8. Save the file as UTF-8 ("CSV UTF-8" in Excel).',
    }
  }
}

function refuseUtf16(head: Uint8Array): void {
  const mark = head.subarray(0, 2).toHex()
  if (mark !== 'fffe' && mark !== 'feff') return
  throw new AppError('invalid_request', 'The file is UTF-16. Save it as UTF-8 and import it again.')
}

/** The most lines of one quoted row. After these, a quotation mark counts as not closed. */
const rowLinesMax = 50

const notClosed = 'A quotation mark is not closed.'

/** The header is searched in so many rows, because programs put the firm and the report's title above it. */
const headerRowsMax = 30

/** The rows of a CSV file as objects (see tableLines). */
function csvLines(
  lines: AsyncIterable<TextLine>,
  form: RecordTable,
  tally: Tally,
): AsyncGenerator<Line> {
  return tableLines(csvRows(lines, tally), form, tally)
}

/**
 * The rows of a table as objects. The first row names the columns, unless only a later row does. Skips blank rows; faulty rows go to the
 * tally. Throws AppError `invalid_request` when no header names the required columns.
 */
async function* tableLines(
  rows: AsyncIterable<Row>,
  form: RecordTable,
  tally: Tally,
): AsyncGenerator<Line> {
  const above: Row[] = []
  let header: string[] | undefined
  for await (const row of rows) {
    const { line, size, cells } = row
    if (cells.every((cell) => cell.trim() === '')) continue
    if (header === undefined) {
      above.push(row)
      if (!isHeader(cells, form) && above.length < headerRowsMax) continue
      header = headerOf(isHeader(cells, form) ? cells : (above[0]?.cells ?? []), form)
      warnOfAbove(above.slice(0, -1), tally)
      warnOfUnknown(line, header, form, tally)
      continue
    }
    const columns = header
    if (cells.slice(columns.length).some((cell) => cell.trim() !== '')) {
      tally.fail(line, `The row has ${cells.length} cells, and the header has ${columns.length}.`)
      continue
    }
    const value = form.objectOf((column) => textOfCell(cells[columns.indexOf(column)] ?? ''))
    yield { line, size, value }
  }
  if (header === undefined) headerOf(above[0]?.cells ?? [], form)
}

function isHeader(cells: readonly string[], { required }: RecordTable): boolean {
  const header = cells.map((cell) => cell.trim().toLowerCase())
  return required.every((column) => header.includes(column))
}

function warnOfAbove([first, ...others]: readonly Row[], tally: Tally): void {
  if (first === undefined) return
  const rows = others.length === 0 ? 'One row' : `${others.length + 1} rows`
  tally.warn(first.line, `${rows} above the names of the columns were left out.`)
}

function headerOf(cells: readonly string[], { columns, required }: RecordTable): string[] {
  const header = cells.map((cell) => cell.trim().toLowerCase())
  const missing = required.filter((column) => !header.includes(column))
  const twice = columns.find((column) => header.indexOf(column) !== header.lastIndexOf(column))
  if (missing.length === 0 && twice === undefined) return header
  const wrong = twice === undefined ? `it lacks ${missing.join(', ')}` : `${twice} is there twice`
  throw new AppError(
    'invalid_request',
    `The first row must name the columns ${columns.join(', ')}: ${wrong}. Nothing was imported.`,
  )
}

/** Without a warning, a misspelt column would be lost silently. */
function warnOfUnknown(
  line: number,
  header: readonly string[],
  { columns }: RecordTable,
  tally: Tally,
): void {
  const unknown = header.filter((column) => column !== '' && !columns.includes(column))
  if (unknown.length === 0) return
  tally.warn(
    line,
    `Columns that are not known were left out: ${unknown.join(', ')}. There are ${columns.join(', ')}.`,
  )
}

/** `line` is the number of the row's first line. */
type Row = { line: number; size: number; cells: string[] }

async function* csvRows(lines: AsyncIterable<TextLine>, tally: Tally): AsyncGenerator<Row> {
  const reader = rowReader(tally)
  for await (const line of lines) yield* reader.take(line)
  yield* reader.end()
}

/** Joins lines to rows. For a row that cannot be read it blames the first line and reads the following lines again. */
function rowReader(tally: Tally) {
  let delimiter: string | undefined
  let open: TextLine[] = []

  function* read(lines: TextLine[]): Generator<Row> {
    const waiting = lines.toReversed()
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      open.push(next)
      delimiter ??= 'error' in next ? ',' : delimiterOf(next.text)
      const row = readRow(open, delimiter)
      if (row === 'open') continue
      if ('error' in row) waiting.push(...giveUp(row.error).toReversed())
      else {
        open = []
        yield row
      }
    }
  }

  /** Returns the lines to read again. */
  function giveUp(error: string): TextLine[] {
    const [first, ...rest] = open
    if (first !== undefined) tally.fail(first.line, error)
    open = []
    return rest
  }

  return {
    take: (line: TextLine) => read([line]),
    *end(): Generator<Row> {
      while (open.length > 0) yield* read(giveUp(notClosed))
    },
  }
}

/** The row in these lines, or `open` when it continues. */
function readRow(lines: readonly TextLine[], delimiter: string): Row | { error: string } | 'open' {
  const texts: string[] = []
  for (const line of lines) {
    if ('error' in line) return { error: lines.length === 1 ? line.error : notClosed }
    texts.push(line.text)
  }
  const text = texts.join('\n')
  const { data, errors } = Papa.parse<string[]>(text, { delimiter, newline: '\n' })
  const quotes = errors.filter(({ type }) => type === 'Quotes')
  if (quotes.some(({ code }) => code === 'InvalidQuotes')) {
    return { error: 'A quotation mark inside a quoted cell must be doubled.' }
  }
  if (quotes.length > 0) return lines.length < rowLinesMax ? 'open' : { error: notClosed }
  return { line: lines[0]?.line ?? 0, size: text.length, cells: data[0] ?? [] }
}
