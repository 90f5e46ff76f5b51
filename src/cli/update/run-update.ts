import { existsSync } from 'node:fs'
import { basename } from 'node:path'
import { keepEnded } from '../../accounts/revival.ts'
import { takeLock, holdersOf } from '../../platform/db/instance-lock.ts'
import { restoreBackup } from '../../platform/backup/restore-backup.ts'
import type { DataDir } from '../../platform/disk/data-dir.ts'
import { removeIfFree } from '../../platform/disk/durable.ts'
import { AppError, hasCode } from '../../platform/errors.ts'
import {
  bringNext,
  isSamePath,
  lockProgram,
  namesBeside,
  putBack,
  putNext,
  removeOld,
} from '../../platform/update/executable.ts'
import {
  readJournal,
  removeJournal,
  type UpdateJournal,
  writeJournal,
} from '../../platform/update/journal.ts'
import { askVersion, type Release, requireNewer } from '../../platform/update/release-file.ts'
import type { AsStarter } from '../../platform/update/rights.ts'
import { tryOnCopy } from '../../platform/update/trial.ts'
import { holdStopSignals } from '../terminal.ts'

/** What keeps Daybook running on this data. */
type Service = { stop(): Promise<void>; start(): Promise<void> }

export type UpdateInput = {
  dir: DataDir
  executable: string
  /** The version of this program. */
  version: string
  /** Undefined where somebody starts Daybook by hand. */
  findService(): Promise<Service | undefined>
  /** The program and the service may belong to another than the data. */
  asStarter: AsStarter
  now: number
  /** Makes a backup of all there is, and returns its file. */
  backUp(): Promise<string>
  /** Tells people how far it is. */
  say(line: string): void
}

/**
 * Puts a newer program into the place of this one. What it needs is made sure of first; then nobody is served until the
 * new one has shown on a copy of the data that it is well, or the one before is back. Whatever cuts it off, the same call
 * does it again. Returns the newer version. Throws AppError.
 */
export async function runUpdate(input: UpdateInput, release: Release): Promise<string> {
  return await whileAlone(input, input.executable, () => bringAndInstall(input, release))
}

async function bringAndInstall(input: UpdateInput, release: Release): Promise<string> {
  const { executable, asStarter } = input
  const { next } = namesBeside(executable)
  await asStarter(() => bringNext(release, executable)).catch(explainRights(executable))
  try {
    // Beside this program, where only those can change it who may change this one.
    const to = await askVersion(next, basename(release.file))
    requireNewer(to, input.version)
    await whileStopped(input, () => install(input, to))
    return to
  } finally {
    // It is there no more once it was put in place.
    await asStarter(() => removeIfFree(next))
  }
}

async function install(input: UpdateInput, to: string): Promise<void> {
  const { dir, executable, version: from, backUp, say, asStarter } = input
  const journal = await whileLocked(dir, async () => {
    say('Making a backup.')
    const backup = await backUp()
    // First: what the journal tells of must never be taken for the update before.
    await asStarter(() => removeOld(executable))
    return await replace(input, { from, to, executable, backup, step: 'replacing' })
  })
  const problem = await tryNew(input, journal)
  if (problem === undefined) return
  say(`Going back to Daybook ${from}.`)
  // Nobody has served since the backup: the data are as they were.
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
    // Where not even the one before has its name, the journal is what brings it back.
    if (existsSync(executable)) await removeJournal(dir)
    throw error
  }
  return journal
}

/** Goes on with an update that was cut off after it had put this program in place. Returns whether there was one. */
export async function resumeUpdate(input: UpdateInput): Promise<boolean> {
  const journal = readJournal(input.dir)
  if (journal?.step !== 'replacing' || journal.to !== input.version) return false
  requireOurs(journal, input)
  await whileAloneStopped(input, journal, async () => {
    const problem = await tryNew(input, journal)
    if (problem === undefined) return
    // What cut it off may have started the new program on the data themselves.
    await goBack(input, journal)
    throw didNotWork(
      journal,
      problem,
      'with the data of before the update; what came in since is in the folder before-restore-…',
    )
  })
  return true
}

/** Goes on going back, where that was cut off. */
export async function finishGoingBack(input: UpdateInput): Promise<void> {
  const journal = readJournal(input.dir)
  if (journal?.step !== 'going back') return
  requireOurs(journal, input)
  await whileAloneStopped(input, journal, () => goBack(input, journal))
}

/** Puts the program and the data of before the last update in place again. Throws AppError `not_found` when there was none. */
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
 * Only this program is given another name, or that of before which runs now: the journal lies among the data, and whose they
 * are may write there what they like. Throws AppError `conflict`.
 */
function requireOurs({ executable }: UpdateJournal, input: UpdateInput): void {
  const ours = [executable, namesBeside(executable).old]
  if (ours.some((file) => isSamePath(file, input.executable))) return
  throw new AppError(
    'conflict',
    `The last update of ${input.dir.root} was of ${executable}, and this is ${input.executable}: nothing was changed. Call that one.`,
  )
}

/** One that was cut off while the program of before was in place has changed nothing yet, or no more. */
function hasBegun({ step, executable }: UpdateJournal): boolean {
  return step !== 'replacing' || existsSync(namesBeside(executable).old)
}

/** Before anything is changed: program and data go back together, or not at all. */
function requireFile(file: string): void {
  if (existsSync(file)) return
  throw new AppError('not_found', `${file} is not there any more: nothing was changed.`)
}

/** What the system and SQLite say where a folder may not be written. */
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

/** Returns what is wrong with the new program; undefined when it is well, and then the update is done. */
async function tryNew(
  { dir, say }: UpdateInput,
  journal: UpdateJournal,
): Promise<string | undefined> {
  say(`Trying Daybook ${journal.to} on a copy of the data.`)
  const problem = await whileLocked(dir, () => tryOnCopy(journal.executable, dir).catch(whatFailed))
  if (problem === undefined) await writeJournal(dir, { ...journal, step: 'done' })
  return problem
}

function didNotWork({ from, to }: UpdateJournal, problem: string, data: string): AppError {
  return new AppError(
    'unavailable',
    `Daybook ${to} did not work here: ${problem}\nDaybook ${from} is in place again, ${data}.`,
  )
}

/** A full disk, or a program that this computer cannot run: whatever it is, the one before worked. */
function whatFailed(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** Each step may be done twice. */
async function goBack({ dir, now, say, asStarter }: UpdateInput, journal: UpdateJournal) {
  say(`Going back to Daybook ${journal.from}.`)
  await writeJournal(dir, { ...journal, step: 'going back' })
  // First: should the rest be cut off, the program that can finish it is the one that is started.
  await asStarter(() => putBack(journal.executable))
  const prepareDatabase = (restored: string) => {
    keepEnded({ before: dir.database, restored }, { revive: new Set(), sparesOwners: true })
  }
  await restoreBackup({ dir, file: journal.backup, now, isOwn: true, prepareDatabase })
  await removeJournal(dir)
}

/** No other update replaces the program meanwhile, also of other data. Throws AppError `conflict` when one does. */
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
 * The service is started again however it ends, also by Ctrl+C: what is in place then works. Throws AppError `conflict` as
 * below.
 */
async function whileStopped(
  { dir, findService, say, asStarter }: UpdateInput,
  work: () => Promise<void>,
): Promise<void> {
  const service = await findService()
  const held = holdStopSignals(() => say('It ends as soon as all is in order again.'))
  try {
    if (service !== undefined) await asStarter(() => service.stop())
    // Before anything is tried: what fails because somebody serves the data is no fault of the program.
    await whileLocked(dir, () => Promise.resolve())
    await work()
  } finally {
    if (service !== undefined) await asStarter(() => service.start())
    held[Symbol.dispose]()
  }
}

/** Nobody serves the data meanwhile. Throws AppError `conflict` when somebody does. */
async function whileLocked<T>(dir: DataDir, work: () => Promise<T>): Promise<T> {
  const lock = takeLock(dir.lock, 'server', 'update')
  if (lock === undefined) {
    throw new AppError(
      'conflict',
      `The data in ${dir.root} is in use by ${holdersOf(dir.lock)}: nothing was changed. Stop that, and update then.`,
    )
  }
  try {
    return await work()
  } finally {
    lock.release()
  }
}
