import { and, desc, eq, sql } from 'drizzle-orm'
import { query, type Params } from '../../../platform/db/connection.ts'
import { documents, readingJobs, scans } from '../tables.ts'

/**
 * The newest scan of a user since a time whose file has the same bytes, and whether it waits for Daybook to read it. One that is past its
 * time, and only there until it is archived, is delivered no more: its bytes are a new document.
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
      // SQLite keeps this order: left to itself it goes through all scans of the user.
      .crossJoin(scans)
      .leftJoin(readingJobs, eq(readingJobs.scanId, scans.id))
      .where(
        and(
          eq(documents.hash, hash),
          eq(scans.documentId, documents.id),
          // With a plus SQLite takes no index for it: that of all scans of the user holds more than that of the document.
          sql`+${scans.userId} = ${userId}`,
          sql`+${scans.createdAt} >= ${from}`,
        ),
      )
      .orderBy(desc(scans.createdAt), desc(scans.id))
      .limit(1),
)
