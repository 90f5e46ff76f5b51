import { resolve } from 'node:path'
import { Argument, type Command } from 'commander'
import { findOrganisation } from '../../accounts/queries.ts'
import { createBackup } from '../../platform/backup/create-backup.ts'
import { databaseExists } from '../../platform/db/database.ts'
import type { DataDir } from '../../platform/disk/data-dir.ts'
import { version } from '../../platform/embedded.ts'
import { AppError } from '../../platform/errors.ts'
import { printError } from '../../platform/print.ts'
import { systemClock } from '../../platform/time.ts'
import { isSamePath, namesBeside, workAsOwnerOf } from '../../platform/update/executable.ts'
import {
  newestUpdate,
  requireReleaseFile,
  trustedKey,
  updatesFolder,
} from '../../platform/update/release-file.ts'
import { command, type CommonOptions, dataDirOf, printResult, withDatabase } from '../command.ts'
import type { ServiceControl } from '../service/managed.ts'
import { installedService } from '../service/service.ts'
import { watched } from '../terminal.ts'
import {
  finishGoingBack,
  resumeUpdate,
  runUpdate,
  undoUpdate,
  type UpdateInput,
} from './run-update.ts'

type UpdateOptions = CommonOptions & { unsigned?: boolean; undo?: boolean }

/** The folders of package managers, and their update commands. */
const managed = [
  { place: /^\/usr\/(bin|lib|libexec)\//, how: 'apt install ./daybook_….deb' },
  { place: /\/Cellar\//, how: 'brew upgrade daybook' },
]

export function updateCommand(): Command {
  return command(
    'update',
    'put a newer Daybook in the place of this one, and go back by itself when that does not work',
    'daybook update daybook-0.2.0-windows-x64.exe',
  )
    .addArgument(
      new Argument('[file]', 'the newer program (default: the newest one in updates/ of the data)'),
    )
    .option('--unsigned', 'take it without a signature, when this Daybook knows no key')
    .option('--undo', 'go back to the program and the data of before the last update')
    .action((file: string | undefined, options: UpdateOptions) => update(file, options))
}

async function update(file: string | undefined, options: UpdateOptions): Promise<void> {
  const dir = dataDirOf(options)
  requirePossible(dir)
  const input = updateInput(dir, options)
  if (options.undo === true) {
    const { from, to } = await undoUpdate(input)
    return printResult(options, { from: to, to: from }, [
      `Daybook ${from} is in place again, with the data of before the update to ${to}. What came in since is in the folder before-restore-… of ${dir.root}.`,
    ])
  }
  await finishGoingBack(input)
  if (await resumeUpdate(input)) return printResult(options, { to: version }, [inPlace(version)])
  await install(input, file, options)
}

async function install(
  input: UpdateInput,
  named: string | undefined,
  options: UpdateOptions,
): Promise<void> {
  if (/\.old(?:\.exe)?$/i.test(process.execPath)) {
    throw refused(
      'This is the Daybook of before the last update: run it with --undo, or run the other one.',
    )
  }
  const file = named === undefined ? requireNewestUpdate(input.dir) : resolve(named)
  const trust = { publicKey: trustedKey, acceptsUnsigned: options.unsigned === true }
  const release = await input.asStarter(() => requireReleaseFile(file, trust))
  const to = await runUpdate(input, release)
  printResult(options, { from: version, to }, [inPlace(to)])
}

function inPlace(to: string): string {
  return `Daybook ${to} is in place. Start it, unless a service does. "daybook update --undo" goes back to the one before and its data.`
}

function requireNewestUpdate(dir: DataDir): string {
  const newest = newestUpdate(dir, version)
  if (newest !== undefined) return newest.file
  throw new AppError(
    'not_found',
    `No newer Daybook for this computer is in ${updatesFolder(dir)}: put the files of a release there, or name one.`,
  )
}

function updateInput(dir: DataDir, options: UpdateOptions): UpdateInput {
  return {
    dir,
    executable: process.execPath,
    version,
    findService: () => findService(dir),
    asStarter: workAsOwnerOf(dir.root),
    now: systemClock.now(),
    backUp: () => backUp(options),
    say: (line) => printError(line),
  }
}

async function backUp(options: CommonOptions): Promise<string> {
  const { file } = await watched('Nothing was changed.', (watchStep) =>
    withDatabase(options, (database, dir) => {
      const organisation = findOrganisation(database.read).get()?.name
      const now = systemClock.now()
      return createBackup({ dir, organisation, madeBy: 'command', now }, watchStep)
    }),
  )
  return file
}

/** Throws AppError for a Daybook that cannot replace itself, before anything is done. */
function requirePossible(dir: DataDir): void {
  if (!Bun.isStandaloneExecutable) throw refused('This Daybook runs from its sources.')
  const manager = managed.find(({ place }) => place.test(process.execPath))
  if (manager !== undefined) {
    throw refused(`${process.execPath} belongs to a package: update it with "${manager.how}".`)
  }
  if (!databaseExists(dir)) {
    throw refused(`There is no Daybook data in ${dir.root}: name another directory with --data.`)
  }
}

/** Throws AppError `conflict` when the service starts another program: that one would have to be replaced. */
async function findService(dir: DataDir): Promise<ServiceControl | undefined> {
  const service = await installedService(dir)
  if (service === undefined) return undefined
  const served = resolve(service.executable)
  const ours = [served, namesBeside(served).old]
  if (ours.some((file) => isSamePath(file, process.execPath))) return service
  throw refused(`The service ${service.name} runs ${service.executable}: update with that one.`)
}

function refused(why: string): AppError {
  return new AppError('conflict', `${why} Nothing was changed.`)
}
