import type { Conn } from '../../../../platform/db/connection.ts'
import type { Log } from '../../../../platform/log.ts'
import { problems } from '../../../../reader/pages/problems.ts'
import type { ReadProcess } from '../../../../reader/pages/read-process.ts'
import { readSetting } from '../../../../platform/settings.ts'
import type { ScanExportDeps } from '../../deps.ts'
import {
  findJob,
  findNextJob,
  readingSetting,
  setTries,
  type NextJob,
} from '../../scans/reading-rows.ts'
import type { FilePasswords, LockedFile } from '../passwords/file-passwords.ts'
import { askLocked, type AskedLocked, isLocked, whyPutOff } from './ask-locked.ts'
import { bankOf } from './bank-of.ts'
import { whyUnread, type Asked } from './ask-reader.ts'
import { contextOf } from './readership.ts'
import { prepareReading, type PreparedReading, storeReading, storeUnread } from './store-reading.ts'

/** How often it looks for work, in milliseconds: also what a command brings is read soon. Looking takes some microseconds. */
const lookMs = 500

/** A file that ended so many processes, or servers that read it, is not tried again. */
const triesMax = 2

/** How long it waits when no process can be started or nothing can be written, in milliseconds: the next file fares no better. */
const pauseMs = 60_000

/** A document that is being read: which of its pages, once that is known. Times in milliseconds since the epoch. */
export type BeingRead = { startedAt: number; page: number | null; pages: number | null }

/** A locked document that waits until what may open it can be opened itself: why, and what had been entered for it by then. */
type PutOff = {
  readonly reason: string
  readonly file: LockedFile
  readonly given: string | undefined
}

/** Reads what waits to be read. */
export type Reader = {
  /** Begins, and goes on for as long as the server runs. */
  start(): void
  underWay(): ReadonlyMap<string, BeingRead>
  /** By the ids of their documents. */
  putOff(): ReadonlyMap<string, PutOff>
  /** How long one took of late, in seconds; null before the first. */
  secondsEach(): number | null
  /** Ends what is under way: it is read again after the next start. */
  stop(): Promise<void>
}

type Deps = Pick<ScanExportDeps, 'database' | 'clock' | 'rules' | 'store'>

export function scanReader(
  deps: Deps,
  process: ReadProcess,
  passwords: FilePasswords,
  log: Log,
): Reader {
  const stopping = new AbortController()
  const underWay = new Map<string, BeingRead>()
  const putOff = new Map<string, PutOff>()
  const work = new Set<Promise<void>>()
  let timer: Timer | undefined
  let secondsEach: number | null = null
  let pausedUntil = 0
  const pause = (error: unknown, id?: string): void => {
    log.error('A document was not read.', { id, error })
    pausedUntil = performance.now() + pauseMs
  }
  const begin = (job: NextJob): void => {
    const state: BeingRead = { startedAt: deps.clock.now(), page: null, pages: null }
    underWay.set(job.id, state)
    const read = { deps, process, passwords, log, signal: stopping.signal }
    const readOrPutOff = async () => {
      const waits = await readOne(read, job, state)
      if (waits !== undefined) putOff.set(job.id, waits)
    }
    const done = readOrPutOff()
      .catch((error: unknown) => pause(error, job.id))
      .finally(() => {
        underWay.delete(job.id)
        const seconds = (deps.clock.now() - state.startedAt) / 1000
        secondsEach = secondsEach === null ? seconds : (secondsEach + seconds) / 2
        work.delete(done)
        look()
      })
    work.add(done)
  }
  const look = (): void => {
    if (stopping.signal.aborted || performance.now() < pausedUntil) return
    try {
      const job = nextJob(deps, [...underWay.keys(), ...putOff.keys()], underWay.size)
      if (job !== undefined) begin(job)
    } catch (error) {
      // A timer has nobody to tell but the log.
      pause(error)
    }
  }
  const takeUpAgain = async (): Promise<void> => {
    for (const [id, { file, given }] of putOff) {
      if (passwords.given(file) !== given) putOff.delete(id)
    }
    if (putOff.size > 0 && (await passwords.isReady())) putOff.clear()
  }
  return {
    start() {
      timer = setInterval(() => {
        takeUpAgain().then(look, pause)
      }, lookMs)
      look()
    },
    underWay: () => underWay,
    putOff: () => putOff,
    secondsEach: () => secondsEach,
    async stop() {
      clearInterval(timer)
      stopping.abort()
      await Promise.all(work)
    },
  }
}

/**
 * The next, but for those that are under way, `busy` of them, or put off. What was tried before has its turn when nothing else
 * waits, and alone: it may have ended for time because others took it.
 */
function nextJob({ database }: Deps, others: readonly string[], busy: number): NextJob | undefined {
  const { atOnce } = readSetting(database.read, readingSetting)
  if (busy >= atOnce) return undefined
  const find = (isTried: boolean) =>
    findNextJob(database.read).get({ others: JSON.stringify(others), isTried })
  return find(false) ?? (busy === 0 ? find(true) : undefined)
}

type Reading = {
  deps: Deps
  process: ReadProcess
  log: Log
  signal: AbortSignal
  passwords: FilePasswords
}

/**
 * A try counts from its beginning: a server that dies of a document would try it for ever otherwise. Undefined unless it has to
 * wait.
 */
async function readOne(
  reading: Reading,
  job: NextJob,
  state: BeingRead,
): Promise<PutOff | undefined> {
  const { deps, log } = reading
  if (job.tries >= triesMax) {
    await deps.database.write((conn) => storeUnread(conn, deps, job.id, problems.interrupted))
    return undefined
  }
  await countTries(deps, job, job.tries + 1)
  const answered = await ask(reading, job, state)
  if (answered === undefined) return undefined
  const { asked: answer, given } = answered
  const reason = whyPutOff(answer)
  if (reason !== undefined) {
    log.warn('A locked document waits.', { id: job.id, reason })
    return { reason, file: job, given }
  }
  try {
    const prepared =
      'documents' in answer ? await prepareReading(deps, job.category, answer.documents) : answer
    await deps.database.write((conn) => enter(conn, deps, job, prepared))
  } catch (error) {
    // What cannot be entered is of a file that has taken its process over: no other waits behind it for ever.
    log.error('What was read of a document was not entered.', { id: job.id, error })
    await deps.database.write((conn) => enter(conn, deps, job, { ended: 'crashed' }))
  }
  await notePasswords(reading, job, answered)
  return undefined
}

/** What does not open a file is forgotten, what does may be kept. That it is not kept keeps nobody from reading on. */
async function notePasswords(
  { deps, passwords, log }: Reading,
  job: NextJob,
  { asked, given, password }: AskedLocked,
): Promise<void> {
  if (isLocked(asked) && given !== undefined) passwords.takeBack(job, given)
  if (password === undefined) return
  try {
    await passwords.opened(job, password, bankOf(asked, deps))
  } catch (error) {
    log.error('The password of a document was not kept.', { id: job.id, error })
  }
}

/**
 * Undefined when Daybook stops. That is not the file's doing, and neither is a process that cannot be started or a key that
 * cannot be read: no try is lost.
 */
async function ask(
  { deps, process, passwords, log, signal }: Reading,
  job: NextJob,
  state: BeingRead,
): Promise<AskedLocked | undefined> {
  const path = deps.store.path('documents', job.hash)
  const onPage = (page: number, pages: number) => Object.assign(state, { page, pages })
  const asking = { context: contextOf(deps), onPage, signal, log }
  let answer: AskedLocked | undefined
  try {
    answer = await askLocked(process, path, job, passwords, asking)
  } finally {
    const isTried = answer !== undefined && whyPutOff(answer.asked) === undefined
    if (!isTried || signal.aborted) await countTries(deps, job, job.tries)
  }
  return signal.aborted ? undefined : answer
}

async function countTries({ database }: Deps, { id }: NextJob, tries: number): Promise<void> {
  await database.write((conn) => setTries(conn).run({ scanId: id, tries }))
}

/** Why nothing was read. */
type Unread = Exclude<Asked, { documents: unknown }>

/** Nobody waits for it any more when its job is gone: somebody typed it in, or another reader read it meanwhile. */
function enter(conn: Conn, deps: Deps, job: NextJob, answer: Unread | PreparedReading): void {
  if (findJob(conn).get({ id: job.id }) === undefined) return
  if ('documents' in answer) storeReading(conn, deps, job.id, answer)
  else if (!mayFareBetter(answer) || job.tries + 1 >= triesMax)
    storeUnread(conn, deps, job.id, whyUnread(answer))
}

/** Whether another try may end otherwise. */
function mayFareBetter(answer: Unread): boolean {
  return 'ended' in answer && (answer.ended === 'crashed' || answer.ended === 'too slow')
}
