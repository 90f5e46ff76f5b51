import { and, asc, eq, gte, isNull, notExists, sql } from 'drizzle-orm'
import { useCredit } from '../../../accounts/credits.ts'
import type { Caller } from '../../../accounts/keys/guard.ts'
import { type Conn, type Params, query } from '../../../platform/db/connection.ts'
import { AppError } from '../../../platform/errors.ts'
import type { ScanExportDeps } from '../deps.ts'
import { recordHistory } from '../history.ts'
import {
  normaliseAhead,
  type NormalisedAhead,
  type RawDocument,
} from '../../../paper/rules/normalise.ts'
import { checkAndQueue } from '../scans/hold.ts'
import type { ExplainedValues } from '../../../paper/received.ts'
import {
  type Age,
  ageOfSeen,
  beforeAllScans,
  findScan,
  isSeenBy,
  requireUnsynced,
  type Scan,
  setFailed,
  setRaw,
  setReleased,
  type Sight,
  unknownScan,
} from '../scans/queries.ts'
import { deleteJob, deleteReading, findReading, insertReading } from '../scans/reading-rows.ts'
import type { Category } from '../../../paper/categories.ts'
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

/** Another reader's result: values with their explanations, or why it could not read the document. */
export type GivenReading =
  { raw: RawDocument; explained: ExplainedValues } | { failureReason: string }

type ReadBy = Sight & Pick<Caller, 'keyId'>

type TakenReading = Pick<Scan, 'id' | 'filename' | 'status'>

/**
 * Stores another reader's reading of a scan. What a person typed still counts. The contract promises programs that a
 * reading is delivered: checks and doubts are shown and hold nothing. The same reading again changes nothing. Throws
 * AppError `not_found`, and `conflict` for a delivered scan, or for a failure when the scan was already read.
 */
export async function takeReading(
  deps: ScanExportDeps,
  caller: ReadBy,
  id: string,
  given: GivenReading,
): Promise<TakenReading> {
  const { database } = deps
  const { category } = requireVisible(database.read, caller, id)
  const { rules } = deps.rules(database.read)
  const ahead = 'raw' in given ? await normaliseAhead(given.raw, category, rules) : undefined
  return await database.write((conn) => {
    const scan = requireVisible(conn, caller, id)
    requireUnsynced(scan, 'read it again')
    if ('raw' in given) enterReading(conn, deps, scan, { ...given, ahead }, caller)
    else enterFailure(conn, deps, scan, given.failureReason, caller)
    const { filename, status } = requireVisible(conn, caller, id)
    return { id, filename, status }
  })
}

type ReadAhead = Extract<GivenReading, { raw: RawDocument }> & {
  ahead: NormalisedAhead | undefined
}

function enterReading(
  conn: Conn,
  deps: ScanExportDeps,
  scan: Scan,
  { raw, explained, ahead }: ReadAhead,
  { keyId }: ReadBy,
): void {
  const { id, userId, filename } = scan
  const now = deps.clock.now()
  const read = { raw: JSON.stringify(raw), explained: JSON.stringify(explained) }
  if (isKnown(conn, scan, read)) return
  deleteJob(conn).run({ scanId: id })
  deleteReading(conn).run({ scanId: id })
  setRaw(conn).run({ id, raw: read.raw })
  insertReading(conn).run({
    scanId: id,
    reader: 'other',
    readAt: now,
    explained: read.explained,
    pages: JSON.stringify(pagesOf(explained)),
    others: null,
  })
  if (scan.correction === null) {
    setReleased(conn).run({ id, status: 'successful', failureReason: null, held: false })
  }
  checkAndQueue(conn, deps, scan, ahead)
  useCredit(conn, userId, id, now)
  recordHistory(conn, now, { action: 'scan read', keyId, details: { id, filename } })
}

function isKnown(conn: Conn, { id, raw }: Scan, read: { raw: string; explained: string }): boolean {
  const known = findReading(conn).get({ scanId: id })
  return known?.reader === 'other' && raw === read.raw && known.explained === read.explained
}

function pagesOf(explained: ExplainedValues): number[] {
  const pages = Object.values(explained).flatMap(({ page }) => page ?? [])
  return [...new Set(pages)].toSorted((a, b) => a - b)
}

function enterFailure(
  conn: Conn,
  { clock }: ScanExportDeps,
  { id, filename, raw, correction, failureReason: before }: Scan,
  failureReason: string,
  { keyId }: ReadBy,
): void {
  if (raw !== null || correction !== null) {
    throw new AppError('conflict', `${filename} was read or typed in meanwhile: it did not fail.`)
  }
  if (before === failureReason) return
  deleteJob(conn).run({ scanId: id })
  setFailed(conn).run({ id, status: 'failed', failureReason })
  const details = { id, filename, reason: failureReason }
  recordHistory(conn, clock.now(), { action: 'scan not read', keyId, details })
}

/** A scan that the caller may see. Throws AppError `not_found` for any other. */
export function requireVisible(conn: Conn, sight: Sight, id: string): Scan {
  const scan = findScan(conn).get({ id })
  if (isSeenBy(sight, scan)) return scan
  throw unknownScan()
}
