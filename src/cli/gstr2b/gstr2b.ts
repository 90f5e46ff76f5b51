import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { Command, Option } from 'commander'
import { storeOf } from '../../app.ts'
import { nameMatchers } from '../../names/matching.ts'
import { AppError } from '../../platform/errors.ts'
import { systemClock } from '../../platform/time.ts'
import { readPortalFiles } from '../../gstr2b/portal/read-file.ts'
import { fileBytesMax } from '../../gstr2b/portal/row.ts'
import { entryFilters } from '../../gstr2b/entries/counts.ts'
import { importMonth, monthName } from '../../gstr2b/months.ts'
import { listGstr2bEntries } from '../../gstr2b/entries/list-entries.ts'
import { scanExportDeps, type ScanExportDeps } from '../../services/scan-export/service.ts'
import type { Entry } from '../../gstr2b/entries/entry.ts'
import {
  command,
  type CommonOptions,
  printList,
  printResult,
  requireWritable,
  withDatabase,
} from '../command.ts'
import { csvOf, stateNames, workbookOf } from './table.ts'

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
    work(
      scanExportDeps({
        database,
        clock: systemClock,
        store: storeOf(dir),
        names: nameMatchers(),
      }),
    ),
  )
}

function lineOf({ state, seller, number, day, totalPaise, why }: Entry): string {
  const total = (totalPaise / 100).toFixed(2)
  return [stateNames[state], seller, number, day, total, why].join('  ')
}
