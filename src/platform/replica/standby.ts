import { existsSync, readFileSync } from 'node:fs'
import { open, writeFile } from 'node:fs/promises'
import { listNeededFiles } from '../backup/database-facts.ts'
import { beforeRestoreFolder, keepOldData } from '../backup/restore-backup.ts'
import { type Database } from '../db/database.ts'
import { followedMark } from '../db/standby-book.ts'
import { openFollowedDatabase } from '../db/followed-database.ts'
import type { DataDir } from '../disk/data-dir.ts'
import { removeFile } from '../disk/durable.ts'
import { AppError, problemOf } from '../errors.ts'
import type { Log } from '../log.ts'
import { openPlace, type Place, type PlaceAddress } from '../offsite/place.ts'
import { secretsIn } from '../secrets.ts'
import type { Clock } from '../time.ts'
import { bookFolder, listClaims, readBeat } from './claims.ts'
import { fetchFile } from './file-copies.ts'
import {
  type BookAddress,
  configText,
  findLitestream,
  type Running,
  runLitestream,
} from './litestream.ts'
import { readReplica, type Replica, secretOf, writeReplica } from './replica-file.ts'

/** How often it is looked how old the book is, and for files, in milliseconds. */
const lookEveryMs = 1_000

/** How often Litestream asks the place for more. */
const followInterval = '1s'

/** Litestream that ran this long goes on where it was, in milliseconds: what a kill cut off is whole again. */
const settledMs = 2_500

/** A first book comes within this time, in milliseconds: a gigabyte over a slow line. */
const firstBookLimitMs = 60 * 60 * 1000

/** Why a standby ends: to be the first one, or to begin anew with the book of another first one. */
export type StandbyEnd = 'promoted' | 'anew'

export type Standby = {
  database: Database
  /** How old the book is at most, in seconds; undefined while nobody knows. */
  lagSeconds(): number | undefined
  /** Why it may not be read from now; undefined: it may. */
  refusal(): AppError | undefined
  ended: Promise<StandbyEnd>
  stop(): Promise<void>
}

type Options = {
  dir: DataDir
  clock: Clock
  log: Log
  program: string | undefined
  /** A book that is older than this is refused, in seconds; 0: none is. */
  lagMaxSeconds: number
}

/**
 * Makes a data directory a standby of a place, or finds that it is one. Throws AppError `conflict` for one that has a book
 * of its own, `not_found` where nothing is copied.
 */
export async function becomeStandby(
  dir: DataDir,
  address: PlaceAddress,
  secret: string,
): Promise<void> {
  const kept = readReplica(dir)
  if (kept?.role === 'first' || (kept === undefined && existsSync(dir.database))) {
    throw new AppError(
      'conflict',
      `${dir.root} has a book of its own: a standby begins in an empty data directory.`,
    )
  }
  const [last] = await listClaims(openPlace(address, secret))
  if (last === undefined) {
    const { title } = openPlace(address, '')
    throw new AppError(
      'not_found',
      `Nothing is copied to ${title} yet: "daybook replicate set" on the first computer does so.`,
    )
  }
  await writeReplica(dir, {
    role: 'standby',
    place: address,
    secret: await secretsIn(dir.secretKey).seal(secret),
    holder: kept?.holder ?? crypto.randomUUID(),
    epoch: last.epoch,
    manner: last.manner,
  })
  // Without that note its book is kept aside before it follows: what a first one wrote last may be in no copy.
  if (kept?.role === 'replaced') await removeFile(followedMark(dir))
  else if (kept !== undefined && kept.epoch !== last.epoch) await forgetBook(dir)
}

/** The book that was followed so far goes: it is in the place. */
export async function forgetBook(dir: DataDir): Promise<void> {
  for (const suffix of ['', '-wal', '-shm', '-journal']) await removeFile(dir.database + suffix)
  await removeFile(followedMark(dir))
}

/**
 * Keeps a book that is not what is followed, with its documents and images, in a folder beside it: that of a first one which was
 * replaced, or one without Litestream's note, which was ended between the two, or somebody has put there.
 */
export async function setAside(dir: DataDir, now: number): Promise<void> {
  if (existsSync(dir.database)) await keepOldData(dir, beforeRestoreFolder(dir, now))
  await forgetBook(dir)
}

/** Follows, and opens the book once it is there. Throws AppError. */
export async function openStandby(options: Options): Promise<Standby> {
  const kept = readReplica(options.dir)
  if (kept === undefined) throw new AppError('not_found', 'This data directory follows nothing.')
  const following = new Following(options, kept, await secretOf(options.dir, kept))
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
  readonly #book: BookAddress
  readonly #place: Place
  readonly #stopping = new AbortController()
  readonly #end = Promise.withResolvers<StandbyEnd>()
  #running: Running | undefined
  #settledAt = Number.POSITIVE_INFINITY
  /** The book has all that was written before this time (ms since the epoch). */
  #currentAsOf: number | undefined
  #supervising: Promise<void> = Promise.resolve()
  #looking: Promise<void> = Promise.resolve()
  #database: Database | undefined
  #filesOf: string | undefined

  constructor(options: Options, kept: Replica, secret: string) {
    this.#options = options
    this.#kept = kept
    this.#book = { place: kept.place, secret, folder: bookFolder(kept.epoch) }
    this.#place = openPlace(kept.place, secret)
  }

  async begin(): Promise<Standby> {
    const { dir, program } = this.#options
    const found = findLitestream(program)
    if (!existsSync(followedMark(dir))) await setAside(dir, this.#options.clock.now())
    this.#supervising = this.#supervise(found)
    await this.#firstBook()
    await leaveLogMode(dir.database)
    const database = openFollowedDatabase(dir.database)
    this.#database = database
    this.#looking = this.#lookAgainAndAgain(database)
    return {
      database,
      lagSeconds: () => this.#lagSeconds(),
      refusal: () => this.#refusal(),
      ended: this.#end.promise,
      stop: () => this.stop(),
    }
  }

  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#looking
    await this.#database?.close()
    await this.#running?.stop()
    await this.#supervising
  }

  async #firstBook(): Promise<void> {
    const limit = performance.now() + firstBookLimitMs
    while (!existsSync(followedMark(this.#options.dir)) || performance.now() < this.#settledAt) {
      if (performance.now() > limit || this.#stopping.signal.aborted) {
        throw new AppError(
          'unavailable',
          this.#running?.problem() ?? 'No book came from the place.',
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
    if (performance.now() < this.#settledAt) {
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

  async #supervise(program: string): Promise<void> {
    const { dir, log } = this.#options
    while (!this.#stopping.signal.aborted) {
      await writeFile(dir.litestream, configText(dir.database, this.#book), { mode: 0o600 })
      const args = ['restore', '-no-expand-env', '-config', dir.litestream, '-f']
      const follow = [...args, '-follow-interval', followInterval, dir.database]
      const running = runLitestream(program, follow, this.#book)
      this.#running = running
      this.#settledAt = performance.now() + settledMs
      await running.exited
      await running.stop()
      this.#settledAt = Number.POSITIVE_INFINITY
      if (this.#stopping.signal.aborted) return
      const problem = running.problem() ?? 'it did not say why'
      log.warn(`Litestream does not follow: ${problem}`)
      if (problem.includes('cannot resume follow mode')) this.#end.resolve('anew')
      await Bun.sleep(lookEveryMs)
    }
  }

  async #lookAgainAndAgain(database: Database): Promise<void> {
    while (!this.#stopping.signal.aborted) {
      try {
        await this.#look()
        await this.#bringFiles(database)
      } catch (error) {
        this.#options.log.warn(`The standby could not look: ${problemOf(error)}`, { error })
      }
      await Bun.sleep(lookEveryMs)
    }
  }

  async #look(): Promise<void> {
    const kept = readReplica(this.#options.dir)
    if (kept?.role === 'promoting') return this.#end.resolve('promoted')
    const beat = await readBeat(this.#place)
    if (beat === undefined) return
    if (beat.epoch > this.#kept.epoch) return this.#end.resolve('anew')
    const isThere = beat.epoch === this.#kept.epoch && appliedIn(this.#options.dir) >= beat.txid
    if (isThere) this.#currentAsOf = Math.max(this.#currentAsOf ?? 0, beat.at)
  }

  async #bringFiles(database: Database): Promise<void> {
    const token = database.changeToken()
    if (token === this.#filesOf) return
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

/** Up to which of Litestream's transactions the book is. */
function appliedIn(dir: DataDir): number {
  return Number.parseInt(readFileSync(followedMark(dir), 'utf8').trim(), 16)
}

/**
 * Says in the file's head that it has no log beside it (source: SQLite, "Database File Format", 1.3.3), as Litestream does
 * with each transaction that it brings in later: a reader that looked for a log would keep it from writing for ever.
 */
async function leaveLogMode(file: string): Promise<void> {
  await using handle = await open(file, 'r+')
  await handle.write(Buffer.of(1, 1), 0, 2, 18)
  await handle.sync()
}
