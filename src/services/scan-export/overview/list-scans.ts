import { snapshot } from '../../../platform/db/connection.ts'
import { foldText } from '../../../platform/text.ts'
import type { ScanExportDeps } from '../deps.ts'
import { headFacts } from '../../../paper/facts.ts'
import { asDocument, normaliseDocument, readDocument } from '../../../paper/rules/normalise.ts'
import type { JsonObject } from '../../../platform/json/json.ts'
import { mapNames } from '../delivery/delivered.ts'
import { retentionMs } from '../scans/rules.ts'
import { hasSameValues } from '../scans/same-values.ts'
import { deliveryAt, type Delivery } from '../scans/waiting-queries.ts'
import {
  addUpScans,
  listCalled,
  listScanIds,
  type ScanListInput,
  type ScanPage,
} from './listed-queries.ts'
import { listScanRows, type ListedRow } from './listed-rows.ts'
import { newestFirst, type ScanOrderBy } from './sort-queries.ts'
import { shownHead, type ShownHead } from '../scans/shown-head.ts'

/**
 * How a scan stands. `pending`: to be typed in. `reading`: Daybook reads it. `check`: held because a check contradicts the values.
 * `waiting`: waits for delivery. `duplicate`: hidden by an older waiting scan. `settled`: a person called it the same paper as another
 * scan. `synced`: delivered. `synced duplicate`: acknowledged together with the delivered original.
 */
type ScanState =
  | 'pending'
  | 'reading'
  | 'failed'
  | 'check'
  | 'waiting'
  | 'duplicate'
  | 'settled'
  | 'synced'
  | 'synced duplicate'

/** A scan in a list. Times in milliseconds since the epoch, `total` in rupees. */
export type ListedScan = Omit<
  ListedRow,
  'head' | 'headAs' | 'deliveredId' | 'readings' | 'hasCorrection'
> &
  ShownHead & {
    /** Whether somebody changed values. `isConfirmed`: somebody went over the values and changed none. */
    isCorrected: boolean
    isConfirmed: boolean
    state: ScanState
    /** The scan that is or was delivered in place of this one. */
    originalId: string | null
    /** When Daybook deletes the scan, delivered or not. */
    expiresAt: number
  }

/** One page of a list of scans, newest first unless sorted otherwise, and how many scans match. */
export function listScans(
  deps: ScanExportDeps,
  input: ScanListInput,
  page: ScanPage,
  order: ScanOrderBy = newestFirst,
): { items: ListedScan[]; total: number } {
  const list = (delivery: Delivery) => {
    const { ids, total } = listScanIds(deps.database.read, input, delivery, page, order)
    return { items: listedScans(deps, delivery, ids), total }
  }
  return atOnce(deps, list)
}

type Called = { text: string; userId: string | null; limit: number }

/** The newest scans whose seller, number or file name contains a text. Does not search their other values. */
export function findCalledScans(
  deps: ScanExportDeps,
  { text, userId, limit }: Called,
): ListedScan[] {
  return atOnce(deps, (delivery) => {
    const found = listCalled(deps.database.read).all({ text: foldText(text), userId, limit })
    const ids = found.map(({ id }) => id)
    return listedScans(deps, delivery, ids)
  })
}

/** The scans with these ids, in this order. Leaves out ids that do not exist. */
export function findScans(deps: ScanExportDeps, ids: readonly string[]): ListedScan[] {
  return atOnce(deps, (delivery) => listedScans(deps, delivery, ids))
}

/** The ids of all scans that match, the oldest first. */
export function listScanIdsOf(deps: ScanExportDeps, input: ScanListInput): string[] {
  const everything = { limit: Number.MAX_SAFE_INTEGER, offset: 0 }
  return atOnce(deps, (delivery) => {
    const { read } = deps.database
    return listScanIds(read, input, delivery, everything).ids.toReversed()
  })
}

/** How many scans match, and the sum of their totals. */
export function totalOfScans(
  deps: ScanExportDeps,
  input: ScanListInput,
): { documents: number; totalPaise: number } {
  return atOnce(deps, (delivery) => addUpScans(deps.database.read, input, delivery))
}

/** Runs all queries on one state of the database. */
function atOnce<T>({ database: { read }, clock }: ScanExportDeps, ask: (at: Delivery) => T): T {
  return snapshot(read, () => ask(deliveryAt(read, clock.now())))
}

/** The scans with these ids, in this order. One query reads all of them. */
export function listedScans(
  deps: ScanExportDeps,
  delivery: Delivery,
  ids: readonly string[],
): ListedScan[] {
  if (ids.length === 0) return []
  const headOf = deliveredHeads(deps)
  return listScanRows(deps.database.read, ids, delivery).map((row) => {
    const { head: _head, headAs: _headAs, deliveredId, readings, hasCorrection, ...scan } = row
    const isConfirmed = readings !== null && isUnchanged(readings)
    const originalId = originalOf(scan, deliveredId)
    return {
      ...scan,
      isCorrected: hasCorrection && !isConfirmed,
      isConfirmed,
      state: stateOf(scan, originalId),
      originalId,
      ...shownHead(headFacts(row.category, headOf(row))),
      expiresAt: scan.createdAt + retentionMs,
    }
  })
}

/** Finds what would be delivered of a stored head, or was delivered. Nothing where nothing was read. */
function deliveredHeads({
  database: { read },
  names,
  rules,
}: ScanExportDeps): (row: Pick<ListedRow, 'category' | 'head' | 'headAs'>) => JsonObject {
  const { vendors, products } = names(read)
  return ({ head, headAs, category }) => {
    if (head === null) return {}
    const data = readDocument(head)
    if (headAs === 'delivered') return data.invoice_metadata
    if (headAs === 'waiting') return mapNames(data, category, vendors, products).invoice_metadata
    return normaliseDocument(data, category, rules(read).rules).invoice_metadata
  }
}

function isUnchanged(readings: string): boolean {
  const both: unknown = JSON.parse(readings)
  const [read, typed] = Array.isArray(both) ? both.map(asDocument) : []
  return read !== undefined && typed !== undefined && hasSameValues(read, typed)
}

type Standing = Pick<
  ListedRow,
  'id' | 'status' | 'held' | 'isBeingRead' | 'syncedAt' | 'duplicateOf' | 'sameAs'
>

function originalOf(scan: Standing, deliveredId: string | null): string | null {
  if (scan.syncedAt !== null) return scan.duplicateOf
  return scan.sameAs ?? (deliveredId === scan.id ? null : deliveredId)
}

function stateOf(
  { status, held, isBeingRead, syncedAt, sameAs }: Standing,
  originalId: string | null,
): ScanState {
  if (sameAs !== null && syncedAt === null) return 'settled'
  if (held) return 'check'
  if (status === 'pending' && isBeingRead) return 'reading'
  if (status !== 'successful') return status
  if (syncedAt !== null) return originalId === null ? 'synced' : 'synced duplicate'
  return originalId === null ? 'waiting' : 'duplicate'
}
