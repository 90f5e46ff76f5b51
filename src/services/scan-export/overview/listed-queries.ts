import { and, asc, desc, eq, gt, gte, lt, sql, type SQL } from 'drizzle-orm'
import { alias, type SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { query, type Conn } from '../../../platform/db/connection.ts'
import { documents, scans, waitingScans } from '../tables.ts'
import { inForce } from '../scans/waiting-queries.ts'

/** What a list of scans is chosen by; null where it does not matter. Times in milliseconds since the epoch. */
export type ListedSelection = {
  userId: string | null
  category: string | null
  status: string | null
  synced: 'yes' | 'no' | null
  duplicate: 'yes' | 'no' | null
  from: number
  until: number
  /** Part of a file's name or of what was read, however it is written. */
  text: string | null
  generation: number
  withSeller: boolean
  /** Since when scans are delivered: an older one hides nothing. */
  deliveredFrom: number
}

/** The ids of one page, the newest first, and how many there are on all pages. */
export function listScanIds(
  conn: Conn,
  selection: ListedSelection,
  page: { limit: number; offset: number },
): { ids: string[]; total: number } {
  const { text } = selection
  const parameters = { ...selection, withSeller: selection.withSeller ? 1 : 0 }
  if (text !== null) {
    const pattern = `%${text.replaceAll(/[%_\\]/g, String.raw`\$&`)}%`
    const found = listScansWithText(conn).all({ ...parameters, pattern })
    const ids = found.slice(page.offset, page.offset + page.limit).map(({ id }) => id)
    return { ids, total: found.length }
  }
  const ids = listAllScans(conn)
    .all({ ...parameters, ...page })
    .map(({ id }) => id)
  // A page that is not full is the last: then nothing needs to be read through a second time.
  const isLast = ids.length < page.limit && (ids.length > 0 || page.offset === 0)
  const total = isLast ? page.offset + ids.length : (countAllScans(conn).get(parameters)?.n ?? 0)
  return { ids, total }
}

/** A scan without its wide columns. */
export const findListedScan = query((conn) =>
  conn
    .select({
      id: scans.id,
      userId: scans.userId,
      documentId: scans.documentId,
      category: scans.category,
      filename: scans.filename,
      status: scans.status,
      failureReason: scans.failureReason,
      createdAt: scans.createdAt,
      syncedAt: scans.syncedAt,
      duplicateOf: scans.duplicateOf,
      deliverSeparately: scans.deliverSeparately,
      isCorrected: sql<number>`${scans.correction} IS NOT NULL`,
      // Of what was delivered only the head: a statement has thousands of lines.
      syncedHead: sql<string | null>`json_extract(${scans.syncedData}, '$.invoice_metadata')`,
      syncedLines: sql<number | null>`json_array_length(${scans.syncedData}, '$.line_items')`,
    })
    .from(scans)
    .where(eq(scans.id, sql.placeholder('id')))
    .prepare(),
)

/** What waits of a scan, likewise. */
export const findWaitingHead = query((conn) =>
  conn
    .select({
      number: waitingScans.number,
      sellerNumber: waitingScans.sellerNumber,
      head: sql<string>`json_extract(${waitingScans.data}, '$.invoice_metadata')`,
      lines: sql<number>`json_array_length(${waitingScans.data}, '$.line_items')`,
    })
    .from(waitingScans)
    .where(and(eq(waitingScans.scanId, sql.placeholder('scanId')), inForce()))
    .prepare(),
)

/** The waiting scans of a user with a number, the oldest first: it is delivered, and the others are hidden behind it. */
export const listByNumber = query((conn) =>
  conn
    .select({ id: waitingScans.scanId })
    .from(waitingScans)
    .where(and(eq(waitingScans.number, sql.placeholder('number')), sameList()))
    .orderBy(asc(waitingScans.createdAt), asc(waitingScans.scanId))
    .limit(sql.placeholder('limit'))
    .prepare(),
)

/** The same where the seller belongs to the number. */
export const listBySellerNumber = query((conn) =>
  conn
    .select({ id: waitingScans.scanId })
    .from(waitingScans)
    .where(and(eq(waitingScans.sellerNumber, sql.placeholder('number')), sameList()))
    .orderBy(asc(waitingScans.createdAt), asc(waitingScans.scanId))
    .limit(sql.placeholder('limit'))
    .prepare(),
)

export const listSettledIds = query((conn) =>
  conn
    .select({ id: scans.id })
    .from(scans)
    .where(eq(scans.duplicateOf, sql.placeholder('id')))
    .orderBy(asc(scans.createdAt), asc(scans.id))
    .limit(sql.placeholder('limit'))
    .prepare(),
)

/** Other scans of a user whose file has the same bytes, the oldest first. */
export const listWithSameFile = query((conn) =>
  conn
    .select({ id: scans.id })
    .from(documents)
    .innerJoin(scans, eq(scans.documentId, documents.id))
    .where(
      and(
        eq(documents.hash, sql.placeholder('hash')),
        eq(scans.userId, sql.placeholder('userId')),
        sql`${scans.id} <> ${sql.placeholder('id')}`,
      ),
    )
    .orderBy(asc(scans.createdAt), asc(scans.id))
    .limit(sql.placeholder('limit'))
    .prepare(),
)

/** How many scans were acknowledged in a range of time: `from` counts, `until` does not. */
export const countSynced = query((conn) =>
  conn
    .select({ n: sql<number>`count(*)` })
    .from(scans)
    .where(
      and(
        gte(scans.syncedAt, sql.placeholder('from')),
        lt(scans.syncedAt, sql.placeholder('until')),
      ),
    )
    .prepare(),
)

const listAllScans = query((conn) =>
  conn
    .select({ id: scans.id })
    .from(scans)
    .where(selected(conn))
    .orderBy(desc(scans.createdAt), desc(scans.id))
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset'))
    .prepare(),
)

const countAllScans = query((conn) =>
  conn
    .select({ n: sql<number>`count(*)` })
    .from(scans)
    .where(selected(conn))
    .prepare(),
)

/**
 * Every scan that has a text, for all pages: reading the texts takes longer than everything else, and they are read
 * through once, each table from its beginning to its end (measured: 45 ms for 25 MB, and twice that one by one).
 */
const listScansWithText = query((conn) =>
  conn
    .select({ id: scans.id })
    .from(scans)
    .where(
      and(
        selected(conn),
        // The plus keeps SQLite at the index that lists are chosen by, which has them in their order.
        sql`+${scans}.rowid IN (
          SELECT (SELECT one.rowid FROM scans AS one WHERE one.id = ${waitingScans.scanId}) FROM ${waitingScans}
            WHERE ${inForce()} AND ${ofUser(waitingScans.userId)} AND ${isLike(waitingScans.data)}
          UNION ALL SELECT rowid FROM ${scans} WHERE ${ofUser(scans.userId)} AND ${isLike(scans.syncedData)}
          UNION ALL SELECT rowid FROM ${scans} WHERE ${isLike(scans.filename)})`,
      ),
    )
    .orderBy(desc(scans.createdAt), desc(scans.id))
    .prepare(),
)

function isLike(column: SQLiteColumn): SQL {
  return sql`${column} LIKE ${sql.placeholder('pattern')} ESCAPE '\\'`
}

/** The plus keeps SQLite from the index of users, which leads to the wide rows one by one. */
function ofUser(column: SQLiteColumn): SQL {
  return sql`+${column} = coalesce(${sql.placeholder('userId')}, ${column})`
}

/** All of it is in one index (scans_created), which is read through: the wide rows are not touched. */
function selected(conn: Conn): SQL | undefined {
  const isDuplicate = sql`(${scans.duplicateOf} IS NOT NULL OR CASE ${sql.placeholder('withSeller')}
    WHEN 1 THEN ${scans.id} IN ${hidden(conn, 'sellerNumber')} ELSE ${scans.id} IN ${hidden(conn, 'number')} END)`
  return and(
    gte(scans.createdAt, sql.placeholder('from')),
    lt(scans.createdAt, sql.placeholder('until')),
    ofUser(scans.userId),
    sql`${scans.category} = coalesce(${sql.placeholder('category')}, ${scans.category})`,
    sql`${scans.status} = coalesce(${sql.placeholder('status')}, ${scans.status})`,
    sql`CASE ${sql.placeholder('synced')} WHEN 'yes' THEN ${scans.syncedAt} IS NOT NULL WHEN 'no' THEN ${scans.syncedAt} IS NULL ELSE 1 END`,
    sql`CASE ${sql.placeholder('duplicate')} WHEN 'yes' THEN ${isDuplicate} WHEN 'no' THEN NOT ${isDuplicate} ELSE 1 END`,
  )
}

/** Scans that are not delivered because an older one of the same user has their number. */
function hidden(conn: Conn, by: 'number' | 'sellerNumber') {
  const twin = alias(waitingScans, 'twin')
  const older = alias(waitingScans, 'older')
  const olderOnes = conn
    .select({ one: sql`1` })
    .from(older)
    .where(
      and(
        eq(older[by], twin[by]),
        sql`+${older.userId} = ${twin.userId}`,
        sql`(${older.createdAt}, ${older.scanId}) < (${twin.createdAt}, ${twin.scanId})`,
        gte(older.createdAt, sql.placeholder('deliveredFrom')),
        inForce(older),
      ),
    )
  const ids = conn
    .select({ id: twin.scanId })
    .from(twin)
    .where(and(gt(twin[by], ''), inForce(twin), sql`EXISTS ${olderOnes}`))
  return sql`${ids}`
}

function sameList(): SQL | undefined {
  return and(
    sql`+${waitingScans.userId} = ${sql.placeholder('userId')}`,
    gte(waitingScans.createdAt, sql.placeholder('deliveredFrom')),
    inForce(),
  )
}
