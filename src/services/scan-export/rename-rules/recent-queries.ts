import { and, desc, eq, sql } from 'drizzle-orm'
import { query } from '../../../platform/db/connection.ts'
import { scans } from '../tables.ts'

/** What was read from the newest scan before a position. One at a time: each may hold megabytes. */
export const findNextRead = query((conn) =>
  conn
    .select({
      id: scans.id,
      category: scans.category,
      filename: scans.filename,
      createdAt: scans.createdAt,
      read: sql<string>`coalesce(${scans.correction}, ${scans.raw})`,
    })
    .from(scans)
    .where(
      and(
        eq(scans.status, 'successful'),
        sql`(${scans.createdAt}, ${scans.id}) < (${sql.placeholder('createdAt')}, ${sql.placeholder('id')})`,
      ),
    )
    .orderBy(desc(scans.createdAt), desc(scans.id))
    .limit(1)
    .prepare(),
)
