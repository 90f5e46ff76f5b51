import type { Caller } from '../../../accounts/keys/guard.ts'
import { and, asc, eq, max, ne, notExists, or, sql, desc } from 'drizzle-orm'
import { query, type Conn, type Params } from '../../../platform/db/connection.ts'
import { deleteIn, findIn, insertInto, pickIn, updateIn } from '../../../platform/db/statements.ts'
import { AppError } from '../../../platform/errors.ts'
import { differentPapers, documents, scans, readingJobs } from '../tables.ts'

type ById = Params<{ id: string }>

export type Scan = typeof scans.$inferSelect

export const findScan = findIn(scans, 'id')

/** A scan without its wide columns. */
export const findNarrowScan = pickIn(
  scans,
  ['id'],
  ['userId', 'createdAt', 'syncedAt', 'deliverSeparately', 'sameAs', 'hasWaited'],
)

export const listIdsOfUser = pickIn(scans, ['userId'], ['id'])

/** What the feed of changes shows of a scan. */
export const findChangedScan = pickIn(
  scans,
  ['id'],
  ['category', 'filename', 'status', 'held', 'syncedAt', 'settledAt', 'createdAt'],
)

/** Scans that were acknowledged as duplicates of a scan, the oldest first. */
export const listDuplicatesOf = query((conn, { id }: ById) =>
  conn
    .select({ id: scans.id })
    .from(scans)
    .where(eq(scans.duplicateOf, id))
    .orderBy(asc(scans.createdAt), asc(scans.id)),
)

/** A place in the list of all scans by age. */
export type Age = { createdAt: number; id: string }

export const beforeAllScans: Age = { createdAt: Number.MIN_SAFE_INTEGER, id: '' }

/** The next scans by age after a place, without wide columns. */
export const listScansByAge = query(
  (conn, { createdAt, id, limit }: Params<Age & { limit: number }>) =>
    conn
      .select({ id: scans.id, createdAt: scans.createdAt, syncedAt: scans.syncedAt })
      .from(scans)
      .where(sql`(${scans.createdAt}, ${scans.id}) > (${createdAt}, ${id})`)
      .orderBy(asc(scans.createdAt), asc(scans.id))
      .limit(limit),
)

/** When the newest scan came in, in milliseconds since the epoch; 0 without scans. */
export function newestScan(conn: Conn): number {
  return (
    conn
      .select({ at: max(scans.createdAt) })
      .from(scans)
      .get()?.at ?? 0
  )
}

export const insertScan = insertInto(scans)

/** The acknowledgement. All null takes it back. */
export const setSynced = updateIn(scans, 'id', [
  'syncedAt',
  'syncedSource',
  'syncedKeyId',
  'syncedData',
  'syncedNo',
  'duplicateOf',
])

/** Settles a scan as the same paper as another. All null takes it back. */
export const setSettled = updateIn(scans, 'id', ['sameAs', 'settledAt', 'settledBy', 'syncedNo'])

export const setSameAs = updateIn(scans, 'id', ['sameAs'])

export const setSyncedNo = updateIn(scans, 'id', ['syncedNo'])

/** Scans that were settled as the same paper as a scan, the oldest first. */
export const listSettledAs = query((conn, { id }: ById) =>
  conn
    .select({ id: scans.id })
    .from(scans)
    .where(eq(scans.sameAs, id))
    .orderBy(asc(scans.createdAt), asc(scans.id)),
)

/** Settled scans with this number that are not acknowledged. Of one user, or of all users when `userId` is null. */
export const listSettledWithNumber = query(
  (conn, { invoiceNo, userId }: Params<{ invoiceNo: string; userId: string | null }>) =>
    conn
      .select({ id: scans.id })
      .from(scans)
      .where(
        and(
          eq(scans.syncedNo, invoiceNo),
          sql`${scans.sameAs} IS NOT NULL AND ${scans.syncedAt} IS NULL`,
          sql`${scans.userId} = coalesce(${userId}, ${scans.userId})`,
        ),
      ),
)

/** Stores that two scans are different papers, in any order. */
export const insertDifferent = insertInto(differentPapers)

type Pair = { a: string; b: string }

const findDifferent = query((conn, { a, b }: Params<Pair>) =>
  conn.select({ userId: differentPapers.userId }).from(differentPapers).where(isPair({ a, b })),
)

/** The older scans that a scan was called different from. */
export const listToldFrom = query((conn, { id }: ById) =>
  conn
    .select({ id: differentPapers.otherId })
    .from(differentPapers)
    .where(eq(differentPapers.scanId, id))
    .orderBy(differentPapers.otherId),
)

export const deleteDifferent = query((conn, { a, b }: Params<Pair>) =>
  conn.delete(differentPapers).where(isPair({ a, b })),
)

function isPair({ a, b }: Params<Pair>) {
  const { scanId, otherId } = differentPapers
  return or(and(eq(scanId, a), eq(otherId, b)), and(eq(scanId, b), eq(otherId, a)))
}

/** Another paper in the file with this hash, from a split or a decision that the papers are different. */
export const findOtherPaperIn = query((conn, { id, hash }: Params<{ id: string; hash: string }>) =>
  conn
    .select({ filename: scans.filename })
    .from(differentPapers)
    .innerJoin(scans, sql`${scans.id} IN (${differentPapers.scanId}, ${differentPapers.otherId})`)
    .innerJoin(documents, eq(documents.id, scans.documentId))
    .where(
      and(
        or(eq(differentPapers.scanId, id), eq(differentPapers.otherId, id)),
        ne(scans.id, id),
        eq(documents.hash, hash),
      ),
    )
    .limit(1),
)

/** Whether somebody decided that two scans are different papers. */
export function areToldApart(conn: Conn, a: string, b: string): boolean {
  return findDifferent(conn).get({ a, b }) !== undefined
}

/** `correction` is JSON. */
export const setCorrection = updateIn(scans, 'id', ['correction'])

/** The result of the checks. `confirmed` is JSON. */
export const setChecked = updateIn(scans, 'id', [
  'status',
  'failureReason',
  'held',
  'hasWaited',
  'confirmed',
])

/** The findings that a person confirmed, as JSON. */
export const setConfirmed = updateIn(scans, 'id', ['confirmed'])

/** Releases a held scan. */
export const setReleased = updateIn(scans, 'id', ['status', 'failureReason', 'held'])

/** Scans that are held because a check contradicts them. */
export const listHeld = query((conn) =>
  conn
    .select({ id: scans.id })
    .from(scans)
    .where(sql`${scans.held} = 1`),
)

export const setHeld = updateIn(scans, 'id', ['held'])

export const setStatus = updateIn(scans, 'id', ['status'])

/** What a reader read, as JSON. */
export const setRaw = updateIn(scans, 'id', ['raw'])

export const setFailed = updateIn(scans, 'id', ['status', 'failureReason'])

export const setCategory = updateIn(scans, 'id', ['category'])

export const setDeliverSeparately = updateIn(scans, 'id', ['deliverSeparately'])

/** The database deletes the scan's place in the queue too. */
export const deleteScan = deleteIn(scans, 'id')

export const findDocument = findIn(documents, 'id')

export const findDocumentWithHash = pickIn(documents, ['hash'], ['id'])

export const insertDocument = insertInto(documents)

/** Deletes a document unless a scan needs it. */
export const deleteUnusedDocument = query((conn, { id }: ById) => {
  const needing = conn
    .select({ one: sql`1` })
    .from(scans)
    .where(eq(scans.documentId, documents.id))
  return conn.delete(documents).where(and(eq(documents.id, id), notExists(needing)))
})

/** Whose scans somebody sees: those of one user, or of all. */
export type Sight = Pick<Caller, 'userId' | 'allUsers'>

export function isSeenBy<Seen extends { userId: string }>(
  { userId, allUsers }: Sight,
  scan: Seen | undefined,
): scan is Seen {
  return scan !== undefined && (allUsers || scan.userId === userId)
}

/** The place in a list after a scan. Throws AppError `invalid_request` for a scan that the caller cannot see. */
export function ageOfSeen(conn: Conn, sight: Sight, id: string): Age {
  const scan = findNarrowScan(conn).get({ id })
  if (isSeenBy(sight, scan)) return { createdAt: scan.createdAt, id }
  throw new AppError(
    'invalid_request',
    `after must be the id of one of your scans, got "${id}". Leave it out to start from the oldest.`,
  )
}

/** Throws AppError `not_found`. */
export function requireScan(conn: Conn, id: string): Scan {
  const scan = findScan(conn).get({ id })
  if (scan === undefined) throw unknownScan()
  return scan
}

export function unknownScan(): AppError {
  return new AppError(
    'not_found',
    'This document is not there. It may have been deleted after its 30 days, or removed.',
  )
}

/** Throws AppError `conflict` for an acknowledged scan. `first` is what the user wants to do with the scan. */
export function requireUnsynced({ filename, syncedAt }: Scan, first: string): void {
  if (syncedAt === null) return
  throw new AppError(
    'conflict',
    `${filename} was acknowledged already: put it back first, then ${first}.`,
  )
}

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
