import { and, asc, desc, eq, gt, gte, lt, ne, sql, type SQL } from 'drizzle-orm'
import type { SQLiteColumn } from 'drizzle-orm/sqlite-core'
import { readPaise } from '../../../paper/values.ts'
import { query, type Conn, type Params } from '../../../platform/db/connection.ts'
import { sortedQuery } from '../../../platform/db/statements.ts'
import {
  comparedBy,
  isBefore,
  isDeliverable,
  isEqualIn,
  waitingNow,
  type ComparedBy,
  type Delivery,
  type WaitingNow,
} from '../scans/waiting-queries.ts'
import { documents, scans } from '../tables.ts'
import { deliveredTextsOf, deliveredTextsTable } from './delivered-texts.ts'
import {
  isByHead,
  isHeadInForce,
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

export type ScanPage = { limit: number; offset: number }

/** The ids of one page, newest first unless sorted otherwise, and how many scans all pages have. */
export function listScanIds(
  conn: Conn,
  input: ScanListInput,
  delivery: Delivery,
  page: ScanPage,
  order: ScanOrderBy = newestFirst,
): { ids: string[]; total: number } {
  const list = queriesOn(conn, input, delivery).sorted(order)(conn)
  const parameters = parametersOf(input, delivery)
  if (input.search !== null) {
    const found = list.all({ ...parameters, limit: Number.MAX_SAFE_INTEGER, offset: 0 })
    const ids = found.slice(page.offset, page.offset + page.limit).map(({ id }) => id)
    return { ids, total: found.length }
  }
  const ids = list.all({ ...parameters, ...page }).map(({ id }) => id)
  // A page that is not full is the last page. Then the total needs no second query.
  const isLast = ids.length < page.limit && (ids.length > 0 || page.offset === 0)
  return { ids, total: isLast ? page.offset + ids.length : countScans(conn, input, delivery) }
}

/** How many scans match. */
export function countScans(conn: Conn, input: ScanListInput, delivery: Delivery): number {
  const { count } = queriesOn(conn, input, delivery)
  return count(conn).get(parametersOf(input, delivery))?.n ?? 0
}

/** How many scans match, and their total in paise. */
export function addUpScans(conn: Conn, input: ScanListInput, delivery: Delivery) {
  const { addUp } = queriesOn(conn, input, delivery)
  const added = addUp(conn).get(parametersOf(input, delivery))
  return { documents: added?.n ?? 0, totalPaise: added?.total ?? 0 }
}

function parametersOf(input: ScanListInput, delivery: Delivery): ListParams {
  const pattern = `%${(input.search ?? '').replaceAll(/[%_\\]/g, String.raw`\$&`)}%`
  return {
    ...input,
    pattern,
    paise: searchedPaise(input.search ?? ''),
    deliveredFrom: delivery.from,
  }
}

/** The total that a searched text means, however it is typed: `13781`, `13,781`, `₹13,781.00`. */
export function searchedPaise(text: string): number | null {
  return readPaise(text.trim()) ?? null
}

/** The waiting scans with this scan's number, the oldest first. The oldest is delivered. */
export function listSameNumber(conn: Conn, id: string, delivery: Delivery, limit: number) {
  const listSame = listSameBy[comparedBy(delivery)]
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

type Called = Params<{ text: string; paise: number | null; userId: string | null; limit: number }>

/**
 * The newest scans, of one user or of all, with this total, or whose seller, number or file name contains a folded text. The heads are read once, from their
 * beginning to their end, which takes half as long as looking for the head of each scan. No wide row is read. A bank statement has no seller.
 */
export const listCalled = query((conn, { text, paise, userId, limit }: Called) =>
  conn
    .select({ id: scans.id })
    .from(scans)
    .where(
      sql`${ofUser(scans.userId, { userId })} AND CASE WHEN +${scans.id} IN (
          SELECT sorted.scan_id FROM ${sortedHeads}
            WHERE ${isHeadInForce} AND (sorted.total = ${paise}
              OR instr(coalesce(${sortedSeller}, '') || ' ' || sorted.called, ${text}) > 0))
        THEN ${scans.category} <> 'bank_entry' OR EXISTS (
          SELECT 1 FROM ${sortedHeads} WHERE ${isHeadOfScan} AND instr(sorted.called, ${text}) > 0) END`,
    )
    .orderBy(desc(scans.createdAt), desc(scans.id))
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

type ListParams = ScanListInput & DeliveredFrom & { pattern: string; paise: number | null }

const kept = new Map<string, ReturnType<typeof buildQueries>>()

/** One set of queries for all lists with the same filters, whatever user, category and so on these name. */
function queriesOn(
  conn: Conn,
  input: ScanListInput,
  delivery: Delivery,
): ReturnType<typeof buildQueries> {
  if (input.search !== null) deliveredTextsOf(conn).bringUp()
  const { synced, duplicate, held, reading, ...others } = input
  const by = comparedBy(delivery)
  const isGiven = Object.values(others).map((value) => value !== null)
  const key = JSON.stringify([by, synced, duplicate, held, reading, isGiven])
  return kept.getOrInsertComputed(key, () => buildQueries(input, by))
}

/** Only the conditions of the given filters. With all of them and NULL for what is not given, a list took twice as long. */
function buildQueries(input: ScanListInput, by: ComparedBy) {
  const chosen = (conn: Conn, params: Params<ListParams>) => selected(conn, params, input, by)
  return {
    count: query((conn, params: Params<ListParams>) =>
      conn
        .select({ n: sql<number>`count(*)` })
        .from(scans)
        .where(chosen(conn, params)),
    ),
    addUp: query((conn, params: Params<ListParams>) =>
      conn
        .select({ n: sql<number>`count(*)`, total: sql<number>`coalesce(sum(sorted.total), 0)` })
        .from(scans)
        .leftJoin(sortedHeads, isHeadOfScan)
        .where(chosen(conn, params)),
    ),
    sorted: sortedQuery((order: ScanOrderBy) =>
      query((conn, params: Params<ListParams & ScanPage>) => {
        const from = conn.select({ id: scans.id }).from(scans).$dynamic()
        const joined = isByHead(order) ? from.leftJoin(sortedHeads, isHeadOfScan) : from
        return joined
          .where(chosen(conn, params))
          .orderBy(...orderOf(order, isDuplicate(conn, params, by)))
          .limit(params.limit)
          .offset(params.offset)
      }),
    ),
  }
}

const listSameBy = { number: buildListSame('number'), sellerNumber: buildListSame('sellerNumber') }

function buildListSame(by: ComparedBy) {
  return query((conn, params: Params<{ id: string; limit: number } & DeliveredFrom>) => {
    const [one, same] = [waitingNow(conn, 'one'), waitingNow(conn, 'same')]
    return conn
      .select({ id: same.scanId })
      .from(one)
      .innerJoin(same, sameNumber(same, one, params, by))
      .where(eq(one.scanId, params.id))
      .orderBy(asc(same.createdAt), asc(same.scanId))
      .limit(params.limit)
  })
}

/**
 * Whether a scan contains a text, or has it as its total. Reading the texts takes longer than everything else, so one query reads each table once, from its
 * beginning to its end, for all pages. Measured: 15 ms for 25 MB, and several times that when rows are read one by one.
 */
function hasText(conn: Conn, params: Params<ListParams>): SQL {
  const now = waitingNow(conn, 'now')
  const isLike = (column: Column | SQL) => sql`${column} LIKE ${params.pattern} ESCAPE '\\'`
  // The plus keeps SQLite on the index that selects the list, which has the scans in order.
  return sql`+${scans}.rowid IN (
    SELECT (SELECT one.rowid FROM scans AS one WHERE one.id = ${now.scanId}) FROM ${now}
      WHERE ${ofUser(now.userId, params)} AND ${isLike(now.data)}
    UNION ALL SELECT seq FROM ${sql.raw(deliveredTextsTable)} WHERE ${isLike(sql`data`)}
    UNION ALL SELECT rowid FROM ${scans} WHERE ${isLike(scans.filename)}
    UNION ALL SELECT (SELECT one.rowid FROM scans AS one WHERE one.id = sorted.scan_id) FROM ${sortedHeads}
      WHERE sorted.total = ${params.paise} AND ${isHeadInForce})`
}

type Column = SQLiteColumn | WaitingNow['userId']

/** The plus keeps SQLite from the index on users, which leads to the wide rows one by one. */
function ofUser(column: Column, { userId }: Params<Pick<ListParams, 'userId'>>): SQL {
  return sql`+${column} = coalesce(${userId}, ${column})`
}

const beingRead = sql`(SELECT scan_id FROM reading_jobs)`

const heldScans = sql`(SELECT id FROM scans WHERE held = 1)`

/** One index (scans_created) holds every column, so SQLite reads only this index and no wide rows. */
function selected(
  conn: Conn,
  params: Params<ListParams>,
  input: ScanListInput,
  by: ComparedBy,
): SQL | undefined {
  const { userId, category, status, synced, held, reading, among, duplicate, search } = input
  return and(
    gte(scans.createdAt, params.from),
    lt(scans.createdAt, params.until),
    userId === null ? undefined : sql`+${scans.userId} = ${params.userId}`,
    category === null ? undefined : sql`${scans.category} = ${params.category}`,
    status === null ? undefined : sql`${scans.status} = ${params.status}`,
    synced === null ? undefined : isSynced(synced),
    isAnswer(sql`${scans.id} IN ${heldScans}`, held),
    isAnswer(sql`${scans.id} IN ${beingRead}`, reading),
    among === null
      ? undefined
      : sql`+${scans.id} IN (SELECT value FROM json_each(${params.among}))`,
    isAnswer(isDuplicate(conn, params, by), duplicate),
    search === null ? undefined : hasText(conn, params),
  )
}

function isAnswer(condition: SQL, answer: 'yes' | 'no' | null): SQL | undefined {
  if (answer === null) return undefined
  return answer === 'yes' ? condition : sql`NOT ${condition}`
}

/** The pluses keep SQLite from the index on acknowledged scans, which leads to the wide rows one by one. */
function isSynced(answer: 'yes' | 'no'): SQL {
  return answer === 'yes'
    ? sql`+${scans.syncedAt} IS NOT NULL`
    : sql`+${scans.syncedAt} IS NULL AND ${scans.id} NOT IN ${settled}`
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
    isEqualIn(by, one, other),
    sql`+${one.userId} = ${other.userId}`,
    gte(one.createdAt, deliveredFrom),
  )
}
