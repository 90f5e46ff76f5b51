import { snapshot, type Conn } from '../../../platform/db/connection.ts'
import type { ScanExportDeps } from '../parts.ts'
import { deliveryOf } from './list-scans.ts'
import { listScanIds, type ListedSelection } from './listed-queries.ts'
import { findScanPosition } from './queries.ts'
import { retentionMs } from './rules.ts'

/** Unsynced scans are pointed out in their last week (source: decisions, "Retention"). */
const lastWeekMs = 7 * 24 * 60 * 60 * 1000

/** How many scans want to be looked at, and why. Times in milliseconds since the epoch. */
export type ScansNeedingAttention = {
  failed: number
  /** Unsynced ones in their last week, and when the first of them is deleted. */
  lastWeek: number
  firstDeletedAt: number | null
  /** Not delivered, because an older one of the same user has their number. */
  hidden: number
}

/** Of one user or, when `userId` is null, of all; counted as the list of scans counts. */
export function scansNeedingAttention(
  deps: ScanExportDeps,
  userId: string | null,
): ScansNeedingAttention {
  const { read } = deps.database
  return snapshot(read, () => {
    const all = allUnsynced(deps, userId)
    const lastWeek = { ...all, ...soonDeleted(deps.clock.now()) }
    const inLastWeek = countOf(read, lastWeek)
    return {
      failed: countOf(read, { ...all, status: 'failed' }),
      lastWeek: inLastWeek,
      firstDeletedAt: inLastWeek === 0 ? null : firstDeletedAt(read, lastWeek, inLastWeek),
      hidden: countOf(read, { ...all, duplicate: 'yes' }),
    }
  })
}

/** Unsynced scans in their last week, as a list of scans is chosen. */
export function soonDeleted(
  now: number,
): Pick<ListedSelection, 'status' | 'synced' | 'from' | 'until'> {
  const from = now - retentionMs
  return { status: 'successful', synced: 'no', from, until: from + lastWeekMs }
}

/** Scans that are older are past their time: the next cleanup takes them. */
function allUnsynced(deps: ScanExportDeps, userId: string | null): ListedSelection {
  const delivery = deliveryOf(deps)
  return {
    ...delivery,
    userId,
    category: null,
    status: null,
    synced: 'no',
    duplicate: null,
    from: delivery.deliveredFrom,
    until: Number.MAX_SAFE_INTEGER,
    text: null,
  }
}

function countOf(conn: Conn, selection: ListedSelection): number {
  return listScanIds(conn, selection, { limit: 1, offset: 0 }).total
}

/** The list is newest first, so the oldest is its last. */
function firstDeletedAt(conn: Conn, selection: ListedSelection, total: number): number | null {
  const [id = ''] = listScanIds(conn, selection, { limit: 1, offset: total - 1 }).ids
  const oldest = findScanPosition(conn).get({ id })
  return oldest === undefined ? null : oldest.createdAt + retentionMs
}
