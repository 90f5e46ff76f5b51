import { statSync } from 'node:fs'
import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type DataDir, findFreeBytes, freeBytesMin } from '../disk/data-dir.ts'
import { removeIfFree } from '../disk/durable.ts'
import { AppError, problemOf } from '../errors.ts'
import { type Progress, unpackInWorker } from './backup-jobs.ts'
import { type Manifest, type WatchStep, databaseName } from './archive.ts'
import type { Restored } from './restore-backup.ts'
import { removeUnpacked, unpackFolder } from './restore-journal.ts'
import { asUnpackRefusal } from './unpack-backup.ts'

/** How long a restore waits for the next step, in milliseconds: an hour. Then the received data is deleted, and its id becomes unknown. */
const waitMs = 60 * 60_000

/**
 * The step of a restore. `receiving`: a file arrives, or nothing yet. `reading`: the backup is fetched, unpacked and checked while the
 * server runs. `ready`: waits for confirmation. `restarting`: the server stops, and comes back with the backup's data.
 */
type Step = 'receiving' | 'reading' | 'ready' | 'restarting' | 'done' | 'failed'

export type Restore = {
  /** Cannot be guessed. Whoever has the id may follow the restore, even when the sign-in has ended with the old data. */
  id: string
  asker: Asker
  step: Step
  progress: Progress | null
  /** Why the restore failed, as a sentence. */
  problem: string | null
  /** The backup's manifest, once it is checked. */
  manifest: Manifest | null
  /** Keys, users and passkeys that have ended since the backup and are to work again, by their ids in accounts. */
  revive: readonly string[]
  /** The folder with the previous data. */
  keptIn: string | null
}

/** Who began the restore: an owner, or whoever has a set-up code (known by its hash). */
type Asker = { owner: string } | { codeHash: string }

/** Puts a backup at `file`, or returns the path of an existing one. The signal ends it. */
export type Fetch = (file: string, watchStep: WatchStep, signal: AbortSignal) => Promise<string>

/** Receives errors that are bugs: there is no log while the server is away. */
type Report = (error: unknown) => void

/** Default: an hour, and the disk's free bytes. */
type Options = { waitMs?: number; freeBytes?: () => Promise<number> }

/** Restores requested in the pages, one at a time. The desk outlives the server, which stops for a moment during a restore. */
export class RestoreDesk {
  readonly #dir: DataDir
  readonly #report: Report
  /** The file that is uploaded or fetched. */
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

  /** Replaces a waiting restore. Throws AppError `conflict` while one is being read or put in place. */
  async begin(asker: Asker): Promise<Restore> {
    const step = this.#current?.step
    if (step === 'reading' || step === 'restarting') throw isUnderWay()
    const restore = newRestore(asker)
    this.#current = restore
    this.#await()
    await this.clear()
    return restore
  }

  /** Throws AppError `not_found` for a restore that is over: another began, nobody continued it, or the program was restarted. */
  require(id: string): Restore {
    if (this.#current?.id === id) return this.#current
    throw new AppError(
      'not_found',
      'This restore is not known any more: another one was begun, or Daybook was started anew.',
    )
  }

  /**
   * Accepts a piece of the file, starting at byte `at`. Throws AppError `conflict` when `at` is not the file's end: the restore continues,
   * and the caller may send the right piece. Throws `out_of_space` before the disk is full, because the running shop needs room too. Then
   * the restore has failed, and the received data is deleted.
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

  /** Starts to fetch, unpack and check. The restore reports any problem. */
  read(id: string, fetch: Fetch): void {
    const restore = this.#requireStep(id, 'receiving', 'This backup is being looked at already.')
    this.#reading = this.#readInto(restore, fetch, this.#stopping.signal)
  }

  /** Makes the server stop. Throws AppError `conflict` for a restore that is not ready. */
  putInPlace(id: string, revive: readonly string[] = []): void {
    const restore = this.#requireStep(id, 'ready', 'This backup is not ready to be put in place.')
    restore.revive = revive
    restore.step = 'restarting'
    this.#asked.resolve(restore)
  }

  /** Cancels the restore, and deletes the unpacked data. Throws AppError `conflict` while it is being put in place. */
  async giveUp(id: string): Promise<void> {
    if (this.require(id).step === 'restarting') throw isUnderWay()
    await this.#halt()
    this.#current = undefined
    await this.clear()
  }

  /** Resolves when the server should stop for a restore. */
  asked(): Promise<Restore> {
    return this.#asked.promise
  }

  /** The checked book of a restore that is ready, or is being put in place. */
  unpackedBook(): string {
    return join(unpackFolder(this.#dir), databaseName)
  }

  /** Records how a restore ended. Its id reports that for an hour. */
  end(restore: Restore, how: { restored: Restored } | { error: unknown }): void {
    this.#asked = Promise.withResolvers()
    this.#await()
    if ('restored' in how) {
      restore.step = 'done'
      restore.keptIn = how.restored.keptIn ?? null
    } else this.#fail(restore, how.error)
  }

  /** Ends running work, and clears up unless a restore is to be put in place. */
  async stop(): Promise<void> {
    if (this.#current?.step === 'restarting') return
    await this.#halt()
    await this.clear()
  }

  /** Deletes what a killed restore left. Only while no other process restores. */
  async clear(): Promise<void> {
    await removeIfFree(this.#upload)
    await removeUnpacked(this.#dir)
  }

  /** Starts the waiting time for the next step. */
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

  /** Leaves only what the restore needs: an uploaded or fetched file is deleted in any case. */
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
