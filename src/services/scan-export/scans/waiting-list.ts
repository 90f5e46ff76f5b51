import {
  and,
  asc,
  eq,
  exists,
  inArray,
  isNotNull,
  isNull,
  max,
  min,
  ne,
  not,
  notExists,
  or,
  sql,
  type SQL,
} from 'drizzle-orm'
import { isLeased, leasedIds } from '../../../books/leases/queries.ts'
import { query, type Conn, type Params } from '../../../platform/db/connection.ts'
import type { Category } from '../../../paper/categories.ts'
import { waitingScans } from '../tables.ts'
import { beforeAllScans, type Age } from './queries.ts'
import {
  isBefore,
  isDeliverable,
  waitingNow,
  type Delivery,
  type WaitingNow,
} from './waiting-queries.ts'

/** The scans that a call selects. Null: of all users, of all categories. */
export type Selection = Delivery & { userId: string | null; category: Category | null }

/**
 * The first `limit` waiting rows of a selection after a position, by age. Of each number only the oldest. With `now`, leaves out rows that
 * are leased at that time; what they hide stays hidden. Returns their `seq`, oldest first.
 */
export function listWaiting(
  conn: Conn,
  selection: Selection,
  after: Age | undefined,
  limit: number,
  now?: number,
): number[] {
  const { list } = waitingQueries(selection, after !== undefined, now !== undefined)
  const rows = list(conn).values({
    ...selection,
    ...(after ?? beforeAllScans),
    limit,
    now: now ?? 0,
  })
  return rows.map(([seq]) => Number(seq))
}

/** How many rows a selection has without a limit, and the age of its oldest row. */
export function countWaiting(
  conn: Conn,
  selection: Selection,
): { waiting: number; oldest: number | null } {
  const { count, countHidden, countHeld } = waitingQueries(selection, false, false)
  const { rows = 0, oldest = null } = count(conn).get(selection) ?? {}
  const hidden = countHidden(conn).get(selection)?.n ?? 0
  const held = countHeld(conn).get({ ...selection, now: 0 })?.n ?? 0
  return { waiting: rows - hidden - held, oldest }
}

/** How many rows of a selection without a limit are leased at a time. */
export function countLeased(conn: Conn, selection: Selection, now: number): number {
  return (
    waitingQueries(selection, false, true)
      .countLeased(conn)
      .get({ ...selection, now })?.n ?? 0
  )
}

type Shape = {
  byUser: boolean
  byCategory: boolean
  withSeller: boolean
  behind: boolean
  withoutLeased: boolean
}

const shapes = new Map<string, ReturnType<typeof buildQueries>>()

/** The prepared queries for each shape of a selection. */
function waitingQueries(
  { userId, category, withSeller }: Selection,
  behind: boolean,
  withoutLeased: boolean,
) {
  const shape = {
    byUser: userId !== null,
    byCategory: category !== null,
    withSeller,
    behind,
    withoutLeased,
  }
  const key = JSON.stringify(shape)
  const queries = shapes.get(key) ?? buildQueries(shape)
  shapes.set(key, queries)
  return queries
}

function buildQueries(shape: Shape) {
  return { list: listQuery(shape), ...countQueries(shape) }
}

function listQuery(shape: Shape) {
  return query((conn, params: Params<Selection & Age & { limit: number; now: number }>) => {
    const now = waitingNow(conn, 'now')
    const isBehind = sql`(${now.createdAt}, ${now.scanId}) > (${params.createdAt}, ${params.id})`
    return conn
      .select({ seq: now.seq })
      .from(now)
      .where(
        and(
          selected(shape, now, params),
          isDeliverable(now),
          shape.behind ? isBehind : undefined,
          shape.withoutLeased ? not(isLeased('scan', now.scanId, params.now)) : undefined,
          isOldest(conn, shape, now, params),
        ),
      )
      .orderBy(asc(now.createdAt), asc(now.scanId))
      .limit(params.limit)
  })
}

function countQueries(shape: Shape) {
  const by = numberOf(shape)
  const count = query((conn, params: Params<Selection>) => {
    const now = waitingNow(conn, 'now')
    return conn
      .select({
        rows: sql<number>`count(*)`,
        oldest: sql<number | null>`min(${now.createdAt})`,
      })
      .from(now)
      .where(selected(shape, now, params))
  })
  // Looks only at rows that share their number. Counting the distinct numbers of 20,000 rows took 30 ms after each commit.
  const countHidden = query((conn, params: Params<Selection>) => {
    const now = waitingNow(conn, 'now')
    const shared = conn
      .select({ number: waitingScans[by] })
      .from(waitingScans)
      .where(isNotNull(waitingScans[by]))
      .groupBy(waitingScans[by])
      .having(ne(min(waitingScans.scanId), max(waitingScans.scanId)))
    return conn
      .select({ n: sql<number>`count(*)` })
      .from(now)
      .where(
        and(
          inArray(now[by], shared),
          exists(olderOnes(conn, shape, now, params)),
          selected(shape, now, params, 'few'),
        ),
      )
  })
  const countHeld = countFew(shape, (now) => sql`${now.held} = 1`)
  const countLeasedOnes = countFew(shape, (now, at) =>
    and(sql`${now.scanId} IN ${leasedIds('scan', at)}`, isDeliverable(now)),
  )
  return { count, countHidden, countHeld, countLeased: countLeasedOnes }
}

/** How many rows of a selection meet a condition that few rows meet. `at` is a time. */
function countFew(shape: Shape, isOne: (now: WaitingNow, at: unknown) => SQL | undefined) {
  return query((conn, params: Params<Selection & { now: number }>) => {
    const now = waitingNow(conn, 'now')
    return conn
      .select({ n: sql<number>`count(*)` })
      .from(now)
      .where(
        and(
          isOne(now, params.now),
          selected(shape, now, params, 'few'),
          isOldest(conn, shape, now, params),
        ),
      )
  })
}

/** The column in which duplicates are equal. */
function numberOf({ withSeller }: Shape) {
  return withSeller ? 'sellerNumber' : 'number'
}

function isOldest(conn: Conn, shape: Shape, now: WaitingNow, params: Params<Selection>) {
  return or(isNull(now[numberOf(shape)]), notExists(olderOnes(conn, shape, now, params)))
}

function olderOnes(conn: Conn, shape: Shape, now: WaitingNow, params: Params<Selection>) {
  const by = numberOf(shape)
  const older = waitingNow(conn, 'older')
  return conn
    .select({ one: sql`1` })
    .from(older)
    .where(and(eq(older[by], now[by]), isBefore(older, now), selected(shape, older, params, 'few')))
}

/** Exactly the rows that the call selects. Duplicates are searched among the same rows. */
function selected(
  shape: Shape,
  now: WaitingNow,
  params: Params<Selection>,
  lookUp?: 'few',
): SQL | undefined {
  // The pluses keep SQLite from going through all of the user's scans, or all in the time window, instead of these few.
  const plus = sql.raw(lookUp === undefined ? '' : '+')
  return and(
    shape.byUser ? sql`${plus}${now.userId} = ${params.userId}` : undefined,
    shape.byCategory ? sql`${now.category} = ${params.category}` : undefined,
    sql`${plus}${now.createdAt} >= ${params.from}`,
  )
}
