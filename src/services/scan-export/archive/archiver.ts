import { findOrganisation } from '../../../accounts/queries.ts'
import { type ArchivePlace, archiveProcess } from '../../../platform/archive/archive-process.ts'
import { changeArchive, isArchiving } from '../../../platform/archive/setting.ts'
import { AppError } from '../../../platform/errors.ts'
import { type Job, jobs, requireIdle } from '../../../platform/jobs.ts'
import type { Log } from '../../../platform/log.ts'
import { recordHistory } from '../history.ts'
import {
  archiveAll,
  type ArchiverDeps,
  busy,
  carryOut,
  type LookState,
  ownFolders,
  requireArchive,
} from './archive-all.ts'

/** How often Daybook looks for documents to archive, in milliseconds. */
const lookEveryMs = 60_000

/** How long the other nightly work waits for the archive, in milliseconds. The first run into a slow folder may take many hours. */
const nightMs = 30 * 60 * 1000

type Work = { written: number }

/** Brings documents into the archive. */
export type Archiver = {
  start(): void
  /**
   * Archives every document, including those that a person may still correct. Throws AppError, `conflict` while another run is going on.
   */
  run(signal?: AbortSignal): Promise<number>
  /** Archives every document at night, if there is an archive. Waits for a limited time; the work then goes on in the background. */
  atNight(signal: AbortSignal): Promise<void>
  /** Archives every document, in the background, for somebody at the console. Throws AppError `conflict`. */
  begin(): void
  last(): Job<Work> | undefined
  /** Checks whether a folder can be the archive. Leaves nothing in the folder. Throws AppError `invalid_request`. */
  tryFolder(path: string): Promise<void>
  /** Archives in this folder from now on. `by`: the user who chose the folder, if known. Throws AppError `invalid_request`. */
  switchOn(path: string, by?: string): Promise<void>
  /** Stops archiving. The archived files stay. */
  switchOff(by?: string): Promise<void>
  stop(): Promise<void>
}

/** `process` does the work in the folder. By default it is a separate process. */
export function archiver(
  given: Omit<ArchiverDeps, 'process'> & Partial<Pick<ArchiverDeps, 'process'>>,
  log: Log,
  waitedForMs: number = nightMs,
): Archiver {
  const deps: ArchiverDeps = { ...given, process: given.process ?? archiveProcess(log) }
  const stopping = new AbortController()
  const works = jobs<Work>({ clock: deps.clock, log })
  const state: LookState = { seq: 0, of: '', from: 0, lookedAt: -Infinity }
  let timer: ReturnType<typeof setInterval> | undefined
  let underWay: Promise<unknown> = Promise.resolve()
  const run = (isAll: boolean, signal: AbortSignal) => {
    requireIdle(works, busy().message)
    return works.run({ written: 0 }, (job) => {
      const onWritten = (count: number) => {
        job.written += count
      }
      return archiveAll(deps, state, { isAll, signal, onWritten })
    })
  }
  const inBackground = (isAll: boolean): void => {
    underWay = run(isAll, stopping.signal).catch((error: unknown) => {
      if (!(error instanceof AppError)) log.error('Documents were not archived.', { error })
    })
  }
  const look = (): void => {
    if (works.underWay().length > 0) return
    if (isArchiving(deps.database.read)) inBackground(false)
  }
  const runAll = async (signal: AbortSignal): Promise<number> => {
    await underWay
    return await run(true, AbortSignal.any([signal, stopping.signal]))
  }
  return {
    start() {
      timer = setInterval(look, lookEveryMs)
    },
    run: (signal = stopping.signal) => runAll(signal),
    async atNight(signal) {
      if (!isArchiving(deps.database.read)) return
      const work = runAll(signal)
      underWay = Promise.allSettled([work])
      await withinTime(work, waitedForMs)
    },
    begin() {
      requireArchive(deps)
      requireIdle(works, busy().message)
      inBackground(true)
    },
    last: works.last,
    async tryFolder(path) {
      await nameArchive(deps, { path, isTry: true }, stopping.signal)
    },
    async switchOn(path, by) {
      const place = await nameArchive(deps, { path, isTry: false }, stopping.signal)
      await switchTo(deps, place, by)
    },
    switchOff: (by) => switchTo(deps, null, by),
    async stop() {
      clearInterval(timer)
      stopping.abort()
      await underWay
    },
  }
}

/** Waits until the work ends or the time is over. */
async function withinTime(work: Promise<unknown>, ms: number): Promise<void> {
  const over = Promise.withResolvers<void>()
  const timer = setTimeout(over.resolve, ms)
  try {
    await Promise.race([work, over.promise])
  } finally {
    clearTimeout(timer)
  }
}

async function nameArchive(
  deps: ArchiverDeps,
  given: { path: string; isTry: boolean },
  signal: AbortSignal,
): Promise<ArchivePlace> {
  const { name: shop = '', createdAt: since = 0 } = findOrganisation(deps.database.read).get() ?? {}
  const newId = crypto.randomUUID()
  const order = { task: 'name', ...given, shop, since, newId, own: ownFolders(deps) } as const
  let named: ArchivePlace | undefined
  try {
    await carryOut(deps, order, signal, (line) => {
      if ('named' in line) named = line.named
    })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    throw new AppError('invalid_request', error.message, { field: 'path' })
  }
  if (named === undefined) throw new AppError('unavailable', 'Daybook is about to stop.')
  return named
}

async function switchTo(
  { database, clock }: ArchiverDeps,
  place: ArchivePlace | null,
  userId: string | undefined,
): Promise<void> {
  await database.write((conn) => {
    changeArchive(conn, place)
    const details = { folder: place?.path ?? null }
    recordHistory(conn, clock.now(), { action: 'archive changed', userId, details })
  })
}
