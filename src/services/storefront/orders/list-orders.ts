import { and, asc, desc, inArray, sql } from 'drizzle-orm'
import { type Conn, type Params, query, snapshot } from '../../../platform/db/connection.ts'
import { nearerEnd, sortedQuery } from '../../../platform/db/statements.ts'
import { toNfc } from '../../../platform/text.ts'
import type { StorefrontDeps } from '../deps.ts'
import { orders } from '../tables.ts'
import { orderStatuses, type OrderStatus, type SyncState } from './rules.ts'
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

/** In the order of an order's life. */
const statusRank = `CASE status ${orderStatuses.map((status, rank) => `WHEN '${status}' THEN ${rank}`).join(' ')} END`

/**
 * The sort keys of orders, and the columns by which ties are sorted: the time of placing. Numbers have no ties. Length first: numbers of a
 * busy year may have a digit more.
 */
const orderSortKeys = {
  placed: ['created_at', 'id'],
  order: ['length(order_no)', 'order_no'],
  customer: ['customer_name COLLATE NOCASE', 'created_at', 'seq'],
  status: [statusRank, 'created_at', 'seq'],
  total: ['total', 'created_at', 'seq'],
} as const

type OrderSort = keyof typeof orderSortKeys

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
  return snapshot(read, () => {
    const selection = selectionOf(read, chosen)
    const { count, page } = queriesFor(selection)
    const total = count(read).get(selection)?.n ?? 0
    const { inOrder, isDescending, ...part } = nearerEnd({ ...sort, limit, offset }, total)
    if (part.limit === 0) return { orders: [], total }
    if (isWithIndex(selection, sort.by)) sortedOrdersOf(read).bringUp(sort.by)
    const found = page({ ...sort, isDescending })(read).all({ ...selection, ...part })
    return { orders: inOrder(found), total }
  })
}

/** The number of chosen orders and the sum of their totals. */
export function totalOfOrders(
  { database: { read } }: Pick<StorefrontDeps, 'database'>,
  chosen: OrdersChosen,
): { orders: number; totalPaise: number } {
  return snapshot(read, () => {
    const selection = selectionOf(read, chosen)
    const sums = queriesFor(selection).sums(read).get(selection)
    return { orders: sums?.n ?? 0, totalPaise: sums?.totalPaise ?? 0 }
  })
}

/** The ids of all chosen orders, oldest first. */
export function listOrderIds(
  { database: { read } }: Pick<StorefrontDeps, 'database'>,
  chosen: OrdersChosen,
): string[] {
  return snapshot(read, () => {
    const selection = selectionOf(read, chosen)
    const rows = queriesFor(selection).ids(read).values(selection)
    return rows.map(([id]) => String(id))
  })
}

function selectionOf(conn: Conn, chosen: OrdersChosen): Selection {
  const { sync = 'any', status = null, from = null, until = null, search, among = null } = chosen
  const patterns = patternsOf(search)
  const sold = patterns.text === null ? undefined : findSold(conn).get(patterns.text)
  return {
    sync,
    status,
    from,
    until,
    sold: sold?.seqs ?? '[]',
    among,
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

/** The conditions of `syncStateOf` in rules.ts. `waiting` repeats the exact condition of the partial index. */
const conditions = {
  any: undefined,
  waiting: sql`${orders.waitingItems} > 0`,
  synced: sql`${orders.syncedAt} IS NOT NULL AND ${orders.waitingItems} = 0`,
  'left out': sql`${orders.syncedAt} IS NULL AND ${orders.waitingItems} = 0`,
} satisfies Record<SyncState | 'any', unknown>

type Patterns = { text: string | null; phone: string | null; spread: string | null }

/** Null means no condition. */
type Selection = Patterns & {
  sync: keyof typeof conditions
  status: OrderStatus | null
  from: number | null
  until: number | null
  sold: string
  among: string | null
}

/** A phone number without spaces and signs. */
const phoneDigits = sql`replace(replace(replace(replace(replace(${orders.customerPhone}, ' ', ''), '-', ''), '+', ''), '(', ''), ')', '')`

/**
 * `sold` are the orders (a JSON list of `seq`) with a matching line. `spread` has the digits of `phone` with anything between them. It
 * rejects most numbers before the slower comparison without signs (measured at 100,000 orders with numbers that begin alike: 86 ms instead
 * of 146).
 */
const hasText = ({ text, sold, spread, phone }: Params<Selection>) => sql`(
  ${orders.orderNo} LIKE ${text} ESCAPE '\\'
  OR ${orders.customerName} LIKE ${text} ESCAPE '\\'
  OR ${orders.customerPhone} LIKE ${text} ESCAPE '\\'
  OR ${orders.seq} IN (SELECT value FROM json_each(${sold}))
  OR (${orders.customerPhone} LIKE ${spread} AND ${phoneDigits} LIKE ${phone}))`

const kept = new Map<string, ReturnType<typeof buildQueries>>()

/** One set of queries for all selections with the same conditions. */
function queriesFor(selection: Selection): ReturnType<typeof buildQueries> {
  const { sync, status, from, until, text, among } = selection
  const isGiven = [status, from, until, text, among].map((value) => value !== null)
  return kept.getOrInsertComputed(`${sync} ${isGiven.join()}`, () => buildQueries(selection))
}

/** Only the given conditions: for any other, SQLite would read each order in the place of an index. */
function buildQueries(given: Selection) {
  return {
    count: query((conn, params: Params<Selection>) =>
      conn
        .select({ n: sql<number>`count(*)` })
        .from(orders)
        .where(selected(given, params)),
    ),
    sums: query((conn, params: Params<Selection>) =>
      conn
        .select({
          n: sql<number>`count(*)`,
          totalPaise: sql<number>`coalesce(sum(${orders.total}), 0)`,
        })
        .from(orders)
        .where(selected(given, params)),
    ),
    ids: query((conn, params: Params<Selection>) =>
      conn
        .select({ id: orders.id })
        .from(orders)
        .where(selected(given, params))
        .orderBy(asc(orders.createdAt), asc(orders.id)),
    ),
    page: sortedQuery((sort: OrderBy) => pageQuery(given, sort)),
  }
}

function selected(given: Selection, params: Params<Selection>) {
  return and(
    conditions[given.sync],
    given.from === null ? undefined : sql`${orders.createdAt} >= ${params.from}`,
    given.until === null ? undefined : sql`${orders.createdAt} <= ${params.until}`,
    given.status === null ? undefined : sql`${orders.status} = ${params.status}`,
    given.among === null
      ? undefined
      : sql`${orders.id} IN (SELECT value FROM json_each(${params.among}))`,
    given.text === null ? undefined : hasText(params),
  )
}

/** The orders (a JSON list of `seq`) with a line whose name or SKU matches. Found once for the count and the page. */
const findSold = query((conn) =>
  conn.$client.query<{ seqs: string }, [pattern: string]>(
    String.raw`SELECT json_group_array(order_seq) AS seqs FROM order_items
     WHERE sku LIKE ?1 ESCAPE '\' OR product_name LIKE ?1 ESCAPE '\'`,
  ),
)

/** A page of the orders with the number of their lines. Only the keys are sorted, and the other columns are read for fifty orders. */
function pageQuery(given: Selection, { by, isDescending }: OrderBy) {
  const direction = isDescending ? desc : asc
  const order = orderSortKeys[by].map((key) => direction(sql.raw(key)))
  const source = sql.raw(isWithIndex(given, by) ? `${sortedOrdersTable} AS orders` : 'orders')
  return query((conn, params: Params<Selection & { limit: number; offset: number }>) => {
    const page = conn
      .select({ seq: sql`orders.seq` })
      .from(source)
      .where(selected(given, params))
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

/** Whether the page comes from an index of `sortedOrdersTable`. Of chosen orders, few are sorted. */
function isWithIndex(
  { sync, status, from, until, text, among }: Selection,
  by: OrderSort,
): boolean {
  const isChosen = [status, from, until, text, among].some((value) => value !== null)
  return by !== 'placed' && sync === 'any' && !isChosen
}

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

/** The sort keys of a read connection's orders. */
const sortedOrdersOf = query((conn) => new SortedOrders(conn))

/** Has `seq` and the columns of `orders` that the keys need, and an index for each sort in use. */
const sortedOrdersTable = 'temp.sorted_orders'

/**
 * The sort keys of all orders in an in-memory table of the read connection: 3 MB for 50,000, and 2 MB for each sort that somebody chose. A
 * page far down comes from an index of the table, where sorting took 50 ms. Such an index of `orders` would be written with every order.
 */
class SortedOrders {
  readonly #conn: Conn
  /** The last change that the table shows. Below all changes before the table is filled. */
  #shown = -1
  readonly #indexed = new Set<OrderSort>()

  constructor(conn: Conn) {
    this.#conn = conn
  }

  /** Brings the table up to the state of the database that the connection sees, with an index for this sort. */
  bringUp(sort: OrderSort): void {
    const conn = this.#conn
    const last = lastChange(conn).get()?.seq ?? 0
    // Changes only rise, except when a backup replaced the database.
    if (last < this.#shown || this.#shown < 0) {
      createTable(conn)
      emptyTable(conn).run()
      takeInAll(conn).run()
    } else if (last > this.#shown) {
      takeInSince(conn).run(this.#shown)
    }
    this.#shown = last
    if (this.#indexed.has(sort)) return
    // SQLite adds `seq` to each index.
    const keys = orderSortKeys[sort].filter((key) => key !== 'seq')
    conn.$client.run(
      `CREATE INDEX temp.sorted_orders_${sort} ON sorted_orders (${keys.join(', ')})`,
    )
    this.#indexed.add(sort)
  }
}

const columns = 'seq, order_no, customer_name, status, total, created_at'

const createTable = query(({ $client }) => {
  $client.run(`CREATE TEMP TABLE sorted_orders (
    seq INTEGER PRIMARY KEY, order_no, customer_name, status, total, created_at)`)
})

const emptyTable = query((conn) => conn.$client.query(`DELETE FROM ${sortedOrdersTable}`))

const takeInAll = query((conn) =>
  conn.$client.query(`INSERT INTO ${sortedOrdersTable} SELECT ${columns} FROM orders`),
)

/** Orders are never deleted. */
const takeInSince = query((conn) =>
  conn.$client.query<undefined, [seq: number]>(
    `REPLACE INTO ${sortedOrdersTable} SELECT ${columns} FROM orders
     WHERE id IN (SELECT id FROM changes WHERE seq > ? AND kind = 'order')`,
  ),
)

const lastChange = query((conn) =>
  conn.$client.query<{ seq: number | null }, []>('SELECT max(seq) AS seq FROM changes'),
)
