import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { Argument, Command } from 'commander'
import { findOrganisation } from '../accounts/queries.ts'
import { keepEnded, type Revival } from '../accounts/revival.ts'
import { endSignIns } from '../accounts/users/links.ts'
import { storeOf } from '../app.ts'
import { noteMissing } from '../platform/backup/backup-jobs.ts'
import {
  type Backup,
  backupOf,
  isDatedAhead,
  listBackups,
} from '../platform/backup/backups-folder.ts'
import { createBackup } from '../platform/backup/create-backup.ts'
import { type MissingFile, type WatchStep, shownMissing } from '../platform/backup/archive.ts'
import {
  restoreBackup,
  type Restored,
  type RestoreInput,
} from '../platform/backup/restore-backup.ts'
import { verifyBackup } from '../platform/backup/unpack-backup.ts'
import type { DataDir } from '../platform/disk/data-dir.ts'
import { AppError } from '../platform/errors.ts'
import { printError } from '../platform/print.ts'
import { findLitestream } from '../platform/replica/litestream.ts'
import { restoreMoment } from '../platform/replica/bring-book.ts'
import type { OutwardName } from '../platform/settings.ts'
import { systemClock } from '../platform/time.ts'
import { command, type CommonOptions, dataDirOf, printResult, withDatabase } from './command.ts'
import { timeText, givenPlace, type S3Options, withS3Options } from './offsite.ts'
import { litestreamOf } from './replicate.ts'
import { shownBytes, watched } from './terminal.ts'

/** The most missing files to print on a terminal. `--json` lists all. */
const missingShown = 20

const datedAhead =
  'Some are dated in the future: this computer’s clock is behind, or was ahead when they were made. They are listed in the order in which they were made.'

/** What the backup's Daybook did and this one does not do until an owner confirms it. */
const pausedLines: Record<OutwardName, string> = {
  archive:
    'The archive is paused until an owner confirms its folder on Home, or "daybook archive set" names one.',
  'network.access':
    'Only this computer reaches Daybook now; the backup was open to the network. Open it again under Settings, or with --lan.',
  'scan-export.folders':
    'Watched folders are paused: Daybook takes nothing from them until an owner confirms them on Home.',
  offsite:
    'Copies to the second place are paused until an owner confirms the place on Home, or "daybook offsite set" names one.',
  'images.published':
    'Publishing of product images is paused until an owner confirms the place on Home, or "daybook images set" names one.',
}

export function backupCommand(): Command {
  return new Command('backup')
    .description('make, list and check backups')
    .addCommand(createCommand())
    .addCommand(listCommand())
    .addCommand(verifyCommand())
}

function createCommand(): Command {
  return command(
    'create',
    'make a backup now, one file, also while a server runs, and check it',
    'daybook backup create',
  ).action(async (options: CommonOptions) => {
    const backup = await watched('No backup was made.', (watchStep) =>
      withDatabase(options, async (database, dir) => {
        const organisation = findOrganisation(database.read).get()?.name
        const now = systemClock.now()
        const made = await createBackup({ dir, organisation, madeBy: 'command', now }, watchStep)
        // A book that takes no writes can still be backed up.
        if (database.writeRefusal() === undefined)
          await noteMissing({ database, store: storeOf(dir) }, made.missing)
        return made
      }),
    )
    const { missing } = backup
    printResult(options, { ...shown(backup), missing }, [
      `${backup.file} (${shownBytes(backup.bytes)}) is made and checked. Copy it to another disk too.`,
    ])
    warnOfMissing(
      missing,
      'They are missing or damaged on this disk: bring the same files in again.',
    )
  })
}

function listCommand(): Command {
  return command('list', 'list the backups, the last made first', 'daybook backup list').action(
    (options: CommonOptions) => {
      const dir = dataDirOf(options)
      const backups = listBackups(dir)
      const lines = backups.map(lineOf)
      printResult(options, backups.map(shown), lines.length === 0 ? [noBackups(dir)] : lines)
      if (backups.some(isAhead)) printError(datedAhead)
    },
  )
}

function verifyCommand(): Command {
  return command(
    'verify',
    'check a backup from its first byte to its last',
    'daybook backup verify daybook-2026-11-21T03-00-00Z.42-nightly.tar',
  )
    .addArgument(backupArgument())
    .action(async (name: string, options: CommonOptions) => {
      const dir = dataDirOf(options)
      const file = backupFile(dir, name)
      const manifest = await watched('The backup was not checked.', (watchStep) =>
        verifyBackup(dir, file, watchStep),
      )
      const { organisation, made_at: madeAt, daybook, rows, missing } = manifest
      const complete = missing.length === 0
      const result = { file, organisation, made_at: madeAt, daybook, rows, complete, missing }
      printResult(options, result, [
        `${file} is ${complete ? 'whole' : 'as it was made, but incomplete'}: ${organisation ?? 'not set up'}, ${madeAt}, Daybook ${daybook}, ${manifest.files.length - 1} documents and images.`,
      ])
      warnOfMissing(missing, 'They were missing or damaged on the disk when it was made.')
    })
}

type RestoreOptions = CommonOptions & S3Options & { from?: string; at?: number; revive: string[] }

export function restoreCommand(): Command {
  const asked = command(
    'restore',
    'put the data of a backup, or of a moment, in place; what was there is kept aside',
    'daybook restore daybook-2026-11-21T03-00-00Z.42-nightly.tar',
  )
    .addArgument(backupArgument().argOptional())
    .option(
      '--from <place>',
      'where "daybook replicate" copies to: a folder, or s3://bucket/prefix',
    )
    .option('--at <time>', 'the moment, such as 2027-03-31T17:40 (default: the last one)', timeText)
    .option(
      '--revive <id>',
      'bring back a key, user or passkey that was ended since, as the last restore named it, or "all"; may be repeated',
      (id: string, ids: string[]) => [...ids, id],
      [],
    )
  return withS3Options(asked).action(async (name: string | undefined, options: RestoreOptions) => {
    const dir = dataDirOf(options)
    const now = systemClock.now()
    let ended: readonly Revival[] = []
    const prepareDatabase = (restored: string) => {
      endSignIns(restored, now)
      ended = keepEnded({ before: dir.database, restored }, { revive: new Set(options.revive) })
    }
    const restore = restorer({ dir, now, prepareDatabase }, name, options)
    const restored = await watched('Nothing was changed.', restore)
    const seconds = Math.round((systemClock.now() - now) / 100) / 10
    printResult(options, { ...shownRestored(restored), stays_ended: ended, seconds }, [
      ...restoredLines(restored),
      ...endedLines(ended),
      `It took ${seconds} seconds.`,
    ])
    warnOfMissing(
      restored.missing,
      'What it shows of these, it has not: bring the same files in again, or take them from another backup.',
    )
  })
}

/** Restores from a backup, or from the place of continuous copies. */
function restorer(
  input: Omit<RestoreInput, 'unpack'>,
  name: string | undefined,
  { from, at, ...s3 }: RestoreOptions,
): (watchStep: WatchStep) => Promise<Restored> {
  const { dir } = input
  if (from === undefined && name !== undefined) {
    const file = backupFile(dir, name)
    return (watchStep) => restoreBackup({ ...input, file }, watchStep)
  }
  if (from === undefined || name !== undefined) {
    throw new AppError('invalid_request', 'Name a backup, or a place with --from: one of the two.')
  }
  const program = findLitestream(litestreamOf(dir))
  return () => restoreMoment({ ...givenPlace(from, s3), program, at }, input)
}

function backupArgument(): Argument {
  return new Argument('<file>', 'a backup, or the name that "backup list" shows')
}

/** A path, or else the name of a file in the backup folder. */
function backupFile(dir: DataDir, name: string): string {
  if (existsSync(name) || !listBackups(dir).some((backup) => backup.name === name)) {
    return resolve(name)
  }
  return backupOf(dir, name)?.file ?? resolve(name)
}

/** Prints to stderr what a backup does not contain, and why. */
function warnOfMissing(missing: readonly MissingFile[], why: string): void {
  if (missing.length === 0) return
  const lines = missing.slice(0, missingShown).map((file) => `  ${shownMissing(file)}`)
  const more = missing.length - lines.length
  if (more > 0) lines.push(`  and ${more} more`)
  printError([`The backup is incomplete. ${why}`, ...lines].join('\n'))
}

function isAhead(backup: Backup): boolean {
  return isDatedAhead(backup, systemClock.now())
}

function shown(backup: Backup) {
  const { name, file, madeAt, bytes, madeBy } = backup
  const made = { made_at: new Date(madeAt).toISOString(), bytes, made_by: madeBy }
  return { name, file, ...made, complete: backup.isComplete, dated_ahead: isAhead(backup) }
}

function lineOf(backup: Backup): string {
  const { name, madeAt, bytes, madeBy } = backup
  const made = [name, new Date(madeAt).toISOString(), shownBytes(bytes).padStart(10), madeBy]
  const marks = [
    ...(backup.isComplete ? [] : ['incomplete']),
    ...(isAhead(backup) ? ['dated in the future'] : []),
  ]
  return [...made, ...marks].join('  ')
}

function noBackups(dir: DataDir): string {
  return `There are no backups in ${dir.backups} yet. Make one with "daybook backup create".`
}

function shownRestored({ manifest, keptIn, paused, missing }: Restored) {
  const { organisation, made_at: madeAt, daybook, rows } = manifest
  const changed = {
    kept_in: keptIn ?? null,
    network_closed: paused.includes('network.access'),
    paused,
    missing,
  }
  return { organisation, made_at: madeAt, daybook, rows, ...changed }
}

function restoredLines({ manifest, keptIn, paused }: Restored): string[] {
  const { organisation, made_at: madeAt, daybook, rows, files } = manifest
  const counts = Object.entries(rows).filter(([name, n]) => n > 0 && !name.startsWith('_'))
  return [
    `Restored ${organisation ?? 'data that was not set up yet'} as of ${madeAt} (made by Daybook ${daybook}):`,
    ...counts.map(([name, n]) => `  ${String(n).padStart(9)} ${name.replaceAll('_', ' ')}`),
    `  ${String(files.length - 1).padStart(9)} stored documents and images`,
    keptIn === undefined
      ? 'There was no data before.'
      : `The data as it was before is in ${keptIn}.`,
    ...paused.map((name) => pausedLines[name]),
    'Everybody has to sign in again. Users, passwords and API keys are those of the backup.',
  ]
}

function endedLines(ended: readonly Revival[]): string[] {
  if (ended.length === 0) return []
  return [
    'Ended since the backup, and still so (the same restore with --revive ID brings one back):',
    ...ended.map(({ id, name, email }) => `  ${id}  ${name}, ${email}`),
  ]
}
