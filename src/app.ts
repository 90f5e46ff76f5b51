import { waysIn } from './accounts/entry/sign-in.ts'
import { chooserOf, keyLookup, type GuardDeps } from './accounts/keys/guard.ts'
import { keyRates } from './accounts/keys/rates.ts'
import type { CallLog } from './accounts/call-log/call-log.ts'
import { testCopyOf, type TestCopy } from './test-copy/test-copy.ts'
import { consoleService } from './console/api/guard.ts'
import { backupJobs } from './platform/backup/backup-jobs.ts'
import type { RestoreDesk } from './platform/backup/restore-desk.ts'
import { cleanupJobs, type Retention } from './platform/upkeep/retention.ts'
import { retentionOf } from './retention.ts'
import { machineGauges } from './platform/upkeep/gauges.ts'
import type { Clock } from './platform/time.ts'
import type { Config } from './platform/config.ts'
import { dataDir, type DataDir } from './platform/disk/data-dir.ts'
import type { Database } from './platform/db/database.ts'
import { reservedSpaceIn, type ReservedSpace } from './platform/upkeep/reserved-space.ts'
import { publishedImages, type PublishedImages } from './platform/offsite/published-images.ts'
import { type FileStore, fileStore, storeAbove } from './platform/files/store.ts'
import { thumbnailsOf, type Thumbnails, withThumbnails } from './platform/files/thumbnails.ts'
import type { HttpService } from './platform/http/service.ts'
import { type FindPage, findAsset, pagesOf } from './platform/http/pages/page.ts'
import { consolePages } from './console/api/site/pages.ts'
import { documentPages, referencePages } from './platform/http/pages/docs.ts'
import { failedKeys } from './platform/http/failed-keys.ts'
import {
  dispatcher,
  type Dispatcher,
  type DispatcherOptions,
  type Pages,
} from './platform/http/dispatcher.ts'
import { type StandbyAnswers, loggedCall } from './platform/http/request.ts'
import { trustPages } from './platform/http/pages/trust.ts'
import {
  type RequestCounts,
  healthPages,
  metricsPage,
  requestCounts,
} from './platform/http/pages/metrics.ts'
import { imagePages } from './platform/http/pages/images.ts'
import { pictures, type Pictures } from './platform/pictures/pictures.ts'
import { readProcess } from './reader/pages/read-process.ts'
import { closedNetwork, type ShopNetwork } from './platform/http/listening/addresses.ts'
import { apiDocument, type ApiDocument } from './platform/http/openapi/document.ts'
import type { Log } from './platform/log.ts'
import { offsiteJobs } from './platform/offsite/offsite.ts'
import type { First } from './platform/replica/first.ts'
import { secretsIn } from './platform/secrets.ts'
import { version } from './platform/embedded.ts'
import {
  archiver,
  scanExportAbout,
  scanExportDeps,
  scanExportDocumented,
  scanExportService,
  scanGauges,
  scanReader,
  filePasswords,
  folderWatch,
  type Archiver,
  type FolderWatch,
  type Reader,
  type ScanExportDeps,
} from './services/scan-export/service.ts'
import { builtInLabelsTable } from './paper/rules/built-in-labels.ts'
import {
  catalogueOf,
  orderGauges,
  storefrontAbout,
  storefrontDocumented,
  storefrontService,
  type Catalogue,
  type StorefrontDeps,
} from './services/storefront/service.ts'

export type AppOptions = {
  database: Database
  dir: DataDir
  clock: Clock
  log: Log
  calls: Pick<CallLog, 'add'>
  corsOrigins: readonly string[]
  trustedProxies?: readonly string[]
  publicUrl: string | undefined
  /** The base of image addresses, instead of Daybook's own. */
  imageBaseUrl?: string | undefined
  /** Whether the book follows another Daybook's: then it may be behind, and refuses clients that have seen more. */
  isFollower?: boolean
  tls?: Config['tls']
  metricsToken?: string | undefined
  /** A public sign-in, as the console's page shows it. */
  demo?: { email: string; password: string }
  /** Draws pages of documents. Default: a separate process. */
  pictures?: Pictures
  /** Accepts restores that owners start in the pages. Without it they have to run the command. */
  restores?: RestoreDesk
  /** The state of the continuous copies. Undefined without any. */
  copies?: Pick<First, 'status'> | undefined
  /** What a standby adds to each answer. Undefined when this is no standby. */
  standby?: StandbyAnswers | undefined
  /** Lets the console open Daybook to other computers. Without it the console cannot. */
  network?: ShopNetwork
}

export type App = {
  dispatcher: Dispatcher
  retention: Retention
  scanExport: ScanExportDeps
  storefront: StorefrontDeps
  catalogue: Catalogue
  store: FileStore
  thumbnails: Thumbnails
  published: PublishedImages
  reservedSpace: ReservedSpace
  reader: Reader
  folders: FolderWatch
  archive: Archiver
  /** Undefined on a copy of the book. */
  testCopy: TestCopy | undefined
  /** Ends long work that somebody started at the console. */
  stopWork(): Promise<void>
}

/** Assembles Daybook from its parts. */
export function createApp(options: AppOptions): App {
  const { database, clock, log, imageBaseUrl } = options
  const { network = closedNetwork, pictures: drawn = pictures(log) } = options
  const { store, thumbnails } = filesOf(options)
  const reservedSpace = reservedSpaceIn(options.dir.reservedSpace, log)
  const guardDeps = guardDepsOf(options)
  const scanExport = scanExportDeps({ database, clock, store })
  const storefront: StorefrontDeps = { database, clock, store, imageBaseUrl }
  const catalogue = catalogueOf(storefront)
  const retention = retentionOf(database, store, reservedSpace)
  const backups = backupJobs({ dir: options.dir, clock, log })
  const secrets = secretsIn(options.dir.secretKey)
  const passwords = filePasswords({ ...scanExport, secrets })
  const offsite = offsiteJobs({ ...options, secrets })
  const published = publishedImages({ database, secrets, store, thumbnails, log })
  const reader = scanReader(scanExport, readProcess(log), passwords, log)
  const folders = folderWatch(scanExport, { log, dataRoot: options.dir.root })
  const archive = archiver({ ...scanExport, dir: options.dir }, log)
  const cleanup = cleanupJobs({ retention, clock, log })
  const testCopy = testCopyOf({ ...options, bookFiles: store, guardDeps })
  const work = { reader, folders, archive, testCopy }
  const services = [
    scanExportService(scanExport, guardDeps, { log, desk: testCopy }),
    storefrontService(storefront, catalogue, guardDeps, { ...options, desk: testCopy }),
    consoleService({
      ...options,
      ...waysIn(),
      secrets,
      network,
      scanExport,
      storefront,
      catalogue,
      retention,
      backups,
      offsite,
      pictures: drawn,
      ...work,
      passwords,
      cleanup,
      restores: options.restores,
      demo: options.demo ?? null,
      copies: options.copies,
    }),
  ]
  const requests = requestCounts()
  const gauges = () => gaugesOf(options, scanExport, storefront)
  const figures = metricsPage({ token: options.metricsToken, all: requests.all, gauges })
  const images = imagePages(withTestImages(store, options.dir), thumbnails, published)
  const own = [healthPages(options), trustPages(network.https), figures, images]
  const pages = pagesFor(own, apiDocuments(scanExport, storefront))
  const longWork = [backups, offsite, published, cleanup, thumbnails, drawn, catalogue]
  return {
    dispatcher: dispatcherOf(options, services, { guardDeps, network, pages, requests }),
    retention,
    scanExport,
    storefront,
    catalogue,
    store,
    thumbnails,
    published,
    reservedSpace,
    ...work,
    stopWork: () => stopAll([...Object.values(work), ...longWork]),
  }
}

function filesOf({ dir, log }: AppOptions): { store: FileStore; thumbnails: Thumbnails } {
  const files = storeOf(dir)
  const thumbnails = thumbnailsOf(files, dir.thumbnails, log)
  return { store: withThumbnails(files, thumbnails), thumbnails }
}

/** Also shows images that test keys uploaded: the address of an image depends only on its content. */
function withTestImages(store: FileStore, { testCopy }: DataDir): FileStore {
  return storeAbove(store, storeOf(dataDir(testCopy)))
}

async function gaugesOf(
  options: AppOptions,
  scanExport: ScanExportDeps,
  storefront: StorefrontDeps,
) {
  const { store } = storefront
  return [
    ...(await machineGauges({ ...options, store })),
    ...scanGauges(scanExport),
    ...orderGauges(storefront, options.clock.now()),
  ]
}

type DispatcherParts = {
  guardDeps: GuardDeps
  network: ShopNetwork
  pages: Pages
  requests: Pick<RequestCounts, 'note'>
}

function dispatcherOf(
  options: AppOptions,
  services: readonly HttpService[],
  { guardDeps, network, pages, requests }: DispatcherParts,
): Dispatcher {
  const { clock, log, corsOrigins, publicUrl, trustedProxies = [], tls, standby } = options
  return dispatcher({
    standby,
    services,
    pages,
    chooseService: chooserOf(guardDeps),
    clock,
    log,
    corsOrigins,
    publicUrl,
    trustedProxies,
    originInstead: network.https.originInstead,
    isHttpsEverywhere: tls !== undefined,
    onCall: noteCalls(options, requests),
  })
}

function noteCalls(
  { calls, log }: AppOptions,
  requests: Pick<RequestCounts, 'note'>,
): DispatcherOptions['onCall'] {
  return (call) => {
    // Test keys mostly request failures and slow answers on purpose: these must not alarm anybody.
    if (call.isTest !== true) requests.note(call)
    calls.add(call)
    log.request(() => loggedCall(call))
  }
}

function guardDepsOf({ database, clock }: AppOptions): GuardDeps {
  return { findKey: keyLookup(database), clock, failures: failedKeys(), rates: keyRates() }
}

async function stopAll(work: readonly ({ stop(): Promise<void> } | undefined)[]): Promise<void> {
  const begun = work.filter((each) => each !== undefined)
  await Promise.all(begun.map((each) => each.stop()))
}

/** The API document of each service, by the service's name. */
export function apiDocuments(
  scanExport: ScanExportDeps,
  storefront: StorefrontDeps,
): ReadonlyMap<string, ApiDocument> {
  return new Map([
    ['scan-export', apiDocument(() => scanExportDocumented(scanExport), scanExportAbout, version)],
    ['storefront', apiDocument(() => storefrontDocumented(storefront), storefrontAbout, version)],
  ])
}

/** Pages that need no key. */
function pagesFor(own: readonly FindPage[], documents: ReadonlyMap<string, ApiDocument>): Pages {
  const inserts = { 'built-in labels': builtInLabelsTable }
  return pagesOf([
    // Before the redirect to HTTPS: the page that helps devices there needs its files.
    findAsset,
    ...own,
    documentPages(documents),
    referencePages({ version, inserts }),
    consolePages(),
  ])
}

export function storeOf({ documents, images, thumbnails }: DataDir): FileStore {
  return fileStore({ documents, images, thumbnails })
}
