import { statSync } from 'node:fs'
import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type DataDir, findFreeBytes, freeBytesMin } from '../disk/data-dir.ts'
import { removeIfFree } from '../disk/durable.ts'
import { AppError, problemOf } from '../errors.ts'
import { type Progress, unpackInWorker } from './ask-worker.ts'
import type { WatchStep } from './archive.ts'
import { databaseName, type Manifest } from './manifest.ts'
import type { Restored } from './restore-backup.ts'
import { removeUnpacked, unpackFolder } from './restore-journal.ts'
import { asUnpackRefusal } from './unpack-backup.ts'

/** So long a restore waits for the next word, in milliseconds: an hour. Then what came in is removed, and its id tells nothing. */
const waitMs = 60 * 60_000

/**
 * How far a restore is. `receiving`: a file comes in, or nothing yet. `reading`: it is fetched, unpacked and checked while the
 * server goes on serving. `ready`: it waits for a word. `restarting`: the server stops, and comes back with its data.
 */
type Step = 'receiving' | 'reading' | 'ready' | 'restarting' | 'done' | 'failed'

export type Restore = {
  /** Nobody guesses it: who has it is told how far it is, also where the sign-in has ended with the old data. */
  id: string
  asker: Asker
  step: Step
  progress: Progress | null
  /** Why it failed, as a sentence. */
  problem: string | null
  /** What the backup says it holds, once it is checked. */
  manifest: Manifest | null
  /** What was ended since and comes back to life, by the ids that accounts know it by. */
  revive: readonly string[]
  /** The folder with the data as they were. */
  keptIn: string | null
}

/** Who began it: an owner, or whoever has a set-up code, of which the hash is known. */
type Asker = { owner: string } | { codeHash: string }

/** Puts a backup at `file`, or answers where one is already. The signal ends it. */
export type Fetch = (file: string, watchStep: WatchStep, signal: AbortSignal) => Promise<string>

/** Gets what is a bug: there is no log while the server is away. */
type Report = (error: unknown) => void

/** Left out: an hour, and the disk's. */
type Options = { waitMs?: number; freeBytes?: () => Promise<number> }

/**
 * Restores that somebody asks for in the pages, one at a time. It outlives the server, which stops for a moment on the way.
 */
export class RestoreDesk {
  readonly #dir: DataDir
  readonly #report: Report
  /** A file that is sent or fetched. */
  readonly #upload: string
  #current: Restore | undefined
  #reading: Promise<void> | undefined
  #stopping = new AbortController()
  #asked = Promise.withResolvers<Restore>()
  #waiting: ReturnType<typeof setTimeout> | undefined
  readonly #waitMs: number
  readonly #freeBytes: () => Promise<number>

  constructor(dir: DataDir, report: Report, options: Options = {}) {
    this.#dir = dir
    this.#report = report
    this.#waitMs = options.waitMs ?? waitMs
    this.#freeBytes = options.freeBytes ?? (() => findFreeBytes(dir.root))
    this.#upload = join(dir.root, 'restore.tar.part')
  }

  /** Takes the place of one that waits. Throws AppError `conflict` while one is read or put in place. */
  async begin(asker: Asker): Promise<Restore> {
    const step = this.#current?.step
    if (step === 'reading' || step === 'restarting') throw isUnderWay()
    const restore = newRestore(asker)
    this.#current = restore
    this.#await()
    await this.clear()
    return restore
  }

  /** Throws AppError `not_found` for one that is over: another began, nobody went on with it, or the program was started anew. */
  require(id: string): Restore {
    if (this.#current?.id === id) return this.#current
    throw new AppError(
      'not_found',
      'This restore is not known any more: another one was begun, or Daybook was started anew.',
    )
  }

  /**
   * Takes a piece of the file, as from byte `at`. Throws AppError `conflict` for another place than its end,
   * `out_of_space`: the shop that goes on needs room too. Then it failed, and what came in goes.
   */
  async receive(id: string, at: number, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    const restore = this.#requireStep(
      id,
      'receiving',
      'The file of this restore is complete already.',
    )
    this.#await()
    const size = statSync(this.#upload, { throwIfNoEntry: false })?.size ?? 0
    if (size !== at) {
      throw new AppError('conflict', `The next piece of the file begins at byte ${size}.`)
    }
    try {
      if ((await this.#freeBytes()) < freeBytesMin) throw isFull()
      await appendFile(this.#upload, bytes, { mode: 0o600 })
    } catch (error) {
      const refusal = asUnpackRefusal(error, this.#upload)
      this.#fail(restore, refusal)
      await this.clear()
      throw refusal
    }
  }

  /** Begins to fetch, unpack and check; what keeps it from that is told by the restore. */
  read(id: string, fetch: Fetch): void {
    const restore = this.#requireStep(id, 'receiving', 'This backup is being looked at already.')
    this.#reading = this.#readInto(restore, fetch, this.#stopping.signal)
  }

  /** Has the server stop. Throws AppError `conflict` for one that is not ready. */
  putInPlace(id: string, revive: readonly string[] = []): void {
    const restore = this.#requireStep(id, 'ready', 'This backup is not ready to be put in place.')
    restore.revive = revive
    restore.step = 'restarting'
    this.#asked.resolve(restore)
  }

  /** Gives it up, and removes what was unpacked. Throws AppError `conflict` for one that is being put in place. */
  async giveUp(id: string): Promise<void> {
    if (this.require(id).step === 'restarting') throw isUnderWay()
    await this.#halt()
    this.#current = undefined
    await this.clear()
  }

  /** Resolves when the server is to stop for a restore. */
  asked(): Promise<Restore> {
    return this.#asked.promise
  }

  /** The checked book of one that is ready, or is put in place. */
  unpackedBook(): string {
    return join(unpackFolder(this.#dir), databaseName)
  }

  /** How one ended: its id tells it for an hour. */
  end(restore: Restore, how: { restored: Restored } | { error: unknown }): void {
    this.#asked = Promise.withResolvers()
    this.#await()
    if ('restored' in how) {
      restore.step = 'done'
      restore.keptIn = how.restored.keptIn ?? null
    } else this.#fail(restore, how.error)
  }

  /** Ends what is under way, and clears up unless a restore is to be put in place. */
  async stop(): Promise<void> {
    if (this.#current?.step === 'restarting') return
    await this.#halt()
    await this.clear()
  }

  /** Removes what a killed one left. Only while no other process restores. */
  async clear(): Promise<void> {
    await removeIfFree(this.#upload)
    await removeUnpacked(this.#dir)
  }

  /** From now on it waits for the next word. */
  #await(): void {
    clearTimeout(this.#waiting)
    this.#waiting = setTimeout(() => {
      this.#drop().catch(this.#report)
    }, this.#waitMs)
    this.#waiting.unref()
  }

  async #drop(): Promise<void> {
    const step = this.#current?.step
    if (step === 'reading' || step === 'restarting') return
    this.#current = undefined
    await this.clear()
  }

  #requireStep(id: string, step: Step, sentence: string): Restore {
    const restore = this.require(id)
    if (restore.step === step) return restore
    throw new AppError('conflict', sentence)
  }

  /** Leaves nothing but what a restore needs: a file that was sent or fetched goes, whatever became of it. */
  async #readInto(restore: Restore, fetch: Fetch, signal: AbortSignal): Promise<void> {
    restore.step = 'reading'
    const onProgress = (progress: Progress) => {
      restore.progress = progress
    }
    const watchStep: WatchStep = (step, total) => ({
      signal,
      onProgress: (done) => onProgress({ step, done, total }),
    })
    try {
      const file = await fetch(this.#upload, watchStep, signal)
      const input = { dir: this.#dir, file }
      restore.manifest = await unpackInWorker(input, signal, { onProgress })
      restore.step = 'ready'
    } catch (error) {
      await removeUnpacked(this.#dir)
      if (signal.aborted) this.#fail(restore, wasStopped())
      else this.#fail(restore, asUnpackRefusal(error, this.#upload))
    } finally {
      this.#await()
      await removeIfFree(this.#upload)
    }
  }

  #fail(restore: Restore, error: unknown): void {
    if (!(error instanceof AppError)) this.#report(error)
    restore.problem = problemOf(error)
    restore.step = 'failed'
  }

  async #halt(): Promise<void> {
    this.#stopping.abort()
    await this.#reading
    this.#stopping = new AbortController()
  }
}

function newRestore(asker: Asker): Restore {
  return {
    id: crypto.randomUUID(),
    asker,
    step: 'receiving',
    progress: null,
    problem: null,
    manifest: null,
    revive: [],
    keptIn: null,
  }
}

function isFull(): AppError {
  return new AppError(
    'out_of_space',
    'The disk that holds the data is nearly full: the backup was not taken, and nothing was changed. Free some space and try again.',
  )
}

function wasStopped(): AppError {
  return new AppError('unavailable', 'Daybook was stopped before the backup was checked.')
}

function isUnderWay(): AppError {
  return new AppError(
    'conflict',
    'A backup is being restored at this moment. Try again when that is done.',
  )
}
