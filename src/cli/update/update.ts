import { basename, resolve } from 'node:path'
import { existsSync } from 'node:fs'
import { Argument, type Command } from 'commander'
import { findOrganisation } from '../../accounts/queries.ts'
import { createBackup } from '../../platform/backup/create-backup.ts'
import { databaseExists } from '../../platform/db/database.ts'
import type { DataDir } from '../../platform/disk/data-dir.ts'
import { version } from '../../platform/embedded.ts'
import { AppError, hasCode } from '../../platform/errors.ts'
import { printError } from '../../platform/print.ts'
import { systemClock } from '../../platform/time.ts'
import {
  type AsStarter,
  bringNext,
  isSamePath,
  lockProgram,
  namesBeside,
  putBack,
  putNext,
  removeOld,
  workAsOwnerOf,
} from '../../platform/update/executable.ts'
import {
  askVersion,
  newestUpdate,
  type Release,
  requireNewer,
  requireReleaseFile,
  trustedKey,
  updatesFolder,
} from '../../platform/update/release-file.ts'
import { command, type CommonOptions, dataDirOf, printResult, withDatabase } from '../command.ts'
import type { ServiceControl } from '../service/managed.ts'
import { installedService } from '../service/service.ts'
import { holdStopSignals, watched } from '../terminal.ts'
import { keepEnded } from '../../accounts/revival.ts'
import { holdersOf, takeLock } from '../../platform/db/instance-lock.ts'
import { restoreBackup } from '../../platform/backup/restore-backup.ts'
import { removeIfFree } from '../../platform/disk/durable.ts'
import {
  readJournal,
  removeJournal,
  tryOnCopy,
  type UpdateJournal,
  writeJournal,
} from '../../platform/update/trial.ts'

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
  await installRelease(input, file, options)
}

async function installRelease(
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
    findService: () => ownService(dir),
    asStarter: workAsOwnerOf(dir.root),
    now: systemClock.now(),
    backUp: () => makeBackup(options),
    say: (line) => printError(line),
  }
}

async function makeBackup(options: CommonOptions): Promise<string> {
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
async function ownService(dir: DataDir): Promise<ServiceControl | undefined> {
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

/** The system's service that keeps Daybook running on this data. */
type Service = { stop(): Promise<void>; start(): Promise<void> }

export type UpdateInput = {
  dir: DataDir
  executable: string
  /** The version of the running program. */
  version: string
  /** Undefined where a person starts Daybook by hand. */
  findService(): Promise<Service | undefined>
  /** Runs work as the owner of the program and service, who may differ from the owner of the data. */
  asStarter: AsStarter
  now: number
  /** Makes a full backup and returns its file. */
  backUp(): Promise<string>
  /** Reports progress to people. */
  say(line: string): void
}

/**
 * Replaces this program by a newer one. First makes sure of everything it needs. Then nobody is served until the new program works on a
 * copy of the data, or the old one is back. After any interruption, the same call finishes the work. Returns the newer version. Throws
 * AppError.
 */
export async function runUpdate(input: UpdateInput, release: Release): Promise<string> {
  return await whileAlone(input, input.executable, () => bringAndInstall(input, release))
}

async function bringAndInstall(input: UpdateInput, release: Release): Promise<string> {
  const { executable, asStarter } = input
  const { next } = namesBeside(executable)
  await asStarter(() => bringNext(release, executable)).catch(explainRights(executable))
  try {
    // Beside this program, where only those who may change this program can write.
    const to = await askVersion(next, basename(release.file))
    requireNewer(to, input.version)
    await whileStopped(input, () => install(input, to))
    return to
  } finally {
    // Missing after it was put in place.
    await asStarter(() => removeIfFree(next))
  }
}

async function install(input: UpdateInput, to: string): Promise<void> {
  const { dir, executable, version: from, backUp, say, asStarter } = input
  const journal = await whileLocked(dir, async () => {
    say('Making a backup.')
    const backup = await backUp()
    // First: an older program must never be taken for this update's.
    await asStarter(() => removeOld(executable))
    return await replace(input, { from, to, executable, backup, step: 'replacing' })
  })
  const problem = await tryNew(input, journal)
  if (problem === undefined) return
  say(`Going back to Daybook ${from}.`)
  // Nobody has served since the backup, so the data are unchanged.
  await asStarter(() => putBack(executable))
  await removeJournal(dir)
  throw didNotWork(journal, problem, 'and the data were not touched')
}

async function replace(
  { dir, executable, asStarter }: UpdateInput,
  journal: UpdateJournal,
): Promise<UpdateJournal> {
  await writeJournal(dir, journal)
  try {
    await asStarter(() => putNext(executable))
  } catch (error) {
    // If even the old program has lost its name, the journal is needed to bring it back.
    if (existsSync(executable)) await removeJournal(dir)
    throw error
  }
  return journal
}

/** Continues an update that was interrupted after this program was put in place. Returns whether there was one. */
export async function resumeUpdate(input: UpdateInput): Promise<boolean> {
  const journal = readJournal(input.dir)
  if (journal?.step !== 'replacing' || journal.to !== input.version) return false
  requireOurs(journal, input)
  await whileAloneStopped(input, journal, async () => {
    const problem = await tryNew(input, journal)
    if (problem === undefined) return
    // Whatever interrupted the update may have started the new program on the real data.
    await goBack(input, journal)
    throw didNotWork(
      journal,
      problem,
      'with the data of before the update; what came in since is in the folder before-restore-…',
    )
  })
  return true
}

/** Finishes an interrupted return to the old program. */
export async function finishGoingBack(input: UpdateInput): Promise<void> {
  const journal = readJournal(input.dir)
  if (journal?.step !== 'going back') return
  requireOurs(journal, input)
  await whileAloneStopped(input, journal, () => goBack(input, journal))
}

/** Puts back the program and the data from before the last update. Throws AppError `not_found` without an update. */
export async function undoUpdate(input: UpdateInput): Promise<UpdateJournal> {
  const journal = readJournal(input.dir)
  if (journal === undefined || !hasBegun(journal)) {
    throw new AppError(
      'not_found',
      `No update of ${input.dir.root} can be taken back: nothing was changed.`,
    )
  }
  requireOurs(journal, input)
  requireFile(journal.backup)
  if (journal.step === 'done') requireFile(namesBeside(journal.executable).old)
  await whileAloneStopped(input, journal, () => goBack(input, journal))
  return journal
}

/**
 * Requires that the journal names this program, or the old one that runs now. The journal lies among the data, and the data's owner could
 * write any path there. Throws AppError `conflict`.
 */
function requireOurs({ executable }: UpdateJournal, input: UpdateInput): void {
  const ours = [executable, namesBeside(executable).old]
  if (ours.some((file) => isSamePath(file, input.executable))) return
  throw new AppError(
    'conflict',
    `The last update of ${input.dir.root} was of ${executable}, and this is ${input.executable}: nothing was changed. Call that one.`,
  )
}

/** An update that was interrupted while the old program was in place has changed nothing, or has undone everything. */
function hasBegun({ step, executable }: UpdateJournal): boolean {
  return step !== 'replacing' || existsSync(namesBeside(executable).old)
}

/** Checked before any change: program and data go back together, or not at all. */
function requireFile(file: string): void {
  if (existsSync(file)) return
  throw new AppError('not_found', `${file} is not there any more: nothing was changed.`)
}

/** Error codes of the system and SQLite for a folder without write permission. */
const noRights = ['EACCES', 'EPERM', 'EROFS', 'SQLITE_CANTOPEN', 'SQLITE_READONLY']

function explainRights(executable: string) {
  return (error: unknown): never => {
    if (!hasCode(error, noRights)) throw error
    throw new AppError(
      'forbidden',
      `You may not change ${executable}: nothing was changed. Update as somebody who may, such as the administrator.`,
    )
  }
}

/** Tests the new program. Returns what is wrong, or undefined when the update is done. */
async function tryNew(
  { dir, say }: UpdateInput,
  journal: UpdateJournal,
): Promise<string | undefined> {
  say(`Trying Daybook ${journal.to} on a copy of the data.`)
  const problem = await whileLocked(dir, () => tryOnCopy(journal.executable, dir).catch(failureOf))
  if (problem === undefined) await writeJournal(dir, { ...journal, step: 'done' })
  return problem
}

function didNotWork({ from, to }: UpdateJournal, problem: string, data: string): AppError {
  return new AppError(
    'unavailable',
    `Daybook ${to} did not work here: ${problem}\nDaybook ${from} is in place again, ${data}.`,
  )
}

/** Any failure counts, such as a full disk or a program that this computer cannot run: the old program worked. */
function failureOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** Each step may be repeated. */
async function goBack({ dir, now, say, asStarter }: UpdateInput, journal: UpdateJournal) {
  say(`Going back to Daybook ${journal.from}.`)
  await writeJournal(dir, { ...journal, step: 'going back' })
  // First: after an interruption, the program that starts is then the one that can finish.
  await asStarter(() => putBack(journal.executable))
  const prepareDatabase = (restored: string) => {
    keepEnded({ before: dir.database, restored }, { revive: new Set(), sparesOwners: true })
  }
  await restoreBackup({ dir, file: journal.backup, now, isOwn: true, prepareDatabase })
  await removeJournal(dir)
}

/** Prevents other updates of this program, even for other data. Throws AppError `conflict` while one runs. */
async function whileAlone<T>(
  { asStarter }: UpdateInput,
  executable: string,
  work: () => Promise<T>,
): Promise<T> {
  const lock = await asStarter(async () => lockProgram(executable)).catch(explainRights(executable))
  try {
    return await work()
  } finally {
    await asStarter(async () => lock.release())
  }
}

async function whileAloneStopped(
  input: UpdateInput,
  { executable }: UpdateJournal,
  work: () => Promise<void>,
): Promise<void> {
  await whileAlone(input, executable, () => whileStopped(input, work))
}

/**
 * Stops the service for the work and always starts it again, even after Ctrl+C: whichever program is in place then works. Throws AppError
 * `conflict` as `whileLocked`.
 */
async function whileStopped(
  { dir, findService, say, asStarter }: UpdateInput,
  work: () => Promise<void>,
): Promise<void> {
  const service = await findService()
  const held = holdStopSignals(() => say('It ends as soon as all is in order again.'))
  try {
    if (service !== undefined) await asStarter(() => service.stop())
    // Checked before anything is tried: a failure because somebody serves the data is not the new program's fault.
    await whileLocked(dir, () => Promise.resolve())
    await work()
  } finally {
    if (service !== undefined) await asStarter(() => service.start())
    held[Symbol.dispose]()
  }
}

/** Makes sure that nobody serves the data during the work. Throws AppError `conflict` when somebody does. */
async function whileLocked<T>(dir: DataDir, work: () => Promise<T>): Promise<T> {
  using lock = takeLock(dir.lock, 'server', 'update')
  if (lock === undefined) {
    throw new AppError(
      'conflict',
      `The data in ${dir.root} is in use by ${holdersOf(dir.lock)}: nothing was changed. Stop that, and update then.`,
    )
  }
  return await work()
}
