import { and, desc, eq, sql } from 'drizzle-orm'
import { query, type Params } from '../../../platform/db/connection.ts'
import { documents, readingJobs, scans } from '../tables.ts'

/**
 * The user's newest scan since `from` whose file has the same bytes, and whether it waits for Daybook to read it. Older
 * scans may only wait to be archived. They are not delivered any more, so their bytes make a new document.
 */
export const findScanWithFile = query(
  (conn, { userId, hash, from }: Params<{ userId: string; hash: string; from: number }>) =>
    conn
      .select({
        id: scans.id,
        status: scans.status,
        held: scans.held,
        failureReason: scans.failureReason,
        jobOf: readingJobs.scanId,
      })
      .from(documents)
      // A cross join keeps this order. Otherwise SQLite goes through all scans of the user.
      .crossJoin(scans)
      .leftJoin(readingJobs, eq(readingJobs.scanId, scans.id))
      .where(
        and(
          eq(documents.hash, hash),
          eq(scans.documentId, documents.id),
          // The plus keeps SQLite from using an index on the user: the user has more scans than the document.
          sql`+${scans.userId} = ${userId}`,
          sql`+${scans.createdAt} >= ${from}`,
        ),
      )
      .orderBy(desc(scans.createdAt), desc(scans.id))
      .limit(1),
)
