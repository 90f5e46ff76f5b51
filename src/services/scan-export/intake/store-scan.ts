import { count } from 'drizzle-orm'
import { useCredit } from '../../../accounts/credits.ts'
import type { Conn } from '../../../platform/db/connection.ts'
import { linkFile } from '../../../platform/files/file-rows.ts'
import type { StoredFile } from '../../../platform/files/store.ts'
import { newId } from '../../../platform/ids.ts'
import { noteTime } from '../../../platform/upkeep/clock-guard.ts'
import type { Category } from '../../../paper/categories.ts'
import type { ScanExportDeps } from '../deps.ts'
import {
  normaliseDocument,
  type NormalisedAhead,
  type RawDocument,
} from '../../../paper/rules/normalise.ts'
import type { RulesInForce } from '../rules-in-force.ts'
import { enqueue } from '../scans/enqueue.ts'
import { keepHeadAgain } from '../scans/heads.ts'
import {
  findNarrowScan,
  findScan,
  insertDifferent,
  insertDocument,
  insertScan,
  newestScan,
  setDeliverSeparately,
  setHeld,
} from '../scans/queries.ts'
import { insertReading, queueReading } from '../scans/reading-rows.ts'
import { duplicateNumbers } from '../scans/rules.ts'
import { scans } from '../tables.ts'
import type { EarlierReading } from './reading-lines.ts'
import type { ConfirmedFinding } from '../scans/hold.ts'

/**
 * What was read decides the status. A scan with a failure reason has failed. Otherwise a scan with `raw` or a correction is
 * successful. Otherwise it is pending.
 */
export type NewScan = {
  /** Set by an import. An existing scan with this id stays as it is. */
  id?: string | undefined
  userId: string
  category: Category
  filename: string
  createdAt: number
  raw: RawDocument | null
  /** `raw`, normalised before the command. */
  ahead?: NormalisedAhead | undefined
  failureReason: string | null
  document: (StoredFile & { contentType: string }) | null
  /** What an import knows from another database. A delivered scan is not delivered again. */
  earlier?: Partial<EarlierLife> | undefined
}

export type EarlierLife = {
  correction: RawDocument | null
  /** Whether a check or a doubt contradicts what was read or typed. */
  held: boolean
  confirmed: ConfirmedFinding[]
  /** How a reader found the values in `raw`. */
  reading: EarlierReading | null
  deliverSeparately: boolean
  synced: { at: number; source: string | null; duplicateOf: string | null } | null
  /** The scan of the same paper. It may have been delivered elsewhere. */
  settled: { sameAs: string; at: number; isDelivered: boolean } | null
  /** Older scans that look like this scan but are different papers. */
  differentFrom: readonly string[]
}

export type ScanStatus = 'pending' | 'successful' | 'failed'

type StoredScan = { id: string; filename: string; status: ScanStatus; created: boolean }

/** Stores a scan with its document, its credit and its place in the queue, all or nothing. */
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
  const earlier = { ...noEarlierLife, ...scan.earlier }
  const { correction, held, confirmed, deliverSeparately, synced, settled } = earlier
  const isGone = synced !== null || settled !== null
  const read = correction ?? raw
  const status = statusOf(failureReason, read)
  insertScan(conn).run({
    id,
    userId,
    documentId: storeDocument(conn, deps, scan, now),
    category,
    filename,
    status,
    failureReason,
    createdAt,
    raw: jsonOf(raw),
    correction: jsonOf(correction),
    confirmed: confirmed.length === 0 ? null : JSON.stringify(confirmed),
    syncedAt: synced?.at ?? null,
    syncedSource: synced?.source ?? null,
    syncedKeyId: null,
    syncedData: null,
    syncedNo: isGone && read !== null ? numberOf(deps.rules(conn), category, read) : null,
    duplicateOf: synced?.duplicateOf ?? null,
    sameAs: settled?.sameAs ?? null,
    settledAt: settled?.at ?? null,
    settledBy: null,
  })
  if (earlier.reading !== null) insertReading(conn).run({ scanId: id, ...earlier.reading })
  if (held) setHeld(conn).run({ id, held })
  if (deliverSeparately) setDeliverSeparately(conn).run({ id, deliverSeparately })
  // A reading costs a credit. What a person typed costs nothing.
  if (status === 'successful' && raw !== null) useCredit(conn, userId, id, now)
  if ((status === 'successful' || held) && read !== null && !isGone) {
    const documentHash = scan.document?.hash ?? null
    const queued = { id, userId, category, filename, createdAt, documentHash, deliverSeparately }
    const ahead = correction === null ? scan.ahead : undefined
    enqueue(conn, { ...queued, held, raw: read, ahead }, deps.rules(conn))
  } else {
    keepHeadAgain(conn, id, deps.rules(conn))
  }
  if (status === 'pending' && scan.document !== null && !isGone) queueReading(conn, id, createdAt)
  for (const otherId of earlier.differentFrom) {
    if (findNarrowScan(conn).get({ id: otherId }) === undefined) continue
    insertDifferent(conn).run({ scanId: id, otherId, userId: null, createdAt: now })
  }
  return { id, filename, status, created: true }
}

const noEarlierLife: EarlierLife = {
  correction: null,
  held: false,
  confirmed: [],
  reading: null,
  deliverSeparately: false,
  synced: null,
  settled: null,
  differentFrom: [],
}

function statusOf(failureReason: string | null, read: RawDocument | null): ScanStatus {
  if (failureReason !== null) return 'failed'
  return read === null ? 'pending' : 'successful'
}

function numberOf({ rules }: RulesInForce, category: Category, read: RawDocument): string | null {
  return duplicateNumbers(normaliseDocument(read, category, rules)).invoiceNo
}

function jsonOf(document: RawDocument | null): string | null {
  return document === null ? null : JSON.stringify(document)
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

export function countScans(conn: Conn): number {
  return conn.select({ n: count() }).from(scans).get()?.n ?? 0
}
