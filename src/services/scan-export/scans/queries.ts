import { and, asc, eq, isNull, notExists, sql } from 'drizzle-orm'
import { query, type Conn } from '../../../platform/db/connection.ts'
import { AppError } from '../../../platform/errors.ts'
import { documents, scans } from '../tables.ts'

export type Scan = typeof scans.$inferSelect

export const findScan = query((conn) =>
  conn
    .select()
    .from(scans)
    .where(eq(scans.id, sql.placeholder('id')))
    .prepare(),
)

export const findScanPosition = query((conn) =>
  conn
    .select({ userId: scans.userId, createdAt: scans.createdAt })
    .from(scans)
    .where(eq(scans.id, sql.placeholder('id')))
    .prepare(),
)

export const findDocument = query((conn) =>
  conn
    .select()
    .from(documents)
    .where(eq(documents.id, sql.placeholder('id')))
    .prepare(),
)

export const insertDocument = query((conn) =>
  conn
    .insert(documents)
    .values({
      id: sql.placeholder('id'),
      hash: sql.placeholder('hash'),
      userId: sql.placeholder('userId'),
      filename: sql.placeholder('filename'),
      contentType: sql.placeholder('contentType'),
      bytes: sql.placeholder('bytes'),
      createdAt: sql.placeholder('createdAt'),
    })
    .prepare(),
)

export const insertScan = query((conn) =>
  conn
    .insert(scans)
    .values({
      id: sql.placeholder('id'),
      userId: sql.placeholder('userId'),
      documentId: sql.placeholder('documentId'),
      category: sql.placeholder('category'),
      filename: sql.placeholder('filename'),
      status: sql.placeholder('status'),
      failureReason: sql.placeholder('failureReason'),
      createdAt: sql.placeholder('createdAt'),
      raw: sql.placeholder('raw'),
    })
    .prepare(),
)

/** Records an acknowledgement; a scan that has one already is left alone. */
export const setSynced = query((conn) =>
  conn
    .update(scans)
    .set({
      syncedAt: sql`${sql.placeholder('syncedAt')}`,
      syncedSource: sql`${sql.placeholder('source')}`,
      syncedKeyId: sql`${sql.placeholder('keyId')}`,
      syncedData: sql`${sql.placeholder('data')}`,
      duplicateOf: sql`${sql.placeholder('duplicateOf')}`,
    })
    .where(and(eq(scans.id, sql.placeholder('id')), isNull(scans.syncedAt)))
    .prepare(),
)

/** Takes an acknowledgement back. */
export const setUnsynced = query((conn) =>
  conn
    .update(scans)
    .set({
      syncedAt: null,
      syncedSource: null,
      syncedKeyId: null,
      syncedData: null,
      duplicateOf: null,
    })
    .where(eq(scans.id, sql.placeholder('id')))
    .prepare(),
)

/** The next scans by age behind a position, without their wide columns. */
export const listScansByAge = query((conn) =>
  conn
    .select({ id: scans.id, createdAt: scans.createdAt, syncedAt: scans.syncedAt })
    .from(scans)
    .where(
      sql`(${scans.createdAt}, ${scans.id}) > (${sql.placeholder('createdAt')}, ${sql.placeholder('id')})`,
    )
    .orderBy(asc(scans.createdAt), asc(scans.id))
    .limit(sql.placeholder('limit'))
    .prepare(),
)

/** `correction` is JSON. What was typed in by hand makes a scan successful. */
export const setCorrection = query((conn) =>
  conn
    .update(scans)
    .set({
      correction: sql`${sql.placeholder('correction')}`,
      status: 'successful',
      failureReason: null,
    })
    .where(eq(scans.id, sql.placeholder('id')))
    .prepare(),
)

/** Why it failed stays until the next try ends. */
export const setPending = query((conn) =>
  conn
    .update(scans)
    .set({ status: 'pending' })
    .where(eq(scans.id, sql.placeholder('id')))
    .prepare(),
)

export const setCategory = query((conn) =>
  conn
    .update(scans)
    .set({ category: sql`${sql.placeholder('category')}` })
    .where(eq(scans.id, sql.placeholder('id')))
    .prepare(),
)

/** Its place in the queue goes with it. */
export const deleteScan = query((conn) =>
  conn
    .delete(scans)
    .where(eq(scans.id, sql.placeholder('id')))
    .prepare(),
)

/** Leaves a document alone that a scan needs. */
export const deleteUnusedDocument = query((conn) =>
  conn
    .delete(documents)
    .where(
      and(
        eq(documents.id, sql.placeholder('id')),
        notExists(
          conn
            .select({ one: sql`1` })
            .from(scans)
            .where(eq(scans.documentId, documents.id)),
        ),
      ),
    )
    .prepare(),
)

export const findDocumentWithHash = query((conn) =>
  conn
    .select({ id: documents.id })
    .from(documents)
    .where(eq(documents.hash, sql.placeholder('hash')))
    .limit(1)
    .prepare(),
)

export const findDeliverSeparately = query((conn) =>
  conn
    .select({ deliverSeparately: scans.deliverSeparately })
    .from(scans)
    .where(eq(scans.id, sql.placeholder('id')))
    .prepare(),
)

export const setDeliverSeparately = query((conn) =>
  conn
    .update(scans)
    .set({ deliverSeparately: true })
    .where(eq(scans.id, sql.placeholder('id')))
    .prepare(),
)

export const listSettledBy = query((conn) =>
  conn
    .select()
    .from(scans)
    .where(eq(scans.duplicateOf, sql.placeholder('id')))
    .prepare(),
)

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

/** Throws AppError `conflict` for a scan that was acknowledged; `first` is what is to be done with it. */
export function requireUnsynced({ filename, syncedAt }: Scan, first: string): void {
  if (syncedAt === null) return
  throw new AppError(
    'conflict',
    `${filename} was acknowledged already: put it back first, then ${first}.`,
  )
}
