import { and, asc, desc, eq, gt, gte, lt, ne, sql, type SQL } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { users } from '../../../accounts/tables.ts'
import { query, type Conn, type Params } from '../../../platform/db/connection.ts'
import { isBefore, waitingNow, type Delivery, type WaitingNow } from '../scans/waiting-queries.ts'
import { documents, scans } from '../tables.ts'

/** What a list of scans is chosen by; null where it does not matter. Times in milliseconds since the epoch. */
export type ScanListInput = {
  userId: string | null
  category: string | null
  status: string | null
  synced: 'yes' | 'no' | null
  duplicate: 'yes' | 'no' | null
  from: number
  until: number
  /** Part of a file's name or of what was read, however it is written. */
  search: string | null
}

/** What duplicates are found by: the number alone, or with its seller. */
type ComparedBy = 'number' | 'sellerNumber'

function comparedBy({ withSeller }: Delivery): ComparedBy {
  return withSeller ? 'sellerNumber' : 'number'
}

/** The ids of one page, the newest first, and how many there are on all pages. */
export function listScanIds(
  conn: Conn,
  input: ScanListInput,
  delivery: Delivery,
  page: { limit: number; offset: number },
): { ids: string[]; total: number } {
  const { search } = input
  const queries = queriesBy[comparedBy(delivery)]
  const parameters = { ...input, deliveredFrom: delivery.from }
  if (search !== null) {
    const pattern = `%${search.replaceAll(/[%_\\]/g, String.raw`\$&`)}%`
    const found = queries.listWithText(conn).all({ ...parameters, pattern })
    const ids = found.slice(page.offset, page.offset + page.limit).map(({ id }) => id)
    return { ids, total: found.length }
  }
  const rows = queries.listAll(conn).all({ ...parameters, ...page })
  const ids = rows.map(({ id }) => id)
  // A page that is not full is the last: then nothing needs to be read through a second time.
  const isLast = ids.length < page.limit && (ids.length > 0 || page.offset === 0)
  const total = isLast ? page.offset + ids.length : (queries.count(conn).get(parameters)?.n ?? 0)
  return { ids, total }
}

export type ListedRow = ReturnType<typeof listScanRows>[number]

/** Scans by their ids, in that order, without their wide columns: of what was read only the head. */
export function listScanRows(conn: Conn, ids: readonly string[], delivery: Delivery) {
  const { listRows } = queriesBy[comparedBy(delivery)]
  return listRows(conn).all({ ids: JSON.stringify(ids), deliveredFrom: delivery.from })
}

/** The waiting scans with the number of one, the oldest first: that one is delivered. */
export function listSameNumber(conn: Conn, id: string, delivery: Delivery, limit: number) {
  const { listSame } = queriesBy[comparedBy(delivery)]
  return listSame(conn)
    .all({ id, deliveredFrom: delivery.from, limit })
    .map((row) => row.id)
}

type SameFile = { hash: string; userId: string; id: string; limit: number }

/** Other scans of a user whose file has the same bytes, the oldest first. */
export const listWithSameFile = query((conn, { hash, userId, id, limit }: Params<SameFile>) =>
  conn
    .select({ id: scans.id })
    .from(documents)
    .innerJoin(scans, eq(scans.documentId, documents.id))
    .where(and(eq(documents.hash, hash), eq(scans.userId, userId), ne(scans.id, id)))
    .orderBy(asc(scans.createdAt), asc(scans.id))
    .limit(limit),
)

/** How many scans were acknowledged in a range of time: `from` counts, `until` does not. */
export const countSynced = query((conn, { from, until }: Params<{ from: number; until: number }>) =>
  conn
    .select({ n: sql<number>`count(*)` })
    .from(scans)
    .where(and(gte(scans.syncedAt, from), lt(scans.syncedAt, until))),
)

/** Since when scans are delivered: an older one holds nothing back. */
type DeliveredFrom = { deliveredFrom: number }

type ListParams = ScanListInput & DeliveredFrom

const queriesBy = { number: buildQueries('number'), sellerNumber: buildQueries('sellerNumber') }

function buildQueries(by: ComparedBy) {
  return {
    listAll: query((conn, params: Params<ListParams & { limit: number; offset: number }>) =>
      conn
        .select({ id: scans.id })
        .from(scans)
        .where(selected(conn, params, by))
        .orderBy(desc(scans.createdAt), desc(scans.id))
        .limit(params.limit)
        .offset(params.offset),
    ),
    count: query((conn, params: Params<ListParams>) =>
      conn
        .select({ n: sql<number>`count(*)` })
        .from(scans)
        .where(selected(conn, params, by)),
    ),
    listWithText: query((conn, params: Params<ListParams & { pattern: string }>) =>
      buildListWithText(conn, params, by),
    ),
    listRows: query((conn, params: Params<{ ids: string } & DeliveredFrom>) =>
      buildListRows(conn, params, by),
    ),
    listSame: query((conn, params: Params<{ id: string; limit: number } & DeliveredFrom>) => {
      const [one, same] = [waitingNow(conn, 'one'), waitingNow(conn, 'same')]
      return conn
        .select({ id: same.scanId })
        .from(one)
        .innerJoin(same, sameNumber(same, one, params, by))
        .where(eq(one.scanId, params.id))
        .orderBy(asc(same.createdAt), asc(same.scanId))
        .limit(params.limit)
    }),
  }
}

/**
 * Every scan that has a text, for all pages: reading the texts takes longer than everything else, and they are read
 * through once, each table from its beginning to its end (measured: 45 ms for 25 MB, and twice that one by one).
 */
function buildListWithText(
  conn: Conn,
  params: Params<ListParams & { pattern: string }>,
  by: ComparedBy,
) {
  const now = waitingNow(conn, 'now')
  const isOfUser = (column: Column) => ofUser(column, params)
  const isLike = (column: Column) => sql`${column} LIKE ${params.pattern} ESCAPE '\\'`
  return conn
    .select({ id: scans.id })
    .from(scans)
    .where(
      and(
        selected(conn, params, by),
        // The plus keeps SQLite at the index that lists are chosen by, which has them in their order.
        sql`+${scans}.rowid IN (
          SELECT (SELECT one.rowid FROM scans AS one WHERE one.id = ${now.scanId}) FROM ${now}
            WHERE ${isOfUser(now.userId)} AND ${isLike(now.data)}
          UNION ALL SELECT rowid FROM ${scans} WHERE ${isOfUser(scans.userId)} AND ${isLike(scans.syncedData)}
          UNION ALL SELECT rowid FROM ${scans} WHERE ${isLike(scans.filename)})`,
      ),
    )
    .orderBy(desc(scans.createdAt), desc(scans.id))
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
  // As it was delivered, as it waits, or as it was read: a scan that was imported as delivered has no data of that.
  const document = sql`coalesce(${scans.syncedData}, ${now.data}, ${scans.correction}, ${scans.raw})`
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
      createdAt: scans.createdAt,
      syncedAt: scans.syncedAt,
      duplicateOf: scans.duplicateOf,
      deliverSeparately: scans.deliverSeparately,
      isCorrected: sql`${scans.correction} IS NOT NULL`.mapWith(Boolean),
      /** What is delivered of those with its number; null unless it waits. */
      deliveredId: sql<string | null>`${delivered}`,
      /** As a document without lines: a statement has thousands. */
      head: sql<string | null>`CASE WHEN ${document} IS NOT NULL THEN
        json_object('invoice_metadata', json_extract(${document}, '$.invoice_metadata'), 'line_items', json_array()) END`,
      headAs: sql<
        'delivered' | 'waiting' | 'read'
      >`CASE WHEN ${scans.syncedData} IS NOT NULL THEN 'delivered'
        WHEN ${now.seq} IS NOT NULL THEN 'waiting' ELSE 'read' END`,
      lines: sql<number>`coalesce(json_array_length(${document}, '$.line_items'), 0)`,
    })
    .from(sql`json_each(${params.ids}) AS named`)
    .innerJoin(scans, eq(scans.id, sql`named.value`))
    .leftJoin(users, eq(users.id, scans.userId))
    .leftJoin(now, eq(now.scanId, scans.id))
    .orderBy(sql`named.key`)
}

type Column = SQLiteColumn | WaitingNow['userId']

/** The plus keeps SQLite from the index of users, which leads to the wide rows one by one. */
function ofUser(column: Column, { userId }: Params<Pick<ListParams, 'userId'>>): SQL {
  return sql`+${column} = coalesce(${userId}, ${column})`
}

/** All of it is in one index (scans_created), which is read through: the wide rows are not touched. */
function selected(conn: Conn, params: Params<ListParams>, by: ComparedBy): SQL | undefined {
  const isDuplicate = sql`(${scans.duplicateOf} IS NOT NULL OR ${scans.id} IN ${heldBack(conn, params, by)})`
  return and(
    gte(scans.createdAt, params.from),
    lt(scans.createdAt, params.until),
    ofUser(scans.userId, params),
    sql`${scans.category} = coalesce(${params.category}, ${scans.category})`,
    sql`${scans.status} = coalesce(${params.status}, ${scans.status})`,
    sql`CASE ${params.synced} WHEN 'yes' THEN ${scans.syncedAt} IS NOT NULL WHEN 'no' THEN ${scans.syncedAt} IS NULL ELSE 1 END`,
    sql`CASE ${params.duplicate} WHEN 'yes' THEN ${isDuplicate} WHEN 'no' THEN NOT ${isDuplicate} ELSE 1 END`,
  )
}

/** Scans that are not delivered because an older one of the same user has their number. */
function heldBack(conn: Conn, params: Params<DeliveredFrom>, by: ComparedBy) {
  const [now, older] = [waitingNow(conn, 'now'), waitingNow(conn, 'older')]
  const olderOnes = conn
    .select({ one: sql`1` })
    .from(older)
    .where(and(sameNumber(older, now, params, by), isBefore(older, now)))
  return conn
    .select({ id: now.scanId })
    .from(now)
    .where(and(gt(now[by], ''), sql`EXISTS ${olderOnes}`))
}

/** Whether one would be delivered in place of the other. The plus keeps SQLite from the user's scans. */
function sameNumber(
  one: WaitingNow,
  other: WaitingNow,
  { deliveredFrom }: Params<DeliveredFrom>,
  by: ComparedBy,
): SQL | undefined {
  return and(
    eq(one[by], other[by]),
    sql`+${one.userId} = ${other.userId}`,
    gte(one.createdAt, deliveredFrom),
  )
}
