import { and, asc, desc, gte, inArray, lt, sql } from 'drizzle-orm'
import { type Conn, type Params, query, snapshot } from '../../../platform/db/connection.ts'
import { nearerEnd } from '../../../platform/db/statements.ts'
import { toNfc } from '../../../platform/text.ts'
import type { StorefrontDeps } from '../deps.ts'
import { orders } from '../tables.ts'
import { type OrderStatus, type SyncState, orderStatuses } from './rules.ts'
import { type Gauge, gauge } from '../../../platform/http/pages/metrics.ts'

/** Fewer digits are part of an order number or a name, not of a phone number. */
const phoneDigitsMin = 4

/** A condition for each given field. Times in milliseconds since the epoch, both included. */
export type OrdersChosen = {
  status?: OrderStatus | undefined
  sync?: SyncState | undefined
  from?: number | undefined
  until?: number | undefined
  /** Part of the number, of the customer's name or phone number, or of the name or SKU of a line. */
  search?: string | undefined
  /** A JSON list of ids. Only these orders are chosen. */
  among?: string | undefined
}

/** The sort keys of orders. Ties are sorted by the time of placing. Length first: numbers of a busy year may have a digit more. */
const sortColumns = {
  placed: [],
  order: [sql`length(${orders.orderNo})`, orders.orderNo],
  customer: [sql`${orders.customerName} COLLATE NOCASE`],
  status: [statusRank()],
  total: [orders.total],
}

type OrderSort = keyof typeof sortColumns

export const orderSorts: readonly OrderSort[] = ['placed', 'order', 'customer', 'status', 'total']

type OrderBy = { by: OrderSort; isDescending: boolean }

export const newestOrdersFirst: OrderBy = { by: 'placed', isDescending: true }

export const oldestOrdersFirst: OrderBy = { by: 'placed', isDescending: false }

type OrdersPage = { sort: OrderBy; limit: number; offset: number }

type ListedOrder = ReturnType<ReturnType<ReturnType<typeof pageQuery>>['all']>[number]

/** A page of the orders and their total number. */
export function listOrders(
  { database: { read } }: Pick<StorefrontDeps, 'database'>,
  { sort, limit, offset, ...chosen }: OrdersChosen & OrdersPage,
): { orders: ListedOrder[]; total: number } {
  const { sync = 'any' } = chosen
  return snapshot(read, () => {
    const selection = selectionOf(read, chosen)
    const total = countOrdersOf[sync](read).get(selection)?.n ?? 0
    const { inOrder, isDescending, ...part } = nearerEnd({ ...sort, limit, offset }, total)
    if (part.limit === 0) return { orders: [], total }
    const page = pageOf(sync, { ...sort, isDescending })(read).all({ ...selection, ...part })
    return { orders: inOrder(page), total }
  })
}

/** The number of chosen orders and the sum of their totals. */
export function totalOfOrders(
  { database: { read } }: Pick<StorefrontDeps, 'database'>,
  chosen: OrdersChosen,
): { orders: number; totalPaise: number } {
  return snapshot(read, () => {
    const sums = sumOrdersOf[chosen.sync ?? 'any'](read).get(selectionOf(read, chosen))
    return { orders: sums?.n ?? 0, totalPaise: sums?.totalPaise ?? 0 }
  })
}

/** The ids of all chosen orders, oldest first. */
export function listOrderIds(
  { database: { read } }: Pick<StorefrontDeps, 'database'>,
  chosen: OrdersChosen,
): string[] {
  return snapshot(read, () => {
    const rows = orderIdsOf[chosen.sync ?? 'any'](read).values(selectionOf(read, chosen))
    return rows.map(([id]) => String(id))
  })
}

function selectionOf(conn: Conn, { status, from, until, search, among }: OrdersChosen): Selection {
  const patterns = patternsOf(search)
  const sold = patterns.text === null ? undefined : findSold(conn).get(patterns.text)
  return {
    status: status ?? null,
    from: from ?? Number.MIN_SAFE_INTEGER,
    until: until ?? Number.MAX_SAFE_INTEGER,
    sold: sold?.seqs ?? '[]',
    among: among ?? null,
    ...patterns,
  }
}

/** The LIKE patterns of a search. Null means no condition. Digits match phone numbers in any spelling. */
function patternsOf(search = ''): Patterns {
  const wanted = toNfc(search).trim()
  const digits = wanted.replaceAll(/[+\s()-]/g, '')
  const isPhone = /^\d+$/.test(digits) && digits.length >= phoneDigitsMin
  return {
    text: wanted === '' ? null : `%${wanted.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`,
    phone: isPhone ? `%${digits}%` : null,
    spread: isPhone ? `%${digits.split('').join('%')}%` : null,
  }
}

/** The numbers of orders placed and orders delivered completely, for each of some days. */
type OrderDays = { arrived: number[]; delivered: number[] }

/**
 * `bounds` are the beginnings of consecutive days and the end of the last day (ms since the epoch, rising): one more
 * than there are days.
 */
export function countOrderDays(
  { database }: Pick<StorefrontDeps, 'database'>,
  bounds: readonly number[],
): OrderDays {
  const days = bounds.slice(1).map((until, day) => ({ from: bounds[day] ?? until, until }))
  return {
    arrived: days.map((day) => countPlaced(database.read).get(day)?.n ?? 0),
    delivered: days.map((day) => countSynced(database.read).get(day)?.n ?? 0),
  }
}

/** The conditions of `syncStateOf` in rules.ts. `waiting` repeats the exact condition of the partial index. */
const conditions = {
  any: undefined,
  waiting: sql`${orders.waitingItems} > 0`,
  synced: sql`${orders.syncedAt} IS NOT NULL AND ${orders.waitingItems} = 0`,
  'left out': sql`${orders.syncedAt} IS NULL AND ${orders.waitingItems} = 0`,
} satisfies Record<SyncState | 'any', unknown>

type Sync = keyof typeof conditions

type Patterns = { text: string | null; phone: string | null; spread: string | null }

type Selection = Patterns & {
  status: OrderStatus | null
  from: number
  until: number
  sold: string
  among: string | null
}

/** A phone number without spaces and signs. */
const phoneDigits = sql`replace(replace(replace(replace(replace(${orders.customerPhone}, ' ', ''), '-', ''), '+', ''), '(', ''), ')', '')`

/**
 * Null patterns mean no search. `sold` are the orders (a JSON list of `seq`) with a matching line. `spread` has the
 * digits of `phone` with anything between them. It rejects most numbers before the slower comparison without signs
 * (measured at 100,000 orders with numbers that begin alike: 86 ms instead of 146).
 */
const hasText = ({ text, sold, spread, phone }: Params<Selection>) => sql`(${text} IS NULL
  OR ${orders.orderNo} LIKE ${text} ESCAPE '\\'
  OR ${orders.customerName} LIKE ${text} ESCAPE '\\'
  OR ${orders.customerPhone} LIKE ${text} ESCAPE '\\'
  OR ${orders.seq} IN (SELECT value FROM json_each(${sold}))
  OR (${orders.customerPhone} LIKE ${spread} AND ${phoneDigits} LIKE ${phone}))`

const selected = (sync: Sync, params: Params<Selection>) =>
  and(
    conditions[sync],
    sql`${orders.createdAt} BETWEEN ${params.from} AND ${params.until}`,
    sql`(${params.status} IS NULL OR ${orders.status} = ${params.status})`,
    sql`(${params.among} IS NULL OR ${orders.id} IN (SELECT value FROM json_each(${params.among})))`,
    hasText(params),
  )

/** The orders (a JSON list of `seq`) with a line whose name or SKU matches. Found once for the count and the page. */
const findSold = query((conn) =>
  conn.$client.query<{ seqs: string }, [pattern: string]>(
    String.raw`SELECT json_group_array(order_seq) AS seqs FROM order_items
     WHERE sku LIKE ?1 ESCAPE '\' OR product_name LIKE ?1 ESCAPE '\'`,
  ),
)

const countOrdersOf = bySync((sync) =>
  query((conn, params: Params<Selection>) =>
    conn
      .select({ n: sql<number>`count(*)` })
      .from(orders)
      .where(selected(sync, params)),
  ),
)

const sumOrdersOf = bySync((sync) =>
  query((conn, params: Params<Selection>) =>
    conn
      .select({
        n: sql<number>`count(*)`,
        totalPaise: sql<number>`coalesce(sum(${orders.total}), 0)`,
      })
      .from(orders)
      .where(selected(sync, params)),
  ),
)

const orderIdsOf = bySync((sync) =>
  query((conn, params: Params<Selection>) =>
    conn
      .select({ id: orders.id })
      .from(orders)
      .where(selected(sync, params))
      .orderBy(asc(orders.createdAt), asc(orders.id)),
  ),
)

const pages = new Map<string, ReturnType<typeof pageQuery>>()

/** One prepared query for each sort order and each state of delivery. */
function pageOf(sync: Sync, sort: OrderBy): ReturnType<typeof pageQuery> {
  const key = `${sync} ${sort.by} ${sort.isDescending}`
  const kept = pages.get(key) ?? pageQuery(sync, sort)
  pages.set(key, kept)
  return kept
}

/** A page of the orders with the number of their lines. Only the keys are sorted, and the other columns are read for fifty orders. */
function pageQuery(sync: Sync, { by, isDescending }: OrderBy) {
  const direction = isDescending ? desc : asc
  const order = [...sortColumns[by], orders.createdAt, orders.id].map((column) => direction(column))
  return query((conn, params: Params<Selection & { limit: number; offset: number }>) => {
    const page = conn
      .select({ seq: orders.seq })
      .from(orders)
      .where(selected(sync, params))
      .orderBy(...order)
      .limit(params.limit)
      .offset(params.offset)
    return conn
      .select({
        id: orders.id,
        orderNo: orders.orderNo,
        customerName: orders.customerName,
        customerPhone: orders.customerPhone,
        status: orders.status,
        total: orders.total,
        waitingItems: orders.waitingItems,
        syncedAt: orders.syncedAt,
        createdAt: orders.createdAt,
        // Written by hand, because Drizzle omits table names in a list of columns.
        items: sql<number>`(SELECT count(*) FROM order_items WHERE order_seq = orders.seq)`,
      })
      .from(orders)
      .where(inArray(orders.seq, page))
      .orderBy(...order)
  })
}

/** In the order of an order's life. */
function statusRank() {
  const ranks = orderStatuses.map(
    (status, rank) => sql`WHEN ${sql.raw(`'${status}'`)} THEN ${sql.raw(String(rank))}`,
  )
  return sql`CASE ${orders.status} ${sql.join(ranks, sql` `)} END`
}

function bySync<Q>(build: (sync: Sync) => Q): Record<Sync, Q> {
  return {
    any: build('any'),
    waiting: build('waiting'),
    synced: build('synced'),
    'left out': build('left out'),
  }
}

/** The number of orders placed from `from` on and before `until`. */
const countPlaced = query((conn, { from, until }: Params<{ from: number; until: number }>) =>
  conn
    .select({ n: sql<number>`count(*)` })
    .from(orders)
    .where(and(gte(orders.createdAt, from), lt(orders.createdAt, until))),
)

/** The number of orders whose last line was marked from `from` on and before `until`. */
const countSynced = query((conn, { from, until }: Params<{ from: number; until: number }>) =>
  conn
    .select({ n: sql<number>`count(*)` })
    .from(orders)
    .where(and(gte(orders.syncedAt, from), lt(orders.syncedAt, until))),
)

/** The newest orders with a text in their number, customer's name or phone. Their lines are not searched. */
export function findOrders(
  { database }: Pick<StorefrontDeps, 'database'>,
  { text, limit }: { text: string; limit: number },
) {
  const { text: pattern, phone, spread } = patternsOf(text)
  return listCalled(database.read).all({ pattern, phone, spread, limit })
}

type CalledOrders = {
  pattern: string | null
  phone: string | null
  spread: string | null
  limit: number
}

const listCalled = query((conn, { pattern, phone, spread, limit }: Params<CalledOrders>) =>
  conn
    .select({
      id: orders.id,
      orderNo: orders.orderNo,
      customerName: orders.customerName,
      customerPhone: orders.customerPhone,
    })
    .from(orders)
    .where(
      sql`${orders.orderNo} LIKE ${pattern} ESCAPE '\\' OR ${orders.customerName} LIKE ${pattern} ESCAPE '\\'
        OR (${orders.customerPhone} LIKE ${spread} AND ${phoneDigits} LIKE ${phone})`,
    )
    .orderBy(desc(orders.seq))
    .limit(limit),
)

/** The storefront's values for monitoring. */
export function orderGauges(deps: Pick<StorefrontDeps, 'database'>, now: number): Gauge[] {
  const oldest = { sync: 'waiting', sort: oldestOrdersFirst, limit: 1, offset: 0 } as const
  const { orders: waiting, total } = listOrders(deps, oldest)
  const waitMs = Math.max(0, now - (waiting[0]?.createdAt ?? now))
  return [
    gauge('orders_waiting', 'Orders that no program has acknowledged yet.', total),
    gauge('orders_oldest_wait_seconds', 'How long the oldest of them waits.', waitMs / 1000),
  ]
}
