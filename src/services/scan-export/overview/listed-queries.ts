import { and, asc, eq, gt, gte, lt, ne, sql, type SQL } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { query, type Conn, type Params } from '../../../platform/db/connection.ts'
import { sortedQuery } from '../../../platform/db/statements.ts'
import {
  isBefore,
  isDeliverable,
  waitingNow,
  type Delivery,
  type WaitingNow,
} from '../scans/waiting-queries.ts'
import { documents, scans } from '../tables.ts'
import {
  isByHead,
  isHeadOfScan,
  newestFirst,
  orderOf,
  sortedHeads,
  sortedSeller,
  type ScanOrderBy,
} from './sort-queries.ts'

/** Filters of a list of scans. Null means any. Times in milliseconds since the epoch. */
export type ScanListInput = {
  userId: string | null
  category: string | null
  status: string | null
  synced: 'yes' | 'no' | null
  duplicate: 'yes' | 'no' | null
  /** Whether a check contradicts the values. */
  held: 'yes' | 'no' | null
  /** Whether Daybook will still read it. */
  reading: 'yes' | 'no' | null
  /** JSON of ids. Lists only scans with one of these ids. */
  among: string | null
  from: number
  until: number
  /** A part of the file name or of what was read, in any case. */
  search: string | null
}

export const allScans: ScanListInput = {
  userId: null,
  category: null,
  status: null,
  synced: null,
  duplicate: null,
  held: null,
  reading: null,
  among: null,
  from: 0,
  until: Number.MAX_SAFE_INTEGER,
  search: null,
}

/** How duplicates are found: by the number alone, or by the number and the seller. */
export type ComparedBy = 'number' | 'sellerNumber'

export function comparedBy({ withSeller }: Delivery): ComparedBy {
  return withSeller ? 'sellerNumber' : 'number'
}

export type ScanPage = { limit: number; offset: number }

/** The ids of one page, newest first unless sorted otherwise, and how many scans all pages have. */
export function listScanIds(
  conn: Conn,
  input: ScanListInput,
  delivery: Delivery,
  page: ScanPage,
  order: ScanOrderBy = newestFirst,
): { ids: string[]; total: number } {
  const { list, listWithText } = sortedQueries[comparedBy(delivery)](order)
  const parameters = { ...input, deliveredFrom: delivery.from }
  if (input.search !== null) {
    const found = listWithText(conn).all({ ...parameters, pattern: patternOf(input.search) })
    const ids = found.slice(page.offset, page.offset + page.limit).map(({ id }) => id)
    return { ids, total: found.length }
  }
  const rows = list(conn).all({ ...parameters, ...page })
  const ids = rows.map(({ id }) => id)
  // A page that is not full is the last page. Then the total needs no second query.
  const isLast = ids.length < page.limit && (ids.length > 0 || page.offset === 0)
  const { count } = queriesBy[comparedBy(delivery)]
  const total = isLast ? page.offset + ids.length : (count(conn).get(parameters)?.n ?? 0)
  return { ids, total }
}

/** How many scans match, and their total in paise. */
export function addUpScans(conn: Conn, input: ScanListInput, delivery: Delivery) {
  const { addUp, addUpWithText } = queriesBy[comparedBy(delivery)]
  const parameters = { ...input, deliveredFrom: delivery.from }
  const added =
    input.search === null
      ? addUp(conn).get(parameters)
      : addUpWithText(conn).get({ ...parameters, pattern: patternOf(input.search) })
  return { documents: added?.n ?? 0, totalPaise: added?.total ?? 0 }
}

function patternOf(search: string): string {
  return `%${search.replaceAll(/[%_\\]/g, String.raw`\$&`)}%`
}

/** The waiting scans with this scan's number, the oldest first. The oldest is delivered. */
export function listSameNumber(conn: Conn, id: string, delivery: Delivery, limit: number) {
  const { listSame } = queriesBy[comparedBy(delivery)]
  return listSame(conn)
    .all({ id, deliveredFrom: delivery.from, limit })
    .map((row) => row.id)
}

type SameFile = { hash: string; userId: string; id: string; limit: number }

/** The user's other scans whose file has the same bytes, the oldest first. */
export const listWithSameFile = query((conn, { hash, userId, id, limit }: Params<SameFile>) =>
  conn
    .select({ id: scans.id })
    .from(documents)
    .innerJoin(scans, eq(scans.documentId, documents.id))
    .where(and(eq(documents.hash, hash), eq(scans.userId, userId), ne(scans.id, id)))
    .orderBy(asc(scans.createdAt), asc(scans.id))
    .limit(limit),
)

type Called = Params<{ text: string; userId: string | null; limit: number }>

/** The newest scans, of one user or of all, whose seller, number or file name contains a folded text. */
export const listCalled = query((conn, { text, userId, limit }: Called) =>
  conn
    .select({ id: scans.id })
    .from(scans)
    .innerJoin(sortedHeads, isHeadOfScan)
    .where(
      sql`(${userId} IS NULL OR ${scans.userId} = ${userId})
        AND instr(CASE WHEN ${scans.category} = 'bank_entry' THEN '' ELSE coalesce(${sortedSeller}, '') END
          || ' ' || sorted.called, ${text}) > 0`,
    )
    .orderBy(sql`${scans}.rowid DESC`)
    .limit(limit),
)

/** How many scans were acknowledged from `from` on and before `until`. */
export const countSynced = query((conn, { from, until }: Params<{ from: number; until: number }>) =>
  conn
    .select({ n: sql<number>`count(*)` })
    .from(scans)
    .where(and(gte(scans.syncedAt, from), lt(scans.syncedAt, until))),
)

/** Scans that came in before this time are not delivered and hide no others. */
export type DeliveredFrom = { deliveredFrom: number }

type ListParams = ScanListInput & DeliveredFrom

const queriesBy = { number: buildQueries('number'), sellerNumber: buildQueries('sellerNumber') }

function buildQueries(by: ComparedBy) {
  return {
    count: query((conn, params: Params<ListParams>) =>
      conn
        .select({ n: sql<number>`count(*)` })
        .from(scans)
        .where(selected(conn, params, by)),
    ),
    addUp: query((conn, params: Params<ListParams>) =>
      conn
        .select(sums)
        .from(scans)
        .leftJoin(sortedHeads, isHeadOfScan)
        .where(selected(conn, params, by)),
    ),
    addUpWithText: query((conn, params: Params<ListParams & { pattern: string }>) =>
      conn
        .select(sums)
        .from(scans)
        .leftJoin(sortedHeads, isHeadOfScan)
        .where(and(selected(conn, params, by), hasText(conn, params))),
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

const sums = {
  n: sql<number>`count(*)`,
  total: sql<number>`coalesce(sum(sorted.total), 0)`,
}

const sortedQueries = { number: buildSorted('number'), sellerNumber: buildSorted('sellerNumber') }

/** One pair of queries for each order. */
function buildSorted(by: ComparedBy) {
  return sortedQuery((order: ScanOrderBy) => sortedPair(by, order))
}

function sortedPair(by: ComparedBy, order: ScanOrderBy) {
  const chosen = (conn: Conn, params: Params<ListParams>, text?: SQL) => {
    const from = conn.select({ id: scans.id }).from(scans).$dynamic()
    const joined = isByHead(order) ? from.leftJoin(sortedHeads, isHeadOfScan) : from
    return joined
      .where(and(selected(conn, params, by), text))
      .orderBy(...orderOf(order, isDuplicate(conn, params, by)))
  }
  return {
    list: query((conn, params: Params<ListParams & ScanPage>) =>
      chosen(conn, params).limit(params.limit).offset(params.offset),
    ),
    listWithText: query((conn, params: Params<ListParams & { pattern: string }>) =>
      chosen(conn, params, hasText(conn, params)),
    ),
  }
}

/**
 * Whether a scan contains a text. Reading the texts takes longer than everything else, so one query reads each table once, from its
 * beginning to its end, for all pages. Measured: 45 ms for 25 MB, and twice that when rows are read one by one.
 */
function hasText(conn: Conn, params: Params<ListParams & { pattern: string }>): SQL {
  const now = waitingNow(conn, 'now')
  const isOfUser = (column: Column) => ofUser(column, params)
  const isLike = (column: Column) => sql`${column} LIKE ${params.pattern} ESCAPE '\\'`
  // The plus keeps SQLite on the index that selects the list, which has the scans in order.
  return sql`+${scans}.rowid IN (
    SELECT (SELECT one.rowid FROM scans AS one WHERE one.id = ${now.scanId}) FROM ${now}
      WHERE ${isOfUser(now.userId)} AND ${isLike(now.data)}
    UNION ALL SELECT rowid FROM ${scans} WHERE ${isOfUser(scans.userId)} AND ${isLike(scans.syncedData)}
    UNION ALL SELECT rowid FROM ${scans} WHERE ${isLike(scans.filename)})`
}

type Column = SQLiteColumn | WaitingNow['userId']

/** The plus keeps SQLite from the index on users, which leads to the wide rows one by one. */
function ofUser(column: Column, { userId }: Params<Pick<ListParams, 'userId'>>): SQL {
  return sql`+${column} = coalesce(${userId}, ${column})`
}

const beingRead = sql`(SELECT scan_id FROM reading_jobs)`

const heldScans = sql`(SELECT id FROM scans WHERE held = 1)`

/** One index (scans_created) holds every column, so SQLite reads only this index and no wide rows. */
function selected(conn: Conn, params: Params<ListParams>, by: ComparedBy): SQL | undefined {
  const isTwin = isDuplicate(conn, params, by)
  return and(
    gte(scans.createdAt, params.from),
    lt(scans.createdAt, params.until),
    ofUser(scans.userId, params),
    sql`${scans.category} = coalesce(${params.category}, ${scans.category})`,
    sql`${scans.status} = coalesce(${params.status}, ${scans.status})`,
    sql`CASE ${params.synced} WHEN 'yes' THEN ${scans.syncedAt} IS NOT NULL WHEN 'no' THEN ${scans.syncedAt} IS NULL AND ${scans.id} NOT IN ${settled} ELSE 1 END`,
    sql`CASE ${params.held} WHEN 'yes' THEN ${scans.id} IN ${heldScans} WHEN 'no' THEN ${scans.id} NOT IN ${heldScans} ELSE 1 END`,
    sql`CASE ${params.reading} WHEN 'yes' THEN ${scans.id} IN ${beingRead} WHEN 'no' THEN ${scans.id} NOT IN ${beingRead} ELSE 1 END`,
    sql`(${params.among} IS NULL OR ${scans.id} IN (SELECT value FROM json_each(${params.among})))`,
    sql`CASE ${params.duplicate} WHEN 'yes' THEN ${isTwin} WHEN 'no' THEN NOT ${isTwin} ELSE 1 END`,
  )
}

function isDuplicate(conn: Conn, params: Params<DeliveredFrom>, by: ComparedBy): SQL {
  return sql`(${scans.duplicateOf} IS NOT NULL OR ${scans.id} IN ${settled} OR ${scans.id} IN ${heldBack(conn, params, by)})`
}

/** Scans that a person settled as the same paper as another. They are few and have their own index. */
const settled = sql`(SELECT one.id FROM scans AS one WHERE one.same_as IS NOT NULL)`

/** Scans that are hidden: an older scan of the same user has their number. */
function heldBack(conn: Conn, params: Params<DeliveredFrom>, by: ComparedBy) {
  const [now, older] = [waitingNow(conn, 'now'), waitingNow(conn, 'older')]
  const olderOnes = conn
    .select({ one: sql`1` })
    .from(older)
    .where(and(sameNumber(older, now, params, by), isBefore(older, now)))
  return conn
    .select({ id: now.scanId })
    .from(now)
    .where(and(gt(now[by], ''), isDeliverable(now), sql`EXISTS ${olderOnes}`))
}

/**
 * Whether `one` and `other` have the same number, so that the older hides the younger. The plus keeps SQLite from going through all of the
 * user's scans.
 */
export function sameNumber(
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
