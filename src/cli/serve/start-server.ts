import { forgetOldChanges, markChanges } from '../../changes/feed.ts'
import { shownCode } from '../../accounts/codes.ts'
import { openCallLog } from '../../accounts/call-log/call-log.ts'
import { findRunningServer } from '../../accounts/call-log/read-calls.ts'
import { findOrganisation } from '../../accounts/queries.ts'
import { linkUrl, newSecrets, type SetupLink, storeSetupLink } from '../../accounts/users/links.ts'
import { type App, type AppOptions, createApp } from '../../app.ts'
import { makeNightlyBackup, noteMissing } from '../../platform/backup/backup-jobs.ts'
import { finishRestore } from '../../platform/backup/restore-journal.ts'
import type { Config } from '../../platform/config.ts'
import { type Database, openServedDatabase, servingWord } from '../../platform/db/database.ts'
import { gatedDatabase, type WriteGate } from '../../platform/db/guarded-database.ts'
import { isHeldFor } from '../../platform/db/instance-lock.ts'
import { removeOldCopies } from '../../platform/db/migrate.ts'
import { type DataDir, makeDataDir } from '../../platform/disk/data-dir.ts'
import { AppError } from '../../platform/errors.ts'
import { removeLeftovers, scrubFiles, startCleaning } from '../../platform/files/scrub.ts'
import { httpsSetting, type NetworkAccess } from '../../platform/http/listening/addresses.ts'
import { watchCertificate } from '../../platform/certificates/certificate-files.ts'
import { type First, openFirst } from '../../platform/replica/first.ts'
import { copyOffsite, shownOffsite } from '../../platform/offsite/offsite.ts'
import { type Log, openLog } from '../../platform/log.ts'
import { readSetting } from '../../platform/settings.ts'
import { secretsIn } from '../../platform/secrets.ts'
import type { Clock } from '../../platform/time.ts'
import { type DailyJob, startDailyTimer } from '../../platform/upkeep/daily.ts'
import { doubtOfClock, type Retention, runRetention } from '../../platform/upkeep/retention.ts'
import { checkHeldAgain } from '../../services/scan-export/scans/hold.ts'
import { fillHeads } from '../../services/scan-export/scans/heads.ts'
import { learnNewBills } from '../../services/scan-export/proposals/learn.ts'
import { followDocuments } from '../../gstr2b/kept-bills.ts'
import { forgetOldVersions } from '../../services/storefront/changes/show-changes.ts'
import { type Addresses, networkOf, openPorts } from './network.ts'

/** The longest time from an upload's first file to its documents, in milliseconds. Younger files are not leftovers. */
const uploadMs = 60 * 60 * 1000

export type RunningDaybook = Addresses & {
  access: NetworkAccess
  /** The addresses for other computers. Empty while the network cannot reach Daybook. */
  addresses: readonly string[]
  /** The set-up link. Undefined when Daybook is set up. */
  setUp: SetupLink | undefined
  /** Finishes current work, writes everything to disk, and closes. */
  stop(): Promise<void>
}

/** Thrown when another server holds the data directory. `url` is its address, if known. */
export class AlreadyRunning extends AppError {
  readonly url: string | undefined

  constructor(dir: DataDir, url: string | undefined) {
    const where = url === undefined ? '' : ` at ${url}`
    super('conflict', `A Daybook server runs on ${dir.root} already${where}.`)
    this.url = url
  }
}

/** `demo` is a sign-in to show. `restores` and a network name are used by `serve` only. */
type Extras = Partial<Pick<AppOptions, 'demo' | 'restores'>> & {
  /** Claims a name in the network while the server is open. Called with the claimed name. */
  onLocalName?: (name: string) => void
}

/** Opens a data directory and serves it. Throws AlreadyRunning, AppError `conflict` for a taken port. */
export async function startServer(
  dir: DataDir,
  config: Config,
  clock: Clock,
  extras: Extras = {},
): Promise<RunningDaybook> {
  return await orClosed((opened) => openAll(dir, { ...config, ...extras }, clock, opened))
}

/** Closes everything that was opened in reverse order, at the end or after a failure. */
export async function orClosed<T>(open: (opened: AsyncDisposableStack) => Promise<T>): Promise<T> {
  const opened = new AsyncDisposableStack()
  try {
    return await open(opened)
  } catch (error) {
    await opened.disposeAsync()
    throw error
  }
}

async function openAll(
  dir: DataDir,
  config: Config & Extras,
  clock: Clock,
  opened: AsyncDisposableStack,
): Promise<RunningDaybook> {
  const startedAt = clock.now()
  const { database, notes, log, calls, listeners, network, own, app, copies } = await openApp(
    dir,
    config,
    clock,
    opened,
  )
  await prepare(notes, app, startedAt, log)
  copies?.start(database.read)
  opened.defer(() => copies?.quiet())
  // First: other computers must be sent to HTTPS from the moment the other ports open.
  await network.begin(app.dispatcher, readSetting(database.read, httpsSetting))
  const { url, scanExport, storefront } = await openPorts(listeners, app.dispatcher, config)
  calls.announce({ pid: process.pid, url }, clock.now())
  const jobs = dailyJobs(app, { database, notes, dir, log })
  const timer = startDailyTimer({
    database: notes,
    reservedSpace: app.reservedSpace,
    retention: app.retention,
    clock,
    log,
    jobs,
  })
  opened.defer(() => timer.stop())
  const resting = startResting({ database })
  opened.defer(() => resting.stop())
  const cleaning = startCleaning({ database, store: app.store, before: startedAt }, log)
  opened.defer(() => cleaning.stop())
  await config.restores?.clear()
  opened.defer(() => config.restores?.stop())
  app.reader.start()
  app.folders.start()
  app.archive.start()
  app.published.start()
  if (own !== undefined) {
    const watch = watchCertificate({ ...own, take: listeners.renew, log })
    opened.defer(() => watch.stop())
  }
  // From now on clients may write, so the restore can no longer be undone.
  await finishRestore(dir)
  log.info(`Daybook listens at ${url}; its data is in ${dir.root}.`)
  return {
    url,
    scanExport,
    storefront,
    access: network.access(),
    addresses: network.addresses(),
    setUp: await makeSetupLink(database, url, clock),
    async stop() {
      app.dispatcher.endWaits?.()
      await network.stop()
      await opened.disposeAsync()
    },
  }
}

/** Opens the data and everything that answers requests. Opens no port, and starts no automatic work. */
export async function openApp(
  dir: DataDir,
  config: Config & Extras,
  clock: Clock,
  opened: AsyncDisposableStack,
) {
  const now = clock.now()
  makeDataDir(dir)
  // Stopped after the book is closed, so that the last writes are copied too.
  let copies: First | undefined
  opened.defer(() => copies?.stop())
  const book = openToServe(dir, now)
  opened.defer(() => book.close())
  opened.defer(() => book.tidy())
  const { log, close: closeLog } = await openLog(dir.logs)
  opened.defer(closeLog)
  copies = await openFirst({ dir, clock, log, program: config.litestream })
  const database = copies === undefined ? book : gatedDatabase(book, copies)
  const notes = copies === undefined ? book : gatedDatabase(book, fenceAlone(copies))
  const calls = openCallLog(dir, log, now)
  opened.defer(() => calls.close())
  const { listeners, network, own, localName } = networkOf({ dir, config, database, clock, log })
  const app = createApp({ database, dir, clock, log, calls, network, copies, ...config })
  opened.defer(() => app.stopWork())
  opened.defer(() => network.stop())
  opened.defer(() => localName.follow('this computer'))
  return { database, notes, log, calls, listeners, network, own, app, copies }
}

/** Opens the database for this process as its only server. Throws AlreadyRunning, AppError. */
export function openToServe(dir: DataDir, now: number): Database {
  try {
    return openServedDatabase(dir, now)
  } catch (error) {
    const isInUse = error instanceof AppError && error.code === 'conflict'
    throw isInUse && isHeldFor(dir.lock, servingWord)
      ? new AlreadyRunning(dir, findRunningServer(dir)?.url)
      : error
  }
}

/** Makes the set-up link of an empty data directory. Undefined when Daybook is set up. */
export async function makeSetupLink(
  database: Database,
  url: string,
  clock: Clock,
): Promise<SetupLink | undefined> {
  if (findOrganisation(database.read).get() !== undefined) return undefined
  const secrets = newSecrets()
  const expiresAt = await database.write((conn) => storeSetupLink(conn, secrets, clock.now()))
  return { url: linkUrl(url, 'set-up', secrets), code: shownCode(secrets.code), expiresAt }
}

/** A book that takes no writes, because it was replaced or the disk is full, is still served. The night's work writes this later. */
async function prepare(
  notes: Database,
  { scanExport }: Pick<App, 'scanExport'>,
  now: number,
  log: Log,
): Promise<void> {
  try {
    await notes.write((conn) => markChanges(conn, now))
    // Before the first list: what an earlier Daybook stored has no heads yet.
    await fillHeads({ database: notes, rules: scanExport.rules })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    log.warn(`The start is not noted in the data: ${error.message}`)
  }
}

/** For the notes of the night's work, which do not wait for a copy. */
function fenceAlone(copies: First): WriteGate {
  return { refusal: () => copies.fence(), confirm: () => Promise.resolve() }
}

/** What a start could not write, and what nothing holds any more. */
async function lookAgain(scanExport: App['scanExport']): Promise<void> {
  await fillHeads(scanExport)
  await checkHeldAgain(scanExport)
}

/**
 * The server's nightly work. The order matters: deliver what no hold keeps back, learn from bills before they are deleted, clean up so
 * that the backup is small.
 */
export function dailyJobs(
  app: Omit<App, 'dispatcher' | 'stopWork'>,
  { database, notes, dir, log }: { database: Database; notes: Database; dir: DataDir; log: Log },
): DailyJob[] {
  const { retention, store, thumbnails, reservedSpace, scanExport, testCopy, archive } = app
  return [
    { name: 'held documents', run: () => lookAgain(scanExport) },
    { name: 'proposals', run: (_now, signal) => learnNewBills(scanExport, signal) },
    {
      name: 'heads of bills',
      run: (_now, signal) => followDocuments(scanExport, { signal, isPatient: true }),
    },
    // Before the cleanup, which may delete what is in the archive.
    { name: 'archive', run: (_now, signal) => archive.atNight(signal) },
    {
      name: 'retention',
      run: async (now, signal) => void (await runRetention(retention, now, { signal })),
    },
    {
      name: 'leftovers',
      async run(now, signal) {
        requireNoDoubt(retention, now)
        await removeLeftovers({ database, store, before: now - uploadMs }, signal)
      },
    },
    { name: 'scrub', run: (_now, signal) => scrubFiles({ database, store }, signal) },
    {
      name: 'backup',
      async run(now, signal) {
        const organisation = findOrganisation(database.read).get()?.name
        const missing = await makeNightlyBackup({ dir, organisation, log }, now, signal)
        await noteMissing({ database: notes, store }, missing)
      },
    },
    {
      name: 'offsite',
      async run(now, signal) {
        const secrets = secretsIn(dir.secretKey)
        if (shownOffsite(database.read) !== undefined)
          await copyOffsite({ database, dir, secrets }, now, signal)
      },
    },
    {
      name: 'old copies',
      async run(now) {
        requireNoDoubt(retention, now)
        await removeOldCopies(dir.backups, now)
      },
    },
    {
      name: 'copy for tests',
      async run(now, signal) {
        requireNoDoubt(retention, now)
        await testCopy?.tend(signal)
      },
    },
    { name: 'small images', run: (_now, signal) => thumbnails.bringUp(database, signal) },
    {
      name: 'changes',
      run: (now) =>
        database.write((conn) => {
          forgetOldChanges(conn, now)
          forgetOldVersions(conn)
        }),
    },
    { name: 'reserved space', run: () => reservedSpace.keep() },
    { name: 'upkeep', run: () => Promise.resolve(database.tidy()) },
  ]
}

/** Stops work that depends on dates while the clock is in doubt. The cleanup explains the reason at length. */
function requireNoDoubt(retention: Retention, now: number): void {
  if (doubtOfClock(retention, now) === undefined) return
  throw new AppError('conflict', 'Held back, as the cleanup is: the date may be wrong.')
}

/** How often to check whether the process is idle, in milliseconds. */
const lookEveryMs = 1_000

/** A process counts as idle when it used less processor time than this between two checks, in microseconds. */
const restMicros = 30_000

/** After less work than this, in microseconds of processor time, there is nothing worth freeing. */
const workMicros = 200_000

type RestOptions = {
  database: Pick<Database, 'forgetPages'>
  /** The processor time of this process, in microseconds. Default: the system's figure. */
  usedMicros?: () => number
}

/**
 * Frees memory when the process is idle after any work: a shop's computer has other programs too. It measures processor time, so no fast
 * path has to report that it ran.
 */
export function startResting({ database, usedMicros = processMicros }: RestOptions): {
  stop(): void
} {
  let givenBackAt = 0
  let lastLook = usedMicros()
  const look = () => {
    const now = usedMicros()
    const sinceLook = now - lastLook
    lastLook = now
    if (sinceLook >= restMicros || now - givenBackAt < workMicros) return
    database.forgetPages()
    Bun.gc(true)
    // Freeing memory does not count as work.
    lastLook = givenBackAt = usedMicros()
  }
  const timer = setInterval(look, lookEveryMs)
  return { stop: () => clearInterval(timer) }
}

function processMicros(): number {
  const { user, system } = process.cpuUsage()
  return user + system
}
