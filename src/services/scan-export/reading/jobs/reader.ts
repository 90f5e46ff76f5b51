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
import {
  askLocked,
  isLocked,
  whyPutOff,
  bankOf,
  whyUnread,
  type AskedLocked,
  type Asked,
} from './ask-reader.ts'
import { contextOf } from './readership.ts'
import { prepareReading, type PreparedReading, storeReading, storeUnread } from './store-reading.ts'

/** How often the reader looks for work, in milliseconds. This also finds documents that a command adds. A look takes some microseconds. */
const lookMs = 500

/** After a file ended this many processes, or the servers that read it, Daybook gives up on it. */
const triesMax = 2

/** How long the reader pauses when it cannot start a process or cannot write, in milliseconds. The next file would fail too. */
const pauseMs = 60_000

/** The progress of a document that is being read. The page is null until known. Times in milliseconds since the epoch. */
export type BeingRead = { startedAt: number; page: number | null; pages: number | null }

/** A locked document that waits until the key of the kept passwords can be read. `given`: the password entered for it so far. */
type PutOff = {
  readonly reason: string
  readonly file: LockedFile
  readonly given: string | undefined
}

/** Reads the documents that wait to be read. */
export type Reader = {
  /** Starts reading, and continues as long as the server runs. */
  start(): void
  underWay(): ReadonlyMap<string, BeingRead>
  /** Documents that wait for the key of the kept passwords, by their ids. */
  putOff(): ReadonlyMap<string, PutOff>
  /** How long one document takes, as a moving average in seconds. Null before the first. */
  secondsEach(): number | null
  /** Stops all reading. These documents are read again after the next start. */
  stop(): Promise<void>
}

type Deps = Pick<ScanExportDeps, 'database' | 'clock' | 'rules' | 'names' | 'store'>

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
      // A timer has no caller, so only the log hears of the error.
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
 * The next job that is neither running nor put off. `busy` jobs are running. A document that was tried before waits until
 * no other does, and then runs alone: it may have run out of time because others slowed it down.
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
 * Counts a try before it begins. Otherwise a document that kills the server would be tried forever. Returns undefined
 * unless the document has to wait.
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
    // A reading that cannot be stored comes from a file that has taken over its process. The document fails, so that others
    // do not wait behind it forever.
    log.error('What was read of a document was not entered.', { id: job.id, error })
    await deps.database.write((conn) => enter(conn, deps, job, { ended: 'crashed' }))
  }
  await notePasswords(reading, job, answered)
  return undefined
}

/** Forgets a password that did not open its file, and may keep one that did. If keeping fails, reading goes on. */
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
 * Undefined when Daybook stops. A stop, a process that does not start and a key that cannot be read are not the file's
 * fault, so none of them counts as a try.
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

/** Does nothing when the job is gone: somebody typed the document in meanwhile, or another reader read it. */
function enter(conn: Conn, deps: Deps, job: NextJob, answer: Unread | PreparedReading): void {
  if (findJob(conn).get({ scanId: job.id }) === undefined) return
  if ('documents' in answer) storeReading(conn, deps, job.id, answer)
  else if (!mayFareBetter(answer) || job.tries + 1 >= triesMax)
    storeUnread(conn, deps, job.id, whyUnread(answer))
}

/** Whether another try may succeed. */
function mayFareBetter(answer: Unread): boolean {
  return 'ended' in answer && (answer.ended === 'crashed' || answer.ended === 'too slow')
}
