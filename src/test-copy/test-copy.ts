import { existsSync } from 'node:fs'
import { utimes } from 'node:fs/promises'
import type { Service } from '../accounts/keys/rules.ts'
import type { CopyFacts, TestDesk } from '../accounts/test-keys/with-test-keys.ts'
import { type Database, openServedDatabase } from '../platform/db/database.ts'
import { dataDir, type DataDir } from '../platform/disk/data-dir.ts'
import { AppError } from '../platform/errors.ts'
import type { GuardDeps } from '../accounts/keys/guard.ts'
import { markChanges } from '../changes/feed.ts'
import { gatedDatabase } from '../platform/db/guarded-database.ts'
import { type FileStore, fileStore, storeAbove } from '../platform/files/store.ts'
import type { HttpService } from '../platform/http/service.ts'
import type { Log } from '../platform/log.ts'
import { readProcess } from '../reader/pages/read-process.ts'
import { secretsIn } from '../platform/secrets.ts'
import type { Clock } from '../platform/time.ts'
import {
  filePasswords,
  scanExportDeps,
  scanExportOn,
  scanReader,
  scanSweep,
} from '../services/scan-export/service.ts'
import { catalogueOf, storefrontOn } from '../services/storefront/service.ts'
import {
  type CopyPlace,
  findCopy,
  isThrownAway,
  makeCopy,
  noteOf,
  requireRoom,
  throwAway,
} from './make-copy.ts'

/** Milliseconds without use after which the copy is closed, to free memory. */
const usualIdleMs = 10 * 60 * 1000

/** How long current calls may continue when the copy is to be closed, in milliseconds. Calls that wait for changes end at once. */
const usualDrainMs = 10_000

/** Milliseconds without use after which the copy is deleted at night: 7 days. */
const unusedMs = 7 * 24 * 60 * 60 * 1000

export type TestCopyOptions = CopyPlace &
  Omit<TestServicesOptions, 'dir' | 'requireRoom'> & {
    /** In milliseconds. Default: 10 minutes. */
    idleMs?: number
    /** In milliseconds. Default: 10 seconds. */
    drainMs?: number
  }

/** An open copy: the number of current calls, who waits for their end, and whether it was closed before that. */
type Opened = {
  services: TestServices
  users: number
  unused?: () => void
  isClosedEarly: boolean
}

/** The copy of the book for test keys. It is made at the first call and open while it is used. */
export class TestCopy implements TestDesk {
  readonly #options: TestCopyOptions
  readonly #stopping = new AbortController()
  #opened: Opened | undefined
  #idle: Timer | undefined
  #lastTurn: Promise<unknown> = Promise.resolve()
  /** The next reset, if it has not begun. Resets that are requested before then share it. */
  #nextReset: Promise<CopyFacts> | undefined

  constructor(options: TestCopyOptions) {
    this.#options = options
  }

  async answer(service: Service, request: Request): Promise<Response> {
    return await this.#use(async (opened) => {
      await this.#noteUse()
      const on = opened.services.of(service)
      const cached = request.method === 'GET' ? on.cached(request) : undefined
      const reply = cached ?? (await on.handle(request))
      if (opened.isClosedEarly && reply.status === 500) throw tookTooLong()
      return reply
    })
  }

  reset(): Promise<CopyFacts> {
    this.#nextReset ??= this.#inTurn(async () => {
      this.#nextReset = undefined
      await this.#close()
      await this.#make()
      const facts = await this.facts()
      if (facts === undefined) throw new Error('The copy for tests is gone before it was used.')
      return facts
    })
    return this.#nextReset
  }

  /** Undefined without a copy. */
  facts(): Promise<CopyFacts | undefined> {
    return findCopy(this.#options.folder)
  }

  /** Deletes the copy. The next call with a test key makes a new one. */
  async remove(): Promise<void> {
    await this.#inTurn(async () => {
      await this.#close()
      await throwAway(this.#options.folder)
    })
  }

  /** The nightly work: deletes an unused copy, and what is too old in a used one. */
  async tend(signal: AbortSignal): Promise<void> {
    const { folder, clock } = this.#options
    if (!existsSync(folder)) return
    const facts = await this.facts()
    if (facts === undefined || clock.now() - facts.usedAt >= unusedMs) await this.remove()
    else await this.#use(({ services }) => services.retain(signal))
  }

  endWaits(): void {
    this.#opened?.services.endWaits()
  }

  /** Ends current work. The next copy replaces a half-made one. */
  async stop(): Promise<void> {
    this.#stopping.abort()
    await this.#inTurn(() => this.#close())
  }

  /** Opens, closes and makes copies one at a time. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#lastTurn.then(work)
    this.#lastTurn = done.catch(() => undefined)
    return done
  }

  async #use<T>(work: (opened: Opened) => Promise<T>): Promise<T> {
    // Counted in the same turn, so that nobody closes the copy in between.
    const used = await this.#inTurn(async () => {
      const opened = await this.#open()
      opened.users++
      clearTimeout(this.#idle)
      return opened
    })
    try {
      return await work(used)
    } finally {
      used.users--
      if (used.users === 0) {
        used.unused?.()
        if (used === this.#opened) this.#closeWhenIdle()
      }
    }
  }

  async #open(): Promise<Opened> {
    const { folder } = this.#options
    this.#stopping.signal.throwIfAborted()
    if (this.#opened !== undefined && isThrownAway(folder)) await this.#close()
    if (this.#opened !== undefined) return this.#opened
    if ((await this.facts()) === undefined) await this.#make()
    const services = await openTestServices({
      ...this.#options,
      dir: dataDir(folder),
      requireRoom: () => requireRoom(this.#options, 0),
    })
    this.#opened = { services, users: 0, isClosedEarly: false }
    return this.#opened
  }

  async #make(): Promise<void> {
    await makeCopy(this.#options, this.#options.clock.now(), this.#stopping.signal)
    await this.#noteUse()
  }

  async #close(): Promise<void> {
    const opened = this.#opened
    clearTimeout(this.#idle)
    this.#opened = undefined
    if (opened === undefined) return
    opened.services.endWaits()
    await untilUnused(opened, this.#options.drainMs ?? usualDrainMs)
    await opened.services.close()
  }

  #closeWhenIdle(): void {
    const { log, idleMs = usualIdleMs } = this.#options
    this.#idle = setTimeout(() => {
      this.#inTurn(() => this.#closeIdle()).catch((error: unknown) =>
        log.error('The copy for tests was not closed.', { error }),
      )
    }, idleMs)
  }

  async #closeIdle(): Promise<void> {
    const { folder } = this.#options
    const opened = this.#opened
    if (opened === undefined || opened.users > 0) return
    if (opened.services.isReading()) {
      this.#closeWhenIdle()
      return
    }
    await this.#close()
    if (isThrownAway(folder)) await throwAway(folder)
  }

  /** The note's time is the last use. */
  async #noteUse(): Promise<void> {
    const now = new Date(this.#options.clock.now())
    await utimes(noteOf(this.#options.folder), now, now)
  }
}

/**
 * The copy of a data directory. Undefined for a Daybook that only shows another Daybook's book: a test key's changes would be visible on
 * one of the two only.
 */
export function testCopyOf(
  options: Omit<TestCopyOptions, 'folder' | 'book'> & {
    dir: DataDir
    database: Pick<Database, 'file'>
    isFollower?: boolean
    standby?: unknown
  },
): TestCopy | undefined {
  const { dir, database, isFollower = false, standby, bookFiles, guardDeps, clock, log } = options
  if (isFollower || standby !== undefined) return undefined
  const place = { folder: dir.testCopy, book: database.file }
  return new TestCopy({ ...place, bookFiles, guardDeps, clock, log })
}

function tookTooLong(): AppError {
  return new AppError(
    'unavailable',
    'The copy for tests was closed or made anew before this call ended. Nothing of it is in the new one: send it again.',
    { retryAfterSeconds: 1 },
  )
}

/** Waits for the end of current calls, but not for ever. */
async function untilUnused(opened: Opened, drainMs: number): Promise<void> {
  if (opened.users === 0) return
  const { promise, resolve } = Promise.withResolvers<void>()
  opened.unused = resolve
  const impatience = setTimeout(resolve, drainMs)
  await promise
  clearTimeout(impatience)
  opened.isClosedEarly = opened.users > 0
}

/** What the services on the copy need besides the copy. They use the book only to identify keys and to read files. */
type TestServicesOptions = {
  /** The copy's own data directory. */
  dir: DataDir
  bookFiles: FileStore
  guardDeps: GuardDeps
  clock: Clock
  log: Log
  /** Throws AppError `out_of_space` when the disk has too little space left for tests. */
  requireRoom(): Promise<void>
}

/** Both services on the copy. */
type TestServices = {
  of(service: Service): HttpService
  /** Whether the services are reading a document. */
  isReading(): boolean
  /** Deletes what the book would have deleted by now. */
  retain(signal: AbortSignal): Promise<void>
  endWaits(): void
  close(): Promise<void>
}

async function openTestServices(options: TestServicesOptions): Promise<TestServices> {
  const { dir, clock, log } = options
  const opened = openServedDatabase(dir, clock.now())
  const database = gatedDatabase(opened, {
    refusal: () => undefined,
    ask: options.requireRoom,
    confirm: () => Promise.resolve(),
  })
  // Tells positions in an earlier copy's feed from those in this one.
  await database.write((conn) => markChanges(conn, clock.now()))
  const store = storeAbove(fileStore(dir), options.bookFiles)
  const scanExport = scanExportDeps({ database, clock, store })
  const passwords = filePasswords({ ...scanExport, secrets: secretsIn(dir.secretKey) })
  const reader = scanReader(scanExport, readProcess(log), passwords, log)
  const services = servicesOn(options, database, store, scanExport)
  reader.start()
  return {
    of: (service) => services[service],
    isReading: () => reader.underWay().size > 0,
    retain: (signal) => retain(options, database, store, signal),
    endWaits: () => Object.values(services).forEach(({ endWaits }) => endWaits?.()),
    async close() {
      await reader.stop()
      await database.close()
    },
  }
}

function servicesOn(
  { guardDeps, clock, log }: TestServicesOptions,
  database: Database,
  store: FileStore,
  scanExport: ReturnType<typeof scanExportDeps>,
): Record<Service, HttpService> {
  const storefront = { database, clock, store }
  const side = 'test'
  return {
    'scan-export': scanExportOn(scanExport, guardDeps, { log, side }),
    storefront: storefrontOn(storefront, catalogueOf(storefront), guardDeps, {
      log,
      side,
      isFollower: false,
    }),
  }
}

/** Deletes in batches, like the book's own cleanup. */
async function retain(
  { clock }: TestServicesOptions,
  database: Database,
  store: FileStore,
  signal: AbortSignal,
): Promise<void> {
  const sweep = scanSweep(store)
  const now = clock.now()
  let isDone = false
  while (!isDone && !signal.aborted) {
    const swept = await database.write((conn) => sweep.sweepBatch(conn, now), { alone: true })
    isDone = swept.done
  }
}
