import { serviceOfKey, type GuardParts } from './accounts/guard.ts'
import { recordHistory } from './accounts/history.ts'
import { keyRates } from './accounts/key-rates.ts'
import type { CallLog } from './accounts/call-log/call-log.ts'
import { nameMatchers } from './names/matchers.ts'
import type { Clock } from './platform/clock.ts'
import type { DataDir } from './platform/data-dir.ts'
import type { Book } from './platform/db/book.ts'
import { fileStore, type FileStore } from './platform/files/store.ts'
import type { HttpService } from './platform/http/elysia-service.ts'
import { failedKeys } from './platform/http/failed-keys.ts'
import { front, type Front, type FrontOptions } from './platform/http/front.ts'
import type { Log } from './platform/log.ts'
import type { Retention } from './platform/retention.ts'
import { pages } from './pages.ts'
import {
  scanExportParts,
  scanExportService,
  scanSweep,
  type ScanExportParts,
} from './services/scan-export/service.ts'

export type AppOptions = {
  book: Book
  dir: DataDir
  clock: Clock
  log: Log
  calls: Pick<CallLog, 'add'>
  corsOrigins: readonly string[]
  publicUrl: string | undefined
}

export type App = { front: Front; retention: Retention; scanExport: ScanExportParts }

/** Puts Daybook together from its parts. */
export function createApp(options: AppOptions): App {
  const { book, clock, log } = options
  const store = storeOf(options.dir)
  const guardParts: GuardParts = {
    read: book.read,
    clock,
    failures: failedKeys(),
    rates: keyRates(),
  }
  const scanExport = scanExportParts({ book, clock, store, names: nameMatchers() })
  const services = [scanExportService(scanExport, guardParts, log)]
  return {
    front: front({
      services,
      pages: pages(services),
      chooseService: chooserOf(guardParts),
      clock,
      log,
      corsOrigins: options.corsOrigins,
      publicUrl: options.publicUrl,
      onCall(call) {
        options.calls.add(call)
        log.request(call)
      },
    }),
    retention: retentionOf(book, store),
    scanExport,
  }
}

/** Everything that retention deletes. */
export function retentionOf(book: Book, store: FileStore): Retention {
  return {
    book,
    sweeps: [scanSweep(store)],
    record: (conn, now, swept) => recordHistory(conn, now, { action: 'cleanup', details: swept }),
  }
}

export function storeOf(dir: DataDir): FileStore {
  return fileStore({ documents: dir.documents, images: dir.images })
}

/** Without a usable key the header that was sent tells which service was meant. */
function chooserOf(guardParts: GuardParts): FrontOptions['chooseService'] {
  return (request, candidates) => {
    const meant = serviceOfKey(guardParts, request) ?? guessedService(request)
    const chosen = candidates.find(({ name }) => name === meant) ?? candidates[0]
    if (chosen === undefined) throw new Error('There are no services.')
    return chosen
  }
}

function guessedService(request: Request): HttpService['name'] {
  return request.headers.has('x-api-key') ? 'scan-export' : 'storefront'
}
