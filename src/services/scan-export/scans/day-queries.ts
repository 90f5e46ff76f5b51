import { and, gte, lt, sql, type SQL } from 'drizzle-orm'
import { query } from '../../../platform/db/connection.ts'
import { scans } from '../tables.ts'

/** How many scans came from `from` on and before `until`: of one user or, when `userId` is null, of all. */
export const countArrived = query((conn) =>
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
export const listSyncedTimes = query((conn) =>
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
