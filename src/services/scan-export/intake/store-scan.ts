import { useCredit } from '../../../accounts/credits.ts'
import { noteTime } from '../../../platform/upkeep/clock-guard.ts'
import { type Conn, query } from '../../../platform/db/connection.ts'
import { linkFile } from '../../../platform/files/file-rows.ts'
import type { StoredFile } from '../../../platform/files/store.ts'
import { newId } from '../../../platform/ids.ts'
import type { ScanExportDeps } from '../deps.ts'
import type { RawDocument } from '../normalising/normalise.ts'
import type { Category } from '../categories.ts'
import { newestScan } from '../retention.ts'
import { enqueue } from '../scans/enqueue.ts'
import { findScan, insertDocument, insertScan, setSynced } from '../scans/queries.ts'
import { count, eq, sql } from 'drizzle-orm'
import { scans } from '../tables.ts'

/**
 * What was read decides the state: a scan with `raw` or a correction is successful, one with a reason has failed, else
 * it is pending.
 */
export type NewScan = {
  /** Given by an import; a scan of that id that is there already is left alone. */
  id?: string | undefined
  userId: string
  category: Category
  filename: string
  createdAt: number
  raw: RawDocument | null
  failureReason: string | null
  document: (StoredFile & { contentType: string }) | null
  /** What an import brings of an earlier life in another database. A synced scan is not delivered again. */
  earlier?: EarlierLife | undefined
}

export type EarlierLife = {
  correction: RawDocument | null
  deliverSeparately: boolean
  synced: { at: number; source: string | null; duplicateOf: string | null } | null
}

export type ScanStatus = 'pending' | 'successful' | 'failed'

type StoredScan = { id: string; filename: string; status: ScanStatus; created: boolean }

/** Enters a scan with its document, its credit and its place in the queue: one decision, all or nothing. */
export function storeScan(
  conn: Conn,
  deps: Pick<ScanExportDeps, 'store' | 'rules'>,
  scan: NewScan,
  now: number,
): StoredScan {
  const known = scan.id === undefined ? undefined : findScan(conn).get({ id: scan.id })
  if (known !== undefined) return { ...known, created: false }
  noteTime(conn, now, newestScan)
  const id = scan.id ?? newId(now)
  const { userId, category, filename, createdAt, raw, failureReason } = scan
  const status = statusOf(scan)
  insertScan(conn).run({
    id,
    userId,
    documentId: storeDocument(conn, deps, scan, now),
    category,
    filename,
    status,
    failureReason,
    createdAt,
    raw: raw === null ? null : JSON.stringify(raw),
  })
  if (status === 'successful') useCredit(conn, userId, id, now)
  if (scan.earlier !== undefined) storeEarlierLife(conn, id, scan.earlier)
  const read = readOf(scan)
  if (status === 'successful' && read !== null && !scan.earlier?.synced) {
    const documentHash = scan.document?.hash ?? null
    const deliverSeparately = scan.earlier?.deliverSeparately ?? false
    enqueue(
      conn,
      { id, userId, category, filename, createdAt, documentHash, deliverSeparately, raw: read },
      deps.rules(conn),
    )
  }
  return { id, filename, status, created: true }
}

/** What counts: the correction when there is one. */
function readOf({ earlier, raw }: NewScan): RawDocument | null {
  return earlier?.correction ?? raw
}

function statusOf(scan: NewScan): ScanStatus {
  if (scan.failureReason !== null) return 'failed'
  return readOf(scan) === null ? 'pending' : 'successful'
}

function storeEarlierLife(conn: Conn, id: string, earlier: EarlierLife): void {
  const { correction, deliverSeparately, synced } = earlier
  if (correction !== null || deliverSeparately) {
    const json = correction === null ? null : JSON.stringify(correction)
    setReviewed(conn).run({ id, correction: json, deliverSeparately })
  }
  if (synced === null) return
  const { at, source, duplicateOf } = synced
  setSynced(conn).run({ id, syncedAt: at, source, keyId: null, data: null, duplicateOf })
}

function storeDocument(
  conn: Conn,
  deps: Pick<ScanExportDeps, 'store'>,
  scan: NewScan,
  now: number,
): string | null {
  if (scan.document === null) return null
  const { hash, bytes, contentType } = scan.document
  linkFile(conn, deps.store, 'documents', { hash, bytes })
  const id = newId(now)
  const { userId, filename, createdAt } = scan
  insertDocument(conn).run({ id, hash, userId, filename, contentType, bytes, createdAt })
  return id
}

/** What was decided by hand: the correction (JSON, or null) and whether the scan is delivered beside its twins. */
const setReviewed = query((conn) =>
  conn
    .update(scans)
    .set({
      correction: sql`${sql.placeholder('correction')}`,
      deliverSeparately: sql`${sql.placeholder('deliverSeparately')}`,
    })
    .where(eq(scans.id, sql.placeholder('id')))
    .prepare(),
)

export function countAllScans(conn: Conn): number {
  return conn.select({ n: count() }).from(scans).get()?.n ?? 0
}
