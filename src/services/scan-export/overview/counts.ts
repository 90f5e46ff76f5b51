import { and, gte, lt, sql, type SQL } from 'drizzle-orm'
import { query, snapshot, type Conn, type Params } from '../../../platform/db/connection.ts'
import type { ScanExportDeps } from '../deps.ts'
import { listPairs } from '../duplicates/find-pairs.ts'
import { findNarrowScan } from '../scans/queries.ts'
import { retentionMs } from '../scans/rules.ts'
import { countWaiting, listWaiting } from '../scans/waiting-list.ts'
import {
  deliveryAt,
  findWaitingBySeq,
  listUsersWaiting,
  type Delivery,
} from '../scans/waiting-queries.ts'
import { scans } from '../tables.ts'
import { doubtfulIds } from './doubts.ts'
import { allScans, listScanIds, type ScanListInput } from './listed-queries.ts'

/** Unsynced scans are pointed out in their last week (source: decisions, "Retention"). */
const lastWeekMs = 7 * 24 * 60 * 60 * 1000

type KeyReach = { userId: string; allUsers: boolean }

/** Counts what a key would be handed now, and what waits for each user, as the unsynced list counts. */
export function countWaitingScans(
  { database: { read }, clock }: ScanExportDeps,
  { userId: keysUser, allUsers }: KeyReach,
): { seen: number; byUser: { id: string; waiting: number }[] } {
  return snapshot(read, () => {
    const delivery = deliveryAt(read, clock.now())
    const countFor = (userId: string | null) =>
      countWaiting(read, { ...delivery, userId, category: null }).waiting
    return {
      seen: countFor(allUsers ? null : keysUser),
      byUser: listUsersWaiting(read)
        .all({ from: delivery.from })
        .map(({ id }) => ({ id, waiting: countFor(id) }))
        .filter(({ waiting }) => waiting > 0),
    }
  })
}

/** What a key would be handed now, and since when the oldest of it waits: ms since the epoch, null when nothing does. */
export function findWaitingForKey(
  { database: { read }, clock }: Pick<ScanExportDeps, 'database' | 'clock'>,
  { userId: keysUser, allUsers }: KeyReach,
): { waiting: number; since: number | null } {
  return snapshot(read, () => {
    const userId = allUsers ? null : keysUser
    const selection = { ...deliveryAt(read, clock.now()), userId, category: null }
    const [seq] = listWaiting(read, selection, undefined, 1)
    const oldest = seq === undefined ? undefined : findWaitingBySeq(read).get({ seq })
    return { waiting: countWaiting(read, selection).waiting, since: oldest?.createdAt ?? null }
  })
}

/** How many scans want to be looked at, and why. Times in milliseconds since the epoch. */
type ScansNeedingAttention = {
  failed: number
  /** Typed in, and held because a check contradicts it. */
  held: number
  /** Unsynced ones in their last week, and when the first of them is deleted. */
  lastWeek: number
  firstDeletedAt: number | null
  /** Pairs that may be one paper, as long as nobody has said. */
  duplicates: number
}

/** Of one user or, when `userId` is null, of all; counted as the list of scans counts. */
export async function scansNeedingAttention(
  deps: ScanExportDeps,
  userId: string | null,
): Promise<ScansNeedingAttention> {
  const { read } = deps.database
  const { length: duplicates } = await listPairs(deps, userId)
  return snapshot(read, () => {
    const now = deps.clock.now()
    const delivery = deliveryAt(read, now)
    const unsynced = undelivered(userId, delivery)
    const countOf = (input: ScanListInput) => countListed(read, input, delivery)
    const lastWeek = { ...unsynced, ...soonDeleted(now) }
    const inLastWeek = countOf(lastWeek)
    return {
      failed: countOf({ ...unsynced, status: 'failed', held: 'no' }),
      held: countOf({ ...unsynced, held: 'yes' }),
      lastWeek: inLastWeek,
      firstDeletedAt:
        inLastWeek === 0 ? null : firstDeletedAt(read, lastWeek, delivery, inLastWeek),
      duplicates,
    }
  })
}

/** How many waiting scans have values that the checks contradict. The first call after a start checks all that waits. */
export async function countDoubtful(deps: ScanExportDeps, userId: string | null): Promise<number> {
  const among = await doubtfulIds(deps)
  const { read } = deps.database
  return snapshot(read, () => {
    const delivery = deliveryAt(read, deps.clock.now())
    const input = { ...undelivered(userId, delivery), status: 'successful', among }
    return countListed(read, input, delivery)
  })
}

/** Whether there is any scan: of one user or, when `userId` is null, of all. */
export function hasAnyScan(
  { database: { read }, clock }: ScanExportDeps,
  userId: string | null,
): boolean {
  return countListed(read, { ...allScans, userId }, deliveryAt(read, clock.now())) > 0
}

/** Unsynced scans in their last week, as a list of scans is chosen. */
export function soonDeleted(
  now: number,
): Pick<ScanListInput, 'status' | 'synced' | 'from' | 'until'> {
  const from = now - retentionMs
  return { status: 'successful', synced: 'no', from, until: from + lastWeekMs }
}

/** Scans that are older are past their time: the next cleanup takes them. */
function undelivered(userId: string | null, { from }: Delivery): ScanListInput {
  return { ...allScans, userId, synced: 'no', from }
}

function countListed(conn: Conn, input: ScanListInput, delivery: Delivery): number {
  return listScanIds(conn, input, delivery, { limit: 1, offset: 0 }).total
}

/** The list is newest first, so the oldest is its last. */
function firstDeletedAt(
  conn: Conn,
  input: ScanListInput,
  delivery: Delivery,
  total: number,
): number | null {
  const [id = ''] = listScanIds(conn, input, delivery, { limit: 1, offset: total - 1 }).ids
  const oldest = findNarrowScan(conn).get({ id })
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

type Times = Params<{ from: number; until: number; userId: string | null }>

/** How many scans came from `from` on and before `until`: of one user or, when `userId` is null, of all. */
const countArrived = query((conn, { from, until, userId }: Times) =>
  conn
    .select({ n: sql<number>`count(*)` })
    .from(scans)
    .where(and(gte(scans.createdAt, from), lt(scans.createdAt, until), ofUser(userId))),
)

/**
 * When scans were acknowledged, from `from` on and before `until`, in no order. All of it is in one index
 * (scans_created), which is read through: the wide rows are not touched.
 */
const listSyncedTimes = query((conn, { from, until, userId }: Times) =>
  conn
    .select({ at: scans.syncedAt })
    .from(scans)
    .where(
      and(sql`+${scans.syncedAt} >= ${from}`, sql`+${scans.syncedAt} < ${until}`, ofUser(userId)),
    ),
)

/** The pluses keep SQLite from indexes that lead to the wide rows. */
function ofUser(userId: Times['userId']): SQL {
  return sql`+${scans.userId} = coalesce(${userId}, ${scans.userId})`
}
