import { asc, eq, sql, type SQL } from 'drizzle-orm'
import { users } from '../../../accounts/tables.ts'
import { query, type Conn, type Params } from '../../../platform/db/connection.ts'
import { waitingNow, type Delivery, type WaitingNow } from '../scans/waiting-queries.ts'
import { readingJobs, scans } from '../tables.ts'
import { comparedBy, sameNumber, type ComparedBy, type DeliveredFrom } from './listed-queries.ts'

export type ListedRow = ReturnType<typeof listScanRows>[number]

/** Scans by their ids, in this order, without wide columns. Of what was read, only the head. */
export function listScanRows(conn: Conn, ids: readonly string[], delivery: Delivery) {
  const listRows = listRowsBy[comparedBy(delivery)]
  return listRows(conn).all({ ids: JSON.stringify(ids), deliveredFrom: delivery.from })
}

const listRowsBy = { number: rowsQuery('number'), sellerNumber: rowsQuery('sellerNumber') }

function rowsQuery(by: ComparedBy) {
  return query((conn, params: Params<{ ids: string } & DeliveredFrom>) =>
    buildListRows(conn, params, by),
  )
}

function buildListRows(
  conn: Conn,
  params: Params<{ ids: string } & DeliveredFrom>,
  by: ComparedBy,
) {
  const [now, first] = [waitingNow(conn, 'now'), waitingNow(conn, 'first')]
  const delivered = conn
    .select({ id: first.scanId })
    .from(first)
    .where(sameNumber(first, now, params, by))
    .orderBy(asc(first.createdAt), asc(first.scanId))
    .limit(1)
  return conn
    .select({
      id: scans.id,
      userId: scans.userId,
      uploadedBy: sql<string>`coalesce(${users.name}, '')`,
      documentId: scans.documentId,
      category: scans.category,
      filename: scans.filename,
      status: scans.status,
      failureReason: scans.failureReason,
      held: scans.held,
      createdAt: scans.createdAt,
      syncedAt: scans.syncedAt,
      duplicateOf: scans.duplicateOf,
      sameAs: scans.sameAs,
      /** The user who uploaded the scan that this one is a copy of. */
      sameAsUserId: sql<string | null>`(SELECT one.user_id FROM scans AS one
        WHERE one.id = coalesce(${scans.duplicateOf}, ${scans.sameAs}))`,
      deliverSeparately: scans.deliverSeparately,
      /** Whether the scan waits for Daybook to read it. */
      isBeingRead:
        sql`EXISTS (SELECT 1 FROM ${readingJobs} WHERE ${readingJobs.scanId} = ${scans.id})`.mapWith(
          Boolean,
        ),
      hasCorrection: sql`${scans.correction} IS NOT NULL`.mapWith(Boolean),
      /** What was read, and the correction, as JSON in this order. Null unless there are both. */
      readings: sql<
        string | null
      >`CASE WHEN ${scans.correction} IS NOT NULL AND ${scans.raw} IS NOT NULL
        THEN json_array(json(${scans.raw}), json(${scans.correction})) END`,
      /** The scan that is delivered of those with this number. Null unless this scan waits. */
      deliveredId: sql<string | null>`${delivered}`,
      ...keptHead(now),
      lines: sql<number>`coalesce(json_array_length(${documentOf(now)}, '$.line_items'), 0)`,
    })
    .from(sql`json_each(${params.ids}) AS named`)
    .innerJoin(scans, eq(scans.id, sql`named.value`))
    .leftJoin(users, eq(users.id, scans.userId))
    .leftJoin(now, eq(now.scanId, scans.id))
    .orderBy(sql`named.key`)
}

/** The document as it was delivered, as it waits, or as it was read. A scan that was imported as delivered has no delivered data. */
function documentOf(now: WaitingNow): SQL {
  return sql`coalesce(${scans.syncedData}, ${now.data}, ${scans.correction}, ${scans.raw})`
}

function keptHead(now: WaitingNow) {
  const document = documentOf(now)
  return {
    /** A document without lines, because a statement has thousands. */
    head: sql<string | null>`CASE WHEN ${document} IS NOT NULL THEN
      json_object('invoice_metadata', json_extract(${document}, '$.invoice_metadata'), 'line_items', json_array()) END`,
    headAs: sql<
      'delivered' | 'waiting' | 'read'
    >`CASE WHEN ${scans.syncedData} IS NOT NULL THEN 'delivered'
      WHEN ${now.seq} IS NOT NULL THEN 'waiting' ELSE 'read' END`,
  }
}
