import type { AppError } from '../../../platform/errors.ts'
import { type RowError, rowErrorOf } from '../../../platform/http/fields.ts'
import { isOldFence } from '../../../books/leases/lease.ts'
import {
  flagLateAcknowledgement,
  withdrawFlags,
} from '../../../books/leases/late-acknowledgement.ts'
import { storeResult } from '../../../books/results/store-result.ts'
import { nothingSaid, type External } from '../../../books/results/read-result.ts'
import { findNarrowScan, isSeenBy } from '../scans/queries.ts'
import { findWaiting } from '../scans/waiting-queries.ts'
import { deliveredData, revisionOf } from './delivered.ts'
import { markById, type Slice } from './mark-scan.ts'

/** One acknowledged scan: in which state it was entered, and where. `sent` is the id as it came. */
export type GivenItem = {
  id: string
  sent: string
  /** '' if the client did not say: then any revision is accepted. */
  revision: string
  external: External | undefined
  /** The fence of the lease under which the scan was fetched. 0 or undefined: without a lease. */
  fence: number | undefined
}

/**
 * The result of one item. `marked`: by this call. `already`: before. `late`: another worker has the scan meanwhile; the acknowledgement
 * still counts. `stale`: the scan has changed since it was fetched, and still waits. `unknown`: the key sees no such scan, or the scan does
 * not wait. `revision`: the present one; null for a scan that does not wait.
 */
export type ItemResult = {
  id: string
  status: 'marked' | 'already' | 'late' | 'stale' | 'unknown' | 'error'
  revision: string | null
  error?: RowError
}

/** An item that cannot be read. */
export type RefusedItem = { sent: string; error: AppError }

/**
 * Marks one scan, unless the scan has changed since it was fetched. Stores where the scan is in the accounts in either case: a person
 * should look at a scan that was entered before it changed.
 */
export function acknowledgeItem(slice: Slice, item: GivenItem | RefusedItem): Acknowledged {
  const { sent: id } = item
  if ('error' in item) {
    const error = rowErrorOf(item.error)
    return { result: { id, status: 'error', revision: null, error }, isMarked: false }
  }
  const { conn, call } = slice
  const scan = findNarrowScan(conn).get({ id: item.id })
  if (!isSeenBy(call.marker, scan)) return unmarked(id, 'unknown', null)
  const revision = currentRevision(slice, item.id)
  if (revision !== null && item.revision !== '' && item.revision !== revision) {
    if (!flagLate(slice, item)) keepExternal(slice, item, true)
    return unmarked(id, 'stale', revision)
  }
  const isMarked = markById(slice, item.id) > 0
  if (!isMarked && scan.syncedAt === null) return unmarked(id, 'unknown', revision)
  const isLate = flagLate(slice, item)
  if (!isLate) keepExternal(slice, item, false)
  const status = isMarked ? 'marked' : 'already'
  return { result: { id, status: isLate ? 'late' : status, revision: null }, isMarked }
}

/** The result of an item, and whether this call marked its scan. */
type Acknowledged = { result: ItemResult; isMarked: boolean }

function unmarked(id: string, status: ItemResult['status'], revision: string | null): Acknowledged {
  return { result: { id, status, revision }, isMarked: false }
}

/** Null when the scan does not wait. */
function currentRevision({ conn, names }: Slice, scanId: string): string | null {
  const waiting = findWaiting(conn).get({ scanId })
  return waiting === undefined ? null : revisionOf(waiting.category, deliveredData(waiting, names))
}

/** Flags a late acknowledgement. Returns whether the acknowledgement was late. */
function flagLate(
  { conn, call }: Slice,
  { id, revision, external, fence = 0 }: GivenItem,
): boolean {
  const { keyId, userId } = call.marker
  if (fence === 0 || keyId === null || !isOldFence(conn, 'scan', id, fence)) return false
  const late = { subjectId: id, revision, fence, external, keyId, userId, now: call.syncedAt }
  return flagLateAcknowledgement(conn, 'scan', late)
}

function keepExternal({ conn, call }: Slice, item: GivenItem, isStale: boolean): void {
  const { id, revision, external } = item
  const { keyId } = call.marker
  if (external === undefined || keyId === null) return
  const outcome = isStale
    ? ({ outcome: 'parked', code: 'changed_since' } as const)
    : ({ outcome: 'imported' } as const)
  const given = { ...nothingSaid, ...outcome, id, revision, external }
  storeResult(conn, 'scan', keyId, given, call.syncedAt)
  if (!isStale) withdrawFlags(conn, 'scan', id, external)
}
