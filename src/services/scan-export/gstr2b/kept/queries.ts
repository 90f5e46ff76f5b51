import { and, eq, getTableColumns, gte, sql } from 'drizzle-orm'
import { query, type Params } from '../../../../platform/db/connection.ts'
import { insertInto } from '../../../../platform/db/statements.ts'
import { changes } from '../../../../changes/tables.ts'
import { keptBills } from '../tables.ts'

type ByScan = Params<{ scanId: string }>

export const insertKept = insertInto(keptBills)

export const deleteKept = query((conn, { scanId }: ByScan) =>
  conn.delete(keptBills).where(eq(keptBills.scanId, scanId)),
)

/** Deletes the kept head of a document that came in after a time. */
export const deleteYounger = query(
  (conn, { scanId, since }: Params<{ scanId: string; since: number }>) =>
    conn.delete(keptBills).where(and(eq(keptBills.scanId, scanId), gte(keptBills.seenAt, since))),
)

const { seq: _seq, ...keptColumns } = getTableColumns(keptBills)

export const listKeptBills = query((conn) => conn.select(keptColumns).from(keptBills))

/** Identifies a state of the table. */
export const keptState = query((conn) =>
  conn
    .select({ n: sql<number>`count(*)`, last: sql<number>`coalesce(max(${keptBills.seq}), 0)` })
    .from(keptBills),
)

/** Deletes the next `limit` bills that came in before a time. */
export const deleteKeptBefore = query(
  (conn, { before, limit }: Params<{ before: number; limit: number }>) =>
    conn
      .delete(keptBills)
      .where(
        sql`${keptBills.seq} IN (SELECT seq FROM kept_bills WHERE seen_at < ${before} ORDER BY seen_at LIMIT ${limit})`,
      )
      .returning({ seq: keptBills.seq }),
)

/** Documents that changed after a place in the feed of changes, including deleted documents. */
export const listChangedDocuments = query(
  (conn, { seq, limit }: Params<{ seq: number; limit: number }>) =>
    conn
      .select({ seq: changes.seq, id: changes.id, isGone: changes.isGone })
      .from(changes)
      .where(sql`${changes.seq} > ${seq} AND +${changes.kind} = 'document'`)
      .orderBy(changes.seq)
      .limit(limit),
)
