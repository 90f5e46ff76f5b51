import { snapshot, type Conn, query } from '../../../platform/db/connection.ts'
import { readSetting } from '../../../platform/settings.ts'
import { type ScanExportDeps, duplicatesSetting } from '../deps.ts'
import { findRuleVersion } from '../rules-in-force.ts'
import { retentionMs } from '../scans/rules.ts'
import { countWaiting, listUsersWaiting } from '../scans/waiting-queries.ts'
import { deliveryOf } from './list-scans.ts'
import { listScanIds, type ListedSelection } from './listed-queries.ts'
import { findScanPosition } from '../scans/queries.ts'
import { and, gte, lt, sql, type SQL } from 'drizzle-orm'
import { scans } from '../tables.ts'

/** Counts what a key would be handed now, and what waits for each user, as the unsynced list counts. */
export function countWaitingScans(
  { database, clock }: ScanExportDeps,
  key: { userId: string; allUsers: boolean },
): { seen: number; byUser: { id: string; waiting: number }[] } {
  const { read } = database
  return snapshot(read, () => {
    const selection = everything(read, clock.now())
    const countOf = (userId: string | undefined) =>
      countWaiting(read, { ...selection, userId }).waiting
    return {
      seen: countOf(key.allUsers ? undefined : key.userId),
      byUser: listUsersWaiting(read)
        .all({ from: selection.from })
        .map(({ id }) => ({ id, waiting: countOf(id) }))
        .filter(({ waiting }) => waiting > 0),
    }
  })
}

/** What a key would be handed now, and since when the oldest of it waits: ms since the epoch, null when nothing does. */
export function findWaitingForKey(
  { database, clock }: Pick<ScanExportDeps, 'database' | 'clock'>,
  key: { userId: string; allUsers: boolean },
): { waiting: number; since: number | null } {
  const { read } = database
  return snapshot(read, () => {
    const userId = key.allUsers ? undefined : key.userId
    const selection = { ...everything(read, clock.now()), userId }
    const { waiting, oldest } = countWaiting(read, selection)
    return { waiting, since: oldest }
  })
}

/** All that the unsynced list delivers. */
function everything(conn: Conn, now: number) {
  return {
    category: undefined,
    from: now - retentionMs,
    generation: findRuleVersion(conn),
    withSeller: readSetting(conn, duplicatesSetting) === 'invoice_no_and_seller',
  }
}

/** Unsynced scans are pointed out in their last week (source: decisions, "Retention"). */
const lastWeekMs = 7 * 24 * 60 * 60 * 1000

/** How many scans want to be looked at, and why. Times in milliseconds since the epoch. */
type ScansNeedingAttention = {
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
    const inLastWeek = countListed(read, lastWeek)
    return {
      failed: countListed(read, { ...all, status: 'failed' }),
      lastWeek: inLastWeek,
      firstDeletedAt: inLastWeek === 0 ? null : firstDeletedAt(read, lastWeek, inLastWeek),
      hidden: countListed(read, { ...all, duplicate: 'yes' }),
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

function countListed(conn: Conn, selection: ListedSelection): number {
  return listScanIds(conn, selection, { limit: 1, offset: 0 }).total
}

/** The list is newest first, so the oldest is its last. */
function firstDeletedAt(conn: Conn, selection: ListedSelection, total: number): number | null {
  const [id = ''] = listScanIds(conn, selection, { limit: 1, offset: total - 1 }).ids
  const oldest = findScanPosition(conn).get({ id })
  return oldest === undefined ? null : oldest.createdAt + retentionMs
}

/** Scans that arrived and that were acknowledged, for each of some days. */
type ScanDays = { arrived: number[]; delivered: number[] }

/**
 * Counts the scans of one user or, when `userId` is null, of all. `bounds` are the beginnings of consecutive days and
 * the end of the last (ms since the epoch, rising): one more than there are days.
 */
export function countScanDays(
  { database }: Pick<ScanExportDeps, 'database'>,
  userId: string | null,
  bounds: readonly number[],
): ScanDays {
  const { read } = database
  const days = bounds.slice(1).map((until, day) => ({ from: bounds[day] ?? until, until }))
  const [from, until] = [bounds[0] ?? 0, bounds.at(-1) ?? 0]
  const delivered = days.map(() => 0)
  for (const [at] of listSyncedTimes(read).values({ userId, from, until })) {
    const day = days.findIndex((one) => Number(at) < one.until)
    delivered[day] = (delivered[day] ?? 0) + 1
  }
  return {
    arrived: days.map((day) => countArrived(read).get({ userId, ...day })?.n ?? 0),
    delivered,
  }
}

/** How many scans came from `from` on and before `until`: of one user or, when `userId` is null, of all. */
const countArrived = query((conn) =>
  conn
    .select({ n: sql<number>`count(*)` })
    .from(scans)
    .where(
      and(
        gte(scans.createdAt, sql.placeholder('from')),
        lt(scans.createdAt, sql.placeholder('until')),
        ofUser(),
      ),
    )
    .prepare(),
)

/**
 * When scans were acknowledged, from `from` on and before `until`, in no order. All of it is in one index
 * (scans_created), which is read through: the wide rows are not touched.
 */
const listSyncedTimes = query((conn) =>
  conn
    .select({ at: scans.syncedAt })
    .from(scans)
    .where(
      and(
        sql`+${scans.syncedAt} >= ${sql.placeholder('from')}`,
        sql`+${scans.syncedAt} < ${sql.placeholder('until')}`,
        ofUser(),
      ),
    )
    .prepare(),
)

/** The pluses keep SQLite from indexes that lead to the wide rows. */
function ofUser(): SQL {
  return sql`+${scans.userId} = coalesce(${sql.placeholder('userId')}, ${scans.userId})`
}
