import type { Command } from 'commander'
import { endSignIns } from '../accounts/sessions/sessions.ts'
import { restoreBackup, type Restored } from '../platform/backup/restore-backup.ts'
import { systemClock } from '../platform/clock.ts'
import { backupArgument, backupFile, warnOfMissing } from './backup.ts'
import { command, dataDirOf, printResult, type CommonOptions } from './command.ts'
import { watched } from './watched.ts'

export function restoreCommand(): Command {
  return command(
    'restore',
    'put the data of a backup in place; what was there is kept aside',
    'daybook restore daybook-2026-11-21T03-00-00Z.42-nightly.tar',
  )
    .addArgument(backupArgument())
    .action(async (name: string, options: CommonOptions) => {
      const dir = dataDirOf(options)
      const file = backupFile(dir, name)
      const now = systemClock.now()
      const prepareDatabase = (database: string) => endSignIns(database, now)
      const restored = await watched('Nothing was changed.', (watchStep) =>
        restoreBackup({ dir, file, now, prepareDatabase }, watchStep),
      )
      printResult(options, shown(restored), lines(restored))
      warnOfMissing(
        restored.missing,
        'What it shows of these, it has not: bring the same files in again, or take them from another backup.',
      )
    })
}

function shown({ manifest, keptIn, wasOpen, missing }: Restored) {
  const { organisation, made_at: madeAt, daybook, rows } = manifest
  const changed = { kept_in: keptIn ?? null, network_closed: wasOpen, missing }
  return { organisation, made_at: madeAt, daybook, rows, ...changed }
}

const networkClosed =
  'Only this computer reaches Daybook now; the backup was open to the network. Open it again under Settings, or with --lan.'

function lines({ manifest, keptIn, wasOpen }: Restored): string[] {
  const { organisation, made_at: madeAt, daybook, rows, files } = manifest
  const counts = Object.entries(rows).filter(([name, n]) => n > 0 && !name.startsWith('__'))
  return [
    `Restored ${organisation ?? 'data that was not set up yet'} as of ${madeAt} (made by Daybook ${daybook}):`,
    ...counts.map(([name, n]) => `  ${String(n).padStart(9)} ${name.replaceAll('_', ' ')}`),
    `  ${String(files.length - 1).padStart(9)} stored documents and images`,
    keptIn === undefined
      ? 'There was no data before.'
      : `The data as it was before is in ${keptIn}.`,
    ...(wasOpen ? [networkClosed] : []),
    'Everybody has to sign in again. Users, passwords and API keys are those of the backup: end anew what was ended since.',
  ]
}
