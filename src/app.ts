import { confirmedSessions } from './accounts/users/passwords.ts'
import { serviceOfKey, type GuardDeps, keyLookup, keyRates } from './accounts/keys/guard.ts'
import { recorderOf } from './accounts/history.ts'
import type { CallLog } from './accounts/call-log/call-log.ts'
import { refusedSignIns } from './accounts/sessions/sign-in.ts'
import { tries } from './accounts/sessions/guessing.ts'
import { consoleService } from './console/api/service.ts'
import { nameMatchers } from './names/matching.ts'
import { backupJobs } from './platform/backup/backup-jobs.ts'
import { cleanupJobs, type Retention, type retentionActions } from './platform/upkeep/retention.ts'
import type { Clock } from './platform/time.ts'
import type { Config } from './platform/config.ts'
import type { DataDir } from './platform/disk/data-dir.ts'
import type { Database } from './platform/db/database.ts'
import { reservedSpaceIn, type ReservedSpace } from './platform/upkeep/reserved-space.ts'
import { fileStore, type FileStore } from './platform/files/store.ts'
import { thumbnailsOf, type Thumbnails } from './platform/files/thumbnails.ts'
import type { HttpService } from './platform/http/service.ts'
import { findAsset, type FindPage } from './platform/http/pages/page.ts'
import { consolePages } from './console/api/site/pages.ts'
import { documentPages, referencePages } from './platform/http/pages/docs.ts'
import { failedKeys } from './platform/http/failed-keys.ts'
import {
  dispatcher,
  type Dispatcher,
  type DispatcherOptions,
  type Pages,
} from './platform/http/dispatcher.ts'
import { imagePages } from './platform/http/pages/images.ts'
import { pictures } from './platform/pictures/pictures.ts'
import { readProcess } from './platform/reading/read-process.ts'
import { closedNetwork, type Network } from './platform/http/listening/addresses.ts'
import { apiDocument, type ApiDocument } from './platform/http/openapi/document.ts'
import { pagesOf } from './platform/http/pages/pages.ts'
import { jsonReply } from './platform/http/reply.ts'
import type { Log } from './platform/log.ts'
import { secretsIn } from './platform/secrets.ts'
import { version } from './platform/embedded.ts'
import {
  builtInLabelsTable,
  scanExportAbout,
  scanExportDeps,
  scanExportRoutes,
  scanExportService,
  scanReader,
  filePasswords,
  scanSweep,
  folderWatch,
  type FolderWatch,
  type Reader,
  type ScanExportDeps,
} from './services/scan-export/service.ts'
import {
  catalogueOf,
  customerSweep,
  storefrontAbout,
  storefrontRoutes,
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
  publicUrl: string | undefined
  tls?: Config['tls']
  /** A sign-in that everybody may know, as the console's page shows it. */
  demo?: { email: string; password: string }
  /** How the console opens Daybook to other computers; left out, it cannot. */
  network?: Network
}

export type App = {
  dispatcher: Dispatcher
  retention: Retention
  scanExport: ScanExportDeps
  storefront: StorefrontDeps
  catalogue: Catalogue
  store: FileStore
  thumbnails: Thumbnails
  reservedSpace: ReservedSpace
  reader: Reader
  folders: FolderWatch
  /** Ends the long work that somebody began at the console. */
  stopWork(): Promise<void>
}

/** Puts Daybook together from its parts. */
export function createApp(options: AppOptions): App {
  const { database, clock, log } = options
  const files = storeOf(options.dir)
  const thumbnails = thumbnailsOf(files, options.dir.thumbnails, log)
  const store = withThumbnails(files, thumbnails)
  const reservedSpace = reservedSpaceIn(options.dir.reservedSpace, log)
  const guardDeps = guardDepsOf(options)
  const scanExport = scanExportDeps({ database, clock, store, names: nameMatchers() })
  const storefront: StorefrontDeps = { database, clock, store }
  const catalogue = catalogueOf(storefront)
  const retention = retentionOf(database, store, reservedSpace)
  const backups = backupJobs({ dir: options.dir, clock, log })
  const drawn = pictures(log)
  const passwords = filePasswords({ ...scanExport, secrets: secretsIn(options.dir.secretKey) })
  const reader = scanReader(scanExport, readProcess(log), passwords, log)
  const folders = folderWatch(scanExport, log)
  const cleanup = cleanupJobs({ retention, clock, log })
  const serviceOptions = { log, https: options.tls !== undefined }
  const services = [
    scanExportService(scanExport, guardDeps, serviceOptions),
    storefrontService(storefront, catalogue, guardDeps, serviceOptions),
    consoleService(
      {
        database,
        dir: options.dir,
        clock,
        log,
        tries: tries(),
        refused: refusedSignIns(),
        confirmed: confirmedSessions(),
        network: options.network ?? closedNetwork,
        scanExport,
        storefront,
        catalogue,
        retention,
        backups,
        pictures: drawn,
        reader,
        passwords,
        folders,
        cleanup,
        publicUrl: options.publicUrl,
        demo: options.demo ?? null,
      },
      serviceOptions,
    ),
  ]
  return {
    dispatcher: dispatcher({
      services,
      pages: pagesFor(apiDocuments(scanExport, storefront), imagePages(store, thumbnails)),
      chooseService: chooserOf(guardDeps),
      clock,
      log,
      corsOrigins: options.corsOrigins,
      publicUrl: options.publicUrl,
      onCall: noteCalls(options),
    }),
    retention,
    scanExport,
    storefront,
    catalogue,
    store,
    thumbnails,
    reservedSpace,
    reader,
    folders,
    stopWork: () => stopAll([folders, backups, cleanup, thumbnails, drawn, reader]),
  }
}

function noteCalls({ calls, log }: AppOptions): DispatcherOptions['onCall'] {
  return (call) => {
    calls.add(call)
    log.request(call)
  }
}

function guardDepsOf({ database, clock }: AppOptions): GuardDeps {
  return { findKey: keyLookup(database), clock, failures: failedKeys(), rates: keyRates() }
}

async function stopAll(work: readonly { stop(): Promise<void> }[]): Promise<void> {
  await Promise.all(work.map((each) => each.stop()))
}

/** The API document of each service, by the service's name. */
export function apiDocuments(
  scanExport: ScanExportDeps,
  storefront: StorefrontDeps,
): ReadonlyMap<string, ApiDocument> {
  return new Map([
    ['scan-export', apiDocument(() => scanExportRoutes(scanExport), scanExportAbout, version)],
    ['storefront', apiDocument(() => storefrontRoutes(storefront), storefrontAbout, version)],
  ])
}

/** What needs no key. */
function pagesFor(documents: ReadonlyMap<string, ApiDocument>, images: FindPage): Pages {
  const inserts = { 'built-in labels': builtInLabelsTable }
  return pagesOf([
    findHealth,
    findAsset,
    images,
    documentPages(documents),
    referencePages({ version, inserts }),
    consolePages(),
  ])
}

const findHealth: FindPage = (_request, path) => {
  const text = JSON.stringify({ status: 'ok', version })
  return path === '/health' ? (request) => jsonReply(request, 200, text) : undefined
}

/** Everything that retention deletes. */
export function retentionOf(
  database: Database,
  store: FileStore,
  reservedSpace: ReservedSpace,
): Retention {
  const recordHistory = recorderOf<keyof typeof retentionActions>()
  return {
    database,
    reservedSpace,
    sweeps: [scanSweep(store), customerSweep],
    record: (conn, now, swept) => recordHistory(conn, now, { action: 'cleanup', details: swept }),
    recordConfirmation: (conn, now, by) =>
      recordHistory(conn, now, { action: 'clock confirmed', userId: by, details: {} }),
  }
}

export function storeOf({ documents, images, thumbnails }: DataDir): FileStore {
  return fileStore({ documents, images, thumbnails })
}

/** What comes in while the server runs gets its smaller copies at once; what a command brings, when they are asked for. */
function withThumbnails(store: FileStore, thumbnails: Pick<Thumbnails, 'later'>): FileStore {
  return {
    ...store,
    async put(kind, bytes) {
      const file = await store.put(kind, bytes)
      if (kind === 'images') thumbnails.later(file.hash)
      return file
    },
  }
}

/** Without a usable key the header that was sent tells which service was meant. */
function chooserOf(guardDeps: GuardDeps): DispatcherOptions['chooseService'] {
  return (request, candidates) => {
    const meant = serviceOfKey(guardDeps, request) ?? guessedService(request)
    const chosen = candidates.find(({ name }) => name === meant) ?? candidates[0]
    if (chosen === undefined) throw new Error('There are no services.')
    return chosen
  }
}

function guessedService(request: Request): HttpService['name'] {
  return request.headers.has('x-api-key') ? 'scan-export' : 'storefront'
}
