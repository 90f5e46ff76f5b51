import { snapshot } from '../../../platform/db/connection.ts'
import { foldText } from '../../../platform/text.ts'
import type { ScanExportDeps } from '../deps.ts'
import { asDocument } from '../../../paper/rules/normalise.ts'
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
import type { ShownHead } from '../scans/shown-head.ts'
import { headReader } from './head-reader.ts'

/**
 * How a scan stands: to be typed in, being read, failed, held because a check contradicts what was typed, waiting for delivery, held back
 * as a duplicate of one that waits, settled as the same paper as another one, delivered, or acknowledged together with the
 * one that was delivered.
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

/** A scan in a list; times in milliseconds since the epoch, `total` in rupees. */
export type ListedScan = Omit<
  ListedRow,
  'head' | 'headAs' | 'deliveredId' | 'readings' | 'hasCorrection'
> &
  ShownHead & {
    /** Whether somebody typed other values than were read, or went over them and changed none. */
    isCorrected: boolean
    isConfirmed: boolean
    state: ScanState
    /** The scan that is delivered, or was, in place of this one. */
    originalId: string | null
    /** When it is deleted, delivered or not. */
    expiresAt: number
  }

/** Scans as a person looks for them, the newest first unless sorted otherwise, with how many there are. */
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

/** The newest scans whose seller, number or file is called like a text: what else they say is not looked through. */
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

/** Those of some ids that there are, in that order. */
export function findScans(deps: ScanExportDeps, ids: readonly string[]): ListedScan[] {
  return atOnce(deps, (delivery) => listedScans(deps, delivery, ids))
}

/** The ids of all scans that a person looks for, the oldest first. */
export function listScanIdsOf(deps: ScanExportDeps, input: ScanListInput): string[] {
  const everything = { limit: Number.MAX_SAFE_INTEGER, offset: 0 }
  return atOnce(deps, (delivery) => {
    const { read } = deps.database
    return listScanIds(read, input, delivery, everything).ids.toReversed()
  })
}

/** How many scans a person looks for, and what they come to. */
export function totalOfScans(
  deps: ScanExportDeps,
  input: ScanListInput,
): { documents: number; totalPaise: number } {
  return atOnce(deps, (delivery) => addUpScans(deps.database.read, input, delivery))
}

/** Asks one state of the database. */
function atOnce<T>({ database: { read }, clock }: ScanExportDeps, ask: (at: Delivery) => T): T {
  return snapshot(read, () => ask(deliveryAt(read, clock.now())))
}

/** Those of some ids that there are, in that order; read together, however many. */
export function listedScans(
  deps: ScanExportDeps,
  delivery: Delivery,
  ids: readonly string[],
): ListedScan[] {
  if (ids.length === 0) return []
  const headOf = headReader(deps)
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
      ...headOf(row),
      expiresAt: scan.createdAt + retentionMs,
    }
  })
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
