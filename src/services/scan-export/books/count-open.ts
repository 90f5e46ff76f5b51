import { sql } from 'drizzle-orm'
import { importResults } from '../../../books/results/tables.ts'
import { query, type Params } from '../../../platform/db/connection.ts'
import type { ScanExportDeps } from '../deps.ts'
import { retentionMs } from '../scans/rules.ts'
import { scans } from '../tables.ts'

/**
 * Documents that did not get into the accounts and that nobody has settled. `firstDeletedAt`: when Daybook deletes the
 * first of them, in ms since the epoch.
 */
type OpenImports = { documents: number; firstDeletedAt: number | null }

/** Of one user, or of all users when `userId` is null. */
export function countOpenImports(
  { database: { read } }: Pick<ScanExportDeps, 'database'>,
  userId: string | null,
): OpenImports {
  const { documents = 0, oldest = null } = countOpen(read).get({ userId }) ?? {}
  return { documents, firstDeletedAt: oldest === null ? null : oldest + retentionMs }
}

const countOpen = query((conn, { userId }: Params<{ userId: string | null }>) =>
  conn
    .select({
      documents: sql<number>`count(DISTINCT ${scans.id})`,
      oldest: sql<number | null>`min(${scans.createdAt})`,
    })
    .from(importResults)
    .innerJoin(scans, sql`${scans.id} = ${importResults.subjectId}`)
    .where(
      sql`${importResults.kind} = 'scan' AND is_open = 1 AND ${scans.userId} = coalesce(${userId}, ${scans.userId})`,
    ),
)
