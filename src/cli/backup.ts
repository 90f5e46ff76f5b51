import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { Argument, Command } from 'commander'
import { findOrganisation } from '../accounts/queries.ts'
import {
  backupOf,
  isDatedAhead,
  listBackups,
  type Backup,
} from '../platform/backup/backups-folder.ts'
import { createBackup } from '../platform/backup/create-backup.ts'
import { verifyBackup } from '../platform/backup/unpack-backup.ts'
import { systemClock } from '../platform/clock.ts'
import type { DataDir } from '../platform/data-dir.ts'
import { command, dataDirOf, printResult, withBook, type CommonOptions } from './command.ts'
import { shownBytes } from './shown-bytes.ts'
import { watched } from './watched.ts'

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
      withBook(options, (book, dir) => {
        const organisation = findOrganisation(book.read).get()?.name
        const now = systemClock.now()
        return createBackup({ dir, organisation, madeBy: 'command', now }, watchStep)
      }),
    )
    printResult(options, shown(backup), [
      `${backup.file} (${shownBytes(backup.bytes)}) is made and checked. Copy it to another disk too.`,
    ])
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
      const { organisation, made_at: madeAt, daybook, rows } = manifest
      const result = { file, organisation, made_at: madeAt, daybook, rows }
      printResult(options, result, [
        `${file} is whole: ${organisation ?? 'not set up'}, ${madeAt}, Daybook ${daybook}, ${manifest.files.length - 1} documents and images.`,
      ])
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

const datedAhead =
  'Some are dated in the future: this computer’s clock is behind, or was ahead when they were made. They are listed in the order in which they were made.'

function isAhead(backup: Backup): boolean {
  return isDatedAhead(backup, systemClock.now())
}

function shown(backup: Backup) {
  const { name, file, madeAt, bytes, madeBy } = backup
  const made = { made_at: new Date(madeAt).toISOString(), bytes, made_by: madeBy }
  return { name, file, ...made, dated_ahead: isAhead(backup) }
}

function lineOf(backup: Backup): string {
  const { name, madeAt, bytes, madeBy } = backup
  const made = [name, new Date(madeAt).toISOString(), shownBytes(bytes).padStart(10), madeBy]
  return [...made, ...(isAhead(backup) ? ['dated in the future'] : [])].join('  ')
}

function noBackups(dir: DataDir): string {
  return `There are no backups in ${dir.backups} yet. Make one with "daybook backup create".`
}
