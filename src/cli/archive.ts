import { resolve } from 'node:path'
import { Command } from 'commander'
import { storeOf } from '../app.ts'
import { followDocuments } from '../gstr2b/kept-bills.ts'
import { readArchive } from '../platform/archive/setting.ts'
import { silentLog } from '../platform/log.ts'
import { systemClock } from '../platform/time.ts'
import { reservedSpaceIn } from '../platform/upkeep/reserved-space.ts'
import { forecastRetention, runRetention } from '../platform/upkeep/retention.ts'
import { retentionOf } from '../retention.ts'
import { learnNewBills } from '../services/scan-export/proposals/learn.ts'
import {
  archiver,
  countArchived,
  scanExportDeps,
  type Archiver,
  type ScanExportDeps,
} from '../services/scan-export/service.ts'
import { command, type CommonOptions, isoOrNull, printResult, withDatabase } from './command.ts'
import { shownBytes } from './terminal.ts'

export function archiveCommand(): Command {
  return new Command('archive')
    .description(
      'keep documents beyond their 30 days in a folder of yours: a disk, a network drive',
    )
    .addCommand(setCommand())
    .addCommand(runCommand())
    .addCommand(statusCommand())
    .addCommand(offCommand())
}

function setCommand(): Command {
  return command(
    'set',
    'archive documents there from now on, those that are in Daybook too',
    'daybook archive set /mnt/nas/papers',
  )
    .argument('<folder>', 'an existing folder on another disk or a network drive')
    .action(async (folder: string, options: CommonOptions) => {
      const path = resolve(folder)
      await withArchive(options, (archive) => archive.switchOn(path))
      printResult(options, { folder: path }, [
        `Documents are archived in ${path} from now on. "daybook archive run" does so now.`,
      ])
    })
}

function runCommand(): Command {
  return command('run', 'archive now what is not there yet', 'daybook archive run').action(
    async (options: CommonOptions) => {
      const { written, counts } = await withArchive(options, async (archive, deps) => ({
        written: await archive.run(),
        counts: countsOf(deps),
      }))
      printResult(options, { written, waiting: counts.waiting }, [
        `Archived ${written} documents; ${counts.waiting} wait.`,
      ])
    },
  )
}

function statusCommand(): Command {
  return command(
    'status',
    'say where documents are archived, how many are not there yet, and what keeps them',
    'daybook archive status',
  ).action(async (options: CommonOptions) => {
    const found = await withArchive(options, (_archive, deps) => {
      const archive = readArchive(deps.database.read)
      return archive === undefined ? undefined : { ...archive, counts: countsOf(deps) }
    })
    if (found === undefined) {
      printResult(options, { folder: null }, [
        'Documents are not archived: "daybook archive set" names a folder.',
      ])
      return
    }
    const { path, state, counts } = found
    const wroteAt = isoOrNull(state.wroteAt)
    const problem = state.problem === null ? null : state.problem.says
    const since = state.problem === null ? null : isoOrNull(state.problem.since)
    const lost = state.lost.count
    printResult(
      options,
      { folder: path, ...counts, succeeded_at: wroteAt, problem, problem_since: since, lost },
      [
        `Documents are archived in ${path}.`,
        `  archived      ${counts.archived} of those in Daybook; ${counts.waiting} wait`,
        `  last success  ${wroteAt ?? 'not yet'}`,
        ...(problem === null ? [] : [`  since ${since} nothing can be archived: ${problem}`]),
        ...(counts.held === 0
          ? []
          : [`  ${counts.held} are kept beyond their 30 days until they are archived`]),
        ...(lost === 0
          ? []
          : [`  ${lost} were deleted without being archived, as the disk was nearly full`]),
      ],
    )
  })
}

function offCommand(): Command {
  return command(
    'off',
    'archive documents no more; what is in the archive stays',
    'daybook archive off',
  ).action(async (options: CommonOptions) => {
    await withArchive(options, (archive) => archive.switchOff())
    printResult(options, { folder: null }, ['Documents are not archived any more.'])
  })
}

async function withArchive<T>(
  options: CommonOptions,
  work: (archive: Archiver, deps: ScanExportDeps) => T | Promise<T>,
): Promise<T> {
  return await withDatabase(options, async (database, dir) => {
    const store = storeOf(dir)
    const deps = scanExportDeps({ database, clock: systemClock, store })
    const archive = archiver({ ...deps, dir }, silentLog)
    try {
      return await work(archive, deps)
    } finally {
      await archive.stop()
    }
  })
}

function countsOf({ database, clock }: ScanExportDeps) {
  const archive = readArchive(database.read)
  return countArchived(database.read, archive?.id ?? '', clock.now())
}

type SweepOptions = CommonOptions & { dryRun?: boolean; confirmClock?: boolean }

export function retentionCommand(): Command {
  return new Command('retention')
    .description('delete what is past its time')
    .addCommand(sweepCommand())
}

function sweepCommand(): Command {
  return command(
    'run',
    'delete documents older than 30 days now, instead of at night',
    'daybook retention run --dry-run',
  )
    .option('--dry-run', 'only say what would be deleted')
    .option(
      '--confirm-clock',
      "this computer's clock is right, although it is ahead of, or behind, what was seen last",
    )
    .action(async (options: SweepOptions) => {
      const { dryRun = false, confirmClock = false } = options
      const swept = await withDatabase(options, async (database, dir) => {
        const reservedSpace = reservedSpaceIn(dir.reservedSpace, silentLog)
        const store = storeOf(dir)
        const retention = retentionOf(database, store, reservedSpace)
        const now = systemClock.now()
        if (dryRun) return forecastRetention(retention, now)
        const scanExport = scanExportDeps({ database, clock: systemClock, store })
        await learnNewBills(scanExport)
        await followDocuments(scanExport)
        return await runRetention(retention, now, { confirmClock })
      })
      const verb = dryRun ? 'Would delete' : 'Deleted'
      printResult(options, swept, [
        `${verb} ${swept.scans} documents and ${swept.documents} files (${shownBytes(swept.bytes)}).`,
      ])
    })
}
