import { and, asc, count, eq, gt, or, sql } from 'drizzle-orm'
import { query, type Conn } from '../../../platform/db/connection.ts'
import { scans } from '../tables.ts'

/** What was decided by hand: the correction (JSON, or null) and whether the scan is delivered beside its twins. */
export const setReviewed = query((conn) =>
  conn
    .update(scans)
    .set({
      correction: sql`${sql.placeholder('correction')}`,
      deliverSeparately: sql`${sql.placeholder('deliverSeparately')}`,
    })
    .where(eq(scans.id, sql.placeholder('id')))
    .prepare(),
)

/** Ids of scans by age behind a position, without their wide rows. */
export const listScanIds = query((conn) =>
  conn
    .select({ id: scans.id, createdAt: scans.createdAt })
    .from(scans)
    .where(
      or(
        gt(scans.createdAt, sql.placeholder('createdAt')),
        and(eq(scans.createdAt, sql.placeholder('createdAt')), gt(scans.id, sql.placeholder('id'))),
      ),
    )
    .orderBy(asc(scans.createdAt), asc(scans.id))
    .limit(sql.placeholder('limit'))
    .prepare(),
)

export function countAllScans(conn: Conn): number {
  return conn.select({ n: count() }).from(scans).get()?.n ?? 0
}
