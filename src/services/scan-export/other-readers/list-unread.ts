import { and, asc, eq, gte, isNull, notExists, sql } from 'drizzle-orm'
import { query, type Params } from '../../../platform/db/connection.ts'
import type { Category } from '../../../paper/categories.ts'
import type { ScanExportDeps } from '../deps.ts'
import { ageOfSeen, beforeAllScans, type Age, type Sight } from '../scans/queries.ts'
import { retentionMs } from '../scans/rules.ts'
import { documents, readingJobs, scans } from '../tables.ts'

/** Nobody has read them yet, or reading failed. */
export const unreadStates = ['pending', 'failed'] as const

type UnreadInput = {
  limit: number
  category: Category | null | undefined
  status: (typeof unreadStates)[number]
  /** List the items after this id. */
  after: string | undefined
}

/**
 * Documents with a file that nobody has read or typed in, the oldest first. Leaves out documents that Daybook is going to
 * read. Throws AppError `invalid_request` when `after` is not a scan that the caller can see.
 */
export function listUnread(
  { database: { read }, clock }: Pick<ScanExportDeps, 'database' | 'clock'>,
  caller: Sight,
  { limit, category = null, status, after }: UnreadInput,
) {
  const behind = after === undefined ? beforeAllScans : ageOfSeen(read, caller, after)
  const userId = caller.allUsers ? null : caller.userId
  const from = clock.now() - retentionMs
  const found = findUnread(read).all({
    userId,
    category,
    status,
    from,
    ...behind,
    limit: limit + 1,
  })
  const items = found.slice(0, limit)
  return {
    count: items.length,
    items: items.map(unreadItem),
    next: found.length > limit ? (items.at(-1)?.id ?? null) : null,
  }
}

type Selection = Age & {
  userId: string | null
  category: Category | null
  status: UnreadInput['status']
  from: number
  limit: number
}

export const findUnread = query((conn, p: Params<Selection>) =>
  conn
    .select({
      id: scans.id,
      filename: scans.filename,
      category: scans.category,
      status: scans.status,
      failureReason: scans.failureReason,
      createdAt: scans.createdAt,
      contentType: documents.contentType,
      bytes: documents.bytes,
    })
    .from(scans)
    .innerJoin(documents, eq(documents.id, scans.documentId))
    .where(
      and(
        eq(scans.status, p.status),
        gte(scans.createdAt, p.from),
        sql`(${scans.createdAt}, ${scans.id}) > (${p.createdAt}, ${p.id})`,
        sql`${scans.userId} = coalesce(${p.userId}, ${scans.userId})`,
        sql`${scans.category} = coalesce(${p.category}, ${scans.category})`,
        // The plus avoids the index on `synced_at`, which holds everything that waits. The index on age holds the status
        // too.
        sql`+${scans.syncedAt} IS NULL`,
        isNull(scans.sameAs),
        isNull(scans.raw),
        isNull(scans.correction),
        notExists(
          conn
            .select({ one: sql`1` })
            .from(readingJobs)
            .where(eq(readingJobs.scanId, scans.id)),
        ),
      ),
    )
    .orderBy(asc(scans.createdAt), asc(scans.id))
    .limit(p.limit),
)

type UnreadScan = ReturnType<ReturnType<typeof findUnread>['all']>[number]

function unreadItem({ failureReason, createdAt, contentType, ...scan }: UnreadScan) {
  return {
    ...scan,
    ...(failureReason !== null && { failure_reason: failureReason }),
    content_type: contentType,
    created_at: new Date(createdAt).toISOString(),
    expires_at: new Date(createdAt + retentionMs).toISOString(),
  }
}
