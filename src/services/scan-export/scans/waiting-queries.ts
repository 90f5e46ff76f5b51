import {
  and,
  asc,
  desc,
  eq,
  getTableColumns,
  gt,
  gte,
  inArray,
  lte,
  ne,
  or,
  sql,
  type SQL,
} from 'drizzle-orm'
import { query, type Conn, type Params } from '../../../platform/db/connection.ts'
import { deleteIn, insertInto, pickIn } from '../../../platform/db/statements.ts'
import { readSetting } from '../../../platform/settings.ts'
import { duplicatesSetting } from '../deps.ts'
import { documents, renameRuleState, scans, waitingScans } from '../tables.ts'
import { retentionMs } from './rules.ts'

const { rulesSince, rulesUntil, ...columns } = getTableColumns(waitingScans)

/** The version of the rules in force, for queries. */
export const versionInForce = sql`(SELECT ${renameRuleState.version} FROM ${renameRuleState} WHERE ${renameRuleState.id} = 1)`

/**
 * Scans that wait now, and held scans: one row for each, as the rules in force normalise it. Every query uses this view. Only a change of
 * rules sees rows of two versions (rename-rules/staging.ts).
 */
export function waitingNow(conn: Conn, name: string) {
  const isInForce = and(lte(rulesSince, versionInForce), gt(rulesUntil, versionInForce))
  return conn.select(columns).from(waitingScans).where(isInForce).as(name)
}

export type WaitingNow = ReturnType<typeof waitingNow>

export type WaitingScan = Omit<typeof waitingScans.$inferSelect, 'rulesSince' | 'rulesUntil'>

/** `rulesUntil` of a row whose rules nobody has replaced. */
export const rulesUntilForever = Number.MAX_SAFE_INTEGER

/** The scans that the unsynced list covers now, and how duplicates are compared. */
export type Delivery = {
  /** Scans that came in since then are delivered, in milliseconds since the epoch. */
  from: number
  /** Whether duplicates are compared with their seller. */
  withSeller: boolean
}

export function deliveryAt(conn: Conn, now: number): Delivery {
  const withSeller = readSetting(conn, duplicatesSetting) === 'invoice_no_and_seller'
  return { from: now - retentionMs, withSeller }
}

/** The column in which duplicates are equal: the number alone, or the number with the seller. */
export type ComparedBy = 'number' | 'sellerNumber'

export function comparedBy({ withSeller }: Pick<Delivery, 'withSeller'>): ComparedBy {
  return withSeller ? 'sellerNumber' : 'number'
}

/** Whether a row is not held. */
export function isDeliverable(now: WaitingNow): SQL {
  return sql`${now.held} IS NOT 1`
}

/** The users with rows since a time. */
export const listUsersWaiting = query((conn, { from }: Params<{ from: number }>) => {
  const now = waitingNow(conn, 'now')
  return conn
    .selectDistinct({ id: now.userId })
    .from(now)
    .where(gte(now.createdAt, from))
    .orderBy(asc(now.userId))
})

/** Rows since a time, the newest first. */
export const listNewestWaiting = query(
  (conn, { from, limit }: Params<{ from: number; limit: number }>) => {
    const now = waitingNow(conn, 'now')
    return conn
      .select({ seq: now.seq })
      .from(now)
      .where(and(gte(now.createdAt, from), isDeliverable(now)))
      .orderBy(desc(now.createdAt), desc(now.scanId))
      .limit(limit)
  },
)

export const findWaitingBySeq = query((conn, { seq }: Params<{ seq: number }>) =>
  conn.select(columns).from(waitingScans).where(eq(waitingScans.seq, seq)),
)

/** The scan of a row, without its data. */
export const findPlaceBySeq = pickIn(waitingScans, ['seq'], ['scanId'])

export const findWaiting = query((conn, { scanId }: Params<{ scanId: string }>) => {
  const now = waitingNow(conn, 'now')
  return conn.select().from(now).where(eq(now.scanId, scanId))
})

/** A scan's row, without its data. */
export const findPlace = query((conn, { scanId }: Params<{ scanId: string }>) => {
  const now = waitingNow(conn, 'now')
  return conn.select({ seq: now.seq }).from(now).where(eq(now.scanId, scanId))
})

/** Rows with a number, oldest first. Of one user, or of all users when `userId` is null. */
export const listWaitingByInvoiceNo = query(
  (conn, { invoiceNo, userId }: Params<{ invoiceNo: string; userId: string | null }>) => {
    const now = waitingNow(conn, 'now')
    return conn
      .select()
      .from(now)
      .where(
        and(eq(now.invoiceNo, invoiceNo), sql`${now.userId} = coalesce(${userId}, ${now.userId})`),
      )
      .orderBy(asc(now.createdAt), asc(now.scanId))
  },
)

/** A scan that may be a duplicate. Its data is read later. */
export type AlikeScan = Pick<
  WaitingScan,
  'seq' | 'scanId' | 'createdAt' | 'documentHash' | 'invoiceNo'
>

type WhatIsAlike = Pick<
  WaitingScan,
  'scanId' | 'userId' | 'category' | 'documentHash' | 'invoiceNo'
>

/**
 * Rows of the same user and category with the same document or number, which may be duplicates. Without their data. In no order: an order
 * would tempt the planner to go through all of the user's rows.
 */
export const listAlike = query((conn, p: Params<WhatIsAlike>) => {
  const now = waitingNow(conn, 'now')
  const { seq, scanId, createdAt, documentHash, invoiceNo } = now
  const withSameFile = conn
    .select({ id: scans.id })
    .from(documents)
    .innerJoin(scans, eq(scans.documentId, documents.id))
    .where(eq(documents.hash, p.documentHash))
  return conn
    .select({ seq, scanId, createdAt, documentHash, invoiceNo })
    .from(now)
    .where(
      and(
        or(inArray(scanId, withSameFile), eq(invoiceNo, p.invoiceNo)),
        ne(scanId, p.scanId),
        // The pluses keep SQLite from going through all of the user's rows.
        sql`+${now.userId} = ${p.userId} AND +${now.category} = ${p.category}`,
      ),
    )
})

const hidingQueries = { number: hidingQuery('number'), sellerNumber: hidingQuery('sellerNumber') }

/** An older row of the same user that hides a scan. Undefined when no row does. */
export function findHiding(conn: Conn, scanId: string, delivery: Delivery) {
  return hidingQueries[comparedBy(delivery)](conn).get({ scanId, from: delivery.from })
}

function hidingQuery(by: ComparedBy) {
  return query((conn, { scanId, from }: Params<{ scanId: string; from: number }>) => {
    const [now, older] = [waitingNow(conn, 'now'), waitingNow(conn, 'older')]
    // The plus keeps SQLite from going through all of the user's scans instead of the few with this number.
    const isOfUser = sql`+${older.userId} = ${now.userId}`
    return conn
      .select({ id: older.scanId })
      .from(now)
      .innerJoin(
        older,
        and(isEqualIn(by, older, now), isOfUser, gte(older.createdAt, from), isBefore(older, now)),
      )
      .where(eq(now.scanId, scanId))
      .limit(1)
  })
}

/** Whether two rows are equal in what duplicates are compared by. The index on `invoiceNo` finds them: equal rows have the same number. */
export function isEqualIn(by: ComparedBy, one: WaitingNow, other: WaitingNow): SQL | undefined {
  return and(eq(one.invoiceNo, other.number), eq(one[by], other[by]))
}

/** Takes a scan out of the queue, with the rows that a change of rules prepared for it. */
export const deleteWaiting = deleteIn(waitingScans, 'scanId')

export const insertWaiting = insertInto(waitingScans)

export function isBefore(one: WaitingNow, other: WaitingNow): SQL {
  return sql`(${one.createdAt}, ${one.scanId}) < (${other.createdAt}, ${other.scanId})`
}
