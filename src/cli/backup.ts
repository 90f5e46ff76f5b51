import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { Argument, Command } from 'commander'
import { findOrganisation } from '../accounts/queries.ts'
import { storeOf } from '../app.ts'
import {
  backupOf,
  isDatedAhead,
  listBackups,
  type Backup,
} from '../platform/backup/backups-folder.ts'
import { createBackup } from '../platform/backup/create-backup.ts'
import { shownMissing, storedFileOf, type MissingFile } from '../platform/backup/manifest.ts'
import { verifyBackup } from '../platform/backup/unpack-backup.ts'
import { systemClock } from '../platform/clock.ts'
import type { DataDir } from '../platform/data-dir.ts'
import { noteBroken } from '../platform/files/scrub.ts'
import { command, dataDirOf, printResult, withDatabase, type CommonOptions } from './command.ts'
import { shownBytes } from './shown-bytes.ts'
import { watched } from './watched.ts'

/** Missing files that are named on a terminal; `--json` has all. */
const missingShown = 20

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
        await noteBroken({ database, store: storeOf(dir) }, made.missing.map(storedFileOf))
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
      if (backups.some(isAhead)) console.error(datedAhead)
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

export function backupArgument(): Argument {
  return new Argument('<file>', 'a backup, or the name that "backup list" shows')
}

/** A path, else the name of a file in the folder of backups. */
export function backupFile(dir: DataDir, name: string): string {
  if (existsSync(name) || !listBackups(dir).some((backup) => backup.name === name)) {
    return resolve(name)
  }
  return backupOf(dir, name)?.file ?? resolve(name)
}

/** Says on stderr what is not in a backup, and why. */
export function warnOfMissing(missing: readonly MissingFile[], why: string): void {
  if (missing.length === 0) return
  const lines = missing.slice(0, missingShown).map((file) => `  ${shownMissing(file)}`)
  const more = missing.length - lines.length
  if (more > 0) lines.push(`  and ${more} more`)
  console.error([`The backup is incomplete. ${why}`, ...lines].join('\n'))
}

const datedAhead =
  'Some are dated in the future: this computer’s clock is behind, or was ahead when they were made. They are listed in the order in which they were made.'

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
