import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { listNeededFiles } from '../backup/database-facts.ts'
import type { Database } from '../db/database.ts'
import { openFollowedDatabase } from '../db/guarded-database.ts'
import { followedMark } from '../db/standby-book.ts'
import type { DataDir } from '../disk/data-dir.ts'
import { AppError, problemOf } from '../errors.ts'
import type { Log } from '../log.ts'
import { openPlace, type Place } from '../offsite/place.ts'
import { type Clock, sleep } from '../time.ts'
import {
  type Asked,
  type NextBook,
  appliedIn,
  bringFirst,
  bringNext,
  leaveLogMode,
  refusalIn,
  requireOwnBook,
  schemaWatch,
  setAside,
} from './bring-book.ts'
import { bookFolder, readBeat } from './claims.ts'
import { fetchFile } from './file-copies.ts'
import {
  type BookAddress,
  configText,
  findLitestream,
  type Running,
  runLitestream,
} from './litestream.ts'
import { type Replica, readReplica, secretOf, statusTeller } from './replica-file.ts'

/** How often to check the book's age, and to look for files, in milliseconds. */
const lookEveryMs = 1_000

/** How long Litestream may take to begin following, in milliseconds. */
const settleLimitMs = 60_000

/** How often Litestream asks the place for more. */
const followInterval = '1s'

/** After running this long, in milliseconds, Litestream has resumed where it was: whatever a kill cut off is complete again. */
const settledMs = 2_500

/** Pauses before fetching another book again after a refusal or failure, in milliseconds: doubled each time. */
const bringAgain = { firstMs: 5_000, lastMs: 10 * 60_000 }

/** Why a standby ends: to become the first Daybook, or to continue with another book, which lies checked beside the followed one. */
export type StandbyEnd = 'promoted' | NextBook

export type Standby = {
  database: Database
  /** The greatest possible age of the book, in seconds. Undefined while unknown. */
  lagSeconds(): number | undefined
  /** Why the book may not be read now. Undefined: reading is allowed. */
  refusal(): AppError | undefined
  /** Why the standby cannot follow, as a sentence. Undefined: it follows. */
  problem(): string | undefined
  ended: Promise<StandbyEnd>
  stop(): Promise<void>
}

type Options = {
  dir: DataDir
  clock: Clock
  log: Log
  program: string | undefined
  /** A book older than this is refused, in seconds. 0: none is. */
  lagMaxSeconds: number
}

/** Follows, and opens the book once it has arrived. Throws AppError. */
export async function openStandby(options: Options): Promise<Standby> {
  const kept = readReplica(options.dir)
  if (kept === undefined) throw new AppError('not_found', 'This data directory follows nothing.')
  const program = findLitestream(options.program)
  const secret = await secretOf(options.dir, kept)
  const asked = { dir: options.dir, kept, secret, program }
  if (!existsSync(followedMark(options.dir))) {
    await setAside(options.dir, options.clock.now())
    await bringFirst(asked)
  }
  try {
    return await begin(options, asked)
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'invalid_request') throw error
    // The current book was changed by somebody else while nobody looked. The last book in the place may be good again.
    await bringFirst(asked)
    return await begin(options, asked)
  }
}

async function begin(options: Options, { kept, ...asked }: Omit<Asked, 'signal'>) {
  const following = new Following(options, readReplica(options.dir) ?? kept, asked)
  try {
    return await following.begin()
  } catch (error) {
    await following.stop()
    throw error
  }
}

class Following {
  readonly #options: Options
  readonly #kept: Replica
  readonly #secret: string
  readonly #program: string
  readonly #book: BookAddress
  readonly #place: Place
  readonly #stopping = new AbortController()
  readonly #end = Promise.withResolvers<StandbyEnd>()
  #running: Running | undefined
  #settledAt = Number.POSITIVE_INFINITY
  /** The book contains everything written before this time (ms since the epoch). */
  #currentAsOf: number | undefined
  #supervising: Promise<void> = Promise.resolve()
  #looking: Promise<void> = Promise.resolve()
  #bringing: Promise<void> | undefined
  #bringPauseMs = bringAgain.firstMs
  /** Litestream cannot continue with the followed book. */
  #isCutOff = false
  #database: Database | undefined
  #filesOf: string | undefined
  #schemaRefusal: () => AppError | undefined = () => undefined
  readonly #problems: Partial<Record<'next book' | 'look', string>> = {}
  readonly #tell: ReturnType<typeof statusTeller>

  constructor(
    options: Options,
    kept: Replica,
    { secret, program }: { secret: string; program: string },
  ) {
    this.#options = options
    this.#kept = kept
    this.#secret = secret
    this.#program = program
    this.#book = { place: kept.place, secret, folder: bookFolder(kept.epoch) }
    this.#place = openPlace(kept.place, secret)
    this.#tell = statusTeller(options)
  }

  async begin(): Promise<Standby> {
    const { dir } = this.#options
    this.#supervising = this.#supervise()
    await this.#settled()
    await leaveLogMode(dir.database)
    // Data that arrived since the check may come from somebody else.
    const refusal = refusalIn(this.#place.title)
    requireOwnBook(dir.database, refusal)
    const database = openFollowedDatabase(dir.database)
    this.#database = database
    this.#schemaRefusal = schemaWatch(database.read, refusal, this.#options.log)
    this.#looking = this.#lookAgainAndAgain(database)
    return {
      database,
      lagSeconds: () => this.#lagSeconds(),
      refusal: () => this.#refusal(),
      problem: () => this.#problem(),
      ended: this.#end.promise,
      stop: () => this.stop(),
    }
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#looking
    await this.#bringing
    await this.#database?.close()
    await this.#running?.stop()
    await this.#supervising
  }

  async #settled(): Promise<void> {
    const limit = performance.now() + settleLimitMs
    while (performance.now() < this.#settledAt) {
      if (performance.now() > limit || this.#stopping.signal.aborted) {
        throw new AppError(
          'unavailable',
          this.#running?.problem() ?? 'Litestream does not follow the place.',
        )
      }
      await Bun.sleep(100)
    }
  }

  #lagSeconds(): number | undefined {
    if (this.#currentAsOf === undefined) return undefined
    return Math.max(0, (this.#options.clock.now() - this.#currentAsOf) / 1000)
  }

  #refusal(): AppError | undefined {
    const schemaRefusal = this.#schemaRefusal()
    if (schemaRefusal !== undefined) return schemaRefusal
    if (performance.now() < this.#settledAt && !this.#isCutOff) {
      return new AppError('unavailable', 'This standby does not follow at the moment.')
    }
    const { lagMaxSeconds } = this.#options
    const lag = this.#lagSeconds()
    if (lagMaxSeconds === 0 || (lag !== undefined && lag <= lagMaxSeconds)) return undefined
    return new AppError(
      'unavailable',
      `This standby is ${lag === undefined ? 'not yet' : `${Math.round(lag)} seconds behind, more than the ${lagMaxSeconds} that are`} allowed to be read.`,
    )
  }

  #problem(): string | undefined {
    const { 'next book': nextBook, look } = this.#problems
    return this.#schemaRefusal()?.message ?? nextBook ?? look
  }

  async #supervise(): Promise<void> {
    const { dir, log } = this.#options
    while (!this.#stopping.signal.aborted) {
      await writeFile(dir.litestream, configText(dir.database, this.#book), { mode: 0o600 })
      const args = ['restore', '-no-expand-env', '-config', dir.litestream, '-f']
      const follow = [...args, '-follow-interval', followInterval, dir.database]
      const running = runLitestream(this.#program, follow, this.#book)
      this.#running = running
      this.#settledAt = performance.now() + settledMs
      await running.exited
      await running.stop()
      this.#settledAt = Number.POSITIVE_INFINITY
      if (this.#stopping.signal.aborted) return
      const problem = running.problem() ?? 'it did not say why'
      log.warn(`Litestream does not follow: ${problem}`)
      // The book is unchanged: it is served until another one has arrived.
      this.#isCutOff = problem.includes('cannot resume follow mode')
      await sleep(this.#isCutOff ? bringAgain.lastMs : lookEveryMs, this.#stopping.signal)
    }
  }

  async #lookAgainAndAgain(database: Database): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      try {
        await this.#look()
        await this.#bringFiles(database)
        delete this.#problems.look
      } catch (error) {
        const problem = `The standby could not look: ${problemOf(error)}`
        if (problem !== this.#problems.look) this.#options.log.warn(problem, { error })
        this.#problems.look = problem
      }
      await this.#tell({ problem: this.#problem() ?? null, confirmedAt: this.#currentAsOf ?? 0 })
      await sleep(lookEveryMs, this.#stopping.signal)
    }
  }

  async #look(): Promise<void> {
    const kept = readReplica(this.#options.dir)
    if (kept?.role === 'promoting') return this.#end.resolve('promoted')
    if (this.#isCutOff) return this.#bringAnother()
    const beat = await readBeat(this.#place)
    if (beat === undefined) return
    if (beat.epoch > this.#kept.epoch) return this.#bringAnother()
    const isThere = beat.epoch === this.#kept.epoch && appliedIn(this.#options.dir) >= beat.txid
    if (isThere) this.#currentAsOf = Math.max(this.#currentAsOf ?? 0, beat.at)
  }

  /** Runs beside the looks: it may take long, and this standby may be promoted meanwhile. */
  #bringAnother(): void {
    this.#bringing ??= this.#bringAnotherNow()
  }

  async #bringAnotherNow(): Promise<void> {
    const { dir, log } = this.#options
    const { signal } = this.#stopping
    try {
      const asked = { dir, kept: this.#kept, secret: this.#secret, program: this.#program, signal }
      const next = await bringNext(asked)
      if (next !== undefined) this.#end.resolve(next)
    } catch (error) {
      if (signal.aborted) return
      this.#problems['next book'] = `${problemOf(error)} The book of before is served on.`
      log.error(this.#problems['next book'], { error })
      await sleep(this.#bringPauseMs, signal)
      this.#bringPauseMs = Math.min(this.#bringPauseMs * 2, bringAgain.lastMs)
      this.#bringing = undefined
    }
  }

  async #bringFiles(database: Database): Promise<void> {
    const token = database.changeToken()
    if (token === this.#filesOf || this.#schemaRefusal() !== undefined) return
    let isWhole = true
    const { dir } = this.#options
    for (const needed of listNeededFiles(database.read.$client)) {
      if (this.#stopping.signal.aborted) return
      if (existsSync(`${dir.root}/${needed.path}`)) continue
      isWhole = (await fetchFile(this.#place, dir.root, needed)) && isWhole
    }
    if (isWhole) this.#filesOf = token
  }
}
