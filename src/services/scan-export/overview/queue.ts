import { and, asc, count, inArray, sql } from 'drizzle-orm'
import { query, snapshot, type Params } from '../../../platform/db/connection.ts'
import type { ScanExportDeps } from '../deps.ts'
import { readingJobs, scans } from '../tables.ts'

/** Documents for one sitting. Nobody types more in a day. */
const queueMax = 500

/**
 * The documents that wait for a person to type or check them: those with a file first, then the oldest first. Of everybody when `userId` is
 * null. `held`: those in `ids` whose values were read and need a check. `total` counts all documents, `toCheck` all held ones.
 */
export function queueOf(
  { database: { read } }: Pick<ScanExportDeps, 'database'>,
  userId: string | null,
): { ids: string[]; held: string[]; total: number; toCheck: number } {
  return snapshot(read, () => {
    const listed = listQueue(read).all({ userId, limit: queueMax })
    const ids = listed.map(({ id }) => id)
    const held = listed.filter((scan) => scan.held).map(({ id }) => id)
    const { total = 0, toCheck = 0 } = countQueue(read).get({ userId }) ?? {}
    return { ids, held, total, toCheck }
  })
}

type Queue = { userId: string | null }

const listQueue = query((conn, params: Params<Queue & { limit: number }>) =>
  conn
    .select({ id: scans.id, held: scans.held })
    .from(scans)
    .where(isToType(params))
    .orderBy(sql`${scans.documentId} is null`, asc(scans.createdAt), asc(scans.id))
    .limit(params.limit),
)

const countQueue = query((conn, params: Params<Queue>) =>
  conn
    .select({ total: count(), toCheck: sql<number>`coalesce(sum(${scans.held}), 0)` })
    .from(scans)
    .where(isToType(params)),
)

/**
 * Scans that were not read, or not well enough to deliver. Scans that Daybook will still read are left out. The pluses keep SQLite from
 * indexes that lead to the wide rows.
 */
function isToType({ userId }: Params<Queue>) {
  return and(
    inArray(scans.status, ['pending', 'failed']),
    sql`(${scans.status} = 'failed' or ${scans.id} not in (select ${readingJobs.scanId} from ${readingJobs}))`,
    sql`+${scans.syncedAt} is null`,
    sql`+${scans.userId} = coalesce(${userId}, ${scans.userId})`,
  )
}
