import { and, eq, isNull, sql } from 'drizzle-orm'
import { query } from '../../../platform/db/connection.ts'
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

export const listSettledBy = query((conn) =>
  conn
    .select()
    .from(scans)
    .where(eq(scans.duplicateOf, sql.placeholder('id')))
    .prepare(),
)
