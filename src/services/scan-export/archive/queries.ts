import { and, count, eq, lt, sql, type SQL } from 'drizzle-orm'
import { changes } from '../../../changes/tables.ts'
import { query, type Conn, type Params } from '../../../platform/db/connection.ts'
import { findIn, pickIn, storeIn, updateIn } from '../../../platform/db/statements.ts'
import { retentionMs } from '../scans/rules.ts'
import { archivedScans, readingJobs, scans } from '../tables.ts'

/** Delivered documents are archived at once. Others wait this long, because a person often still corrects them. In milliseconds. */
const settledAfterMs = 12 * 60 * 60 * 1000

/** A document that still waits to be read is archived after this time, in milliseconds. A later reading becomes a new version. */
const unreadAfterMs = 24 * 60 * 60 * 1000

/** In its last 24 hours a document is archived even if its original is missing. In milliseconds. */
export const lastDayMs = 24 * 60 * 60 * 1000

/** Whether the archive has a row of `scans` in its current state. */
export function isArchived(archiveId: string): SQL {
  return sql`EXISTS (
    SELECT 1 FROM ${archivedScans} WHERE ${archivedScans.scanId} = ${scans.id}
      AND ${archivedScans.archiveId} = ${archiveId}
      AND ${archivedScans.seq} >= ${seqOf}
  )`
}

const seqOf = sql`coalesce((
  SELECT ${changes.seq} FROM ${changes}
  WHERE ${changes.kind} = 'document' AND ${changes.id} = ${scans.id}
), 0)`

type Wanted = {
  archiveId: string
  now: number
  isAll: boolean
  /** Skip documents that came in before this time: they are in the archive. */
  from: number
  limit: number
  skippedIds: string
}

/**
 * The next documents that this archive lacks, the oldest first. With `isAll`, also documents that a person may still
 * correct. Documents that wait to be read are left out for a day. `skippedIds`: a JSON array of ids to leave out.
 */
export function listUnarchived(
  conn: Conn,
  { archiveId, now, isAll, from, limit, skippedIds }: Wanted,
): { id: string; createdAt: number }[] {
  return findUnarchived(conn).all({
    archiveId,
    settled: isAll ? Number.MAX_SAFE_INTEGER : now - settledAfterMs,
    unread: now - unreadAfterMs,
    from,
    skippedIds,
    limit,
  })
}

/** Whether this archive has no version of a row of `scans`. */
function isNotIn(archiveId: Params<{ archiveId: string }>['archiveId'] | string): SQL {
  return sql`NOT EXISTS (
    SELECT 1 FROM ${archivedScans}
    WHERE ${archivedScans.scanId} = ${scans.id} AND ${archivedScans.archiveId} = ${archiveId}
  )`
}

/** When the oldest document came in that this archive lacks. Undefined when the archive has all. */
export const findOldestUnarchived = query(
  (conn, { archiveId, from }: Params<{ archiveId: string; from: number }>) =>
    conn
      .select({ createdAt: scans.createdAt })
      .from(scans)
      .where(and(sql`${scans.createdAt} >= ${from}`, isNotIn(archiveId)))
      .orderBy(scans.createdAt)
      .limit(1),
)

type Unarchived = {
  archiveId: string
  from: number
  settled: number
  unread: number
  skippedIds: string
  limit: number
}

const findUnarchived = query((conn, p: Params<Unarchived>) =>
  conn
    .select({ id: scans.id, createdAt: scans.createdAt })
    .from(scans)
    .where(
      and(
        sql`${scans.createdAt} >= ${p.from}`,
        isNotIn(p.archiveId),
        sql`(${scans.createdAt} <= ${p.settled} OR ${scans.syncedAt} IS NOT NULL)`,
        sql`(${scans.createdAt} <= ${p.unread} OR NOT EXISTS (
          SELECT 1 FROM ${readingJobs} WHERE ${readingJobs.scanId} = ${scans.id}
        ))`,
        sql`${scans.id} NOT IN (SELECT value FROM json_each(${p.skippedIds}))`,
      ),
    )
    .orderBy(scans.createdAt, scans.id)
    .limit(p.limit),
)

/** Archived documents that changed after a place in the feed, in the order of the feed. */
export const listChangedSince = query(
  (conn, { archiveId, seq, limit }: Params<{ archiveId: string; seq: number; limit: number }>) =>
    conn
      .select({ id: archivedScans.scanId, seq: changes.seq })
      .from(changes)
      .innerJoin(archivedScans, eq(archivedScans.scanId, changes.id))
      .where(
        and(
          eq(changes.kind, 'document'),
          sql`${changes.seq} > ${seq}`,
          sql`${changes.seq} > ${archivedScans.seq}`,
          eq(archivedScans.archiveId, archiveId),
        ),
      )
      .orderBy(changes.seq)
      .limit(limit),
)

export const findArchived = findIn(archivedScans, 'scanId')

/** The number of a document's last change; 0 for none. */
export function lastChangeOf(conn: Conn, id: string): number {
  return findChange(conn).get({ kind: 'document', id })?.seq ?? 0
}

const findChange = pickIn(changes, ['kind', 'id'], ['seq'])

export const storeArchived = storeIn(archivedScans, ['scanId'])

export const setLookedAt = updateIn(archivedScans, 'scanId', ['seq'])

/**
 * `archived`: how many documents the archive has. `waiting`: how many it lacks. `held`: how many of the missing documents are older than 30
 * days.
 */
export function countArchived(conn: Conn, archiveId: string, now: number) {
  const old = and(lt(scans.createdAt, now - retentionMs), isNotIn(archiveId))
  const archived = countIn(conn, archivedScans, eq(archivedScans.archiveId, archiveId))
  return {
    archived,
    waiting: countIn(conn, scans) - archived,
    held: countIn(conn, scans, old),
  }
}

function countIn(conn: Conn, table: typeof scans | typeof archivedScans, which?: SQL): number {
  return conn.select({ n: count() }).from(table).where(which).get()?.n ?? 0
}
