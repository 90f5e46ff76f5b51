import { openCallLog } from '../../accounts/call-log/call-log.ts'
import { findRunningServer } from '../../accounts/call-log/read-calls.ts'
import { findOrganisation } from '../../accounts/queries.ts'
import {
  linkUrl,
  newSecrets,
  type SetupLink,
  shownCode,
  storeSetupLink,
} from '../../accounts/users/links.ts'
import { type App, type AppOptions, createApp } from '../../app.ts'
import { makeNightlyBackup, noteMissing } from '../../platform/backup/backup-jobs.ts'
import type { Config } from '../../platform/config.ts'
import { type Database, openServedDatabase, servingWord } from '../../platform/db/database.ts'
import { isHeldFor } from '../../platform/db/instance-lock.ts'
import { removeOldCopies } from '../../platform/db/migrate.ts'
import { type DataDir, makeDataDir } from '../../platform/disk/data-dir.ts'
import { AppError } from '../../platform/errors.ts'
import { removeLeftovers, startCleaning } from '../../platform/files/leftovers.ts'
import { scrubFiles } from '../../platform/files/scrub.ts'
import { type NetworkAccess, networkSetting } from '../../platform/http/listening/addresses.ts'
import { readCertificate, watchCertificate } from '../../platform/http/listening/certificate.ts'
import { makeListeners } from '../../platform/http/listening/listeners.ts'
import { type Log, openLog } from '../../platform/log.ts'
import { readSetting } from '../../platform/settings.ts'
import type { Clock } from '../../platform/time.ts'
import { type DailyJob, startDailyTimer } from '../../platform/upkeep/daily.ts'
import { startResting } from '../../platform/upkeep/rest.ts'
import { doubtOfClock, type Retention, runRetention } from '../../platform/upkeep/retention.ts'
import { checkHeldAgain, learnNewBills } from '../../services/scan-export/service.ts'
import { startLoadingSearch } from '../../services/storefront/service.ts'

/** The longest that an upload takes from its first file to its scans, in milliseconds: until then they are no leftovers. */
const uploadMs = 60 * 60 * 1000

export type RunningDaybook = {
  url: string
  scanExport: string
  storefront: string
  access: NetworkAccess
  /** Where other computers find it; none while they cannot. */
  addresses: readonly string[]
  /** How to set it up; undefined when it is. */
  setUp: SetupLink | undefined
  /** Finishes what is under way, brings everything to the disk, closes. */
  stop(): Promise<void>
}

/** Thrown when another server holds the data directory; `url` is where it answers, if known. */
export class AlreadyRunning extends AppError {
  readonly url: string | undefined

  constructor(dir: DataDir, url: string | undefined) {
    const where = url === undefined ? '' : ` at ${url}`
    super('conflict', `A Daybook server runs on ${dir.root} already${where}.`)
    this.url = url
  }
}

type ShownSignIn = Partial<Pick<AppOptions, 'demo'>>

/** Opens a data directory and serves it. Throws AlreadyRunning, AppError `conflict` for a taken port. */
export async function startServer(
  dir: DataDir,
  config: Config,
  clock: Clock,
  shown: ShownSignIn = {},
): Promise<RunningDaybook> {
  // What was opened is closed in the opposite order, at the end or when something on the way fails.
  const opened = new AsyncDisposableStack()
  try {
    return await openAll(dir, { ...config, ...shown }, clock, opened)
  } catch (error) {
    await opened.disposeAsync()
    throw error
  }
}

async function openAll(
  dir: DataDir,
  config: Config & ShownSignIn,
  clock: Clock,
  opened: AsyncDisposableStack,
): Promise<RunningDaybook> {
  const startedAt = clock.now()
  makeDataDir(dir)
  const database = openToServe(dir, startedAt)
  opened.defer(() => database.close())
  opened.defer(() => database.tidy())
  const { log, close: closeLog } = await openLog(dir.logs)
  opened.defer(closeLog)
  const calls = openCallLog(dir, log, startedAt)
  opened.defer(() => calls.close())
  const { host, tls: files } = config
  const tls = files && readCertificate(files)
  const access = readSetting(database.read, networkSetting) ?? 'this computer'
  const network = makeListeners({ host, access, tls, log })
  const app = createApp({ database, dir, clock, log, calls, network, ...config })
  opened.defer(() => app.stopWork())
  opened.defer(() => network.stop())
  const open = (service: string | undefined, port: number) =>
    network.open(app.dispatcher, service, port)
  const url = await open(undefined, config.port)
  const scanExport = await openOwn(open, 'scan-export', config.scanExportPort, url)
  const storefront = await openOwn(open, 'storefront', config.storefrontPort, url)
  calls.announce({ pid: process.pid, url }, clock.now())
  const jobs = dailyJobs(app, { database, dir, log })
  const timer = startDailyTimer({
    database,
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
  app.reader.start()
  app.folders.start()
  const loading = startLoadingSearch(app.catalogue, app.storefront, log)
  opened.defer(() => loading.stop())
  if (files !== undefined && tls !== undefined) {
    const watch = watchCertificate({ files, inUse: tls, take: network.renew, log })
    opened.defer(() => watch.stop())
  }
  log.info(`Daybook listens at ${url}; its data is in ${dir.root}.`)
  return {
    url,
    scanExport,
    storefront,
    access: network.access(),
    addresses: network.addresses(),
    setUp: await makeSetupLink(database, url, clock),
    async stop() {
      await network.stop()
      await opened.disposeAsync()
    },
  }
}

/** Opens the database of a data directory, which this process then serves alone. Throws AlreadyRunning, AppError. */
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

/** Makes the way into an empty data directory; undefined when it is set up already. */
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

/** A service's own address where it has one, else the one on the shared listener. */
async function openOwn(
  open: (service: string, port: number) => Promise<string>,
  service: string,
  port: number | undefined,
  sharedUrl: string,
): Promise<string> {
  return port === undefined ? `${sharedUrl}/${service}` : await open(service, port)
}

/** What the server does every night, in this order: letting out what nothing holds any more, learning of bills before they go, cleaning up so that the backup is small. */
export function dailyJobs(
  app: Pick<App, 'retention' | 'store' | 'thumbnails' | 'reservedSpace' | 'scanExport'>,
  { database, dir, log }: { database: Database; dir: DataDir; log: Log },
): DailyJob[] {
  const { retention, store, thumbnails, reservedSpace, scanExport } = app
  return [
    { name: 'held documents', run: () => checkHeldAgain(scanExport) },
    { name: 'proposals', run: (_now, signal) => learnNewBills(scanExport, signal) },
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
        await noteMissing({ database, store }, missing)
      },
    },
    {
      name: 'old copies',
      async run(now) {
        requireNoDoubt(retention, now)
        await removeOldCopies(dir.backups, now)
      },
    },
    { name: 'small images', run: (_now, signal) => thumbnails.bringUp(database, signal) },
    { name: 'reserved space', run: () => reservedSpace.keep() },
    { name: 'upkeep', run: () => Promise.resolve(database.tidy()) },
  ]
}

/** The cleanup says at length why it is held; what else goes by dates need not say it again. */
function requireNoDoubt(retention: Retention, now: number): void {
  if (doubtOfClock(retention, now) === undefined) return
  throw new AppError('conflict', 'Held back, as the cleanup is: the date may be wrong.')
}
