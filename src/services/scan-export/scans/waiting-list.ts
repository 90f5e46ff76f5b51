import {
  and,
  asc,
  count,
  eq,
  exists,
  gt,
  isNotNull,
  isNull,
  lt,
  max,
  min,
  ne,
  not,
  notExists,
  or,
  sql,
  type SQL,
} from 'drizzle-orm'
import { alias } from 'drizzle-orm/sqlite-core'
import { isLeased, leasedIds } from '../../../books/leases/queries.ts'
import { query, type Conn, type Params } from '../../../platform/db/connection.ts'
import type { Category } from '../../../paper/categories.ts'
import { waitingCounts, waitingScans } from '../tables.ts'
import { beforeAllScans, type Age } from './queries.ts'
import {
  comparedBy,
  isBefore,
  isDeliverable,
  isEqualIn,
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

/** How many rows a selection has without a limit, and when its oldest row came in, whatever its category. */
export function countWaiting(
  conn: Conn,
  selection: Selection,
): { waiting: number; oldest: number | null } {
  const queries = waitingQueries(selection, false, false)
  const { countAll, countOlder, findOldest, countHidden, countHeld } = queries
  const oldest = findOldest(conn).get(selection)?.createdAt ?? null
  const rows = (countAll(conn).get(selection)?.n ?? 0) - (countOlder(conn).get(selection)?.n ?? 0)
  const shared = sharedNumbers(conn)
  const hidden = countHidden(conn).get({ ...selection, shared })?.n ?? 0
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
  const countAll = query((conn, params: Params<Selection>) =>
    conn
      .select({ n: sql<number>`coalesce(sum(${waitingCounts.scans}), 0)` })
      .from(waitingCounts)
      .where(isSelected(shape, waitingCounts, params)),
  )
  const countOlder = query((conn, params: Params<Selection>) => {
    const now = waitingNow(conn, 'now')
    return conn
      .select({ n: count() })
      .from(now)
      .where(and(isSelected(shape, now, params), lt(now.createdAt, params.from)))
  })
  const findOldest = query((conn, params: Params<Selection>) => {
    const now = waitingNow(conn, 'now')
    return conn
      .select({ createdAt: now.createdAt })
      .from(now)
      .where(selected({ ...shape, byCategory: false }, now, params))
      .orderBy(asc(now.createdAt))
      .limit(1)
  })
  const countHidden = query((conn, params: Params<Selection & { shared: string }>) => {
    const now = waitingNow(conn, 'now')
    return conn
      .select({ n: count() })
      .from(now)
      .where(
        and(
          sql`${now.invoiceNo} IN (SELECT value FROM json_each(${params.shared}))`,
          exists(olderOnes(conn, shape, now, params)),
          selected(shape, now, params, 'few'),
        ),
      )
  })
  const countHeld = countFew(shape, (now) => sql`${now.held} = 1`)
  const countLeasedOnes = countFew(shape, (now, at) =>
    and(sql`${now.scanId} IN ${leasedIds('scan', at)}`, isDeliverable(now)),
  )
  return { countAll, countOlder, findOldest, countHidden, countHeld, countLeased: countLeasedOnes }
}

/** How many rows of a selection meet a condition that few rows meet. `at` is a time. */
function countFew(shape: Shape, isOne: (now: WaitingNow, at: unknown) => SQL | undefined) {
  return query((conn, params: Params<Selection & { now: number }>) => {
    const now = waitingNow(conn, 'now')
    return conn
      .select({ n: count() })
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

/**
 * The numbers that more than one scan had when they were looked for, as JSON. Only rows with these numbers can be hidden, so a count looks
 * at few rows. Numbers that nobody shares any more may stay. New rows have a new `seq`, and the number of a row never changes: so each call
 * looks at the rows that came since the last one. Only for readers: a writer may see rows that are undone.
 */
function sharedNumbers(conn: Conn): string {
  const seq = lastSeq(conn).get()?.seq ?? 0
  const known = keptNumbers.get(conn)
  if (known?.seq === seq) return known.json
  const isUsable = known !== undefined && known.seq < seq && known.numbers.size < known.room
  const found = isUsable ? listNewShared(conn).all({ after: known.seq }) : listShared(conn).all()
  const numbers = new Set(isUsable ? known.numbers : [])
  for (const { number } of found) if (number !== null) numbers.add(number)
  const room = isUsable ? known.room : numbers.size + newSharedMax
  const json = JSON.stringify([...numbers])
  keptNumbers.set(conn, { seq, numbers, room, json })
  return json
}

/** After so many new shared numbers all rows are looked at again, because most of the old ones may be gone. */
const newSharedMax = 1_000

type SharedNumbers = { seq: number; numbers: ReadonlySet<string>; room: number; json: string }

const keptNumbers = new WeakMap<Conn, SharedNumbers>()

const lastSeq = query((conn) =>
  conn.select({ seq: sql<number | null>`max(${waitingScans.seq})` }).from(waitingScans),
)

const number = waitingScans.invoiceNo

/** One walk through the index. A look for each row took more than twice as long. */
const listShared = query((conn) =>
  conn
    .select({ number })
    .from(waitingScans)
    .where(isNotNull(number))
    .groupBy(number)
    .having(ne(min(waitingScans.scanId), max(waitingScans.scanId))),
)

const listNewShared = query((conn, { after }: Params<{ after: number }>) => {
  const other = alias(waitingScans, 'other')
  const others = conn
    .select({ one: sql`1` })
    .from(other)
    .where(and(eq(other.invoiceNo, number), ne(other.scanId, waitingScans.scanId)))
  return conn
    .selectDistinct({ number })
    .from(waitingScans)
    .where(and(gt(waitingScans.seq, after), exists(others)))
})

function isOldest(conn: Conn, shape: Shape, now: WaitingNow, params: Params<Selection>) {
  return or(isNull(now[comparedBy(shape)]), notExists(olderOnes(conn, shape, now, params)))
}

function olderOnes(conn: Conn, shape: Shape, now: WaitingNow, params: Params<Selection>) {
  const by = comparedBy(shape)
  const older = waitingNow(conn, 'older')
  return conn
    .select({ one: sql`1` })
    .from(older)
    .where(
      and(isEqualIn(by, older, now), isBefore(older, now), selected(shape, older, params, 'few')),
    )
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
  return and(isSelected(shape, now, params, plus), sql`${plus}${now.createdAt} >= ${params.from}`)
}

/** Rows of any age. */
function isSelected(
  { byUser, byCategory }: Shape,
  of: Pick<WaitingNow, 'userId' | 'category'> | typeof waitingCounts,
  params: Params<Selection>,
  plus = sql.raw(''),
): SQL | undefined {
  return and(
    byUser ? sql`${plus}${of.userId} = ${params.userId}` : undefined,
    byCategory ? sql`${of.category} = ${params.category}` : undefined,
  )
}
