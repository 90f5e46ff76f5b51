import { readArchive } from '../../../platform/archive/setting.ts'
import { snapshot } from '../../../platform/db/connection.ts'
import { gauge, type Gauge } from '../../../platform/http/pages/metrics.ts'
import { countArchived } from '../archive/queries.ts'
import type { ScanExportDeps } from '../deps.ts'
import { findNarrowScan, type Sight } from '../scans/queries.ts'
import { retentionMs } from '../scans/rules.ts'
import { countWaiting, listWaiting } from '../scans/waiting-list.ts'
import {
  deliveryAt,
  findWaitingBySeq,
  listUsersWaiting,
  type Delivery,
} from '../scans/waiting-queries.ts'
import { countJobs } from '../scans/reading-rows.ts'
import { doubtfulIds } from './doubts.ts'
import { allScans, countScans, listScanIds, type ScanListInput } from './listed-queries.ts'

/** The console points out unsynced scans in their last week (source: decisions, "Retention"). */
const lastWeekMs = 7 * 24 * 60 * 60 * 1000

/** Counts what waits for each user. Counts like the unsynced list. */
export function listWaitingByUser({ database: { read }, clock }: ScanExportDeps) {
  return snapshot(read, () => {
    const delivery = deliveryAt(read, clock.now())
    const countFor = (userId: string) =>
      countWaiting(read, { ...delivery, userId, category: null }).waiting
    const users = listUsersWaiting(read).all({ from: delivery.from })
    return users.map(({ id }) => ({ id, waiting: countFor(id) }))
  })
}

/** How many scans a key would get now, and when the oldest of them came in: ms since the epoch, null without any. */
export function findWaitingForKey(
  { database: { read }, clock }: Pick<ScanExportDeps, 'database' | 'clock'>,
  { userId: keysUser, allUsers }: Sight,
): { waiting: number; since: number | null } {
  return snapshot(read, () => {
    const userId = allUsers ? null : keysUser
    const selection = { ...deliveryAt(read, clock.now()), userId, category: null }
    const [seq] = listWaiting(read, selection, undefined, 1)
    const oldest = seq === undefined ? undefined : findWaitingBySeq(read).get({ seq })
    return { waiting: countWaiting(read, selection).waiting, since: oldest?.createdAt ?? null }
  })
}

/** Unsynced scans in their last week, and when Daybook deletes the first of them, in milliseconds since the epoch. */
type SoonDeleted = { lastWeek: number; firstDeletedAt: number | null }

/** Of one user, or of all users when `userId` is null. Counts like the list of scans. */
export function scansSoonDeleted(deps: ScanExportDeps, userId: string | null): SoonDeleted {
  const { read } = deps.database
  return snapshot(read, () => {
    const now = deps.clock.now()
    const delivery = deliveryAt(read, now)
    const lastWeek = { ...undelivered(userId, delivery), ...soonDeleted(now) }
    const { ids, total } = listScanIds(read, lastWeek, delivery, firstOnly, oldestFirst)
    const first = findNarrowScan(read).get({ id: ids[0] ?? '' })
    return {
      lastWeek: total,
      firstDeletedAt: first === undefined ? null : first.createdAt + retentionMs,
    }
  })
}

const firstOnly = { limit: 1, offset: 0 }

const oldestFirst = { by: 'added', isDescending: false } as const

/** How many waiting scans have values that the checks contradict. The first call after a start checks all waiting scans. */
export async function countDoubtful(deps: ScanExportDeps, userId: string | null): Promise<number> {
  const among = await doubtfulIds(deps)
  const { read } = deps.database
  return snapshot(read, () => {
    const delivery = deliveryAt(read, deps.clock.now())
    const input = { ...undelivered(userId, delivery), status: 'successful', among }
    return countScans(read, input, delivery)
  })
}

/** Whether one user, or any user when `userId` is null, has a scan. */
export function hasAnyScan(
  { database: { read }, clock }: ScanExportDeps,
  userId: string | null,
): boolean {
  return countScans(read, { ...allScans, userId }, deliveryAt(read, clock.now())) > 0
}

/** Selects the unsynced scans in their last week, for a list of scans. */
export function soonDeleted(
  now: number,
): Pick<ScanListInput, 'status' | 'synced' | 'from' | 'until'> {
  const from = now - retentionMs
  return { status: 'successful', synced: 'no', from, until: from + lastWeekMs }
}

/** Leaves out scans that are past their time: the next cleanup deletes them. */
function undelivered(userId: string | null, { from }: Delivery): ScanListInput {
  return { ...allScans, userId, synced: 'no', from }
}

/** The figures of scan export for a monitor. */
export function scanGauges(deps: ScanExportDeps): Gauge[] {
  const { waiting, since } = findWaitingForKey(deps, { userId: '', allUsers: true })
  return [
    gauge('documents_waiting', 'Documents that no program has acknowledged yet.', waiting),
    gauge(
      'documents_oldest_wait_seconds',
      'How long the oldest of them waits.',
      since === null ? 0 : Math.max(0, (deps.clock.now() - since) / 1000),
    ),
    gauge('documents_to_read', 'Documents that wait to be read.', countJobs(deps.database.read)),
    ...archiveGauges(deps),
  ]
}

/** The archive's figures for a monitor. None without an archive. */
function archiveGauges({ database, clock }: ScanExportDeps): Gauge[] {
  const archive = readArchive(database.read)
  if (archive === undefined) return []
  const { waiting } = countArchived(database.read, archive.id, clock.now())
  return [
    gauge('documents_unarchived', 'Documents that are not in the archive.', waiting),
    gauge(
      'archive_failed',
      '1 while nothing can be written into the archive.',
      Number(archive.state.problem !== null),
    ),
    gauge(
      'documents_lost',
      'Documents that were deleted without being archived, since the archive was named.',
      archive.state.lost.count,
    ),
  ]
}
