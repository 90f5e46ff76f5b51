import type { GuardDeps } from '../accounts/keys/guard.ts'
import type { Service } from '../accounts/keys/rules.ts'
import { markChanges } from '../changes/feed.ts'
import { openServedDatabase, type Database } from '../platform/db/database.ts'
import { gatedDatabase } from '../platform/db/guarded-database.ts'
import type { DataDir } from '../platform/disk/data-dir.ts'
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

/** What the services on the copy need besides the copy. They use the book only to identify keys and to read files. */
export type TestServicesOptions = {
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
export type TestServices = {
  of(service: Service): HttpService
  /** Whether the services are reading a document. */
  isReading(): boolean
  /** Deletes what the book would have deleted by now. */
  retain(signal: AbortSignal): Promise<void>
  endWaits(): void
  close(): Promise<void>
}

export async function openTestServices(options: TestServicesOptions): Promise<TestServices> {
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
