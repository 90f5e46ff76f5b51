import { and, count, eq, lt, sql, type SQL } from 'drizzle-orm'
import { changes } from '../../../changes/tables.ts'
import { query, type Conn, type Params } from '../../../platform/db/connection.ts'
import { storeIn } from '../../../platform/db/statements.ts'
import { retentionMs } from '../scans/rules.ts'
import { archivedScans, readingJobs, scans } from '../tables.ts'

/** A document is archived once it was delivered, and after this time in any case, in milliseconds: until then a person may still correct it. */
const settledAfterMs = 12 * 60 * 60 * 1000

/** One that waits to be read is archived as it is after this time, in milliseconds; what is read later is another version. */
const unreadAfterMs = 24 * 60 * 60 * 1000

/** This long before a document is deleted nothing better is hoped for than what is there of it, in milliseconds. */
export const lastDayMs = 24 * 60 * 60 * 1000

/** Whether a row of `scans` is in an archive, as it stands now. */
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
  /** When the oldest came in that are looked at: those of before are in the archive. */
  from: number
  limit: number
  passed: string
}

/**
 * The next documents that are in no such archive, the oldest first; with `isAll` also those that somebody may still be at. Those
 * that wait to be read are left out for a day. `passed`: a JSON array of ids that are left out.
 */
export function listUnarchived(
  conn: Conn,
  { archiveId, now, isAll, from, limit, passed }: Wanted,
): { id: string; createdAt: number }[] {
  return findUnarchived(conn).all({
    archiveId,
    settled: isAll ? Number.MAX_SAFE_INTEGER : now - settledAfterMs,
    unread: now - unreadAfterMs,
    from,
    passed,
    limit,
  })
}

/** Whether a row of `scans` has never been in an archive. */
function isNotIn(archiveId: Params<{ archiveId: string }>['archiveId'] | string): SQL {
  return sql`NOT EXISTS (
    SELECT 1 FROM ${archivedScans}
    WHERE ${archivedScans.scanId} = ${scans.id} AND ${archivedScans.archiveId} = ${archiveId}
  )`
}

/** When the oldest document came in that is in no such archive; undefined when all are. */
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
  passed: string
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
        sql`${scans.id} NOT IN (SELECT value FROM json_each(${p.passed}))`,
      ),
    )
    .orderBy(scans.createdAt, scans.id)
    .limit(p.limit),
)

/** Archived documents that changed behind a place in the feed, in its order. */
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

export const findArchived = query((conn, { id }: Params<{ id: string }>) =>
  conn.select().from(archivedScans).where(eq(archivedScans.scanId, id)),
)

/** The last change of a document; 0 for none. */
export function lastChangeOf(conn: Conn, id: string): number {
  return findChange(conn).get({ id })?.seq ?? 0
}

const findChange = query((conn, { id }: Params<{ id: string }>) =>
  conn
    .select({ seq: changes.seq })
    .from(changes)
    .where(and(eq(changes.kind, 'document'), eq(changes.id, id))),
)

export const storeArchived = storeIn(archivedScans, ['scanId'])

export const setLookedAt = query((conn, { id, at }: Params<{ id: string; at: number }>) =>
  conn
    .update(archivedScans)
    .set({ seq: sql`${at}` })
    .where(eq(archivedScans.scanId, id)),
)

/** How many of the documents in the book are in an archive, and how many are not, of those how many past their time. */
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
