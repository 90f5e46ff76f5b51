import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { Command, Option } from 'commander'
import type { CellValue } from 'hucre/xlsx'
import { storeOf } from '../../app.ts'
import {
  command,
  type CommonOptions,
  printList,
  printResult,
  requireWritable,
  withDatabase,
} from '../command.ts'
import { entryFilters } from '../../gstr2b/entries/counts.ts'
import type { Entry } from '../../gstr2b/entries/entry.ts'
import { listGstr2bEntries } from '../../gstr2b/entries/list-entries.ts'
import { importMonth, monthName } from '../../gstr2b/months.ts'
import { readPortalFiles } from '../../gstr2b/portal/read-file.ts'
import { fileBytesMax } from '../../gstr2b/portal/row.ts'
import { writeCsv } from '../../platform/csv.ts'
import { AppError } from '../../platform/errors.ts'
import { toRupees } from '../../platform/money.ts'
import { systemClock } from '../../platform/time.ts'
import { scanExportDeps, type ScanExportDeps } from '../../services/scan-export/service.ts'

type ListOptions = CommonOptions & { month?: string; state?: (typeof entryFilters)[number] }
type ImportOptions = CommonOptions & { replaceNewer?: boolean }

/** The most lines to list. */
const listedMax = 1_000

export function gstr2bCommand(): Command {
  return new Command('gstr2b')
    .description('bring in the GSTR-2B of a month, and see it beside the bills of the shop')
    .addCommand(importCommand())
    .addCommand(listCommand())
    .addCommand(exportCommand())
}

function importCommand(): Command {
  return command(
    'import',
    'bring in the GSTR-2B of a month, in the place of what was there of it',
    'daybook gstr2b import 072026_27AAPFU0939F1ZV_GSTR2B.json',
  )
    .argument(
      '<files...>',
      'the JSON or the workbook of the portal; all of a month that it has cut',
    )
    .option('--replace-newer', 'also in the place of what the portal made later')
    .action(async (files: string[], options: ImportOptions) => {
      const month = await readPortalFiles(files.map(readFile))
      if (typeof month === 'string') throw new AppError('invalid_request', month)
      const { replaceNewer = false } = options
      const imported = await withScanExport(options, (deps) =>
        importMonth(deps, month, { by: null, replacesNewer: replaceNewer }),
      )
      const { period, bills, added, gone } = imported
      printResult(options, imported, [
        `The GSTR-2B of ${monthName(period)} has ${bills} bills: ${added} are new, ${gone} are gone.`,
      ])
    })
}

function listCommand(): Command {
  const list = command(
    'list',
    'print the lines of a month, and how each was matched',
    'daybook gstr2b list --month 2026-07 --state no_bill',
  )
  return withWhich(list).action(async (options: ListOptions) => {
    const entries = await entriesOf(options)
    const none = 'Nothing fits. "daybook gstr2b import" brings in a month.'
    printList(options, entries, { max: listedMax, lineOf, none })
  })
}

function exportCommand(): Command {
  const made = command(
    'export',
    'write the lines of a month as a table',
    'daybook gstr2b export july.xlsx --month 2026-07',
  ).argument('<file>', 'FILE.csv or FILE.xlsx')
  return withWhich(made).action(async (file: string, options: ListOptions) => {
    const isWorkbook = file.toLowerCase().endsWith('.xlsx')
    if (!isWorkbook && !file.toLowerCase().endsWith('.csv')) {
      throw new AppError('invalid_request', 'Let the name of the file end in .csv or .xlsx.')
    }
    requireWritable(file)
    const entries = await entriesOf(options)
    writeFileSync(file, isWorkbook ? await workbookOf(entries) : csvOf(entries))
    const total = entries.length
    printResult(options, { total, file }, [`Wrote ${total} lines to ${file}.`])
  })
}

function withWhich(made: Command): Command {
  return made
    .option('--month <month>', 'such as 2026-07; without it the last one that is there')
    .addOption(new Option('--state <state>', 'only what stands there').choices(entryFilters))
}

function readFile(path: string) {
  const isHuge = (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > fileBytesMax
  try {
    // A file that is too large is reported by its name, and not read.
    return {
      name: basename(path),
      bytes: isHuge ? new Uint8Array(fileBytesMax + 1) : readFileSync(path),
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : ''
    throw new AppError('invalid_request', `${path} cannot be read: ${reason}`)
  }
}

async function entriesOf(options: ListOptions): Promise<Entry[]> {
  const { month, state } = options
  return await withScanExport(options, (deps) => listGstr2bEntries(deps, { period: month, state }))
}

async function withScanExport<T>(
  options: CommonOptions,
  work: (deps: ScanExportDeps) => Promise<T>,
): Promise<T> {
  return await withDatabase(options, (database, dir) =>
    work(scanExportDeps({ database, clock: systemClock, store: storeOf(dir) })),
  )
}

function lineOf({ state, seller, number, day, totalPaise, why }: Entry): string {
  const total = (totalPaise / 100).toFixed(2)
  return [stateNames[state], seller, number, day, total, why].join('  ')
}

/** The states of lines, for people. */
const stateNames: Readonly<Record<Entry['state'], string>> = {
  matched: 'In both',
  differs: 'Differs',
  suggested: 'Likely',
  no_bill: 'No bill',
  not_in_2b: 'Not in 2B',
  none_needed: 'None needed',
  replaced: 'Replaced',
}

type Column = { title: string; width: number; numFmt?: string; value(entry: Entry): CellValue }

const amount = { width: 14, numFmt: '#,##0.00' }
const day = { width: 13, numFmt: 'dd-mmm-yyyy' }
const text = { width: 20 }

const columns: readonly Column[] = [
  { title: 'Month', width: 10, value: ({ period }) => period },
  { title: 'Where', width: 12, value: ({ state }) => stateNames[state] },
  { title: 'Seller', width: 30, value: ({ seller }) => seller },
  { title: 'GSTIN', ...text, value: ({ gstin }) => gstin },
  { title: 'Kind', width: 14, value: ({ kind }) => kind.replaceAll('_', ' ') },
  { title: 'Number', ...text, value: ({ number }) => number },
  { title: 'Date', ...day, value: (entry) => dayOf(entry.day) },
  { title: 'Total', ...amount, value: ({ totalPaise }) => toRupees(totalPaise) },
  { title: 'Taxable value', ...amount, value: ({ taxablePaise }) => rupeesOf(taxablePaise) },
  { title: 'GST', ...amount, value: ({ taxPaise }) => toRupees(taxPaise) },
  { title: 'Credit', width: 10, value: ({ itc }) => itc ?? '' },
  { title: 'Why no credit', width: 14, value: ({ reason }) => reason },
  { title: 'Filed on', ...day, value: (entry) => dayOf(entry.filedOn) },
  { title: "Bill's number", ...text, value: ({ bill }) => bill?.number ?? '' },
  { title: "Bill's date", ...day, value: ({ bill }) => dayOf(bill?.day ?? '') },
  { title: "Bill's total", ...amount, value: ({ bill }) => rupeesOf(bill?.totalPaise ?? null) },
  { title: 'Why', width: 60, value: ({ why }) => why },
  { title: 'Marked', width: 10, value: ({ mark }) => mark ?? '' },
  { title: 'Note', width: 30, value: ({ note }) => note },
]

/** The lines as a CSV file without formulas. */
function csvOf(entries: readonly Entry[]): string {
  const rows = entries.map((entry) => columns.map(({ value }) => shown(value(entry))))
  return writeCsv([columns.map(({ title }) => title), ...rows])
}

/** The same as a workbook: amounts are numbers, days are dates, and a text is never a formula. */
async function workbookOf(entries: readonly Entry[]): Promise<Uint8Array> {
  const { XlsxStreamWriter } = await import('hucre/xlsx')
  const writer = new XlsxStreamWriter({
    name: 'GSTR-2B',
    columns: columns.map(({ title, width, numFmt }) => ({
      header: title,
      width,
      ...(numFmt === undefined ? {} : { numFmt }),
    })),
    freezePane: { rows: 1 },
  })
  for (const entry of entries) writer.addRow(columns.map(({ value }) => value(entry)))
  return await writer.finish()
}

function shown(value: CellValue): string {
  if (value instanceof Date) return value.toISOString().slice(0, 10)
  return typeof value === 'number' ? value.toFixed(2) : String(value ?? '')
}

function rupeesOf(paise: number | null): number | null {
  return paise === null ? null : toRupees(paise)
}

function dayOf(given: string): Date | null {
  return given === '' ? null : new Date(`${given}T00:00:00Z`)
}
