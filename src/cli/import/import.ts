import { Argument, type Command } from 'commander'
import { basename } from 'node:path'
import { recordImport } from '../../accounts/history.ts'
import { AppError } from '../../platform/errors.ts'
import { printError } from '../../platform/print.ts'
import { systemClock } from '../../platform/time.ts'
import { command, type CommonOptions, printResult, withDatabase } from '../command.ts'
import { progressBar } from '../terminal.ts'
import { categories, offers } from './catalogue-lists.ts'
import { csvLines, tableLines, type Row, jsonLines, textLines } from './lines.ts'
import {
  type ImportKind,
  type ImportTarget,
  type Line,
  newTally,
  type Tally,
  type TallyResult,
} from './kind.ts'
import { productNames, vendors, renameRules } from './names-and-rules.ts'
import { orders } from './orders.ts'
import { products } from './products.ts'
import { scans } from './scans.ts'
import { type ImportSource, withSource } from './source.ts'
import { readXlsxTable } from '../../platform/xlsx.ts'

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
