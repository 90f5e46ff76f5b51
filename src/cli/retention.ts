import { Command } from 'commander'
import { storeOf } from '../app.ts'
import { retentionOf } from '../retention.ts'
import { followDocuments } from '../gstr2b/kept-bills.ts'
import { learnNewBills } from '../services/scan-export/proposals/learn.ts'
import { scanExportDeps } from '../services/scan-export/service.ts'
import { silentLog } from '../platform/log.ts'
import { systemClock } from '../platform/time.ts'
import { reservedSpaceIn } from '../platform/upkeep/reserved-space.ts'
import { forecastRetention, runRetention } from '../platform/upkeep/retention.ts'
import { command, type CommonOptions, printResult, withDatabase } from './command.ts'
import { shownBytes } from './terminal.ts'

type RunOptions = CommonOptions & { dryRun?: boolean; confirmClock?: boolean }

export function retentionCommand(): Command {
  return new Command('retention')
    .description('delete what is past its time')
    .addCommand(runCommand())
}

function runCommand(): Command {
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
    .action(async (options: RunOptions) => {
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
