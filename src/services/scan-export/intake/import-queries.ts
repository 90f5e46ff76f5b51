import { count, eq, sql } from 'drizzle-orm'
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

export function countAllScans(conn: Conn): number {
  return conn.select({ n: count() }).from(scans).get()?.n ?? 0
}
