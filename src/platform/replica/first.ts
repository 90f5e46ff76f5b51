import { mkdtempSync, rmSync } from 'node:fs'
import { writeFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, basename } from 'node:path'
import type { Conn } from '../db/connection.ts'
import type { WriteGate } from '../db/guarded-database.ts'
import type { DataDir } from '../disk/data-dir.ts'
import { AppError, problemOf } from '../errors.ts'
import type { Log } from '../log.ts'
import { type Place, limited, limitedPlace, openPlace } from '../offsite/place.ts'
import { type Clock, sleep } from '../time.ts'
import { bookFolder, isReplaced, listClaims, writeBeat } from './claims.ts'
import { copyFilesAgainAndAgain } from './file-copies.ts'
import {
  type BookAddress,
  configText,
  findLitestream,
  runLitestream,
  syncBook,
} from './litestream.ts'
import {
  type Replica,
  type ReplicaStatus,
  anotherComputer,
  changeReplica,
  readReplica,
  readStatus,
  replacedSentence,
  secretOf,
  writeStatus,
} from './replica-file.ts'

/** Pauses before restarting Litestream, in milliseconds: doubled each time, from the first up to the last. */
const pause = { firstMs: 1_000, lastMs: 60_000 }

/** How often to confirm the copy's progress, and to ask whether somebody else has claimed the book, in milliseconds. */
const beatEveryMs = 5_000

/** How long a beat waits for Litestream, an answer waits for its copy, and any call to the place may take, in milliseconds. */
const beatLimitMs = 20_000
const confirmLimitMs = 10_000
const callLimitMs = 10_000

/** How long questions at the start may take, in milliseconds: a shop without a network opens too. */
const startLimitMs = 5_000

/** How long Litestream takes to begin, in milliseconds. */
const firstBeatMs = 1_000

/** The first Daybook: the one that writes a continuously copied book. */
export type First = WriteGate & {
  status(): ReplicaStatus
  /** Why it may not write once another Daybook has taken over. */
  fence(): AppError | undefined
  /** Begins to copy. `read`: the connection to the served book. */
  start(read: Conn): void
  /** Stops all questions to the place. Writes are still copied. */
  quiet(): Promise<void>
  /** Ends Litestream, which first copies the rest to the place. Call it after closing the book. */
  stop(): Promise<void>
}

type Options = { dir: DataDir; clock: Clock; log: Log; program: string | undefined }

/**
 * Undefined when copying is off. Asks the place who may write. Without an answer this Daybook continues, because a shop must work without a
 * network, unless it knows already that it was replaced. Throws AppError `conflict` when the place can no longer be opened.
 */
export async function openFirst(options: Options): Promise<First | undefined> {
  const kept = readReplica(options.dir)
  if (kept?.role !== 'first' && kept?.role !== 'replaced') return undefined
  const first = new Copying(options, kept, await secretOf(options.dir, kept))
  if (kept.role === 'first') await first.askWhoWrites()
  return first
}

class Copying implements First {
  readonly #options: Options
  readonly #kept: Replica
  readonly #book: BookAddress
  readonly #whole: Place
  readonly #place: Place
  readonly #socketFolder = mkdtempSync(join(tmpdir(), 'daybook-'))
  readonly #stopping = new AbortController()
  /** When everything was last confirmed, by a clock that nobody can set (performance.now). */
  #quietSince: number
  #isThere = false
  #filesProblem: string | null = null
  #status: ReplicaStatus
  #supervising: Promise<void> = Promise.resolve()
  #beating: Promise<void> = Promise.resolve()
  #copyingFiles: Promise<void> = Promise.resolve()
  readonly #confirmShared = shared(() => this.#confirmNow())
  #running: { problem(): string | undefined; stop(): Promise<void> } | undefined

  constructor(options: Options, kept: Replica, secret: string) {
    this.#options = options
    this.#kept = kept
    this.#book = { place: kept.place, secret, folder: bookFolder(kept.epoch) }
    this.#whole = openPlace(kept.place, secret)
    this.#place = limitedPlace(this.#whole, { limitMs: callLimitMs, signal: this.#stopping.signal })
    const at = options.clock.now()
    const confirmedAt = readStatus(options.dir)?.confirmedAt ?? 0
    this.#quietSince = performance.now() - (confirmedAt === 0 ? 0 : Math.max(0, at - confirmedAt))
    const replacedBy = kept.role === 'replaced' ? (kept.replacedBy ?? anotherComputer) : null
    const problem = replacedBy === null ? null : replacedSentence(replacedBy)
    this.#status = { at, confirmedAt, problem, replacedBy, filesWaiting: 0 }
  }

  status(): ReplicaStatus {
    return this.#status
  }

  fence(): AppError | undefined {
    const { replacedBy } = this.#status
    if (replacedBy === null) return undefined
    return new AppError('unavailable', replacedSentence(replacedBy))
  }

  refusal(): AppError | undefined {
    const fence = this.fence()
    if (fence !== undefined) return fence
    const { stopAfterSeconds } = this.#kept.manner
    if (stopAfterSeconds === null) return undefined
    const quietMs = performance.now() - this.#quietSince
    if (quietMs <= stopAfterSeconds * 1000) return undefined
    return new AppError(
      'unavailable',
      `Nothing was confirmed in ${this.#place.title} for ${Math.round(quietMs / 1000)} seconds, and Daybook is told to take nothing then.`,
    )
  }

  async confirm(): Promise<void> {
    if (this.#kept.manner.waits) await this.#confirmShared()
  }

  /** Confirms the copy before checking the claim: if somebody claims the book later, their book contains everything confirmed here. */
  async #confirmNow(): Promise<void> {
    try {
      await this.#sync(confirmLimitMs)
      await this.#lookAtClaims()
    } catch (error) {
      throw new AppError(
        'unavailable',
        `It is stored on this computer, and its copy is not confirmed yet: ${problemOf(error)} Send it again to be sure.`,
      )
    }
    const refusal = this.refusal()
    if (refusal !== undefined) throw refusal
  }

  async askWhoWrites(): Promise<void> {
    try {
      const { signal } = this.#stopping
      await limited(this.#lookAtClaims(), { limitMs: startLimitMs, signal })
    } catch (error) {
      this.#note({ problem: problemOf(error) })
      this.#options.log.warn(`Who writes the book could not be asked: ${problemOf(error)}`)
    }
  }

  async #lookAtClaims(): Promise<void> {
    try {
      if (await isReplaced(this.#place, this.#kept)) await this.#noteReplaced()
      this.#isThere = true
    } catch (error) {
      this.#isThere = false
      // Litestream creates a missing folder and would continue in it. It is started again when the drive is mounted.
      if (this.#kept.place.kind === 'folder') await this.#running?.stop()
      throw error
    }
  }

  /** Recorded in the data directory too, so that it holds at the next start without the place. */
  async #noteReplaced(): Promise<void> {
    if (this.#status.replacedBy !== null) return
    // The name of the other computer is for people only. The refusal holds without it.
    const [last] = await listClaims(this.#place).catch(() => [])
    const replacedBy = last?.computer ?? anotherComputer
    const { dir, log } = this.#options
    log.error(replacedSentence(replacedBy))
    this.#note({ replacedBy, problem: replacedSentence(replacedBy) })
    try {
      await changeReplica(dir, this.#kept, { role: 'replaced', replacedBy })
    } catch (error) {
      log.error('That another one has taken over could not be noted.', { error })
    }
  }

  start(read: Conn): void {
    this.#beating = this.#beatAgainAndAgain()
    if (this.#status.replacedBy !== null) return
    this.#supervising = runAgainAndAgain(() => this.#copyUntilItEnds(), {
      isOver: () => this.#isOver,
      signal: this.#stopping.signal,
      tell: (problem) => {
        this.#options.log.warn(`Litestream does not copy: ${problem}`)
        this.#note({ problem })
      },
    })
    this.#copyingFiles = copyFilesAgainAndAgain({
      ...this.#options,
      place: this.#whole,
      epoch: this.#kept.epoch,
      read,
      isThere: () => this.#isThere,
      isOver: () => this.#isOver,
      signal: this.#stopping.signal,
      tell: ({ problem, waiting }) => {
        this.#filesProblem = problem
        this.#note({ filesWaiting: waiting ?? this.#status.filesWaiting })
      },
    })
  }

  async quiet(): Promise<void> {
    this.#stopping.abort()
    await Promise.all([this.#beating, this.#copyingFiles])
  }

  async stop(): Promise<void> {
    await this.quiet()
    await this.#running?.stop()
    await this.#supervising
    rmSync(this.#socketFolder, { recursive: true, force: true })
  }

  get #socket(): string {
    return join(this.#socketFolder, 'litestream.sock')
  }

  async #copyUntilItEnds(): Promise<void> {
    const { dir, program } = this.#options
    await this.#lookAtClaims()
    await startAnew(dir, this.#kept)
    const text = configText(dir.database, this.#book, this.#socket)
    await writeFile(dir.litestream, text, { mode: 0o600 })
    if (this.#isOver) return
    const args = ['replicate', '-no-expand-env', '-config', dir.litestream]
    const running = runLitestream(findLitestream(program), args, this.#book)
    this.#running = running
    const code = await running.exited
    throw new AppError('unavailable', running.problem() ?? `Litestream ended by itself (${code}).`)
  }

  async #beatAgainAndAgain(): Promise<void> {
    await sleep(firstBeatMs, this.#stopping.signal)
    while (!this.#isOver) {
      try {
        await this.#beat()
      } catch (error) {
        if (!(error instanceof AppError)) this.#options.log.error('A copy failed.', { error })
        if (!this.#isOver) this.#note({ problem: this.#running?.problem() ?? problemOf(error) })
      }
      await this.#tell()
      if (!this.#isOver) await sleep(beatEveryMs, this.#stopping.signal)
    }
    if (this.#status.replacedBy === null) return
    await this.#tell()
    await this.#running?.stop()
  }

  async #beat(): Promise<void> {
    const at = this.#options.clock.now()
    const begun = performance.now()
    let txid = 0
    try {
      txid = await this.#sync(beatLimitMs)
    } finally {
      // Also when Litestream fails: a replaced Daybook has to know.
      await this.#lookAtClaims()
    }
    if (this.#status.replacedBy !== null) return
    await writeBeat(this.#place, { epoch: this.#kept.epoch, txid, at })
    this.#quietSince = begun
    this.#note({ confirmedAt: at, problem: this.#filesProblem })
  }

  async #sync(limitMs: number): Promise<number> {
    const { signal } = this.#stopping
    return await syncBook(this.#socket, this.#options.dir.database, { limitMs, signal })
  }

  #note(change: Partial<ReplicaStatus>): void {
    this.#status = { ...this.#status, ...change, at: this.#options.clock.now() }
  }

  async #tell(): Promise<void> {
    try {
      await writeStatus(this.#options.dir, this.#status)
    } catch (error) {
      // On a full disk: Home and the log say what matters.
      this.#options.log.warn('How the copies go could not be noted.', { error })
    }
  }

  get #isOver(): boolean {
    return this.#stopping.signal.aborted || this.#status.replacedBy !== null
  }
}

/**
 * Deletes Litestream's notes about the book of another place, before Litestream runs. With those notes it would copy only new writes, never
 * the whole book.
 */
async function startAnew(dir: DataDir, known: Replica): Promise<void> {
  const kept = readReplica(dir)
  if (kept?.epoch !== known.epoch || kept.startsAnew !== true) return
  await rm(notesOf(dir), { recursive: true, force: true })
  await changeReplica(dir, known, { startsAnew: false })
}

function notesOf({ root, database }: DataDir): string {
  return join(root, `.${basename(database)}-litestream`)
}

/** One run of `work` serves all callers who asked before it began. Later callers share the next run. */
function shared(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  let next: Promise<void> | undefined
  const begin = async () => {
    const run = work().finally(() => {
      if (running === run) running = undefined
    })
    running = run
    await run
  }
  return async () => {
    if (running === undefined) return await begin()
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = undefined
        return begin()
      })
    await next
  }
}

type Supervision = {
  isOver(): boolean
  /** Ends a pause. */
  signal: AbortSignal
  /** Receives the reason of each end. */
  tell(problem: string): void
}

/** Restarts, after pauses, work that should never end. */
async function runAgainAndAgain(
  run: () => Promise<void>,
  { isOver, signal, tell }: Supervision,
): Promise<void> {
  let pauseMs = pause.firstMs
  while (!isOver()) {
    const begun = performance.now()
    try {
      await run()
    } catch (error) {
      if (!isOver()) tell(problemOf(error))
    }
    if (isOver()) return
    if (performance.now() - begun > pause.lastMs) pauseMs = pause.firstMs
    await sleep(pauseMs, signal)
    pauseMs = Math.min(pauseMs * 2, pause.lastMs)
  }
}
