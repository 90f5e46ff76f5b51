import {
  and,
  asc,
  desc,
  eq,
  gt,
  gte,
  isNull,
  lte,
  ne,
  notExists,
  or,
  sql,
  type SQL,
} from 'drizzle-orm'
import { alias, type AnySQLiteColumn } from 'drizzle-orm/sqlite-core'
import { query, type Conn } from '../../../platform/db/connection.ts'
import { waitingScans } from '../tables.ts'
import type { Category } from '../categories.ts'

export type WaitingScan = typeof waitingScans.$inferSelect

/** `rulesUntil` of a row whose rules nobody has replaced. */
export const rulesUntilForever = Number.MAX_SAFE_INTEGER

/** What a call selects: whose scans, since when (ms since the epoch), of which category, compared how. */
export type Selection = {
  /** Undefined: the scans of all users. */
  userId: string | undefined
  category: Category | undefined
  from: number
  generation: number
  /** Whether duplicates are compared with their seller. */
  withSeller: boolean
}

/** A scan that may be a copy, before its data is looked at. */
export type AlikeScan = Pick<
  WaitingScan,
  'seq' | 'scanId' | 'createdAt' | 'documentHash' | 'invoiceNo'
>

type Position = { createdAt: number; scanId: string }

/**
 * The first `limit` waiting rows of a selection by age, behind a position; of each number only the oldest.
 * Returns their `seq`, oldest first.
 */
export function listWaiting(
  conn: Conn,
  selection: Selection,
  after: Position | undefined,
  limit: number,
): number[] {
  const rows = waitingQueries(selection, after !== undefined)
    .list(conn)
    .values({
      ...parametersOf(selection),
      afterCreatedAt: after?.createdAt ?? null,
      afterId: after?.scanId ?? null,
      limit,
    })
  return rows.map(([seq]) => Number(seq))
}

/** How many rows a selection returns without limit, and the age of the oldest that it looked at. */
export function countWaiting(
  conn: Conn,
  selection: Selection,
): { waiting: number; oldest: number | null } {
  return (
    waitingQueries(selection, false).count(conn).get(parametersOf(selection)) ?? {
      waiting: 0,
      oldest: null,
    }
  )
}

/** The users with rows since a time. */
export const listUsersWaiting = query((conn) =>
  conn
    .selectDistinct({ id: waitingScans.userId })
    .from(waitingScans)
    .where(gte(waitingScans.createdAt, sql.placeholder('from')))
    .orderBy(asc(waitingScans.userId))
    .prepare(),
)

/** Rows in force since a time, the newest first. */
export const listNewestWaiting = query((conn) =>
  conn
    .select({ seq: waitingScans.seq })
    .from(waitingScans)
    .where(and(gte(waitingScans.createdAt, sql.placeholder('from')), inForce()))
    .orderBy(desc(waitingScans.createdAt), desc(waitingScans.scanId))
    .limit(sql.placeholder('limit'))
    .prepare(),
)

export const findWaitingBySeq = query((conn) =>
  conn
    .select()
    .from(waitingScans)
    .where(eq(waitingScans.seq, sql.placeholder('seq')))
    .prepare(),
)

/** The row in force of one scan. */
export const findWaiting = query((conn) =>
  conn
    .select()
    .from(waitingScans)
    .where(and(eq(waitingScans.scanId, sql.placeholder('scanId')), inForce()))
    .prepare(),
)

/** The rows in force of a user's scans with a number, oldest first; of all users when `userId` is null. */
export const listWaitingByInvoiceNo = query((conn) =>
  conn
    .select()
    .from(waitingScans)
    .where(and(eq(waitingScans.invoiceNo, sql.placeholder('invoiceNo')), ofUser(), inForce()))
    .orderBy(asc(waitingScans.createdAt), asc(waitingScans.scanId))
    .prepare(),
)

/**
 * Other rows in force of the same user and category, with the same document or the same number: what may be copies of
 * a scan, without their data. Without an order: it would tempt the planner to walk through all of the user's rows.
 */
export const listAlike = query((conn) =>
  conn
    .select({
      seq: waitingScans.seq,
      scanId: waitingScans.scanId,
      createdAt: waitingScans.createdAt,
      documentHash: waitingScans.documentHash,
      invoiceNo: waitingScans.invoiceNo,
    })
    .from(waitingScans)
    .where(
      and(
        or(
          and(ofThisUser(), eq(waitingScans.documentHash, sql.placeholder('documentHash'))),
          and(ofThisUser(), eq(waitingScans.invoiceNo, sql.placeholder('invoiceNo'))),
        ),
        ne(waitingScans.scanId, sql.placeholder('scanId')),
        eq(waitingScans.category, sql.placeholder('category')),
        inForce(),
      ),
    )
    .prepare(),
)

/** Takes a scan out of the queue, with the rows that a change of rules has prepared for it. */
export const deleteWaiting = query((conn) =>
  conn
    .delete(waitingScans)
    .where(eq(waitingScans.scanId, sql.placeholder('scanId')))
    .prepare(),
)

export const insertWaiting = query((conn) =>
  conn
    .insert(waitingScans)
    .values({
      scanId: sql.placeholder('scanId'),
      rulesSince: sql.placeholder('rulesSince'),
      rulesUntil: rulesUntilForever,
      userId: sql.placeholder('userId'),
      category: sql.placeholder('category'),
      filename: sql.placeholder('filename'),
      createdAt: sql.placeholder('createdAt'),
      documentHash: sql.placeholder('documentHash'),
      invoiceNo: sql.placeholder('invoiceNo'),
      number: sql.placeholder('number'),
      sellerNumber: sql.placeholder('sellerNumber'),
      data: sql.placeholder('data'),
    })
    .prepare(),
)

function ofThisUser(): SQL {
  return eq(waitingScans.userId, sql.placeholder('userId'))
}

/** Of all users when there is none. */
function ofUser(): SQL {
  return sql`${waitingScans.userId} = coalesce(${sql.placeholder('userId')}, ${waitingScans.userId})`
}

type Columns<Names extends string> = Record<Names, AnySQLiteColumn>
type Generations = Columns<'rulesSince' | 'rulesUntil'>

/** Rows of the generation in force: one for each scan. */
export function inForce(table: Generations = waitingScans): SQL | undefined {
  return and(
    lte(table.rulesSince, sql.placeholder('generation')),
    gt(table.rulesUntil, sql.placeholder('generation')),
  )
}

type Shape = { byUser: boolean; byCategory: boolean; withSeller: boolean; behind: boolean }

const shapes = new Map<string, ReturnType<typeof buildQueries>>()

/** One pair of prepared queries for each shape of a selection. */
function waitingQueries(selection: Selection, behind: boolean) {
  const shape: Shape = {
    byUser: selection.userId !== undefined,
    byCategory: selection.category !== undefined,
    withSeller: selection.withSeller,
    behind,
  }
  const key = JSON.stringify(shape)
  const queries = shapes.get(key) ?? buildQueries(shape)
  shapes.set(key, queries)
  return queries
}

function buildQueries(shape: Shape) {
  const older = alias(waitingScans, 'older')
  const number = shape.withSeller ? waitingScans.sellerNumber : waitingScans.number
  const olderNumber = shape.withSeller ? older.sellerNumber : older.number
  const list = query((conn) =>
    conn
      .select({ seq: waitingScans.seq })
      .from(waitingScans)
      .where(
        and(
          selected(shape, waitingScans),
          shape.behind
            ? sql`(${waitingScans.createdAt}, ${waitingScans.scanId}) > (${sql.placeholder('afterCreatedAt')}, ${sql.placeholder('afterId')})`
            : undefined,
          or(
            isNull(number),
            notExists(
              conn
                .select({ one: sql`1` })
                .from(older)
                .where(
                  and(
                    eq(olderNumber, number),
                    sql`(${older.createdAt}, ${older.scanId}) < (${waitingScans.createdAt}, ${waitingScans.scanId})`,
                    selected(shape, older, 'number'),
                  ),
                ),
            ),
          ),
        ),
      )
      .orderBy(asc(waitingScans.createdAt), asc(waitingScans.scanId))
      .limit(sql.placeholder('limit'))
      .prepare(),
  )
  const count = query((conn) =>
    conn
      .select({
        waiting: sql<number>`count(*) - count(${number}) + count(DISTINCT ${number})`,
        oldest: sql<number | null>`min(${waitingScans.createdAt})`,
      })
      .from(waitingScans)
      .where(selected(shape, waitingScans))
      .prepare(),
  )
  return { list, count }
}

/** Exactly what the call selects; the duplicates are looked for among the same rows. */
function selected(
  shape: Shape,
  table: Generations & Columns<'userId' | 'category' | 'createdAt'>,
  lookUpBy: 'user' | 'number' = 'user',
): SQL | undefined {
  // The plus keeps SQLite from looking through all of the user's scans instead of the few with this number.
  const userId = lookUpBy === 'number' ? sql`+${table.userId}` : sql`${table.userId}`
  return and(
    shape.byUser ? sql`${userId} = ${sql.placeholder('userId')}` : undefined,
    shape.byCategory ? eq(table.category, sql.placeholder('category')) : undefined,
    gte(table.createdAt, sql.placeholder('from')),
    inForce(table),
  )
}

function parametersOf(selection: Selection) {
  return {
    userId: selection.userId ?? null,
    category: selection.category ?? null,
    from: selection.from,
    generation: selection.generation,
  }
}
