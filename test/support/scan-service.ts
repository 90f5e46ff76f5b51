import type { Caller } from '../../src/accounts/keys/guard.ts'
import { storeOf } from '../../src/app.ts'
import { withStoredFiles } from '../../src/platform/files/file-rows.ts'
import { type JsonObject, isJsonObject } from '../../src/platform/json/json.ts'
import { scanExportDeps, type ScanExportDeps } from '../../src/services/scan-export/service.ts'
import { storeScan, type NewScan } from '../../src/services/scan-export/intake/store-scan.ts'
import { readDocument, type ScanData } from '../../src/paper/rules/normalise.ts'
import { listUnsynced } from '../../src/services/scan-export/delivery/list-unsynced.ts'
import { markSynced } from '../../src/services/scan-export/delivery/mark-synced.ts'
import { isDeliverable, waitingNow } from '../../src/services/scan-export/scans/waiting-queries.ts'
import { scans } from '../../src/services/scan-export/tables.ts'
import {
  dayMs,
  setClock,
  temporaryDatabase,
  type SetClock,
  type TemporaryDatabase,
} from './temporary-database.ts'

export type ScanInput = Partial<Omit<NewScan, 'raw' | 'document'>> & {
  metadata?: JsonObject
  lines?: JsonObject[]
  /** Content of the original, when there is one. */
  content?: string
  /** Not read yet: `metadata` and `lines` do not count. */
  pending?: boolean
}

/** The scan export service without HTTP: a real database, and a clock that the test sets. */
export type ScanService = TemporaryDatabase & {
  clock: SetClock
  deps: ScanExportDeps
  /** Enters a scan a day old of the user `ravi`, unless told otherwise. */
  addScan(scan?: ScanInput): Promise<string>
  /** Ids of the unsynced list, for a user or for an all-users key. */
  listed(user?: string, category?: NewScan['category']): string[]
  /** How many the list says to wait. */
  waiting(user?: string): number
  mark(ids: readonly string[], invoiceNos?: readonly string[], user?: string): Promise<number>
  /** What waits, by scan: the normalised document in force. */
  queued(): Map<string, ScanData>
  /** The scan's row. */
  scan(id: string): typeof scans.$inferSelect
}

export function scanService(): ScanService {
  const temporary = temporaryDatabase()
  const { database, dir } = temporary
  const clock = setClock()
  const deps = scanExportDeps({ database, clock, store: storeOf(dir) })
  const list = listUnsynced(deps)
  const answer = (user?: string, category?: NewScan['category']): JsonObject => {
    const { text } = list(callerOf(user), { limit: 1_000_000, category, after: undefined })
    const parsed: JsonObject = JSON.parse(text)
    return parsed
  }
  return {
    ...temporary,
    clock,
    deps,
    addScan: (scan = {}) => addScan(deps, scan),
    listed(user, category) {
      const { items } = answer(user, category)
      return Array.isArray(items) ? items.filter(isJsonObject).map(({ id }) => String(id)) : []
    },
    waiting: (user) => Number(answer(user)['waiting']),
    async mark(ids, invoiceNos = [], user) {
      const input = { ids, invoiceNos, source: 'test' }
      return (await markSynced(deps, callerOf(user), input)).updated
    },
    queued: () => queued(deps),
    scan(id) {
      const row = database.read
        .select()
        .from(scans)
        .all()
        .find((candidate) => candidate.id === id)
      if (row === undefined) throw new Error(`There is no scan ${id}.`)
      return row
    },
  }
}

function callerOf(user: string | undefined): Caller {
  return {
    keyId: `key of ${user ?? 'all'}`,
    userId: user ?? 'owner',
    role: user === undefined ? 'owner' : 'member',
    allUsers: user === undefined,
    scopes: [],
  }
}

async function addScan(deps: ScanExportDeps, input: ScanInput): Promise<string> {
  const { metadata = {}, lines = [], content, pending = false, ...rest } = input
  const failed = rest.failureReason !== undefined && rest.failureReason !== null
  const scan: NewScan = {
    userId: 'ravi',
    category: 'vendor_invoice',
    filename: 'bill.pdf',
    createdAt: deps.clock.now() - dayMs,
    failureReason: null,
    ...rest,
    raw: pending || failed ? null : { invoice_metadata: metadata, line_items: lines },
    document: null,
  }
  const bytes = new TextEncoder().encode(content ?? '')
  const stored = await withStoredFiles(
    async () => {
      if (content === undefined) return
      const file = await deps.store.put('documents', bytes)
      scan.document = { ...file, contentType: 'text/plain' }
    },
    () => deps.database.write((conn) => storeScan(conn, deps, scan, deps.clock.now())),
  )
  return stored.id
}

function queued({ database }: ScanExportDeps): Map<string, ScanData> {
  const now = waitingNow(database.read, 'now')
  const rows = database.read.select().from(now).where(isDeliverable(now)).all()
  return new Map(rows.map(({ scanId, data }) => [scanId, readDocument(data)]))
}
